/* tests/shared/two_worlds.c - see two_worlds.h. */
#include "two_worlds.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "random_world.h"

enum { ASKED = 40 };

void two_worlds_ask(hail_world *const world[2], uint32_t layer, uint64_t *state, float side, const char *at) {
    float x[ASKED], y[ASKED], dx[ASKED], dy[ASKED], x2[ASKED], y2[ASKED];
    static hail_query_hit hits[2][ASKED * 3];
    static hail_query_match matches[2][ASKED * 4];
    uint32_t counts[2][ASKED], boxes[2][ASKED], all[2][ASKED];
    for (int i = 0; i < ASKED; i++) {
        x[i] = random_range(state, 0, side), y[i] = random_range(state, 0, side);
        dx[i] = random_range(state, -0.5f, 0.5f) * side, dy[i] = random_range(state, -0.5f, 0.5f) * side;
        x2[i] = x[i] + 40.0f, y2[i] = y[i] + 25.0f;
    }
    const hail_query_filter filters[3] = {{0}, {.layers = HAIL_LAYER(layer)}, {.group = 1}};
    const hail_query_filter *filter = &filters[random_pick(state, 3)];
    const float radius = random_pick(state, 2) ? 0.0f : side / 4;
    for (int w = 0; w < 2; w++) {
        cr_assert_eq(hail_query_prepare(world[w], 0), HAIL_OK);
        const hail_rays rays = {.x = x, .y = y, .dx = dx, .dy = dy, .count = ASKED};
        cr_assert_eq(hail_query_rays(world[w], &rays, filter, 3, hits[w], counts[w]), HAIL_OK);
        const hail_boxes box = {.min_x = x, .min_y = y, .max_x = x2, .max_y = y2, .count = ASKED};
        cr_assert_eq(hail_query_boxes(world[w], &box, filter, 4, matches[w], boxes[w]), HAIL_OK);
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
        cr_assert_eq(hail_query_nearest(world[w], &points, &(hail_nearest_options){.radius = radius}, filter, 3,
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

static void compare_events(const hail_event *a, size_t count_a, const hail_event *b, size_t count_b, const char *at) {
    cr_assert_eq(count_a, count_b, "%s: %zu events, in the other world %zu", at, count_a, count_b);
    for (size_t i = 0; i < count_a; i++) {
        cr_assert(memcmp(&a[i], &b[i], offsetof(hail_event, contact)) == 0, "%s: event %zu", at, i);
        cr_assert_eq(!a[i].contact, !b[i].contact);
        cr_assert(!a[i].contact || memcmp(a[i].contact, b[i].contact, sizeof(hail_contact)) == 0, "%s: event %zu", at,
                  i);
    }
}

void two_worlds_compare_events(hail_world *const world[2], const char *at) {
    size_t a, b;
    const hail_event *of_a = hail_begins(world[0], &a), *of_b = hail_begins(world[1], &b);
    compare_events(of_a, a, of_b, b, at);
    of_a = hail_stays(world[0], &a), of_b = hail_stays(world[1], &b);
    compare_events(of_a, a, of_b, b, at);
    of_a = hail_ends(world[0], &a), of_b = hail_ends(world[1], &b);
    compare_events(of_a, a, of_b, b, at);
}

void two_worlds_compare_users(hail_world *const world[2], const stream *contacts, const char *at) {
    uint64_t user[2][2];
    for (size_t i = 0; i < contacts->count; i += 1 + contacts->count / 50) {
        for (int w = 0; w < 2; w++)
            cr_assert_eq(hail_contact_users(world[w], &contacts->contact[i], 1, &user[w][0], &user[w][1]), HAIL_OK);
        cr_assert(memcmp(user[0], user[1], sizeof user[0]) == 0, "%s: users of contact %zu", at, i);
    }
}

void *two_worlds_save(hail_world *world, size_t *size) {
    cr_assert_eq(hail_world_save_size(world, 0, size), HAIL_OK);
    void *image = malloc(*size);
    cr_assert_not_null(image);
    cr_assert_eq(hail_world_save(world, 0, image, *size, NULL), HAIL_OK);
    return image;
}
