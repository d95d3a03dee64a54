/* tests/queries/query_lone.c - a call that asks one question gives the same bytes as a call that asks many. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include <hail/hail.h>

#include "shared/random_world.h"

enum { BODIES = 700, QUERIES = 120, MOST = 4, SIZES = 3 };

/* A layer of circles: of one radius, of three, or of points; with or without the columns that filters read. */
typedef struct scene {
    hail_world *world;
    hail_handle handle[BODIES];
    float x[QUERIES], y[QUERIES], dx[QUERIES], dy[QUERIES], max_x[QUERIES], max_y[QUERIES];
} scene;

static float place(uint64_t *state) { /* often on a lattice: many bodies are equally far away */
    return random_pick(state, 3) == 0 ? 32.0f * (float)random_pick(state, 20) : random_range(state, -20.0f, 640.0f);
}

static void spawn(scene *s, uint64_t *state, bool columns) {
    const uint32_t sizes = random_pick(state, 2) == 0 ? 1 : SIZES;
    const float radius[SIZES] = {random_pick(state, 4) == 0 ? 0.0f : 8.0f, 3.0f, 20.0f};
    hail_shape shape[SIZES], each[BODIES];
    float x[BODIES], y[BODIES];
    uint32_t group[BODIES], category[BODIES];
    uint64_t user[BODIES];
    for (uint32_t i = 0; i < SIZES; i++)
        cr_assert_eq(hail_shape_circle(hail_world_shapes(s->world), radius[i], &shape[i]), HAIL_OK);
    for (uint32_t i = 0; i < BODIES; i++) {
        x[i] = place(state), y[i] = place(state);
        group[i] = random_pick(state, 3), category[i] = 1u << random_pick(state, 3);
        user[i] = random_bits(state), each[i] = shape[random_pick(state, sizes)];
    }
    hail_spawn_columns from = {.x = x, .y = y, .shape = each};
    if (columns)
        from.group = group, from.category = category, from.user = user;
    const hail_layer_options options = {.columns = columns ? HAIL_GROUP | HAIL_MASK | HAIL_USER : 0};
    cr_assert_eq(hail_layer_configure(s->world, 5, &options), HAIL_OK);
    cr_assert_eq(hail_spawn(s->world, 5, NULL, &from, random_pick(state, 8) == 0 ? 20 : BODIES, s->handle), HAIL_OK);
    cr_assert_eq(hail_query_prepare(s->world, 0), HAIL_OK);
}

static void make(scene *s, uint64_t seed, const char *variant) {
    const hail_context context = {.variant = variant};
    uint64_t state = seed;
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = &context;
    cr_assert_eq(hail_world_create(&options, &s->world), HAIL_OK);
    spawn(s, &state, random_pick(&state, 2) == 0);
    for (uint32_t i = 0; i < QUERIES; i++) {
        s->x[i] = place(&state), s->y[i] = place(&state);
        s->dx[i] = random_pick(&state, 5) == 0 ? 0.0f : random_range(&state, -300.0f, 300.0f);
        s->dy[i] = random_pick(&state, 5) == 0 ? 0.0f : random_range(&state, -300.0f, 300.0f);
        s->max_x[i] = s->x[i] + random_range(&state, 0.0f, 90.0f);
        s->max_y[i] = s->y[i] + random_range(&state, 0.0f, 90.0f);
    }
}

/* ---- The same bytes ---------------------------------------------------------------------------------------------- */

static void rays(const scene *s, const hail_query_filter *filter) {
    hail_query_hit must[QUERIES], is;
    const hail_rays all = {.x = s->x, .y = s->y, .dx = s->dx, .dy = s->dy, .count = QUERIES};
    cr_assert_eq(hail_query_rays(s->world, &all, filter, 1, must, NULL), HAIL_OK);
    for (uint32_t i = 0; i < QUERIES; i++) {
        const hail_rays one = {.x = s->x + i, .y = s->y + i, .dx = s->dx + i, .dy = s->dy + i, .count = 1};
        memset(&is, 1, sizeof is);
        cr_assert_eq(hail_query_rays(s->world, &one, filter, 1, &is, NULL), HAIL_OK);
        cr_assert_arr_eq(&is, &must[i], sizeof is, "ray %u", (unsigned)i);
    }
}

