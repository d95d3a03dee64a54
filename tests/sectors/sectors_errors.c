/* tests/sectors/sectors_errors.c - what calls with maps of sectors, points and movers say about the argument that they
 * refuse. */
#include "shared/refusals.h"

enum { COUNT = 4, WALLS = 5 };

static hail_error error;

static struct {
    hail_context context;
    hail_sectors *map, *made;
    hail_sectors_options options;
    float vx[COUNT], vy[COUNT];
    hail_wall walls[WALLS];
    hail_sector_data data;
    hail_sector_faults faults;
    uint32_t numbers[COUNT];
    hail_wall to[COUNT];
    hail_sectors_edit edit;
    float x[COUNT], y[COUNT], dx[COUNT], dy[COUNT], radius[COUNT];
    uint32_t sector[COUNT];
    hail_points points;
    hail_wall_filter filter;
    hail_nearest_point nearest[COUNT];
    hail_sector_movers movers;
    hail_sector_move_options how;
    hail_sector_move moves[COUNT];
    hail_crossings crossings;
} it;

/* A square room, and an absent wall. */
static void make_data(void) {
    static const float x[COUNT] = {0, 100, 100, 0}, y[COUNT] = {0, 0, 100, 100};
    memcpy(it.vx, x, sizeof x);
    memcpy(it.vy, y, sizeof y);
    for (uint32_t i = 0; i < COUNT; i++)
        it.walls[i] = (hail_wall){.a = i, .b = (i + 1) % COUNT, .left = HAIL_NO_SECTOR};
    it.walls[COUNT] = (hail_wall){.a = HAIL_NO_VERTEX, .b = HAIL_NO_VERTEX};
    it.data = (hail_sector_data){it.vx, it.vy, COUNT, it.walls, WALLS, 1};
}

static hail_sectors *kept[2]; /* with the error, and without one */

static void make(void) {
    make_data();
    for (int i = 0; i < 2; i++) {
        const hail_context context = {.error = i ? NULL : &error};
        const hail_sectors_options options = {.context = &context};
        cr_assert_eq(hail_sectors_create(&options, &it.data, NULL, &kept[i]), HAIL_OK);
    }
}

static void destroy(void) {
    hail_sectors_destroy(kept[0]);
    hail_sectors_destroy(kept[1]);
}

TestSuite(sectors_errors, .init = make, .fini = destroy);

static void start(void) {
    memset(&it, 0, sizeof it);
    memset(&error, 0, sizeof error);
    make_data();
    it.context.error = &error;
    it.map = kept[0];
    hail_sectors_options_defaults(&it.options);
    hail_sector_move_options_defaults(&it.how);
    it.options.context = &it.context;
    for (uint32_t i = 0; i < COUNT; i++) {
        it.x[i] = it.y[i] = 50.0f;
        it.numbers[i] = i;
        it.to[i] = it.walls[i];
    }
    it.edit = (hail_sectors_edit){it.numbers, it.vx, it.vy, COUNT, it.numbers, it.to, COUNT};
    it.points = (hail_points){&it.context, it.x, it.y, COUNT};
    it.movers = (hail_sector_movers){.context = &it.context,
                                     .map = it.map,
                                     .x = it.x,
                                     .y = it.y,
                                     .dx = it.dx,
                                     .dy = it.dy,
                                     .radius = it.radius,
                                     .sector = it.sector,
                                     .count = COUNT};
}

static void no_error(void) {
    it.context.error = NULL;
    it.map = kept[1];
}

/* ---- Maps -------------------------------------------------------------------------------------------------------- */

#define CREATE hail_sectors_create(&it.options, &it.data, NULL, &it.made)

