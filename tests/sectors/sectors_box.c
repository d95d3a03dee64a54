/* tests/sectors/sectors_box.c - boxes far larger than a map's walls: they cost neither time nor memory, and walls may
 * move anywhere in them; and walls that appear one by one. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "shared/contexts.h"
#include "shared/purse.h"
#include "shared/random_world.h"
#include "sectors_oracle.h"

enum { POINTS = 500 };

/* Diamonds in rows, each a sector of its own, `pitch` px apart, from (left, top) on. */
static plan diamonds(uint32_t side, float left, float top, float pitch) {
    const uint32_t count = side * side;
    float *x = malloc(4 * count * sizeof *x), *y = malloc(4 * count * sizeof *y);
    hail_wall *walls = malloc(4 * count * sizeof *walls);
    cr_assert(x && y && walls);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < 4; k++) {
            static const float to_x[] = {0, 1, 0, -1}, to_y[] = {-1, 0, 1, 0};
            x[4 * i + k] = left + ((float)(i % side) + 0.4f * to_x[k]) * pitch;
            y[4 * i + k] = top + ((float)(i / side) + 0.4f * to_y[k]) * pitch;
            walls[4 * i + k] = (hail_wall){.a = 4 * i + k,
                                           .b = 4 * i + (k + 1) % 4,
                                           .right = i,
                                           .left = HAIL_NO_SECTOR,
                                           .kind = (uint8_t)(i % 32)};
        }
    const hail_sector_data data = {x, y, 4 * (size_t)count, walls, 4 * (size_t)count, count};
    plan p = plan_copy(&data);
    free(x), free(y), free(walls);
    return p;
}

static hail_sectors *map_of(const plan *p, float box, float cell, purse *memory) {
    const hail_sectors_options options = {.context = memory ? allocator_context(with(memory), NULL) : NULL,
                                          .min_x = -box,
                                          .min_y = -box,
                                          .max_x = box,
                                          .max_y = box,
                                          .cell = cell};
    const hail_sector_data data = plan_data(p);
    hail_sectors *map = NULL;
    const hail_status status = hail_sectors_create(&options, &data, NULL, &map);
    cr_assert_eq(status, HAIL_OK, "%s", hail_status_text(status));
    return map;
}

static hail_sectors_size size_of(const hail_sectors *map) {
    hail_sectors_size size;
    cr_assert_eq(hail_sectors_measure(map, &size), HAIL_OK);
    return size;
}

/* Points near vertices, and anywhere in a square: their sectors and nearest walls. */
static void hold_answers(plan *p, const hail_sectors *map, float reach, uint64_t *state) {
    static float x[POINTS], y[POINTS];
    static uint32_t sector[POINTS];
    static hail_nearest_point nearest[POINTS];
    const hail_points points = {.x = x, .y = y, .count = POINTS};
    plan_index(p, 16.0);
    for (int i = 0; i < POINTS; i++) {
        const uint32_t near = random_pick(state, (uint32_t)p->vertices);
        const bool far = i % 4 == 0;
        x[i] = far ? random_range(state, -reach, reach) : p->x[near] + random_range(state, -9.0f, 9.0f);
        y[i] = far ? random_range(state, -reach, reach) : p->y[near] + random_range(state, -9.0f, 9.0f);
    }
    cr_assert_eq(hail_sectors_find(map, &points, sector), HAIL_OK);
    cr_assert_eq(hail_sectors_nearest(map, &points, NULL, nearest), HAIL_OK);
    for (int i = 0; i < POINTS; i++) {
        const double is = sqrt((double)nearest[i].squared),
                     must = plan_gap(p, (double)x[i], (double)y[i], UINT32_MAX, 64.0, NULL);
        cr_assert_eq(sector[i], plan_sector(p, x[i], y[i]), "(%.9g, %.9g) in %u", (double)x[i], (double)y[i],
                     sector[i]);
        cr_assert(must > 64.0 ? is > 63.9 : fabs(is - must) < 0.02, "(%.9g, %.9g): %.9g px from a wall, must be %.9g",
                  (double)x[i], (double)y[i], is, must);
    }
}

