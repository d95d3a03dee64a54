/* tests/step/static_asks.c - queries of two worlds. */
#include "static_twins.h"

#include <criterion/criterion.h>

#include <string.h>

#include "shared/random_world.h"

enum { ASKED = 40 };

void twins_ask(twins *t, const char *at) {
    float x[ASKED], y[ASKED], dx[ASKED], dy[ASKED], x2[ASKED], y2[ASKED];
    static hail_query_hit hits[2][ASKED * 3];
    static hail_query_match matches[2][ASKED * 4];
    uint32_t counts[2][ASKED], boxes[2][ASKED], all[2][ASKED];
    for (int i = 0; i < ASKED; i++) {
        x[i] = random_range(&t->state, 0, t->side), y[i] = random_range(&t->state, 0, t->side);
        dx[i] = random_range(&t->state, -0.5f, 0.5f) * t->side, dy[i] = random_range(&t->state, -0.5f, 0.5f) * t->side;
        x2[i] = x[i] + 40.0f, y2[i] = y[i] + 25.0f;
    }
    const hail_query_filter filters[3] = {{0}, {.layers = HAIL_LAYER(STILL)}, {.group = 1}};
    const hail_query_filter *filter = &filters[random_pick(&t->state, 3)];
    const float radius = random_pick(&t->state, 2) ? 0.0f : t->side / 4;
    for (int w = 0; w < 2; w++) {
        const hail_world *world = t->world[w];
        cr_assert_eq(hail_query_prepare(t->world[w], 0), HAIL_OK);
        const hail_rays rays = {.x = x, .y = y, .dx = dx, .dy = dy, .count = ASKED};
        cr_assert_eq(hail_query_rays(world, &rays, filter, 3, hits[w], counts[w]), HAIL_OK);
        const hail_boxes box = {.min_x = x, .min_y = y, .max_x = x2, .max_y = y2, .count = ASKED};
        cr_assert_eq(hail_query_boxes(world, &box, filter, 4, matches[w], boxes[w]), HAIL_OK);
    }
    for (int i = 0; i < ASKED; i++) {
        cr_assert(counts[0][i] == counts[1][i] && boxes[0][i] == boxes[1][i], "%s: query %d", at, i);
        for (uint32_t k = 0; k < 3 && k < counts[0][i]; k++)
            cr_assert(memcmp(&hits[0][i * 3 + (int)k], &hits[1][i * 3 + (int)k], sizeof **hits) == 0, "%s: ray %d", at,
                      i);
        for (uint32_t k = 0; k < 4 && k < boxes[0][i]; k++)
            cr_assert(memcmp(&matches[0][i * 4 + (int)k], &matches[1][i * 4 + (int)k], sizeof **matches) == 0,
                      "%s: box %d", at, i);
    }
    for (int w = 0; w < 2; w++) {
        const hail_points points = {.x = x, .y = y, .count = ASKED};
        cr_assert_eq(hail_query_nearest(t->world[w], &points, &(hail_nearest_options){.radius = radius}, filter, 3,
                                        hits[w], all[w]),
                     HAIL_OK);
    }
    for (int i = 0; i < ASKED; i++) {
        cr_assert_eq(all[0][i], all[1][i], "%s: nearest %d: %u and %u", at, i, all[0][i], all[1][i]);
        for (uint32_t k = 0; k < 3 && k < all[0][i]; k++)
            cr_assert(memcmp(&hits[0][i * 3 + (int)k], &hits[1][i * 3 + (int)k], sizeof **hits) == 0, "%s: nearest %d",
                      at, i);
    }
}

void twins_check_prepared(twins *t) {
    const hail_query_filter still = {.layers = HAIL_LAYER(STILL)};
    const float at = 5.0f;
    const hail_points point = {.x = &at, .y = &at, .count = 1};
    uint32_t count;
    cr_assert_eq(hail_query_prepare(t->world[0], 0), HAIL_OK);
    cr_assert_eq(hail_step(t->world[0], 0.0f, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_step(t->world[1], 0.0f, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_query_points(t->world[0], &point, &still, 0, NULL, &count), HAIL_OK);
}
