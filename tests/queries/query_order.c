/* Queries that find thousands of bodies, with order and without: the same sets, whatever the room; and of walls. */
#include <criterion/criterion.h>

#include "query_sets.h"
#include "shared/random_world.h"

enum { BODIES = 3300, FEW = 80, QUERIES = 3 };

/* Few bodies in layer 0, thousands in layer 1, which has boxes and user values. */
static hail_world *crowd(const char *variant) {
    const hail_context context = {.variant = variant};
    hail_world_options options;
    hail_world *world = NULL;
    hail_shape shape[2], each[BODIES];
    uint64_t state = 7, user[BODIES];
    uint32_t group[BODIES];
    float x[BODIES], y[BODIES];
    hail_world_options_defaults(&options);
    options.context = &context;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, 0, &(hail_layer_options){.columns = HAIL_GROUP}), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, 1, &(hail_layer_options){.columns = HAIL_GROUP | HAIL_USER}), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 2.0f, &shape[0]), HAIL_OK);
    cr_assert_eq(hail_shape_box(hail_world_shapes(world), 3.0f, 1.0f, 0.0f, &shape[1]), HAIL_OK);
    for (uint32_t i = 0; i < BODIES; i++) {
        x[i] = random_range(&state, 0.0f, 100.0f), y[i] = random_range(&state, 0.0f, 100.0f);
        user[i] = random_bits(&state), group[i] = random_pick(&state, 3), each[i] = shape[random_pick(&state, 2)];
    }
    const hail_spawn_columns few = {.x = x, .y = y, .group = group};
    const hail_spawn_columns many = {.x = x, .y = y, .group = group, .user = user, .shape = each};
    cr_assert_eq(hail_spawn(world, 0, shape, &few, FEW, NULL), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 1, NULL, &many, BODIES, NULL), HAIL_OK);
    cr_assert_eq(hail_query_prepare(world, 0), HAIL_OK);
    return world;
}

static const float low[QUERIES] = {0.0f, 40.0f, 0.0f}, high[QUERIES] = {100.0f, 60.0f, 40.0f};

static void boxes(const char *at, const hail_world *world, const hail_query_filter *filter, size_t capacity) {
    static hail_query_match ordered[QUERIES * (BODIES + FEW + 1)], other[QUERIES * (BODIES + FEW + 1)];
    const hail_query_filter without = unordered_filter(filter);
    const hail_boxes list = {NULL, low, low, high, high, QUERIES};
    uint32_t counts[QUERIES], counts_of_other[QUERIES];
    cr_assert_eq(hail_query_boxes(world, &list, filter, capacity, ordered, counts), HAIL_OK);
    cr_assert_eq(hail_query_boxes(world, &list, &without, capacity, other, counts_of_other), HAIL_OK);
    for (size_t i = 0; i < QUERIES; i++)
        cr_assert_eq(counts[i], counts_of_other[i]);
    cr_assert(counts[0] > BODIES / 2 && counts[1] > 50);
    same_sets(at, sizeof *ordered, QUERIES, capacity, ordered, other);
    for (size_t i = 0, k = 1; i < QUERIES; i++, k = 1)
        for (const hail_query_match *m = ordered + i * capacity; k < capacity && m[k].kind != 0; k++)
            cr_assert(m[k].layer > m[k - 1].layer || m[k].body.slot > m[k - 1].body.slot, "%s: out of order", at);
}