/* ---- What a box costs -------------------------------------------------------------------------------------------- */

static double seconds_since(clock_t from) { return (double)(clock() - from) / CLOCKS_PER_SEC; }

/* The same walls in boxes of any size: about as much time and memory. With cells over the whole box, these would all
 * share a few. */
Test(sectors_box, costs_nothing) {
    static const float boxes[] = {0.0f, 2.0e3f, 1.0e5f, 1.0e7f, HAIL_MAX_BOUND}; /* the first is the walls' own */
    plan p = diamonds(100, -700.0f, -700.0f, 14.0f);
    double seconds[5];
    size_t bytes = 0;
    for (int k = 0; k < 5; k++) {
        purse memory = {.fail_at = NEVER};
        uint64_t state = 3;
        const clock_t from = clock();
        hail_sectors *map = map_of(&p, boxes[k], 0.0f, &memory);
        seconds[k] = seconds_since(from);
        const hail_sectors_size size = size_of(map);
        cr_log_info("box of %g px: cells of %g px, %zu bytes a wall, %.1f ms", (double)boxes[k], (double)size.cell,
                    size.bytes / size.walls, 1e3 * seconds[k]);
        bytes = k == 0 ? size.bytes : bytes;
        cr_assert(size.bytes <= bytes + bytes / 2 && size.cell < 60.0f && (k == 0 || size.max_x == boxes[k]));
        cr_assert_leq(seconds[k], 5.0 * seconds[0] + 0.05, "%g s, %g s in a close box", seconds[k], seconds[0]);
        hold_answers(&p, map, 900.0f, &state);
        hail_sectors_destroy(map);
        cr_assert(memory.held == 0 && memory.bytes == 0 && !memory.bad);
    }
    plan_free(&p);
}

/* ---- Walls that move far ----------------------------------------------------------------------------------------- */

static hail_status move_vertices(plan *p, hail_sectors *map, uint32_t first, uint32_t count, float dx, float dy) {
    static uint32_t vertex[64];
    static float x[64], y[64];
    for (uint32_t k = 0; k < count; k++) {
        vertex[k] = first + k;
        x[k] = p->x[first + k] + dx, y[k] = p->y[first + k] + dy;
    }
    const hail_sectors_edit edit = {.vertex = vertex, .x = x, .y = y, .vertex_count = count};
    const hail_status status = hail_sectors_change(map, &edit, NULL);
    for (uint32_t k = 0; k < count && status == HAIL_OK; k++)
        p->x[first + k] = x[k], p->y[first + k] = y[k];
    return status;
}

/* Diamonds fly off one by one, and come back. */
Test(sectors_box, walls_anywhere) {
    uint64_t state = 7;
    plan p = diamonds(12, -80.0f, -80.0f, 14.0f);
    hail_sectors *map = map_of(&p, 1.0e5f, 0.0f, NULL);
    for (int k = 0; k < 40; k++) {
        const uint32_t one = random_pick(&state, 12 * 12);
        const float far = k % 3 == 0 ? 9.0e4f : 2000.0f;
        const float x = random_range(&state, -far, far), y = random_range(&state, -far, far);
        const hail_status status = move_vertices(&p, map, 4 * one, 4, x - p.x[4 * one], y - p.y[4 * one]);
        cr_assert(status == HAIL_OK || status == HAIL_CROSSING || status == HAIL_UNCLOSED, "%s",
                  hail_status_text(status));
        hold_answers(&p, map, k % 5 == 0 ? 1.0e5f : 3000.0f, &state);
    }
    cr_assert_eq(move_vertices(&p, map, 0, 4, 2.0e5f, 0.0f), HAIL_OUT_OF_RANGE);
    hail_sectors_destroy(map);
    plan_free(&p);
}

