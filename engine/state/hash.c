/* engine/state/hash.c - hashes a world's state. Bodies, free slots and remembered pairs are sums, so that it does not
 * count where they lie; all else has an order. */
#include <hail/state.h>

#include "base/digest.h"
#include "state_parts.h"

enum { HASH_VERSION = 1 };

static uint64_t pair_of(uint32_t low, uint32_t high) { return (uint64_t)high << 32 | low; }

/* ---- Options, rules ---------------------------------------------------------------------------------------------- */

static uint64_t add_options(uint64_t digest, const hail_world *world) {
    uint32_t words[OPTION_WORDS];
    hail_state_options(world, words);
    return digest_add(digest_words(digest, words, OPTION_WORDS), world->stats.step);
}

static uint64_t add_rules(uint64_t digest, const hail_world *world) {
    uint32_t words[RULE_WORDS];
    digest = digest_add(digest, world->rules.count);
    for (uint32_t r = 0; r < world->rules.count; r++) {
        rule_to_words(&rule_entries(&world->rules)[r], words);
        digest = digest_words(digest, words, RULE_WORDS);
    }
    return digest;
}

static uint64_t add_layer_options(uint64_t digest, const hail_layer *layer, uint32_t number) {
    const uint32_t options[] = {number, layer->options.columns, layer->options.bounds, layer_motion(layer)};
    digest = digest_words(digest, options, sizeof options / sizeof *options);
    return layer->options.borrowed ? digest_add(digest, pair_of(layer->options.borrowed, layer->first_slot)) : digest;
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

static void add_step(hail_hash_job *job, const hail_layer *layer, hail_hash_kind kind, int first, int second) {
    const hail_hash_step step = {kind, layer->column[first], second < COLUMN_COUNT ? layer->column[second] : NULL};
    if (step.first || step.second)
        job->step[job->count++] = step;
}

/* docs/arithmetic.md, "Hash of bodies". COLUMN_COUNT: none. */
static hail_hash_job job_of(const hail_layer *layer) {
    hail_hash_job job = {.count = 0};
    add_step(&job, layer, HAIL_HASH_PAIR, COLUMN_HANDLE, COLUMN_COUNT);
    add_step(&job, layer, HAIL_HASH_FLOATS, COLUMN_X, COLUMN_Y);
    add_step(&job, layer, HAIL_HASH_FLOATS, COLUMN_VX, COLUMN_VY);
    add_step(&job, layer, HAIL_HASH_FLOATS, COLUMN_COS, COLUMN_SIN);
    add_step(&job, layer, HAIL_HASH_FLOATS, COLUMN_SCALE, COLUMN_LIFE);
    add_step(&job, layer, HAIL_HASH_FLOATS, COLUMN_DX, COLUMN_DY);
    add_step(&job, layer, HAIL_HASH_WORDS, COLUMN_SHAPE, COLUMN_PIERCE);
    add_step(&job, layer, HAIL_HASH_WORDS, COLUMN_GROUP, COLUMN_COUNT);
    add_step(&job, layer, HAIL_HASH_WORDS, COLUMN_CATEGORY, COLUMN_MASK);
    add_step(&job, layer, HAIL_HASH_WIDE, COLUMN_USER, COLUMN_COUNT);
    return job;
}

static uint64_t add_bodies(uint64_t digest, const hail_world *world, const hail_layer *layer, uint32_t number) {
    uint32_t ends[LAYER_PARTS], begin = 0;
    hail_hash_job job = job_of(layer);
    hail_hash_sums sums = {0, 0};
    layer_part_ends(layer, ends);
    for (uint32_t part = 0; part < LAYER_PARTS; begin = ends[part++]) {
        job.seed = (uint32_t)digest_mix((uint64_t)number * LAYER_PARTS + part + 1);
        world->kernels->hash_bodies(&job, begin, ends[part], &sums);
    }
    return digest_add(digest_add(digest, layer->count), pair_of(sums.a, sums.b));
}

static uint64_t add_layers(uint64_t digest, const hail_world *world) {
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++) {
        const hail_layer *layer = hail_state_layer(world, l);
        if (hail_state_layer_blank(layer))
            continue;
        digest = add_layer_options(digest, layer, l);
        digest = layer->count ? add_bodies(digest, world, layer, l) : digest;
    }
    return digest;
}

