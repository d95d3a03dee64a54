/* Rays with their displacements and with their ends: the same hits, the same lines of sight. */
#include <criterion/criterion.h>

#include "shared/random_world.h"

enum { BODIES = 400, RAYS = 300 };

/* Discs, on whole coordinates. */
static hail_world *field(const char *variant) {
    const hail_context context = {.variant = variant};
    hail_world_options options;
    hail_world *world = NULL;
    hail_shape disc;
    uint64_t state = 3;
    float x[BODIES], y[BODIES];
    hail_world_options_defaults(&options);
    options.context = &context;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 5.0f, &disc), HAIL_OK);
    for (uint32_t i = 0; i < BODIES; i++)
        x[i] = (float)random_pick(&state, 1000), y[i] = (float)random_pick(&state, 1000);
    cr_assert_eq(hail_spawn(world, 0, &disc, &(hail_spawn_columns){.x = x, .y = y}, BODIES, NULL), HAIL_OK);
    cr_assert_eq(hail_query_prepare(world, 0), HAIL_OK);
    return world;
}

/* Rays between whole coordinates: a displacement is exact, and so is an end. */
typedef struct between {
    float x[RAYS], y[RAYS], dx[RAYS], dy[RAYS], to_x[RAYS], to_y[RAYS];
} between;

static void make_rays(between *rays) {
    uint64_t state = 8;
    for (uint32_t i = 0; i < RAYS; i++) {
        rays->x[i] = (float)random_pick(&state, 1000), rays->to_x[i] = (float)random_pick(&state, 1000);
        rays->y[i] = (float)random_pick(&state, 1000), rays->to_y[i] = (float)random_pick(&state, 1000);
        rays->dx[i] = rays->to_x[i] - rays->x[i], rays->dy[i] = rays->to_y[i] - rays->y[i];
    }
}

static void same_answers(const hail_world *world, const between *b, size_t first, size_t count) {
    static hail_query_hit hits[2][RAYS * 3];
    static uint32_t counts[2][RAYS];
    static uint8_t clear[2][RAYS];
    const hail_rays by = {
        .x = b->x + first, .y = b->y + first, .dx = b->dx + first, .dy = b->dy + first, .count = count};
    const hail_rays ends = {
        .x = b->x + first, .y = b->y + first, .to_x = b->to_x + first, .to_y = b->to_y + first, .count = count};
    memset(hits, 0xa5, sizeof hits);
    cr_assert_eq(hail_query_rays(world, &by, NULL, 3, hits[0], counts[0]), HAIL_OK);
    cr_assert_eq(hail_query_rays(world, &ends, NULL, 3, hits[1], counts[1]), HAIL_OK);
    cr_assert_eq(hail_query_sight(world, &by, NULL, clear[0]), HAIL_OK);
    cr_assert_eq(hail_query_sight(world, &ends, NULL, clear[1]), HAIL_OK);
    for (size_t i = 0; i < count; i++) {
        cr_assert(counts[0][i] == counts[1][i] && clear[0][i] == clear[1][i] && clear[0][i] == !counts[0][i],
                  "ray %zu of %zu from %zu", i, count, first);
        for (size_t k = 0; k < 3 && hits[0][3 * i + k].kind; k++)
            cr_assert_eq(memcmp(&hits[0][3 * i + k], &hits[1][3 * i + k], sizeof **hits), 0);
    }
}

Test(query_ends, the_same_rays) {
    between rays;
    make_rays(&rays);
    for (size_t v = 0; v < hail_variant_count(); v++) {
        hail_world *world = field(hail_variant_name(v));
        for (size_t i = 0; i < RAYS; i++)
            same_answers(world, &rays, i, 1);
        same_answers(world, &rays, 0, RAYS);
        same_answers(world, &rays, 17, 129);
        cr_assert_eq(hail_world_destroy(world), HAIL_OK);
    }
}

/* The end of a ray is x + dx, rounded; so of a line of sight its displacement may differ from what is given. */
Test(query_ends, a_line_of_sight_ends_where_the_sum_is_rounded) {
    hail_world *world = field(NULL);
    const float x = 0x1p24f, y = -50.0f, dx = 0.75f, dy = 0.0f, to_x = x + dx;
    uint8_t by, to;
    cr_assert_neq(to_x - x, dx);
    const hail_rays rays = {.x = &x, .y = &y, .dx = &dx, .dy = &dy, .count = 1};
    const hail_rays ends = {.x = &x, .y = &y, .to_x = &to_x, .to_y = &y, .count = 1};
    cr_assert_eq(hail_query_sight(world, &rays, NULL, &by), HAIL_OK);
    cr_assert_eq(hail_query_sight(world, &ends, NULL, &to), HAIL_OK);
    cr_assert(by == 1 && to == 1);
    cr_assert_eq(hail_world_destroy(world), HAIL_OK);
}