Test(sectors_errors, options) {
    REFUSED(NOTHING, hail_sectors_create(&it.options, NULL, NULL, &it.made), HAIL_BAD_ARGUMENT, "data", NO_ONE);
    REFUSED(NOTHING, hail_sectors_create(&it.options, &it.data, NULL, NULL), HAIL_BAD_ARGUMENT, "map", NO_ONE);
    REFUSED(it.faults.capacity = 3, hail_sectors_create(&it.options, &it.data, &it.faults, &it.made), HAIL_BAD_ARGUMENT,
            "faults->list", NO_ONE);
    REFUSED(it.options.min_y = NAN, CREATE, HAIL_NOT_FINITE, "options->min_y", NO_ONE, (double)NAN, -BOUND, BOUND);
    REFUSED(it.options.max_x = 2e9f, CREATE, HAIL_OUT_OF_RANGE, "options->max_x", NO_ONE, 2e9, -BOUND, BOUND);
    REFUSED(it.options.min_x = 5.0f, CREATE, HAIL_OUT_OF_RANGE, "options->max_x", NO_ONE, 0, 5, BOUND);
    REFUSED(it.options.cell = -1.0f, CREATE, HAIL_OUT_OF_RANGE, "options->cell", NO_ONE, -1, 0, BOUND);
    REFUSED(it.data.x = NULL, CREATE, HAIL_BAD_ARGUMENT, "data->x", NO_ONE);
    REFUSED(it.data.walls = NULL, CREATE, HAIL_BAD_ARGUMENT, "data->walls", NO_ONE);
    REFUSED(it.data.vertex_count = SIZE_MAX, CREATE, HAIL_OUT_OF_RANGE, "data->vertex_count", NO_ONE, (double)SIZE_MAX,
            0, HAIL_MAX_WALLS);
    REFUSED(it.data.wall_count = SIZE_MAX, CREATE, HAIL_OUT_OF_RANGE, "data->wall_count", NO_ONE, (double)SIZE_MAX, 0,
            HAIL_MAX_WALLS);
    REFUSED(it.data.sector_count = UINT32_MAX, CREATE, HAIL_OUT_OF_RANGE, "data->sector_count", NO_ONE, UINT32_MAX, 0,
            HAIL_MAX_WALLS);
}

