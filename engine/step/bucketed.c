/* engine/step/bucketed.c - pairs go through the narrowphase as they are found. Their rows go to buckets by slot of a,
 * then bucket by bucket in order to the callback, a window at a time. */
#include "bucketed.h"

#include "broad/row_buckets.h"
#include "contacts.h"
#include "events/event_rules.h"
#include "find.h"
#include "narrow.h"

enum {
    CHUNK = 512,         /* pairs whose rows are written at a time */
    MAX_WINDOW = 1 << 16 /* contacts: larger windows are cheaper where all rows already lie side by side */
};

typedef struct bucket_run {
    const hail_rule_run *run;
    hail_row_buckets buckets;
    uint32_t rank[CHUNK]; /* pair i's row is row i */
    bool begun;
} bucket_run;

bool hail_may_use_buckets(const hail_rule_run *run) {
    const hail_world_options *options = &run->world->options;
    return !run->world->tasks && !run->only_times && !rule_chooses(&run->rule) && !run->rule.events &&
           options->window <= MAX_WINDOW &&
           options->pair_budget >= hail_row_buckets_least(run->world->bodies.slot_count);
}

/* ---- Pairs come in ---------------------------------------------------------------------------------------------- */

static bool begin(bucket_run *b) {
    hail_world *world = b->run->world;
    hail_pairs *pairs = &world->scratch->pairs;
    if (!hail_pairs_reserve_window(&world->scratch->heap, pairs, world->options.window))
        return false;
    hail_row_buckets_begin(&b->buckets, pairs, world->bodies.slot_count);
    for (uint32_t i = 0; i < CHUNK; i++)
        b->rank[i] = i;
    b->begun = true;
    return true;
}

static hail_found take_pairs(void *user) {
    bucket_run *b = user;
    hail_world *world = b->run->world;
    const uint32_t count = world->scratch->pairs.count;
    hail_clock_lap(b->run->clock, HAIL_STAGE_PAIRS);
    if ((!b->begun && !begin(b)) ||
        !hail_row_buckets_fit(&world->scratch->heap, &b->buckets, count, world->options.pair_budget))
        return FOUND_TOO_MANY;
    world->stats.pairs += count;
    hail_contact *rows = world->scratch->pairs.window.data;
    for (uint32_t i = 0; i < count; i += CHUNK) {
        const uint32_t n = count - i < CHUNK ? count - i : CHUNK;
        hail_narrow_some(world, &b->run->rule, i, n, b->rank, rows);
        hail_row_buckets_put(&b->buckets, (const float *)(const void *)rows, n);
    }
    hail_clock_lap(b->run->clock, HAIL_STAGE_NARROW);
    return FOUND_ALL;
}

/* ---- Contacts go out -------------------------------------------------------------------------------------------- */

static void deliver(const hail_rule_run *run, hail_contact *rows, uint32_t count) {
    static const hail_ranking in_order = {0};
    const hail_rows window = {rows, count, count, &in_order};
    hail_clock_lap(run->clock, HAIL_STAGE_ORDER);
    hail_contacts_deliver(run->world, &run->rule, &window, run->on_contacts, run->user);
    hail_clock_lap(run->clock, HAIL_STAGE_CONTACTS);
}

static void deliver_all(const bucket_run *b) {
    hail_world *world = b->run->world;
    const hail_contact *rows = world->scratch->pairs.rows.data;
    hail_contact *window = world->scratch->pairs.window.data;
    uint32_t filled = 0, count;
    for (uint32_t bucket = 0; bucket < b->buckets.count; bucket++) {
        const uint64_t *sorted = hail_row_buckets_sort(world->kernels, &b->buckets, bucket, &count);
        for (uint32_t i = 0; i < count; i++) {
            window[filled++] = rows[(uint32_t)sorted[i]];
            if (filled == world->options.window) {
                deliver(b->run, window, filled);
                filled = 0;
            }
        }
    }
    if (filled)
        deliver(b->run, window, filled);
}

hail_found hail_find_or_use_buckets(const hail_rule_run *run, const hail_order_range *range) {
    bucket_run b;
    b.run = run;
    b.begun = false;
    /* Fewer pairs than that are quickest ranked at once: their rows stay in a cache wherever they are written. */
    const hail_taker taker = {take_pairs, &b, hail_row_buckets_least(run->world->bodies.slot_count)};
    const uint64_t pairs_before = run->world->stats.pairs;
    const hail_found found = hail_find_and_take(run->world, run->plan, range, &taker);
    hail_clock_lap(run->clock, HAIL_STAGE_PAIRS);
    if (found != FOUND_ALL)
        run->world->stats.pairs = pairs_before;
    else if (b.begun)
        deliver_all(&b);
    return found;
}