static void casts(const char *at, const hail_world *world, const hail_query_filter *filter, size_t capacity) {
    static hail_query_hit ordered[QUERIES * (BODIES + FEW + 1)], other[QUERIES * (BODIES + FEW + 1)];
    const hail_query_filter without = unordered_filter(filter);
    const float by[QUERIES] = {100.0f, 20.0f, 40.0f}, x[QUERIES] = {0.0f, 40.0f, 0.0f};
    hail_convex disc;
    cr_assert_eq(hail_convex_circle(40.0f, &disc), HAIL_OK);
    const hail_shapes list = {
        .convexes = &disc, .shape_count = 1, .x = x, .y = x, .dx = by, .dy = by, .count = QUERIES};
    cr_assert_eq(hail_query_casts(world, &list, filter, capacity, ordered, NULL), HAIL_OK);
    cr_assert_eq(hail_query_casts(world, &list, &without, capacity, other, NULL), HAIL_OK);
    same_sets(at, sizeof *ordered, QUERIES, capacity, ordered, other);
}

static void nearest(const char *at, const hail_world *world, const hail_query_filter *filter, size_t capacity) {
    static hail_query_hit ordered[QUERIES * (BODIES + FEW + 1)], other[QUERIES * (BODIES + FEW + 1)];
    const hail_query_filter without = unordered_filter(filter);
    const hail_points points = {.x = low, .y = high, .count = QUERIES};
    cr_assert_eq(hail_query_nearest(world, &points, NULL, filter, capacity, ordered, NULL), HAIL_OK);
    cr_assert_eq(hail_query_nearest(world, &points, NULL, &without, capacity, other, NULL), HAIL_OK);
    same_sets(at, sizeof *ordered, QUERIES, capacity, ordered, other);
}

/* Around all the numbers at which another way is taken: ranks, sorts, parts of a query's bodies. */
Test(query_order, the_same_sets_in_any_room) {
    static const size_t capacities[] = {1, 2, 100, 127, 128, 129, 256, 511, 1023, 1024, 1025, 2048, 3299, 3300, 3340};
    for (size_t v = 0; v < hail_variant_count(); v++) {
        hail_world *world = crowd(hail_variant_name(v));
        for (size_t c = 0; c < sizeof capacities / sizeof *capacities; c++) {
            const hail_query_filter group = {.group = 1}, circles = {.layers = HAIL_LAYER(0)};
            boxes(hail_variant_name(v), world, NULL, capacities[c]);
            boxes(hail_variant_name(v), world, &group, capacities[c]);
            casts(hail_variant_name(v), world, NULL, capacities[c]);
            casts(hail_variant_name(v), world, &circles, capacities[c]);
            nearest(hail_variant_name(v), world, &circles, capacities[c]);
            nearest(hail_variant_name(v), world, &group, capacities[c]);
        }
        cr_assert_eq(hail_world_destroy(world), HAIL_OK);
    }
}

Test(query_order, an_unknown_order_is_refused) {
    hail_world *world = crowd(NULL);
    hail_error error = {0};
    const hail_context context = {.error = &error};
    const hail_query_filter filter = {.order = HAIL_UNORDERED + 1};
    const hail_boxes list = {&context, low, low, high, high, QUERIES};
    uint32_t counts[QUERIES] = {5, 5, 5};
    cr_assert_eq(hail_query_boxes(world, &list, &filter, 0, NULL, counts), HAIL_BAD_ARGUMENT);
    cr_assert_str_eq(error.field, "filter->order");
    cr_assert_eq(counts[0], 5);
    cr_assert_eq(hail_world_destroy(world), HAIL_OK);
}

/* ---- Walls ------------------------------------------------------------------------------------------------------- */

enum { SIDE = 30, PILLARS = SIDE * SIDE, WALLS = 4 * PILLARS, OVER = 40 };

/* Square pillars of 4 px, 8 px apart; their walls have random numbers. */
typedef struct pillars {
    float x[WALLS], y[WALLS];
    hail_wall wall[WALLS];
} pillars;

