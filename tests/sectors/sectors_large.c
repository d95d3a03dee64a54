/* tests/sectors/sectors_large.c - a map of as many walls as there may be: 2^20. Brute force answers the same questions
 * from lists of its own. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>

#include "shared/random_world.h"
#include "sectors_oracle.h"

/* Rooms in a square, and fences in some of them. */
enum {
    SIDE = 723, /* rooms */
    ROOM = 16,  /* px */
    NODES = (SIDE + 1) * (SIDE + 1),
    ROOM_WALLS = 2 * SIDE * (SIDE + 1),
    FENCES = HAIL_MAX_WALLS - ROOM_WALLS,
    POINTS = 4096,
    MOVED = 500
};

static uint32_t room(int32_t i, int32_t j) {
    return i < 0 || j < 0 || i >= SIDE || j >= SIDE ? HAIL_NO_SECTOR : (uint32_t)(j * SIDE + i);
}

/* The node's walls to the right and down. */
static size_t add_walls(hail_wall *wall, uint64_t *state, int32_t i, int32_t j) {
    const uint32_t node = (uint32_t)(j * (SIDE + 1) + i);
    size_t count = 0;
    if (i < SIDE)
        wall[count++] = (hail_wall){.a = node, .b = node + 1, .right = room(i, j), .left = room(i, j - 1)};
    if (j < SIDE)
        wall[count++] = (hail_wall){.a = node, .b = node + SIDE + 1, .right = room(i - 1, j), .left = room(i, j)};
    for (size_t k = 0; k < count; k++) {
        wall[k].solid = random_pick(state, 3) == 0;
        wall[k].kind = (uint8_t)random_pick(state, 32);
    }
    return count;
}

static plan plan_make(uint64_t seed) {
    uint64_t state = seed;
    const size_t vertices = NODES + 2 * FENCES;
    float *x = malloc(vertices * sizeof *x), *y = malloc(vertices * sizeof *y);
    hail_wall *walls = malloc(HAIL_MAX_WALLS * sizeof *walls);
    size_t count = 0;
    cr_assert(x && y && walls);
    for (int32_t j = 0; j <= SIDE; j++)
        for (int32_t i = 0; i <= SIDE; i++) {
            x[j * (SIDE + 1) + i] = (float)(i * ROOM) + random_range(&state, -3.0f, 3.0f);
            y[j * (SIDE + 1) + i] = (float)(j * ROOM) + random_range(&state, -3.0f, 3.0f);
            count += add_walls(walls + count, &state, i, j);
        }
    for (uint32_t k = 0; k < FENCES; k++) {
        const uint32_t in = k * (SIDE * SIDE / FENCES), a = NODES + 2 * k;
        x[a] = (float)(in % SIDE * ROOM) + random_range(&state, 6.0f, 7.0f);
        x[a + 1] = x[a] + random_range(&state, 1.0f, 3.0f);
        y[a] = y[a + 1] = (float)(in / SIDE * ROOM) + random_range(&state, 6.0f, 10.0f);
        walls[count++] = (hail_wall){.a = a, .b = a + 1, .right = in, .left = in, .solid = true};
    }
    cr_assert_eq(count, HAIL_MAX_WALLS);
    const hail_sector_data data = {x, y, vertices, walls, count, SIDE * SIDE};
    plan p = plan_copy(&data);
    free(x), free(y), free(walls);
    plan_index(&p, ROOM);
    return p;
}

static float px[POINTS], py[POINTS], dx[POINTS], dy[POINTS];
static uint32_t sector[POINTS];

/* Everywhere, a little beyond, and on vertices. */
static void place_points(const plan *p, uint64_t *state) {
    for (int i = 0; i < POINTS; i++) {
        const uint32_t node = random_pick(state, NODES);
        const bool on = i % 16 == 0;
        px[i] = on ? p->x[node] : random_range(state, -20.0f, SIDE * ROOM + 20.0f);
        py[i] = on ? p->y[node] : random_range(state, -20.0f, SIDE * ROOM + 20.0f);
        dx[i] = random_range(state, -90.0f, 90.0f), dy[i] = random_range(state, -90.0f, 90.0f);
    }
}

static void hold_points(const plan *p, const hail_sectors *map) {
    static hail_nearest_point nearest[POINTS];
    const hail_points points = {.x = px, .y = py, .count = POINTS};
    cr_assert_eq(hail_sectors_find(map, &points, sector), HAIL_OK);
    cr_assert_eq(hail_sectors_nearest(map, &points, NULL, nearest), HAIL_OK);
    for (int i = 0; i < POINTS; i++) {
        const double is = sqrt((double)nearest[i].squared);
        const double must = plan_gap(p, (double)px[i], (double)py[i], UINT32_MAX, 60.0, NULL);
        cr_assert_eq(sector[i], plan_sector(p, px[i], py[i]), "(%.9g, %.9g): in %u", (double)px[i], (double)py[i],
                     sector[i]);
        cr_assert(must > 60.0 ? is > 59.9 : fabs(is - must) < 0.01, "(%.9g, %.9g): %g px from a wall, must be %g",
                  (double)px[i], (double)py[i], is, must);
    }
}