static void nearest(const scene *s, const hail_query_filter *filter, const hail_nearest_options *near) {
    hail_query_hit must[QUERIES], is;
    const hail_points all = {NULL, s->x, s->y, QUERIES};
    cr_assert_eq(hail_query_nearest(s->world, &all, near, filter, 1, must, NULL), HAIL_OK);
    for (uint32_t i = 0; i < QUERIES; i++) {
        const hail_points one = {NULL, s->x + i, s->y + i, 1};
        memset(&is, 1, sizeof is);
        cr_assert_eq(hail_query_nearest(s->world, &one, near, filter, 1, &is, NULL), HAIL_OK);
        cr_assert_eq(is.kind, must[i].kind);
        if (is.kind)
            cr_assert_arr_eq(&is, &must[i], sizeof is, "nearest %u", (unsigned)i);
    }
}

static void same_matches(const hail_query_match *is, const hail_query_match *must, size_t capacity) {
    for (size_t k = 0; k < capacity; k++) {
        cr_assert_eq(is[k].kind, must[k].kind);
        if (!is[k].kind)
            return;
        cr_assert_arr_eq(&is[k], &must[k], sizeof *is);
    }
}

static void overlaps(const scene *s, const hail_query_filter *filter, size_t capacity, bool counted) {
    hail_query_match point[QUERIES * MOST], box[QUERIES * MOST], is[MOST];
    uint32_t points[QUERIES], boxes[QUERIES], count;
    const hail_points at = {NULL, s->x, s->y, QUERIES};
    const hail_boxes all = {NULL, s->x, s->y, s->max_x, s->max_y, QUERIES};
    cr_assert_eq(hail_query_points(s->world, &at, filter, capacity, point, points), HAIL_OK);
    cr_assert_eq(hail_query_boxes(s->world, &all, filter, capacity, box, boxes), HAIL_OK);
    for (uint32_t i = 0; i < QUERIES; i++) {
        const hail_points one = {NULL, s->x + i, s->y + i, 1};
        const hail_boxes of = {NULL, s->x + i, s->y + i, s->max_x + i, s->max_y + i, 1};
        cr_assert_eq(hail_query_points(s->world, &one, filter, capacity, is, counted ? &count : NULL), HAIL_OK);
        same_matches(is, point + i * capacity, capacity);
        cr_assert(!counted || count == points[i]);
        cr_assert_eq(hail_query_boxes(s->world, &of, filter, capacity, is, counted ? &count : NULL), HAIL_OK);
        same_matches(is, box + i * capacity, capacity);
        cr_assert(!counted || count == boxes[i]);
    }
}

static void compare(const scene *s, const hail_query_filter *filter) {
    const hail_nearest_options near[] = {{.radius = 0.0f}, {.radius = 12.0f}, {.distance_to = HAIL_TO_CENTRE}};
    rays(s, filter);
    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        nearest(s, filter, &near[i]);
    overlaps(s, filter, 1, false);
    overlaps(s, filter, MOST, true);
}

static void scenes(uint64_t seed) {
    for (size_t v = 0; v < hail_variant_count(); v++) {
        static scene s;
        make(&s, seed, hail_variant_name(v));
        const hail_query_filter filters[] = {
            {0}, {.layers = HAIL_LAYER(5), .mask = 3}, {.group = 1, .except = s.handle[7]}, {.order = HAIL_UNORDERED}};
        for (size_t f = 0; f < 3; f++)
            compare(&s, &filters[f]);
        rays(&s, &filters[3]);
        rays(&s, NULL);
        hail_world_destroy(s.world);
    }
}

Test(query_lone, as_in_a_call_of_many) { random_seeds(12, scenes); }

/* A kernel's circle may be a little larger than the radius. */
Test(query_lone, a_body_just_beyond_the_radius) {
    const float x[2] = {0.0f, 4000.0f}, y[2] = {0.0f, 0.0f}, at = 32.0f;
    const hail_points point = {NULL, &at, y, 1};
    const hail_spawn_columns columns = {.x = x, .y = y};
    const hail_nearest_options less = {.radius = nextafterf(at, 0.0f)}, enough = {.radius = at};
    hail_world *world;
    hail_shape dot;
    hail_query_hit hit;
    cr_assert_eq(hail_world_create(NULL, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 0.0f, &dot), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 0, &dot, &columns, 2, NULL), HAIL_OK);
    cr_assert_eq(hail_query_prepare(world, 0), HAIL_OK);
    cr_assert_eq(hail_query_nearest(world, &point, &less, NULL, 1, &hit, NULL), HAIL_OK);
    cr_assert_eq(hit.kind, 0);
    cr_assert_eq(hail_query_nearest(world, &point, &enough, NULL, 1, &hit, NULL), HAIL_OK);
    cr_assert(hit.kind && hit.distance == at);
    hail_world_destroy(world);
}
