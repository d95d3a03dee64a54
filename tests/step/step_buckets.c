/* Rules with very many contacts sort them in buckets. Their stream is the one of a world that holds too few pairs for
 * buckets. A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many.
 */
#include <criterion/criterion.h>

#include <string.h>

#include "shared/random_world.h"
#include "shared/stream.h"

enum { WORLDS = 12, NO_BUCKETS = 200000, SPOT = 760, FIELD = 26000, STEPS = 2 };

/* How bodies lie: all in one spot, so that each a has hundreds of contacts; or in a field, ten or so each. */
typedef struct scene {
    uint32_t bodies;
    float side;
    bool spot, two_layers, polygons, swept;
} scene;

static scene scene_of(uint64_t seed) {
    scene s = {.spot = seed % 3 == 0, .two_layers = seed % 2, .polygons = seed / 2 % 2, .swept = seed % 5 == 4};
    s.bodies = s.spot ? SPOT : FIELD;
    s.bodies = s.two_layers ? s.bodies * 3 / 2 : s.bodies;
    s.side = s.spot ? 4.0f : s.polygons ? 520.0f : 580.0f;
    return s;
}

static void spawn(hail_world *world, const scene *s, uint64_t *state) {
    static const float box_x[4] = {-4, 4, 4, -4}, box_y[4] = {-4, -4, 4, 4};
    hail_shape shape[2];
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 5.0f, &shape[0]), HAIL_OK);
    cr_assert_eq(hail_shape_polygon(hail_world_shapes(world), box_x, box_y, 4, 0.0f, &shape[1]), HAIL_OK);
    for (uint32_t i = 0; i < s->bodies; i++) {
        const float x = random_range(state, 0.0f, s->side), y = random_range(state, 0.0f, s->side);
        const float vx = random_range(state, -60.0f, 60.0f), vy = random_range(state, -60.0f, 60.0f);
        const hail_spawn_columns at = {.x = &x, .y = &y, .vx = &vx, .vy = &vy};
        const uint32_t layer = s->two_layers && i % 2;
        cr_assert_eq(hail_spawn(world, layer, &shape[s->polygons && i % 3], &at, 1, NULL), HAIL_OK);
    }
}

static hail_world *make(const scene *s, const hail_rule *rule, uint64_t seed, uint32_t budget) {
    const hail_context context = {.variant = hail_variant_name(seed % hail_variant_count())};
    hail_world_options options;
    hail_world *world = NULL;
    uint64_t state = seed;
    hail_world_options_defaults(&options);
    options.context = &context;
    options.pair_budget = budget;
    options.window = seed % 4 == 1 ? 100000 : seed % 4 == 2 ? 1000 : 0;
    options.kept_contacts = seed % 3 == 1 ? 5000 : 0;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_rule_configure(world, rule), HAIL_OK);
    spawn(world, s, &state);
    return world;
}

static hail_rule scene_rule(const scene *s, uint64_t seed) {
    return (hail_rule){.mode = s->swept        ? HAIL_SWEPT
                               : seed % 4 == 3 ? HAIL_PAIRS
                                               : HAIL_MANIFOLD,
                       .layer_b = s->two_layers,
                       .max_contacts = seed % 6 == 5 ? 200000 : 0};
}

static void compare(hail_world *const w[2], const stream s[2], uint64_t seed) {
    const hail_step_stats *stats[2] = {hail_stats(w[0]), hail_stats(w[1])};
    size_t kept[2];
    const hail_contact *contacts[2] = {hail_contacts(w[0], &kept[0]), hail_contacts(w[1], &kept[1])};
    cr_assert_eq(s[0].count, s[1].count, "HAIL_TEST_SEED=%llu: %zu contacts instead of %zu", (unsigned long long)seed,
                 s[0].count, s[1].count);
    for (size_t i = 0; i < s[0].count; i++)
        cr_assert_eq(memcmp(&s[0].contact[i], &s[1].contact[i], sizeof(hail_contact)), 0,
                     "HAIL_TEST_SEED=%llu: contact %zu", (unsigned long long)seed, i);
    cr_assert_eq(kept[0], kept[1]);
    cr_assert(!kept[0] || !memcmp(contacts[0], contacts[1], kept[0] * sizeof(hail_contact)));
    cr_assert_eq(stats[0]->contacts, stats[1]->contacts);
    cr_assert_eq(stats[0]->cut_contacts, stats[1]->cut_contacts);
    cr_assert_eq(stats[0]->unkept, stats[1]->unkept);
    cr_assert_eq(stats[0]->pairs, stats[1]->pairs);
}

static size_t in_buckets(uint64_t seed) {
    const scene field = scene_of(seed);
    const hail_rule rule = scene_rule(&field, seed);
    hail_world *w[2] = {make(&field, &rule, seed, 0), make(&field, &rule, seed, NO_BUCKETS)};
    stream s[2] = {{0}, {0}};
    size_t most = 0;
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < 2; i++) {
            stream_clear(&s[i]);
            cr_assert_eq(hail_step(w[i], 1.0f / 60.0f, stream_take, &s[i]), HAIL_OK);
        }
        compare(w, s, seed);
        cr_assert(s[0].widest <= (seed % 4 == 1 ? 100000u : 4096u));
        most = hail_stats(w[0])->pairs > most ? (size_t)hail_stats(w[0])->pairs : most;
    }
    cr_assert_gt(hail_stats(w[1])->passes, hail_stats(w[0])->passes, "HAIL_TEST_SEED=%llu: only %zu pairs",
                 (unsigned long long)seed, most);
    for (int i = 0; i < 2; i++) {
        stream_free(&s[i]);
        hail_world_destroy(w[i]);
    }
    return most >= 1 << 18;
}

Test(step_buckets, the_same_stream, .timeout = 600) {
    const size_t many = random_seeds_sum(WORLDS, in_buckets);
    cr_assert(many, "no world had pairs enough");
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

static hail_world *reserved(const scene *s, size_t pairs) {
    const hail_rule rule = {.mode = HAIL_MANIFOLD, .layer_b = s->two_layers};
    hail_world *world = make(s, &rule, 3, 0);
    cr_assert_eq(hail_reserve(world, 0, s->bodies, pairs), HAIL_OK);
    cr_assert_eq(hail_reserve(world, s->two_layers, s->bodies, pairs), HAIL_OK);
    return world;
}

Test(step_buckets, allocate_nothing_after_hail_reserve) {
    for (uint64_t seed = 0; seed < 4; seed++) {
        const scene s = scene_of(seed);
        hail_world *world = reserved(&s, 1000000);
        for (int step = 0; step < STEPS; step++) {
            cr_assert_eq(hail_step(world, 1.0f / 60.0f, NULL, NULL), HAIL_OK);
            cr_assert_eq(hail_stats(world)->allocations, 0, "scene %d, step %d", (int)seed, step);
        }
        cr_assert_gt(hail_stats(world)->pairs, 1u << 18);
        hail_world_destroy(world);
    }
}
