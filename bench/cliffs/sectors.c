/* bench/cliffs/sectors.c - points and movers in maps of sectors. */
#include "cliffs.h"

enum { SIDE = 32, VERTICES = (SIDE + 1) * (SIDE + 1), MOST_WALLS = 2 * SIDE * (SIDE + 1) };
#define CELL 64.0f /* px */

typedef struct sector_inputs {
    cliff_inputs each;
    bool open, known, each_radius, listed, shuffled;
    float origin, speed, radius, near_walls; /* px; near_walls: movers start so near to corners; 0: anywhere */
    float far_out;                           /* px: points lie so far outside */
    hail_wall_filter filter;
    hail_sector_move_options options;
    uint32_t kinds;
    hail_sectors *map;
    hail_points points;
    hail_sector_movers movers;
    hail_sector_move *moves;
    hail_nearest_point *nearest;
    hail_crossings crossings;
    uint32_t *sector;
    uint32_t doors[64];
    bool shut;
} sector_inputs;

static void destroy_map(void *map) { hail_sectors_destroy(map); }

static uint32_t sector_at(uint32_t column, uint32_t row) {
    return column < SIDE && row < SIDE ? row * SIDE + column : HAIL_NO_SECTOR;
}

/* Square rooms; half of the walls between them are portals. */
static void make_map(cliffs *c, sector_inputs *in) {
    float *x = cliff_array(c, VERTICES, sizeof *x), *y = cliff_array(c, VERTICES, sizeof *y);
    hail_wall *walls = cliff_array(c, MOST_WALLS, sizeof *walls);
    uint32_t count = 0;
    for (uint32_t i = 0; i < VERTICES; i++) {
        const uint32_t column = i % (SIDE + 1), row = i / (SIDE + 1);
        x[i] = in->origin + (float)column * CELL;
        y[i] = in->origin + (float)row * CELL;
        const uint8_t solid = !in->open && (column + row) % 2, kind = (uint8_t)(column % 2);
        if (column < SIDE) /* to the right: below it is its right side */
            walls[count++] = (hail_wall){i, i + 1, sector_at(column, row), sector_at(column, row - 1), kind, solid};
        if (row < SIDE) /* down: to its left on the screen is its right side */
            walls[count++] =
                (hail_wall){i, i + SIDE + 1, sector_at(column - 1, row), sector_at(column, row), kind, solid};
    }
    const hail_sector_data data = {
        .x = x, .y = y, .vertex_count = VERTICES, .walls = walls, .wall_count = count, .sector_count = SIDE * SIDE};
    cliff_must(hail_sectors_create(NULL, &data, NULL, &in->map), "hail_sectors_create");
    cliff_owns(c, destroy_map, in->map);
    for (uint32_t i = 0; i < 64; i++)
        in->doors[i] = 200 + 7 * i;
}

static void make_ready(cliffs *c, void *inputs) {
    sector_inputs *in = inputs;
    const size_t count = in->each.count;
    const float min = in->origin + 1, max = in->origin + SIDE * CELL - 1;
    make_map(c, in);
    float *x = cliff_floats(c, count, min - in->far_out, max + in->far_out, 1);
    float *y = cliff_floats(c, count, min - in->far_out, max + in->far_out, 2);
    const float *near = cliff_floats(c, count, 0.25f * in->near_walls, in->near_walls, 5);
    for (size_t i = 0; in->near_walls > 0.0f && i < count; i++) {
        x[i] = in->origin + (float)(int)((x[i] - in->origin) / CELL) * CELL + near[i];
        y[i] = in->origin + (float)(int)((y[i] - in->origin) / CELL) * CELL + near[i];
    }
    in->points = (hail_points){.x = x, .y = y, .count = count};
    in->sector = cliff_array(c, count, sizeof *in->sector);
    cliff_must(hail_sectors_find(in->map, &in->points, in->sector), "hail_sectors_find");
    in->movers = (hail_sector_movers){.map = in->map,
                                      .x = x,
                                      .y = y,
                                      .dx = cliff_floats(c, count, -in->speed, in->speed, 3),
                                      .dy = cliff_floats(c, count, -in->speed, in->speed, 4),
                                      .radius = in->each_radius ? cliff_floats(c, count, 4, 12, 6) : NULL,
                                      .radius_of_all = in->radius,
                                      .sector = in->known ? in->sector : NULL,
                                      .count = count,
                                      .kinds = in->kinds};
    in->moves = cliff_array(c, count, sizeof *in->moves);
    in->nearest = cliff_array(c, count, sizeof *in->nearest);
    in->crossings.capacity = 16 * count;
    in->crossings.list = cliff_array(c, in->crossings.capacity, sizeof *in->crossings.list);
}