Test(sectors_errors, faults) {
    REFUSED(it.walls[2].b = 9, CREATE, HAIL_OUT_OF_RANGE, "data->walls", 2);
    REFUSED(it.walls[1].right = 9, CREATE, HAIL_OUT_OF_RANGE, "data->walls", 1);
    REFUSED(it.vy[3] = NAN, CREATE, HAIL_NOT_FINITE, "data->x", 3);
    REFUSED(it.vy[3] = 2e9f, CREATE, HAIL_OUT_OF_RANGE, "data->x", 3);
    REFUSED(it.vx[1] = it.vx[2] = 2e6f, CREATE, HAIL_TOO_LARGE, "data->walls", 0);
    REFUSED(it.walls[3].b = 3, CREATE, HAIL_DEGENERATE, "data->walls", 3);
    REFUSED(it.walls[2] = it.walls[4], CREATE, HAIL_UNCLOSED, "data->walls", 1);
    REFUSED((it.vx[2] = 0.0f, it.vx[3] = 100.0f), CREATE, HAIL_CROSSING, "data->walls", 1);
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

Test(sectors_errors, changes) {
#define CHANGE hail_sectors_change(it.map, &it.edit, NULL)
    REFUSED(NOTHING, hail_sectors_change(it.map, NULL, NULL), HAIL_BAD_ARGUMENT, "edit", NO_ONE);
    REFUSED(it.faults.capacity = 3, hail_sectors_change(it.map, &it.edit, &it.faults), HAIL_BAD_ARGUMENT,
            "faults->list", NO_ONE);
    REFUSED(it.edit.y = NULL, CHANGE, HAIL_BAD_ARGUMENT, "edit->y", NO_ONE);
    REFUSED(it.edit.to = NULL, CHANGE, HAIL_BAD_ARGUMENT, "edit->to", NO_ONE);
    REFUSED(it.edit.vertex_count = SIZE_MAX, CHANGE, HAIL_BAD_ARGUMENT, "edit->vertex_count", NO_ONE, (double)SIZE_MAX,
            0, HAIL_MAX_WALLS);
    REFUSED(it.edit.wall_count = SIZE_MAX, CHANGE, HAIL_BAD_ARGUMENT, "edit->wall_count", NO_ONE, (double)SIZE_MAX, 0,
            HAIL_MAX_WALLS);
    REFUSED(it.numbers[2] = 4, CHANGE, HAIL_OUT_OF_RANGE, "edit->vertex", 2, 4, 0, 3);
    REFUSED((it.edit.vertex_count = 0, it.numbers[2] = 5), CHANGE, HAIL_OUT_OF_RANGE, "edit->wall", 2, 5, 0, 4);
    REFUSED(it.numbers[3] = 1, CHANGE, HAIL_BAD_ARGUMENT, "edit->vertex", 3);
    REFUSED(it.vx[1] = INFINITY, CHANGE, HAIL_NOT_FINITE, "edit->x", 1);
    REFUSED(it.to[1] = it.walls[4], CHANGE, HAIL_UNCLOSED, "edit->to", 0);
}

Test(sectors_errors, doors) {
#define DOORS(count) hail_sectors_set_solid(it.map, it.numbers, count, true)
    REFUSED(NOTHING, hail_sectors_set_solid(it.map, NULL, 1, true), HAIL_BAD_ARGUMENT, "walls", NO_ONE);
    REFUSED(NOTHING, DOORS(SIZE_MAX), HAIL_BAD_ARGUMENT, "count", NO_ONE, (double)SIZE_MAX, 0, INT32_MAX);
    REFUSED(it.numbers[1] = 5, DOORS(COUNT), HAIL_OUT_OF_RANGE, "walls", 1, 5, 0, 4);
    REFUSED(it.numbers[3] = 4, DOORS(COUNT), HAIL_OUT_OF_RANGE, "walls", 3);
}

/* ---- Questions --------------------------------------------------------------------------------------------------- */

Test(sectors_errors, points) {
#define FIND    hail_sectors_find(it.map, &it.points, it.sector)
#define NEAREST hail_sectors_nearest(it.map, &it.points, &it.filter, it.nearest)
    REFUSED(NOTHING, hail_sectors_find(NULL, &it.points, it.sector), HAIL_BAD_ARGUMENT, "map", NO_ONE);
    REFUSED(NOTHING, hail_sectors_find(it.map, &it.points, NULL), HAIL_BAD_ARGUMENT, "sector", NO_ONE);
    REFUSED(it.points.count = SIZE_MAX, FIND, HAIL_BAD_ARGUMENT, "points->count", NO_ONE, (double)SIZE_MAX, 0,
            INT32_MAX);
    REFUSED(it.x[2] = NAN, FIND, HAIL_NOT_FINITE, "points->x", 2, (double)NAN, -BOUND, BOUND);
    REFUSED(it.context.variant = "abacus", FIND, HAIL_UNKNOWN_VARIANT, "context->variant", NO_ONE);
    REFUSED(NOTHING, hail_sectors_nearest(it.map, &it.points, NULL, NULL), HAIL_BAD_ARGUMENT, "nearest", NO_ONE);
    REFUSED(it.y[3] = 2e9f, NEAREST, HAIL_OUT_OF_RANGE, "points->y", 3, 2e9, -BOUND, BOUND);
    REFUSED(it.filter.reach = -1.0f, NEAREST, HAIL_OUT_OF_RANGE, "filter->reach", NO_ONE, -1, 0, BOUND);
    REFUSED(it.filter.reach = NAN, NEAREST, HAIL_NOT_FINITE, "filter->reach", NO_ONE, (double)NAN, 0, BOUND);
}

Test(sectors_errors, movers) {
#define MOVE hail_sectors_move(&it.movers, &it.how, it.moves, &it.crossings)
#define PUSH hail_sectors_depenetrate(&it.movers, it.moves)
    REFUSED(it.movers.map = NULL, PUSH, HAIL_BAD_ARGUMENT, "movers->map", NO_ONE);
    REFUSED(it.movers.x = NULL, PUSH, HAIL_BAD_ARGUMENT, "movers->x", NO_ONE);
    REFUSED(NOTHING, hail_sectors_depenetrate(&it.movers, NULL), HAIL_BAD_ARGUMENT, "moves", NO_ONE);
    REFUSED(it.movers.count = SIZE_MAX, PUSH, HAIL_BAD_ARGUMENT, "movers->count", NO_ONE, (double)SIZE_MAX, 0,
            INT32_MAX);
    REFUSED(it.radius[2] = -1.0f, PUSH, HAIL_OUT_OF_RANGE, "movers->radius", 2, -1, 0, BOUND);
    REFUSED((it.movers.radius = NULL, it.movers.radius_of_all = NAN), MOVE, HAIL_NOT_FINITE, "movers->radius_of_all",
            NO_ONE, (double)NAN, 0, BOUND);
    REFUSED(it.movers.dy = NULL, MOVE, HAIL_BAD_ARGUMENT, "movers->dy", NO_ONE);
    REFUSED(it.crossings.capacity = 1, MOVE, HAIL_BAD_ARGUMENT, "crossings->list", NO_ONE);
    REFUSED(it.dx[3] = NAN, MOVE, HAIL_NOT_FINITE, "movers->dx", 3, (double)NAN, -BOUND, BOUND);
    REFUSED(it.sector[1] = 1, MOVE, HAIL_OUT_OF_RANGE, "movers->sector", 1, 1, 0, 0);
    REFUSED(it.how.bounces = 0, MOVE, HAIL_OUT_OF_RANGE, "options->bounces", NO_ONE, 0, 1, 8);
    REFUSED(it.context.variant = "abacus", MOVE, HAIL_UNKNOWN_VARIANT, "context->variant", NO_ONE);
}

/* A const map is looked at by several threads, so nothing is written. */
Test(sectors_errors, lookups) {
    hail_wall_info info;
    float x, y;
    start();
    cr_expect_eq(hail_sectors_wall(it.map, 99, &info), HAIL_OUT_OF_RANGE);
    cr_expect_eq(hail_sectors_vertex(it.map, 99, &x, &y), HAIL_OUT_OF_RANGE);
    cr_expect_eq(error.problem, NULL);
}
