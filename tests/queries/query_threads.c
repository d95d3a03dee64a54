/* tests/queries/query_threads.c - four threads ask a world at once, and get the bytes that one thread gets. A plain
 * main, so that ThreadSanitizer sees all of it: meson setup build-tsan -Dtests=enabled -Db_sanitize=thread. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hail/hail.h>

#include "shared/ask_together.h"
#include "shared/random_world.h"

enum { QUERIES = 2000, CAPACITY = 4, BODIES = 4000, TIMES = 12, KINDS = 6 };

static hail_world *world;
static hail_shape shapes[4];
static float x[QUERIES], y[QUERIES], dx[QUERIES], dy[QUERIES], to_x[QUERIES], to_y[QUERIES];
static uint32_t which[QUERIES];

typedef struct answers {
    hail_query_hit hits[3][QUERIES * CAPACITY];
    hail_query_match matches[3][QUERIES * CAPACITY];
    uint32_t counts[KINDS][QUERIES];
    uint8_t clear[QUERIES];
    hail_error error; /* each thread has its own */
    hail_status status;
} answers;

static void *ask(void *to) {
    answers *a = to;
    const hail_context context = {.error = &a->error};
    const hail_points points = {&context, x, y, QUERIES};
    const hail_rays rays = {.context = &context, .x = x, .y = y, .dx = dx, .dy = dy, .count = QUERIES};
    const hail_rays lines = {.context = &context, .x = x, .y = y, .to_x = to_x, .to_y = to_y, .count = QUERIES};
    const hail_boxes boxes = {&context, x, y, to_x, to_y, QUERIES};
    hail_shapes list = {.context = &context,
                        .shapes = shapes,
                        .shape_count = 4,
                        .x = x,
                        .y = y,
                        .dx = dx,
                        .dy = dy,
                        .shape = which,
                        .count = QUERIES};
    hail_status s[8];
    memset(a, 0, sizeof *a);
    s[0] = hail_query_points(world, &points, NULL, CAPACITY, a->matches[0], a->counts[0]);
    s[1] = hail_query_shapes(world, &list, NULL, CAPACITY, a->matches[1], a->counts[1]);
    s[2] = hail_query_boxes(world, &boxes, NULL, CAPACITY, a->matches[2], a->counts[2]);
    s[3] = hail_query_rays(world, &rays, NULL, CAPACITY, a->hits[0], a->counts[3]);
    s[4] = hail_query_casts(world, &list, NULL, CAPACITY, a->hits[1], a->counts[4]);
    s[5] = hail_query_nearest(world, &points, NULL, NULL, CAPACITY, a->hits[2], a->counts[5]);
    s[6] = hail_query_sight(world, &lines, NULL, a->clear);
    const hail_query_filter odd = {.find = 64}; /* refused, into the thread's own error */
    s[7] = hail_query_points(world, &points, &odd, CAPACITY, a->matches[0], NULL) == HAIL_BAD_ARGUMENT
               ? HAIL_OK
               : HAIL_BAD_ARGUMENT;
    for (int k = 0; k < 8; k++)
        a->status = a->status == HAIL_OK ? s[k] : a->status;
    return NULL;
}

static int make_world(uint64_t *state) {
    static float bx[BODIES], by[BODIES];
    static hail_shape of[BODIES];
    hail_shapeset *set;
    if (hail_world_create(NULL, &world) != HAIL_OK)
        return 1;
    set = hail_world_shapes(world);
    if (hail_shape_circle(set, 8, &shapes[0]) != HAIL_OK || hail_shape_box(set, 12, 4, 1, &shapes[1]) != HAIL_OK ||
        hail_shape_circle(set, 120, &shapes[2]) != HAIL_OK ||
        hail_shape_capsule(set, -5, 0, 5, 9, 2, &shapes[3]) != HAIL_OK)
        return 1;
    for (int i = 0; i < BODIES; i++) {
        bx[i] = random_range(state, 0.0f, 1500.0f), by[i] = random_range(state, 0.0f, 1500.0f);
        of[i] = shapes[random_pick(state, 50) == 0 ? 2 : random_pick(state, 2) * 3];
    }
    for (uint32_t layer = 0; layer < 2; layer++) {
        const hail_spawn_columns from = {.x = layer == 0 ? bx : by, .y = layer == 0 ? by : bx, .shape = of};
        if (hail_spawn(world, layer, NULL, &from, BODIES, NULL) != HAIL_OK)
            return 1;
    }
    return 0;
}

static void make_queries(uint64_t *state) {
    for (int i = 0; i < QUERIES; i++) {
        x[i] = random_range(state, 0.0f, 1500.0f), y[i] = random_range(state, 0.0f, 1500.0f);
        dx[i] = random_range(state, -200.0f, 200.0f), dy[i] = random_range(state, -200.0f, 200.0f);
        to_x[i] = x[i] + random_range(state, 0.0f, 90.0f), to_y[i] = y[i] + random_range(state, 0.0f, 90.0f);
        which[i] = random_pick(state, 4);
    }
}

int main(void) {
    uint64_t state = 11;
    answers *a = malloc(ASKING_THREADS * sizeof *a), *want = malloc(sizeof *want);
    int wrong = a == NULL || want == NULL || make_world(&state) != 0;
    for (int i = 0; i < TIMES && wrong == 0; i++) {
        make_queries(&state);
        if (i % 4 == 3)
            wrong += hail_step(world, 1.0f / 60.0f, NULL, NULL) != HAIL_OK;
        wrong += hail_query_prepare(world, 0) != HAIL_OK;
        ask(want);
        wrong += want->status != HAIL_OK;
        wrong += ask_together(ask, a, want, sizeof *want);
    }
    hail_world_destroy(world);
    free(a);
    free(want);
    printf("1..1\n%sok 1 - four threads get what one gets\n", wrong != 0 ? "not " : "");
    return wrong != 0;
}