#define RUN(name, call, answers)                                                                                       \
    static size_t name(void *inputs) {                                                                                 \
        sector_inputs *in = inputs;                                                                                    \
        cliff_must(call, #name);                                                                                       \
        return answers;                                                                                                \
    }

static size_t met(const sector_inputs *in) {
    size_t sum = 0;
    for (size_t i = 0; i < in->each.count; i++)
        sum += in->moves[i].wall != HAIL_NO_WALL;
    return sum;
}

RUN(run_find, hail_sectors_find(in->map, &in->points, in->sector), in->each.count)
RUN(run_nearest, hail_sectors_nearest(in->map, &in->points, &in->filter, in->nearest), in->each.count)
RUN(run_move, hail_sectors_move(&in->movers, &in->options, in->moves, in->listed ? &in->crossings : NULL), met(in))
RUN(run_depenetrate, hail_sectors_depenetrate(&in->movers, in->moves), met(in))
RUN(run_doors, hail_sectors_set_solid(in->map, in->doors, in->each.count, in->shut = !in->shut), 0)

#define CHANGE(name, statement)                                                                                        \
    static void name(void *inputs) {                                                                                   \
        sector_inputs *in = inputs;                                                                                    \
        statement;                                                                                                     \
    }

CHANGE(of_64, in->each.count = 64)
CHANGE(of_one, in->each.count = 1)
CHANGE(far_away, in->origin = 1.0e5f)
CHANGE(outside, in->far_out = 20000)
CHANGE(open, in->open = true)
CHANGE(portals, in->filter.portals = 1)
CHANGE(one_kind, in->filter.kinds = in->kinds = HAIL_KIND(1))
CHANGE(reach, in->filter.reach = 16)
CHANGE(unknown, in->known = false)
CHANGE(each_radius, in->each_radius = true)
CHANGE(points, in->radius = 0)
CHANGE(large, in->radius = 30)
CHANGE(fast, in->speed = 200)
CHANGE(still, in->speed = 0)
CHANGE(listed, in->listed = true)
CHANGE(stop, in->options.stop = 1)
CHANGE(bounces, in->options.bounces = 8)
CHANGE(corners, in->near_walls = 6)

static const cliff_way point_ways[] = {
    {"64 a call", of_64, NULL, 0}, {CLIFF_ONE, of_one, NULL, 0}, {"1e5 px from the origin", far_away, NULL, 0}, {0}};
static const cliff_way filter_ways[] = {
    {"all portals open", open, NULL, 0}, {"one of two kinds", one_kind, NULL, 0}, {0}};
static const cliff_way disc_ways[] = {{"a radius of each", each_radius, NULL, 0},
                                      {"radius 0", points, NULL, 0},
                                      {"radius 30 in rooms of 64", large, "4 times the walls, and their pairs", 6},
                                      {"in corners, overlapping", corners, "more answers", 0},
                                      {0}};

static const cliff_way find_ways[] = {{"most far outside", outside, NULL, 0}, {0}};
static const cliff_way nearest_ways[] = {{"all portals open", open, "cells without walls in between", 4},
                                         {"most far outside", outside, "all cells on a side of the map", 4},
                                         {"one of two kinds", one_kind, NULL, 0},
                                         {"portals", portals, NULL, 0},
                                         {"reach 16 px", reach, NULL, 0},
                                         {0}};
static const cliff_way move_ways[] = {{"sectors looked up", unknown, NULL, 0},
                                      {"200 px long", fast, "a longer path", 10},
                                      {"not moving", still, NULL, 0},
                                      {"crossings listed", listed, NULL, 0},
                                      {"stop", stop, NULL, 0},
                                      {"bounces 8", bounces, NULL, 0},
                                      {0}};

static const cliff_way door_ways[] = {{CLIFF_ONE, of_one, NULL, 0}, {0}};

void cliffs_sectors(cliffs *c) {
    sector_inputs base = {.each.count = 1000, .known = true, .speed = 8, .radius = 8};
    cliff_must(hail_sector_move_options_defaults(&base.options), "hail_sector_move_options_defaults");
    CLIFF_CALL(c, "hail_sectors_find", run_find, make_ready, &base, point_ways, find_ways);
    CLIFF_CALL(c, "hail_sectors_nearest", run_nearest, make_ready, &base, point_ways, nearest_ways);
    CLIFF_CALL(c, "hail_sectors_move", run_move, make_ready, &base, point_ways, filter_ways, disc_ways, move_ways);
    CLIFF_CALL(c, "hail_sectors_depenetrate", run_depenetrate, make_ready, &base, point_ways, filter_ways, disc_ways);
    base.each.count = 64;
    CLIFF_CALL(c, "hail_sectors_set_solid", run_doors, make_ready, &base, door_ways);
}
