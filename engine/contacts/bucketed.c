/* engine/contacts/bucketed.c - pairs go through the narrowphase as they are found. Their rows go to buckets by slot of
 * a, then bucket by bucket in order to the callback, a window at a time. Rows of two circles are short. */
#include "bucketed.h"

#include <string.h>

#include "broad/place_rows.h"
#include "contacts.h"
#include "events/event_rules.h"
#include "pairs/find.h"
#include "pairs/narrow.h"
#include "world/body_store.h"

enum { MAX_WINDOW = 1 << 16 }; /* contacts: larger windows are cheaper where all rows already lie side by side */

typedef struct bucket_run {
    const hail_rule_pass *pass;
    hail_row_buckets buckets;
    hail_narrowing narrowing;
    uint32_t rank[BUCKET_CHUNK]; /* pair i's row is row i */
    bool begun;
} bucket_run;

bool hail_may_use_buckets(const hail_rule_pass *pass) {
    const hail_world_options *options = &pass->world->options;
    return !pass->world->tasks && !pass->only_times && !rule_chooses(pass->rule) && !pass->rule->events &&
           options->window <= MAX_WINDOW &&
           options->pair_budget >= hail_row_buckets_least(pass->world->bodies.slot_count);
}

/* ---- Pairs come in ---------------------------------------------------------------------------------------------- */

static bool begin(bucket_run *b) {
    hail_world *world = b->pass->world;
    hail_pairs *pairs = &world->scratch->pairs;
    if (!hail_pairs_reserve_window(&world->scratch->heap, pairs, world->options.window))
        return false;
    hail_narrowing_begin(&b->narrowing, world, b->pass->rule);
    const bool is_short = hail_narrowing_ask_short(&b->narrowing);
    hail_row_buckets_begin(&b->buckets, pairs, world->bodies.slot_count, is_short);
    for (uint32_t i = 0; i < BUCKET_CHUNK; i++)
        b->rank[i] = i;
    b->begun = true;
    return true;
}

/* Puts `count` pairs from `first` on into the buckets, if they touch. */
static void put_chunk(bucket_run *b, uint32_t first, uint32_t count) {
    const hail_pairs *pairs = &b->pass->world->scratch->pairs;
    const hail_narrow_list list = {(const uint32_t *)pairs->a.data + first, (const uint32_t *)pairs->b.data + first,
                                   b->rank, count};
    hail_contact *rows = pairs->window.data;
    hail_narrowing_run(&b->narrowing, &list, rows);
    if (b->buckets.is_short)
        hail_short_rows_put(&b->buckets, (const uint32_t *)pairs->slot_a.data + first, pairs->window.data, count);
    else
        hail_row_buckets_put(&b->buckets, pairs->window.data, count);
}

static hail_found take_pairs(void *user) {
    bucket_run *b = user;
    hail_world *world = b->pass->world;
    const uint32_t count = world->scratch->pairs.count;
    hail_clock_lap(b->pass->clock, HAIL_STAGE_PAIRS);
    if ((!b->begun && !begin(b)) ||
        !hail_row_buckets_fit(&world->scratch->heap, &b->buckets, count, world->options.pair_budget))
        return FOUND_TOO_MANY;
    world->stats.pairs += count;
    for (uint32_t i = 0; i < count; i += BUCKET_CHUNK)
        put_chunk(b, i, count - i < BUCKET_CHUNK ? count - i : BUCKET_CHUNK);
    hail_clock_lap(b->pass->clock, HAIL_STAGE_NARROW);
    return FOUND_ALL;
}

/* ---- Contacts go out -------------------------------------------------------------------------------------------- */

static void deliver(const hail_rule_pass *pass, hail_contact *rows, uint32_t count) {
    static const hail_ranking in_order = {0};
    const hail_rows window = {rows, count, count, &in_order};
    hail_clock_lap(pass->clock, HAIL_STAGE_ORDER);
    hail_contacts_deliver(pass->world, pass->rule, &window, pass->on_contacts, pass->user);
    hail_clock_lap(pass->clock, HAIL_STAGE_CONTACTS);
}

/* A window that is being filled. */
typedef struct filling {
    const bucket_run *from;
    hail_whole_rows whole;
    hail_contact *window;
    uint32_t size, filled; /* rows; filled is less than size */
} filling;

/* Adds `count` rows that were written after those before; delivers the window if it is full, and moves what is left to
 * its beginning. */
static void add_rows(filling *f, uint32_t count) {
    f->filled += count;
    if (f->filled < f->size)
        return;
    uint32_t given = 0;
    for (; f->filled - given >= f->size; given += f->size)
        deliver(f->from->pass, f->window + given, f->size);
    f->filled -= given;
    memcpy(f->window, f->window + given, f->filled * sizeof *f->window);
}

/* Copies a bucket's rows one by one. */
static void copy_bucket(filling *f, uint32_t bucket, uint32_t count) {
    const hail_row_buckets *buckets = &f->from->buckets;
    const hail_contact *rows = buckets->pairs->rows.data;
    const hail_widening w = hail_short_rows_widening(buckets, bucket, &f->whole);
    const uint64_t *sorted = hail_row_buckets_sort(f->from->pass->world->kernels, buckets, bucket);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t row = (uint32_t)sorted[i];
        hail_contact *to = &f->window[f->filled];
        if (buckets->is_short)
            short_row_widen(&w, (const float *)buckets->pairs->rows.data + (size_t)row * HAIL_SHORT_WORDS,
                            (float *)(void *)to);
        else
            *to = rows[row];
        add_rows(f, 1);
    }
}

static void deliver_all(bucket_run *b) {
    const hail_world *world = b->pass->world;
    filling f = {.from = b,
                 .whole = {.slots = &body_slots(&world->bodies)->generation,
                           .slot_words = sizeof(hail_slot) / sizeof(uint32_t),
                           .header = hail_narrow_header(b->pass->rule)},
                 .window = world->scratch->pairs.window.data,
                 .size = world->options.window};
    if (b->buckets.is_short)
        hail_short_rows_end(&b->buckets);
    for (uint32_t bucket = 0; bucket < b->buckets.count; bucket++) {
        const uint32_t count = hail_row_buckets_count(world->kernels, &b->buckets, bucket);
        if (count && hail_may_place_rows(&b->buckets, count)) {
            hail_place_rows(world->kernels, &b->buckets, bucket, &f.whole, (float *)(void *)(f.window + f.filled));
            add_rows(&f, count);
        } else if (count) {
            copy_bucket(&f, bucket, count);
        }
    }
    if (f.filled)
        deliver(b->pass, f.window, f.filled);
}

hail_found hail_find_or_use_buckets(const hail_rule_pass *pass, const hail_order_range *range) {
    bucket_run b;
    b.pass = pass;
    b.begun = false;
    /* Fewer pairs than that are quickest ranked at once: their rows stay in a cache wherever they are written. */
    const hail_pair_emit emit = {take_pairs, &b, hail_row_buckets_least(pass->world->bodies.slot_count)};
    const uint64_t pairs_before = pass->world->stats.pairs;
    const hail_found found = hail_find_and_take(pass->world, pass->plan, range, &emit);
    hail_clock_lap(pass->clock, HAIL_STAGE_PAIRS);
    if (found != FOUND_ALL)
        pass->world->stats.pairs = pairs_before;
    else if (b.begun)
        deliver_all(&b);
    return found;
}