enum { SLOT_BLOCK = 256 };

/* Lists the free ones of some slots without a branch, which could not be foreseen. */
static uint32_t list_free(const hail_slot *slots, uint32_t begin, uint32_t end, uint32_t *list) {
    uint32_t count = 0;
    for (uint32_t s = begin; s < end; s++) {
        list[count] = s;
        count += slots[s].generation / SLOT_FREE;
    }
    return count;
}

/* The free list is known by its beginning and what comes after each free slot: a sum, in the order of memory. */
static uint64_t add_free_slots(uint64_t digest, const hail_body_store *bodies) {
    const hail_slot *slots = body_slots(bodies);
    const uint32_t all = bodies->slot_count;
    uint32_t list[SLOT_BLOCK] = {0};
    uint64_t sum = 0;
    for (uint32_t begin = 0; bodies->live < all && begin < all; begin += SLOT_BLOCK) {
        const uint32_t end = all - begin < SLOT_BLOCK ? all : begin + SLOT_BLOCK;
        const uint32_t count = list_free(slots, begin, end, list);
        for (uint32_t i = 0; i < count; i++) {
            const hail_slot *slot = &slots[list[i]];
            sum += digest_mix(pair_of(list[i], slot_next_free(slot)) ^ slot->generation * UINT64_C(0x9e3779b97f4a7c15));
        }
    }
    digest = digest_add(digest_add(digest, pair_of(all, bodies->free_slot)), sum);
    return bodies->fresh ? digest_add(digest, bodies->fresh) : digest;
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------- */

static uint64_t add_touching(uint64_t digest, const hail_touching *touching) {
    const hail_touching_span *spans = touching->spans.data;
    const hail_touching_pair *pair = touching->pairs.data;
    const hail_pair_users *users = touching->users.data;
    uint32_t first = 0;
    for (uint32_t r = 0; r < touching->span_count; first += spans[r++].count) {
        digest = digest_add(digest, pair_of(spans[r].count, (uint32_t)spans[r].a << 8 | spans[r].b));
        for (uint32_t i = first; i < first + spans[r].count; i++) {
            digest = digest_add(digest, pair_of(pair[i].a.slot, pair[i].a.generation));
            digest = digest_add(digest, pair_of(pair[i].b.slot, pair[i].b.generation));
            digest = digest_add(digest, spans[r].users ? users[i].a : 0);
            digest = digest_add(digest, spans[r].users ? users[i].b : 0);
        }
    }
    return digest_add(digest, touching->count);
}

/* Of a pair with HAIL_ONCE, too, it counts how long ago it was reported: its rule may get a cooldown of steps. */
static uint64_t hash_remembered(const hail_remembered *e, uint64_t steps) {
    const uint64_t of = (uint64_t)e->layer_a << 16 | (uint64_t)e->layer_b << 8 | e->grazed;
    uint64_t digest = digest_add(pair_of(e->a.slot, e->a.generation), pair_of(e->b.slot, e->b.generation));
    digest = digest_add(digest, of << 32 | e->time);
    return digest_mix(digest_add(digest, steps - e->since));
}

static uint64_t add_remembered(uint64_t digest, const hail_world *world) {
    const hail_pair_memory *memory = &world->pair_memory;
    const hail_remembered *entries = memory->table.data;
    uint64_t sum = 0, count = 0;
    for (uint32_t i = 0; memory->count && i < memory->room; i++)
        if (hail_state_remembers(world, &entries[i])) {
            sum += hash_remembered(&entries[i], memory->steps);
            count++;
        }
    return digest_add(digest_add(digest, sum), count);
}

hail_status hail_world_hash(const hail_world *world, uint64_t *hash) {
    HAIL_REQUIRE(hail_state_check(world));
    HAIL_REQUIRE(hail_state_check_handles(world->heap.error, "world", world));
    HAIL_REQUIRE(hail_argument_given(world, "hash", hash));
    uint64_t digest = add_options(HASH_VERSION, world);
    digest = add_rules(digest, world);
    digest = add_layers(digest, world);
    digest = add_free_slots(digest, &world->bodies);
    digest = add_touching(digest, &world->events.last);
    digest = add_remembered(digest, world);
    *hash = digest_mix(digest);
    return HAIL_OK;
}
