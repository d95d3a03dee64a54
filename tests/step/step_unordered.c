/* Rules whose contacts may come in any order: sorted, they are the ordered stream, byte for byte, and the world goes on
 * as it would have. Twin worlds live through steps and churn, one of them with all its rules unordered, with every
 * variant.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "parts_world.h"
#include "sectors/walls_inputs.h"
#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/rules.h"
#include "shared/stream.h"
#include "tiles/slide_picture.h"

enum { STEPS = 12, BODIES = 400, MANY = 3000, MANY_STEPS = 3, WORLDS = 40, PART_WORLDS = 40, KEPT = 500 };

/* Makes every rule unordered that may be. */
static void unorder(hail_world *world) {
    for (uint32_t a = 0; a < HAIL_MAX_LAYERS; a++)
        for (uint32_t b = a; b <= HAIL_WALLS; b++) {
            hail_rule rule;
            cr_assert_eq(hail_rule_get(world, a, b, &rule), HAIL_OK);
            rule.order = HAIL_UNORDERED;
            rule = usable_rule(rule);
            cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
        }
}

static void same(const char *isa, uint64_t seed, int step, const stream *ordered, stream *unordered) {
    cr_assert_eq(ordered->count, unordered->count, "%s, HAIL_TEST_SEED=%llu, step %d: %zu contacts instead of %zu", isa,
                 (unsigned long long)seed, step, unordered->count, ordered->count);
    parts_sort(unordered);
    for (size_t i = 0; i < ordered->count; i++)
        cr_assert_eq(memcmp(&ordered->contact[i], &unordered->contact[i], sizeof(hail_contact)), 0,
                     "%s, HAIL_TEST_SEED=%llu, step %d: contact %zu", isa, (unsigned long long)seed, step, i);
}

/* The kept contacts are the first that were delivered. */
static void kept(const hail_world *world, const stream *delivered) {
    size_t count;
    const hail_contact *first = hail_contacts(world, &count);
    const size_t want = delivered->count < KEPT ? delivered->count : KEPT;
    cr_assert_eq(count, want);
    cr_assert(!count || memcmp(first, delivered->contact, count * sizeof *first) == 0);
    cr_assert_eq(hail_stats(world)->unkept, delivered->count - want);
}

static size_t live(uint64_t seed, const char *isa, uint32_t bodies, int steps, uint32_t window) {
    random_world *w[2];
    stream s[2] = {{0}, {0}};
    size_t total = 0;
    for (int i = 0; i < 2; i++) {
        const random_config config = {.isa = isa, .window = window, .kept_contacts = KEPT};
        hail_status status;
        w[i] = random_world_make(seed, &config, bodies, &status);
        cr_assert(w[i], "%s", hail_status_text(status));
    }
    for (int step = 0; step < steps; step++) {
        unorder(w[1]->world);
        for (int i = 0; i < 2; i++) {
            stream_clear(&s[i]);
            cr_assert_eq(hail_step(w[i]->world, random_world_dt(w[i]), stream_take, &s[i]), HAIL_OK);
            cr_assert_leq(s[i].widest, window);
            kept(w[i]->world, &s[i]);
            random_world_forget(w[i]);
        }
        total += s[0].count;
        same(isa, seed, step, &s[0], &s[1]);
        cr_assert_eq(random_world_digest(w[0]), random_world_digest(w[1]));
        for (int i = 0; i < 2; i++)
            cr_assert_eq(random_world_churn(w[i]), HAIL_OK);
    }
    for (int i = 0; i < 2; i++) {
        stream_free(&s[i]);
        random_world_free(w[i]);
    }
    return total;
}

static size_t small(uint64_t seed) {
    const size_t variants = hail_variant_count();
    return live(seed, hail_variant_name(seed % variants), BODIES, STEPS, 1 + (uint32_t)(seed * 37 % 300));
}

static size_t large(uint64_t seed) { return live(seed, "", MANY, MANY_STEPS, 4096); }

Test(step_unordered, the_same_contacts) {
    const size_t total = random_seeds_sum(WORLDS, small);
    cr_assert_gt(total, 1000u * WORLDS, "%zu contacts", total);
}

Test(step_unordered, many_chunks) {
    const size_t total = random_seeds_sum(FLAVOURS, large);
    cr_assert_gt(total, 20000, "%zu contacts", total);
}

