/* tests/step/step_paths.c - swept rules of many bodies, most of which go a short way or none and some a very long one,
 * in one layer and between layers that have as many bodies or far more. Each step is the oracle's to the last byte.
 * And memory: what one mover among many needs, hardly more than without sweeps; what hail_reserve makes room for. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "oracle.h"
#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/stream.h"

#define DT (1.0f / 64.0f)

/* How a layer's bodies move, in px a step. */
typedef struct motion {
    float usual, fast;         /* up to */
    uint32_t still_of, one_in; /* of so many bodies one moves (1: all do); of those, one in so many is fast */
} motion;

static motion pick_motion(uint64_t *random) {
    if (random_pick(random, 5) == 0)
        return (motion){0.0f, 0.0f, 1, 2}; /* none moves */
    static const float usual[] = {0.5f, 4.0f, 4.0f, 40.0f}, fast[] = {30.0f, 300.0f, 5000.0f, 1.0e7f};
    return (motion){usual[random_pick(random, 4)], fast[random_pick(random, 4)],
                    random_pick(random, 2) ? 1 : 1 + random_pick(random, 40), 2 + random_pick(random, 100)};
}

static float pick_way(uint64_t *random, const motion *m, bool moves, bool fast) {
    const float most = fast ? m->fast : m->usual;
    return moves ? random_range(random, -most, most) / DT : 0.0f;
}

typedef struct paths_world {
    hail_world *world;
    oracle_setup setup;
    float side;
} paths_world;

static void fill(paths_world *w, uint64_t *random, uint32_t layer, uint32_t bodies, bool groups) {
    const motion m = pick_motion(random);
    const bool sizes = random_pick(random, 3) == 0, boxes = random_pick(random, 3) == 0;
    hail_shape shape[4];
    hail_shapeset *set = hail_world_shapes(w->world);
    w->setup.layer[layer] = (hail_layer_options){groups ? HAIL_GROUP : 0, HAIL_OPEN, false, false, 0, 0};
    cr_assert_eq(hail_layer_configure(w->world, layer, &w->setup.layer[layer]), HAIL_OK);
    cr_assert_eq(hail_shape_circle(set, 4.0f, &shape[0]), HAIL_OK);
    cr_assert_eq(hail_shape_circle(set, 60.0f, &shape[1]), HAIL_OK);
    cr_assert_eq(hail_shape_box(set, 5.0f, 3.0f, 0.5f, &shape[2]), HAIL_OK);
    cr_assert_eq(hail_shape_circle(set, 25.0f, &shape[3]), HAIL_OK);
    const uint32_t large = sizes ? 1 + random_pick(random, 40) : 0;
    for (uint32_t i = 0; i < bodies; i++) {
        const bool moves = random_pick(random, m.still_of) == 0, fast = random_pick(random, m.one_in) == 0;
        const float x = random_range(random, 0.0f, w->side), y = random_range(random, 0.0f, w->side);
        const float vx = pick_way(random, &m, moves, fast), vy = pick_way(random, &m, moves, fast);
        const uint32_t group = random_pick(random, 3);
        const hail_spawn_columns from = {.x = &x, .y = &y, .vx = &vx, .vy = &vy, .group = groups ? &group : NULL};
        const hail_shape of =
            large && random_pick(random, large) == 0 ? shape[random_pick(random, 2) ? 1 : 3] : shape[boxes ? 2 : 0];
        cr_assert_eq(hail_spawn(w->world, layer, &of, &from, 1, NULL), HAIL_OK);
    }
}

static void check_step(const paths_world *w, uint64_t seed, int number) {
    stream s = {0};
    size_t wanted;
    oracle *o = oracle_snapshot(w->world, &w->setup);
    cr_assert_not_null(o);
    cr_assert_eq(hail_step(w->world, DT, stream_take, &s), HAIL_OK);
    const hail_contact *must = oracle_step(o, DT, &wanted);
    cr_assert_eq(s.count, wanted, "seed %llu, step %d: %zu contacts, not %zu", (unsigned long long)seed, number,
                 s.count, wanted);
    cr_assert(wanted == 0 || memcmp(s.contact, must, wanted * sizeof *must) == 0,
              "seed %llu, step %d: not the oracle's contacts", (unsigned long long)seed, number);
    oracle_free(o);
    stream_free(&s);
}

static void turn_back(hail_world *world) {
    hail_columns c;
    for (uint32_t layer = 0; layer < 2; layer++) {
        cr_assert_eq(hail_layer_columns(world, layer, &c), HAIL_OK);
        for (size_t i = 0; i < c.active; i++)
            c.vx[i] = -c.vx[i], c.vy[i] = -c.vy[i];
    }
}