/* A diamond that walks away pushes the grid before it: few times, not at every step. */
Test(sectors_box, walks_away) {
    purse memory = {.fail_at = NEVER};
    plan p = diamonds(30, 0.0f, 0.0f, 14.0f);
    hail_sectors *map = map_of(&p, 1.0e6f, 0.0f, &memory);
    const long before = memory.calls;
    for (int k = 0; k < 2000; k++)
        cr_assert_eq(move_vertices(&p, map, 4 * 29, 4, 20.0f, 3.0f), HAIL_OK);
    cr_log_info("%ld calls of the allocator in 2000 changes", memory.calls - before);
    cr_assert_lt(memory.calls - before, 1000);
    hail_sectors_destroy(map);
    cr_assert(memory.held == 0 && memory.bytes == 0 && !memory.bad);
    plan_free(&p);
}

/* ---- Walls that appear ------------------------------------------------------------------------------------------- */

/* All walls are absent first, as in an editor. */
Test(sectors_box, one_by_one) {
    uint64_t state = 11;
    plan p = diamonds(60, -300.0f, -300.0f, 14.0f);
    const uint32_t count = (uint32_t)p.wall_count;
    hail_wall *walls = malloc(count * sizeof *walls);
    memcpy(walls, p.walls, count * sizeof *walls);
    for (uint32_t i = 0; i < count; i++)
        p.walls[i] = (hail_wall){.a = HAIL_NO_VERTEX, .b = HAIL_NO_VERTEX};
    hail_sectors *map = map_of(&p, 1.0e6f, 0.0f, NULL);
    for (uint32_t i = 0; i < count; i += 4) {
        const uint32_t number[4] = {i, i + 1, i + 2, i + 3};
        const hail_sectors_edit edit = {.wall = number, .to = walls + i, .wall_count = 4};
        cr_assert_eq(hail_sectors_change(map, &edit, NULL), HAIL_OK);
        memcpy(p.walls + i, walls + i, 4 * sizeof *walls);
        if (i % 2000 == 0)
            hold_answers(&p, map, 600.0f, &state);
    }
    hold_answers(&p, map, 600.0f, &state);
    cr_log_info("cells of %g px", (double)size_of(map).cell);
    cr_assert_lt(size_of(map).cell, 120.0f);
    hail_sectors_destroy(map);
    free(walls);
    plan_free(&p);
}

/* ---- Memory that fails ------------------------------------------------------------------------------------------- */

/* Every allocation of changes that lay the grid out anew fails once; then the map is as it was. */
Test(sectors_box, failing_at_every_call) {
    long call = 0;
    for (bool reached = true; reached; call++) {
        purse memory = {.fail_at = NEVER};
        uint64_t state = 5;
        plan p = diamonds(6, 0.0f, 0.0f, 14.0f);
        hail_sectors *map = map_of(&p, 1.0e5f, 0.0f, &memory);
        memory.fail_at = memory.calls + call;
        for (int k = 0; k < 6; k++) {
            const hail_sectors_size before = size_of(map);
            const float far = 300.0f * (float)(k + 1);
            hail_status status = move_vertices(&p, map, (uint32_t)(4 * 7 * k % 140), 4, far, far);
            if (status == HAIL_NO_MEMORY) {
                cr_assert(memory.failed && size_of(map).version == before.version, "call %ld", call);
                hold_answers(&p, map, 2000.0f, &state);
                memory.failed = false;
                status = move_vertices(&p, map, (uint32_t)(4 * 7 * k % 140), 4, far, far);
                cr_assert(!memory.failed);
                memory.failed = true;
            }
            cr_assert_eq(status, HAIL_OK, "call %ld: %s", call, hail_status_text(status));
            cr_assert_eq(memory.bytes, size_of(map).bytes);
        }
        hold_answers(&p, map, 2000.0f, &state);
        reached = memory.failed;
        hail_sectors_destroy(map);
        cr_assert(memory.held == 0 && memory.bytes == 0 && !memory.bad, "call %ld", call);
        plan_free(&p);
    }
    cr_log_info("%ld calls", call);
    cr_assert_gt(call, 20);
}
