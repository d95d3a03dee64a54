/* Worlds far from the origin, where a pixel is less than a unit in the last place: the room that a raster reserves for
 * a target's cells must be enough in spite of rounding. With sanitizers this is a test of memory, too. */
#include <criterion/criterion.h>

#include <string.h>

#include "shared/contexts.h"
#include "oracle.h"
#include "shared/random_world.h"
#include "shared/stream.h"

enum { BULLETS, ENEMIES, BULLET_COUNT = 300, ENEMY_COUNT = 3, SIZES = 4, WORLDS = 40 };

static void spawn(hail_world *world, uint32_t layer, float radius, size_t count, float at, uint64_t *seed) {
    float x[BULLET_COUNT], y[BULLET_COUNT];
    hail_shape shape;
    for (size_t i = 0; i < count; i++) {
        x[i] = random_range(seed, at, at + 640.0f);
        y[i] = random_range(seed, at, at + 640.0f);
    }
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), radius, &shape), HAIL_OK);
    cr_assert_eq(hail_spawn(world, layer, &shape, &(hail_spawn_columns){.x = x, .y = y}, count, NULL), HAIL_OK);
}

static hail_world *make(const char *isa, float at, bool bounded, uint64_t seed) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    hail_world *world = NULL;
    options.context = variant_context(isa);
    if (bounded) {
        options.min_x = options.min_y = at;
        options.max_x = options.max_y = at + 640.0f;
    }
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, BULLETS, ENEMIES, HAIL_MANIFOLD), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, BULLETS, BULLETS, HAIL_PAIRS), HAIL_OK);
    spawn(world, BULLETS, random_range(&seed, 1.0f, 2.0f), BULLET_COUNT, at, &seed);
    const float least = random_range(&seed, 2.0f, 22.0f);
    for (int size = 0; size < SIZES; size++)
        spawn(world, ENEMIES, least * random_range(&seed, 1.0f, 3.0f), ENEMY_COUNT, at, &seed);
    return world;
}

static void hold(float at, bool bounded) {
    size_t found = 0;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        for (size_t n = 0; n < hail_variant_count(); n++) {
            hail_world *world = make(hail_variant_name(n), at, bounded, seed);
            oracle *o = oracle_snapshot(world, NULL);
            stream s = {0};
            size_t wanted;
            cr_assert_not_null(o);
            const hail_contact *must = oracle_step(o, 0.0f, &wanted);
            cr_assert_eq(hail_step(world, 0.0f, stream_take, &s), HAIL_OK);
            cr_assert_eq(s.count, wanted, "seed %llu at %g, %s: %zu contacts, must be %zu", (unsigned long long)seed,
                         (double)at, hail_world_variant(world), s.count, wanted);
            cr_assert(!wanted || memcmp(s.contact, must, wanted * sizeof *must) == 0,
                      "seed %llu at %g, %s: contacts differ", (unsigned long long)seed, (double)at,
                      hail_world_variant(world));
            found += wanted;
            stream_free(&s);
            oracle_free(o);
            hail_world_destroy(world);
        }
    }
    cr_assert_gt(found, 1000, "only %zu contacts at %g", found, (double)at);
}

Test(step_far, a_hundred_thousand) { hold(1e5f, true); }
Test(step_far, ten_million) { hold(1e7f, true); }
Test(step_far, a_hundred_million) { hold(1e8f, true); }
Test(step_far, the_largest_bounds) { hold(9e8f, true); }
Test(step_far, on_the_other_side) { hold(-9e8f, true); }
Test(step_far, without_bounds) { hold(1e8f, false); }

/* A needle pierces a box's corner region: its two lower edges are equally deep but for rounding, and the one that wins
 * lies wholly past the end of the box's edge. That is no corner, for the cores overlap by 10 px. */
Test(step_far, edges_that_pass_each_other_deep_inside) {
    static const float box_x[] = {15, 45, 45, 15}, box_y[] = {-10, -10, 10, 10};
    static const float x[] = {78.5266037f, 54.2404404f, 32.0352097f, 27.6236458f, 50.4011307f, 75.7053452f};
    static const float y[] = {0.0112891821f,   0.0269989297f,  0.0157018472f,
                              -0.00576956896f, -0.0267590769f, -0.0160585809f};
    const hail_layer_options turned = {.columns = HAIL_ROTATION};
    for (size_t n = 0; n < hail_variant_count(); n++) {
        hail_world_options options;
        hail_world_options_defaults(&options);
        hail_world *world;
        hail_shape box, needle;
        hail_columns c;
        stream s = {0};
        size_t wanted;
        options.context = variant_context(hail_variant_name(n));
        cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
        cr_assert_eq(hail_layer_configure(world, 0, &turned), HAIL_OK);
        cr_assert_eq(hail_rule_set(world, 0, 1, HAIL_MANIFOLD), HAIL_OK);
        cr_assert_eq(hail_shape_polygon(hail_world_shapes(world), box_x, box_y, 4, 22.396f, &box), HAIL_OK);
        cr_assert_eq(hail_shape_polygon(hail_world_shapes(world), x, y, 6, 27.09f, &needle), HAIL_OK);
        const float ax = 100092.227f, ay = 100167.195f, bx = 100026.836f, by = 100167.219f;
        cr_assert_eq(hail_spawn(world, 0, &box, &(hail_spawn_columns){.x = &ax, .y = &ay}, 1, NULL), HAIL_OK);
        cr_assert_eq(hail_spawn(world, 1, &needle, &(hail_spawn_columns){.x = &bx, .y = &by}, 1, NULL), HAIL_OK);
        cr_assert_eq(hail_layer_columns(world, 0, &c), HAIL_OK);
        c.cos[0] = -1.0000335f, c.sin[0] = -8.7425704e-08f;
        oracle *o = oracle_snapshot(world, NULL);
        const hail_contact *must = oracle_step(o, 0.0f, &wanted);
        cr_assert_eq(hail_step(world, 0.0f, stream_take, &s), HAIL_OK);
        cr_assert(s.count == 1 && wanted == 1 && memcmp(s.contact, must, sizeof *must) == 0);
        cr_assert(s.contact->depth[0] > 59.4f && s.contact->depth[0] < 59.6f, "%g", (double)s.contact->depth[0]);
        oracle_free(o);
        stream_free(&s);
        hail_world_destroy(world);
    }
}