static void make_pillars(pillars *p, uint64_t *state) {
    for (uint32_t i = 0; i < WALLS; i++) {
        const uint32_t pillar = i / 4, corner = i % 4, other = random_pick(state, i + 1);
        p->x[i] = (float)(8 * (pillar % SIDE)) + (corner == 1 || corner == 2 ? 4.0f : 0.0f);
        p->y[i] = (float)(8 * (pillar / SIDE)) + (corner >= 2 ? 4.0f : 0.0f);
        p->wall[i] = p->wall[other];
        p->wall[other] = (hail_wall){.a = i, .b = corner == 3 ? i - 3 : i + 1, .right = 0, .left = HAIL_NO_SECTOR};
    }
}

static hail_world *among_pillars(const pillars *p, const char *variant, hail_sectors **map) {
    const hail_context context = {.variant = variant};
    const hail_sector_data data = {
        .x = p->x, .y = p->y, .vertex_count = WALLS, .walls = p->wall, .wall_count = WALLS, .sector_count = 1};
    hail_world_options options;
    hail_world *world = NULL;
    hail_world_options_defaults(&options);
    options.context = &context;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_sectors_create(NULL, &data, NULL, map), HAIL_OK);
    cr_assert_eq(hail_world_set_sectors(world, *map), HAIL_OK);
    return world;
}

/* Neither a box's side nor a wall lies where the other does: no rounding decides. */
static bool box_meets(const pillars *p, const hail_wall *wall, const hail_boxes *b, size_t i) {
    const float *x = p->x, *y = p->y;
    const bool left =
        x[wall->a] < b->min_x[i] && x[wall->b]<b->min_x[i], right = x[wall->a]> b->max_x[i] && x[wall->b] > b->max_x[i],
               above = y[wall->a] < b->min_y[i] && y[wall->b]<b->min_y[i], below = y[wall->a]> b->max_y[i] &&
                       y[wall->b] > b->max_y[i];
    return !left && !right && !above && !below;
}

static void check_pillars(const pillars *p, const hail_boxes *b, size_t capacity, const hail_query_match *found,
                          const uint32_t *counts) {
    for (size_t i = 0; i < b->count; i++) {
        uint32_t count = 0;
        for (uint32_t w = 0; w < WALLS; w++) {
            if (!box_meets(p, &p->wall[w], b, i))
                continue;
            if (count < capacity)
                cr_assert_eq(found[i * capacity + count].part, w, "box %zu, wall %u", i, w);
            count++;
        }
        cr_assert_eq(counts[i], count, "box %zu: %u of %u walls", i, counts[i], count);
    }
}

/* Some of all sizes, so that lists of walls are full at any place of a query's. */
Test(query_order, thousands_of_walls_in_order) {
    static const size_t capacities[] = {0, 1, 700, WALLS};
    static pillars p;
    static hail_query_match found[OVER * WALLS];
    float low_x[OVER], low_y[OVER], high_x[OVER], high_y[OVER];
    uint32_t counts[OVER];
    uint64_t state = 11;
    make_pillars(&p, &state);
    for (uint32_t i = 0; i < OVER; i++) {
        const float size = (float)random_pick(&state, i % 3 ? 120 : 400) + 0.5f;
        low_x[i] = (float)random_pick(&state, 240) - 20.75f, high_x[i] = low_x[i] + size;
        low_y[i] = (float)random_pick(&state, 240) - 20.75f, high_y[i] = low_y[i] + size;
    }
    const hail_boxes boxes = {NULL, low_x, low_y, high_x, high_y, OVER};
    const hail_query_filter walls = {.find = HAIL_FIND_WALLS};
    for (size_t v = 0; v < hail_variant_count(); v++) {
        hail_sectors *map = NULL;
        hail_world *world = among_pillars(&p, hail_variant_name(v), &map);
        for (size_t c = 0; c < sizeof capacities / sizeof *capacities; c++) {
            cr_assert_eq(hail_query_boxes(world, &boxes, &walls, capacities[c], found, counts), HAIL_OK);
            check_pillars(&p, &boxes, capacities[c], found, counts);
        }
        cr_assert_eq(hail_world_destroy(world), HAIL_OK);
        hail_sectors_destroy(map);
    }
}