static void like_the_oracle(uint64_t seed) {
    uint64_t random = seed;
    paths_world w = {.side = random_range(&random, 300.0f, 1500.0f)};
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = variant_context(hail_variant_name(random_pick(&random, (uint32_t)hail_variant_count())));
    options.pair_budget = random_pick(&random, 4) ? options.pair_budget : 1024;
    cr_assert_eq(hail_world_create(&options, &w.world), HAIL_OK);
    const uint32_t more = 100 + random_pick(&random, 500), share = 1 + random_pick(&random, 12);
    const bool groups = random_pick(&random, 3) == 0, swapped = random_pick(&random, 2);
    fill(&w, &random, swapped, more, groups);
    fill(&w, &random, !swapped, more / share, groups);
    const hail_mode modes[] = {HAIL_SWEPT, HAIL_SWEPT, HAIL_EARLIEST, HAIL_IGNORE};
    cr_assert_eq(hail_rule_set(w.world, 0, 1, modes[random_pick(&random, 3)]), HAIL_OK);
    cr_assert_eq(hail_rule_set(w.world, 0, 0, modes[random_pick(&random, 4)]), HAIL_OK);
    if (random_pick(&random, 2)) /* beside a grid of paths, a grid of bodies */
        cr_assert_eq(hail_rule_set(w.world, 1, 1, HAIL_MANIFOLD), HAIL_OK);
    for (int i = 0; i < 4; i++, turn_back(w.world))
        check_step(&w, seed, i);
    hail_world_destroy(w.world);
}
Test(step_paths, like_the_oracle) { random_seeds(random_shortened(240), like_the_oracle); }

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

enum { STILL = 50000 };

/* The scratch of a world in which one body moves by its radius in each step, among many in layers of their own or in
 * its layer. */
static size_t scratch_of(hail_mode mode, uint32_t layer) {
    hail_world *world;
    hail_world_options options;
    hail_shape box;
    hail_memory memory;
    static float x[STILL], y[STILL];
    uint64_t random = 1;
    hail_world_options_defaults(&options);
    for (uint32_t i = 0; i < STILL; i++)
        x[i] = random_range(&random, 0.0f, 4000.0f), y[i] = random_range(&random, 0.0f, 4000.0f);
    const float vx = 3.0f / DT;
    const hail_spawn_columns still = {.x = x, .y = y}, mover = {.x = x, .y = y, .vx = &vx};
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_box(hail_world_shapes(world), 3.0f, 3.0f, 0.0f, &box), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, layer, 1, mode), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 1, &box, &still, STILL, NULL), HAIL_OK);
    cr_assert_eq(hail_spawn(world, layer, &box, &mover, 1, NULL), HAIL_OK);
    for (int i = 0; i < 20; i++)
        cr_assert_eq(hail_step(world, DT, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_world_memory(world, &memory), HAIL_OK);
    hail_world_destroy(world);
    return memory.scratch;
}

Test(step_paths, memory_of_one_mover) {
    for (uint32_t layer = 0; layer < 2; layer++) {
        const double swept = (double)scratch_of(HAIL_SWEPT, layer), bodies = (double)scratch_of(HAIL_MANIFOLD, layer);
        cr_assert(swept <= 1.2 * bodies, "layer %u: %g KB, without sweeps %g KB", layer, swept / 1e3, bodies / 1e3);
    }
}

/* ---- After hail_reserve ------------------------------------------------------------------------------------------ */

enum { RESERVED = 2000, PAIRS = 50000 };

/* Whatever bodies do then, first none and later some far, no step allocates. */
static void allocate_nothing(uint64_t seed) {
    uint64_t random = seed;
    paths_world w = {.side = 1000.0f};
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.pair_budget = random_pick(&random, 3) ? options.pair_budget : 1024;
    cr_assert_eq(hail_world_create(&options, &w.world), HAIL_OK);
    const bool groups = random_pick(&random, 3) == 0;
    const uint32_t share = 1 + random_pick(&random, 20);
    const uint32_t with = random_pick(&random, 2);
    const hail_mode mode = random_pick(&random, 3) ? HAIL_SWEPT : HAIL_MANIFOLD;
    cr_assert_eq(hail_rule_set(w.world, 0, with, mode), HAIL_OK);
    cr_assert_eq(hail_layer_configure(w.world, 0, &(hail_layer_options){.columns = groups ? HAIL_GROUP : 0}), HAIL_OK);
    cr_assert_eq(hail_layer_configure(w.world, 1, &(hail_layer_options){.columns = groups ? HAIL_GROUP : 0}), HAIL_OK);
    cr_assert_eq(hail_reserve(w.world, 0, RESERVED, PAIRS), HAIL_OK);
    cr_assert_eq(hail_reserve(w.world, 1, RESERVED / share, PAIRS), HAIL_OK);
    fill(&w, &random, 0, RESERVED, groups);
    fill(&w, &random, 1, RESERVED / share, groups);
    for (int i = 0; i < 12; i++) {
        for (uint32_t layer = 0; layer < 2; layer++) {
            hail_columns c;
            motion m = pick_motion(&random);
            m.fast = fminf(m.fast, 300.0f);
            cr_assert_eq(hail_layer_columns(w.world, layer, &c), HAIL_OK);
            for (size_t k = 0; k < c.active; k++) {
                const bool fast = random_pick(&random, m.one_in) == 0;
                c.vx[k] = pick_way(&random, &m, i > 1, fast), c.vy[k] = pick_way(&random, &m, i > 1, fast);
                c.x[k] = random_range(&random, 0.0f, w.side), c.y[k] = random_range(&random, 0.0f, w.side);
            }
        }
        cr_assert_eq(hail_step(w.world, DT, NULL, NULL), HAIL_OK);
        const uint64_t calls = hail_stats(w.world)->allocations;
        cr_assert(calls == 0 || hail_stats(w.world)->pairs > PAIRS, "seed %llu, step %d: %llu",
                  (unsigned long long)seed, i, (unsigned long long)calls);
    }
    hail_world_destroy(w.world);
}
Test(step_paths, allocate_nothing) { random_seeds(random_shortened(24), allocate_nothing); }