/* Compounds, with tiles and walls. */
static size_t parts(uint64_t seed) {
    static soup walls;
    uint64_t state = seed * 31 + 5;
    parts_plan *plan = parts_plan_make(seed, NULL);
    picture p = picture_scene(seed, (drawing)(seed / 3 % DRAWINGS), -80.0f, &state);
    const parts_config config = parts_config_of(seed);
    soup_make(&walls, &state, 0.0f, false, false);
    plan->map = p.map;
    for (int n = 0; n < PARTS_LAYERS; n++) {
        plan->tiles[n].mode = 1 + random_pick(&state, 4);
        plan->tiles[n].centre_only = !random_pick(&state, 2);
        plan->tiles[n].stop = random_pick(&state, 4) == 0;
    }
    parts_world w[2];
    hail_sectors *map[2];
    stream s[2] = {{0}, {0}};
    size_t total = 0;
    for (int i = 0; i < 2; i++) {
        w[i] = parts_world_make(plan, &config);
        map[i] = soup_map(&walls, 0.0f, NULL);
        cr_assert_eq(hail_world_set_sectors(w[i].world, map[i]), HAIL_OK);
        for (uint32_t n = 0; n < PARTS_LAYERS; n++) {
            const hail_rule rule = rule_with(parts_layer_of[n], HAIL_WALLS,
                                             (hail_rule){.mode = 1 + (uint32_t)((seed + n) % 4), .stop = n == 3});
            cr_assert_eq(hail_rule_configure(w[i].world, &rule), HAIL_OK);
        }
    }
    unorder(w[1].world);
    for (int step = 0; step < 3; step++) {
        for (int i = 0; i < 2; i++) {
            stream_clear(&s[i]);
            cr_assert_eq(hail_step(w[i].world, plan->dt, stream_take, &s[i]), HAIL_OK);
        }
        total += s[0].count;
        same(config.isa, seed, step, &s[0], &s[1]);
        cr_assert_eq(world_digest(w[0].world), world_digest(w[1].world));
    }
    for (int i = 0; i < 2; i++) {
        stream_free(&s[i]);
        parts_world_free(&w[i]);
        hail_sectors_destroy(map[i]);
    }
    picture_free(&p);
    free(plan);
    return total;
}

Test(step_unordered, compounds_tiles_walls) {
    const size_t total = random_seeds_sum(PART_WORLDS, parts);
    cr_assert_gt(total, 100u * PART_WORLDS, "%zu contacts", total);
}

/* ---- Whatever there is, it takes the same memory and no second pass ---------------------------------------------- */

static size_t in_one_spot(hail_rule rule, uint32_t budget, hail_memory *memory) {
    enum { CROWD = 1500 };
    static float x[CROWD], y[CROWD];
    hail_world_options options;
    hail_world *world = NULL;
    hail_shape dot;
    hail_world_options_defaults(&options);
    options.pair_budget = budget;
    uint64_t state = 7;
    for (int i = 0; i < CROWD; i++) {
        x[i] = random_range(&state, 0.0f, 1.0f);
        y[i] = random_range(&state, 0.0f, 1.0f);
    }
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 5.0f, &dot), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 0, &dot, &(hail_spawn_columns){.x = x, .y = y}, CROWD, NULL), HAIL_OK);
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
    cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
    const size_t contacts = hail_stats(world)->contacts;
    cr_assert_eq(contacts, (size_t)CROWD * (CROWD - 1) / 2);
    if (rule.order == HAIL_UNORDERED)
        cr_assert_eq(hail_stats(world)->passes, 1);
    cr_assert_eq(hail_world_memory(world, memory), HAIL_OK);
    hail_world_destroy(world);
    return contacts;
}

Test(step_unordered, a_crowd_takes_no_memory) {
    hail_memory ordered, unordered, tight, every_step;
    const hail_rule rule = {.mode = HAIL_PAIRS, .order = HAIL_UNORDERED};
    in_one_spot((hail_rule){.mode = HAIL_PAIRS}, 0, &ordered);
    in_one_spot(rule, 0, &unordered);
    in_one_spot(rule, 1024, &tight);
    in_one_spot((hail_rule){.mode = HAIL_PAIRS, .order = HAIL_UNORDERED, .cooldown = 1}, 0, &every_step);
    cr_assert_lt(unordered.scratch, 2u << 20, "%zu bytes", unordered.scratch);
    cr_assert_gt(ordered.scratch, 100u << 20);
    cr_assert_leq(tight.scratch, unordered.scratch);
    cr_assert_eq(every_step.scratch, unordered.scratch, "a cooldown of 1 needs no order");
    cr_assert_eq(every_step.state, unordered.state, "and remembers nothing");
}

Test(step_unordered, refuses_other_orders) {
    hail_world *world = NULL;
    hail_rule rule = {.mode = HAIL_PAIRS, .order = 2};
    cr_assert_eq(hail_world_create(NULL, &world), HAIL_OK);
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_BAD_ARGUMENT);
    rule.order = HAIL_UNORDERED;
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
    cr_assert_eq(hail_rule_get(world, 0, 0, &rule), HAIL_OK);
    cr_assert_eq(rule.order, HAIL_UNORDERED);
    cr_assert_eq(hail_rule_set(world, 0, 0, HAIL_PAIRS), HAIL_OK);
    cr_assert_eq(hail_rule_get(world, 0, 0, &rule), HAIL_OK);
    cr_assert_eq(rule.order, HAIL_ORDERED);
    hail_world_destroy(world);
}