/* Movers stay out of walls, in what they can reach, and know where they are. */
static void hold_moves(plan *p, const hail_sectors *map) {
    static hail_sector_move moves[POINTS];
    const hail_sector_movers movers = {
        .map = map, .x = px, .y = py, .dx = dx, .dy = dy, .radius_of_all = 2.0f, .sector = sector, .count = POINTS};
    int met = 0, entered = 0;
    cr_assert_eq(hail_sectors_move(&movers, NULL, moves, NULL), HAIL_OK);
    plan_regions(p, UINT32_MAX);
    for (int i = 0; i < POINTS; i++) {
        const hail_sector_move *m = &moves[i];
        const double gap = plan_gap(p, (double)m->x, (double)m->y, UINT32_MAX, 9.0, NULL);
        cr_assert_eq(m->sector, plan_sector(p, m->x, m->y), "mover %d in %u", i, m->sector);
        cr_assert(m->flags & HAIL_MOVE_SQUEEZED || gap > 1.99, "mover %d: %g px from a wall", i, gap);
        if (i % 16 != 0 && sector[i] != HAIL_NO_SECTOR)
            cr_assert_eq(plan_region(p, m->x, m->y), plan_region(p, px[i], py[i]), "mover %d went through a wall", i);
        met += (m->flags & HAIL_MOVE_MET) != 0, entered += (m->flags & HAIL_MOVE_ENTERED) != 0;
    }
    cr_assert(met > POINTS / 2 && entered > POINTS / 8, "%d met a wall, %d entered a sector", met, entered);
}

/* Corners of rooms move, and doors open and close. */
static void change(plan *p, hail_sectors *map, uint64_t *state) {
    static uint32_t vertex[MOVED], door[MOVED];
    static float x[MOVED], y[MOVED];
    for (uint32_t k = 0; k < MOVED; k++) {
        const uint32_t node = k * (NODES / MOVED), i = node % (SIDE + 1), j = node / (SIDE + 1);
        vertex[k] = node;
        p->x[node] = x[k] = (float)(i * ROOM) + random_range(state, -3.0f, 3.0f);
        p->y[node] = y[k] = (float)(j * ROOM) + random_range(state, -3.0f, 3.0f);
        door[k] = random_pick(state, ROOM_WALLS);
    }
    const hail_sectors_edit edit = {.vertex = vertex, .x = x, .y = y, .vertex_count = MOVED};
    cr_assert_eq(hail_sectors_change(map, &edit, NULL), HAIL_OK);
    for (uint32_t k = 0; k < MOVED; k++) {
        hail_wall *wall = &p->walls[door[k]];
        wall->solid = !wall->solid;
        cr_assert_eq(hail_sectors_set_solid(map, &door[k], 1, wall->solid), HAIL_OK);
    }
    plan_index(p, ROOM);
}

Test(sectors_large, all_walls_there_may_be, .timeout = 300) {
    uint64_t state = 5;
    plan p = plan_make(5);
    const hail_sector_data data = plan_data(&p);
    hail_sectors *map;
    hail_sectors_size size;
    cr_assert_eq(hail_sectors_create(NULL, &data, NULL, &map), HAIL_OK);
    cr_assert_eq(hail_sectors_measure(map, &size), HAIL_OK);
    cr_log_info("%u walls, cells of %g px, %zu bytes a wall", size.walls, (double)size.cell, size.bytes / size.walls);
    cr_assert(size.walls == HAIL_MAX_WALLS && size.bytes / size.walls <= 360);
    for (int k = 0; k < 2; k++) {
        place_points(&p, &state);
        hold_points(&p, map);
        hold_moves(&p, map);
        change(&p, map, &state);
    }
    hail_sectors_destroy(map);
    plan_free(&p);
}

/* One more is refused, and nothing is read. */
Test(sectors_large, one_more) {
    static const float x[1];
    static const hail_wall wall;
    hail_sectors *map = NULL;
    const hail_sector_data walls = {x, x, 1, &wall, HAIL_MAX_WALLS + 1, 1},
                           vertices = {x, x, HAIL_MAX_WALLS + 1, &wall, 1, 1};
    cr_assert_eq(hail_sectors_create(NULL, &walls, NULL, &map), HAIL_OUT_OF_RANGE);
    cr_assert_eq(hail_sectors_create(NULL, &vertices, NULL, &map), HAIL_OUT_OF_RANGE);
    cr_assert_null(map);
}
