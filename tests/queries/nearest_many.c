/* tests/queries/nearest_many.c - hail_query_nearest among so many bodies that points are answered in the order of where
 * they lie: the same results as in small calls, and as those of calls with a mask, which search another way. */
#include <criterion/criterion.h>

#include <string.h>

#include <hail/hail.h>

#include "shared/random_world.h"

enum { BODIES = 40000, POINTS = 9000, MOST = 8, PART = 500 };

static float x[BODIES], y[BODIES], radius[POINTS];
static hail_handle handle[BODIES], except[POINTS];
static hail_query_hit hit[POINTS * MOST], must[POINTS * MOST];

static hail_world *make(const char *variant, float size) {
    hail_world *world;
    hail_world_options options;
    hail_shape dot;
    uint64_t state = 11;
    hail_world_options_defaults(&options);
    options.context = &(hail_context){.variant = variant};
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), size, &dot), HAIL_OK);
    for (size_t i = 0; i < BODIES; i++) {
        const bool on_lattice = i % 8 == 0; /* some are equally far away */
        x[i] = on_lattice ? 64.0f * (float)(i % 61) : random_range(&state, -100.0f, 4000.0f);
        y[i] = on_lattice ? 64.0f * (float)(i % 67) : random_range(&state, -100.0f, 4000.0f);
    }
    const hail_spawn_columns columns = {.x = x, .y = y};
    cr_assert_eq(hail_spawn(world, 0, &dot, &columns, BODIES, handle), HAIL_OK);
    cr_assert_eq(hail_query_prepare(world, 0), HAIL_OK);
    return world;
}

typedef struct question {
    hail_nearest_options near;
    hail_query_filter filter;
    size_t capacity;
} question;

/* Points from `first` on, in a call of their own. */
static void ask(const hail_world *world, const question *q, size_t first, size_t points, hail_query_hit *to) {
    const hail_points part = {.x = x + first, .y = y + first, .count = points};
    hail_nearest_options near = q->near;
    hail_query_filter filter = q->filter;
    near.each_radius = near.each_radius ? near.each_radius + first : NULL;
    filter.each_except = filter.each_except ? filter.each_except + first : NULL;
    cr_assert_eq(hail_query_nearest(world, &part, &near, &filter, q->capacity, to + first * q->capacity, NULL),
                 HAIL_OK);
}

static void hold(const hail_world *world, const question *q) {
    const size_t bytes = POINTS * q->capacity * sizeof *hit;
    memset(hit, 0, bytes);
    memset(must, 0, bytes);
    question masked = *q;
    masked.filter.mask = UINT32_MAX; /* allows all */
    ask(world, &masked, 0, POINTS, must);
    ask(world, q, 0, POINTS, hit);
    for (size_t i = 0; i < POINTS * q->capacity; i++)
        cr_assert(memcmp(&hit[i], &must[i], sizeof *hit) == 0, "result %zu of %zu: body %u at %.9g, must be %u at %.9g",
                  i, q->capacity, hit[i].body.slot, (double)hit[i].distance, must[i].body.slot,
                  (double)must[i].distance);
    memset(hit, 0, bytes);
    for (size_t first = 0; first < POINTS; first += PART)
        ask(world, q, first, PART, hit);
    cr_assert(memcmp(hit, must, bytes) == 0, "small calls find other bodies");
}

static void hold_all(const hail_world *world) {
    static const size_t capacities[] = {1, 4, 7, 8};
    for (size_t n = 0; n < 4; n++) {
        const question any = {.capacity = capacities[n]};
        question others = any, within = any;
        others.filter.each_except = except; /* a point is a body's own position */
        within.near.each_radius = radius;
        hold(world, &any);
        hold(world, &others);
        hold(world, &within);
        within.near.distance_to = HAIL_TO_CENTRE;
        within.filter.except = handle[5];
        hold(world, &within);
    }
}

Test(nearest_many, calls) {
    uint64_t state = 12;
    for (size_t v = 0; v < hail_variant_count(); v++) {
        hail_world *world = make(hail_variant_name(v), v % 2 ? 0.0f : 3.0f);
        for (size_t i = 0; i < POINTS; i++) {
            except[i] = i % 5 ? handle[i] : (hail_handle){0, 0};
            radius[i] = i % 7 ? random_range(&state, 0.0f, 60.0f) : 0.0f;
        }
        hold_all(world);
        hail_world_destroy(world);
    }
}
