/* Queries among compounds, sprites, tiles and walls, against brute force: what each part, pixel, tile and wall answers
 * by itself. Between two rounds the world steps and the maps change.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include "query_scene.h"
#include "shared/random_world.h"

enum { WORLDS = 40, ROUNDS = 3 };

static size_t ask(const query_scene *t, uint64_t *state, const char *at) {
    view *v = query_scene_view(t);
    size_t total = 0;
    for (int i = 0; i < 2; i++) {
        asks *q = asks_make(state, v, &t->style);
        total += asks_check(at, q, t->w.world, v);
        free(q);
    }
    view_free(v);
    return total;
}

static size_t every_way(uint64_t seed) {
    const parts_config c = parts_config_of(seed);
    query_scene *t = query_scene_make(seed, &c);
    size_t total = 0;
    char at[200];
    for (int i = 0; i < ROUNDS; i++) {
        snprintf(at, sizeof at, "HAIL_TEST_SEED=%llu isa %s cell %g%s, round %d", (unsigned long long)seed, c.isa,
                 (double)c.cell, c.shuffled ? " shuffled" : "", i);
        cr_assert_eq(hail_query_prepare(t->w.world, 0), HAIL_OK);
        total += ask(t, &t->state, at);
        query_scene_change(t); /* maps need no prepare */
        total += ask(t, &t->state, at);
        cr_assert_eq(hail_step(t->w.world, t->plan->dt, NULL, NULL), HAIL_OK);
    }
    query_scene_free(t);
    return total;
}

static void run(uint32_t part) {
    uint64_t seed;
    size_t total = 0;
    const bool given = random_seed_given(&seed);
    if (given && seed % 3 == part)
        every_way(seed);
    for (uint32_t i = 0; i < random_worlds(random_shortened(WORLDS / 3 + 1)) && !given; i++)
        total += every_way((uint64_t)i * 3 + part);
    cr_assert(given || total > 1000, "queries that find hardly anything test nothing: %zu", total);
}

Test(query_maps, sprites) { run(0); }
Test(query_maps, parts) { run(1); }
Test(query_maps, more_parts) { run(2); }
