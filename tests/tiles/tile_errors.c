/* tests/tiles/tile_errors.c - what calls with tile sets, tile maps, rays and movers say about the argument that they
 * refuse. */
#include "shared/refusals.h"

enum { COUNT = 4, SIZE = 16, COLUMNS = 8, ROWS = 6 };

static hail_error error;

static struct {
    hail_context context;
    hail_tileset *set, *made;
    hail_tilemap *map, *made_map;
    hail_tilemap_options options;
    uint8_t rgba[SIZE * SIZE * 4];
    uint64_t rows[SIZE];
    uint32_t tile, tiles[COLUMNS * ROWS];
    float x[COUNT], y[COUNT], dx[COUNT], dy[COUNT], length[COUNT];
    hail_points points;
    hail_tilemap_rays rays;
    hail_convex shape;
    hail_tilemap_movers movers;
    hail_slide_options slide;
    uint8_t solid[COUNT];
    float normal_x[COUNT], normal_y[COUNT];
    hail_ray_hit hits[COUNT];
    hail_contact contacts[COUNT];
    hail_slide slides[COUNT];
    size_t count;
} it;

/* Sets and maps keep their error: they are made once with it, and once without. */
static struct {
    hail_tileset *set;
    hail_tilemap *map;
} kept[2];

static void make(void) {
    static uint64_t rows[HAIL_MAX_TILE] = {1};
    for (int i = 0; i < 2; i++) {
        const hail_context context = {.error = i ? NULL : &error};
        const hail_tilemap_options options = {.context = &context, .columns = COLUMNS, .rows = ROWS};
        uint32_t tile;
        cr_assert_eq(hail_tileset_create(&context, SIZE, SIZE / 2, &kept[i].set), HAIL_OK);
        cr_assert_eq(hail_tileset_add_bits(kept[i].set, rows, 0, &tile), HAIL_OK);
        cr_assert_eq(hail_tilemap_create(kept[i].set, &options, &kept[i].map), HAIL_OK);
        cr_assert_eq(hail_tilemap_fill(kept[i].map, 0, ROWS - 1, COLUMNS, 1, 1), HAIL_OK);
    }
}

static void destroy(void) {
    for (int i = 0; i < 2; i++) {
        hail_tilemap_destroy(kept[i].map);
        hail_tileset_destroy(kept[i].set);
    }
}

TestSuite(tile_errors, .init = make, .fini = destroy);

static void start(void) {
    memset(&it, 0, sizeof it);
    memset(&error, 0, sizeof error);
    it.context.error = &error;
    it.set = kept[0].set;
    it.map = kept[0].map;
    for (int i = 0; i < COUNT; i++) {
        it.x[i] = it.y[i] = it.dx[i] = it.dy[i] = (float)i;
        it.length[i] = 1.0f;
    }
    it.options = (hail_tilemap_options){.context = &it.context, .columns = 2, .rows = 2};
    it.points = (hail_points){&it.context, it.x, it.y, COUNT};
    it.rays = (hail_tilemap_rays){
        .map = it.map,
        .rays = {.context = &it.context, .x = it.x, .y = it.y, .dx = it.dx, .dy = it.dy, .count = COUNT},
        .length = it.length};
    hail_convex_box(1.0f, 1.0f, 0.0f, &it.shape);
    it.movers = (hail_tilemap_movers){.map = it.map};
    it.movers.shapes = (hail_shapes){.context = &it.context,
                                     .convexes = &it.shape,
                                     .shape_count = 1,
                                     .x = it.x,
                                     .y = it.y,
                                     .dx = it.dx,
                                     .dy = it.dy,
                                     .count = COUNT};
    hail_slide_options_defaults(&it.slide);
}

static void no_error(void) {
    it.context.error = NULL;
    it.set = kept[1].set;
    it.map = kept[1].map;
}

/* ---- Sets and maps ----------------------------------------------------------------------------------------------- */

Test(tile_errors, sets) {
#define RGBA(pitch, kind) hail_tileset_add_rgba(it.set, it.rgba, pitch, 1, kind, &it.tile)
    REFUSED(NOTHING, hail_tileset_create(&it.context, 0, 1, &it.made), HAIL_OUT_OF_RANGE, "width", NO_ONE, 0, 1, 64);
    REFUSED(NOTHING, hail_tileset_create(&it.context, 1, 65, &it.made), HAIL_OUT_OF_RANGE, "height", NO_ONE, 65, 1, 64);
    REFUSED(NOTHING, hail_tileset_create(&it.context, 1, 1, NULL), HAIL_BAD_ARGUMENT, "set", NO_ONE);
    REFUSED(NOTHING, hail_tileset_add_rgba(it.set, NULL, 64, 1, 0, &it.tile), HAIL_BAD_ARGUMENT, "rgba", NO_ONE);
    REFUSED(NOTHING, hail_tileset_add_rgba(it.set, it.rgba, 64, 1, 0, NULL), HAIL_BAD_ARGUMENT, "tile", NO_ONE);
    REFUSED(NOTHING, RGBA(63, 0), HAIL_BAD_ARGUMENT, "pitch", NO_ONE);
    REFUSED(NOTHING, RGBA(SIZE_MAX, 0), HAIL_BAD_ARGUMENT, "pitch", NO_ONE, (double)SIZE_MAX, 0, INT32_MAX);
    REFUSED(NOTHING, RGBA(64, 32), HAIL_OUT_OF_RANGE, "kind", NO_ONE, 32, 0, 31);
    REFUSED(it.rows[5] = 1u << SIZE, hail_tileset_add_bits(it.set, it.rows, 0, &it.tile), HAIL_BAD_ARGUMENT, "rows", 5);
    REFUSED(NOTHING, hail_tileset_add_bits(it.set, NULL, 0, &it.tile), HAIL_BAD_ARGUMENT, "rows", NO_ONE);
}

Test(tile_errors, maps) {
#define CREATE hail_tilemap_create(it.set, &it.options, &it.made_map)
    REFUSED(NOTHING, hail_tilemap_create(NULL, &it.options, &it.made_map), HAIL_BAD_ARGUMENT, "set", NO_ONE);
    REFUSED(NOTHING, hail_tilemap_create(it.set, &it.options, NULL), HAIL_BAD_ARGUMENT, "map", NO_ONE);
    REFUSED(it.options.x = NAN, CREATE, HAIL_NOT_FINITE, "options->x", NO_ONE, (double)NAN, -BOUND, BOUND);
    REFUSED(it.options.y = 2e9f, CREATE, HAIL_OUT_OF_RANGE, "options->y", NO_ONE, 2e9, -BOUND, BOUND);
    REFUSED(it.options.columns = 0, CREATE, HAIL_OUT_OF_RANGE, "options->columns", NO_ONE, 0, 1,
            HAIL_MAX_MAP_SIDE / SIZE);
    REFUSED(it.options.rows = UINT32_MAX, CREATE, HAIL_OUT_OF_RANGE, "options->rows", NO_ONE, UINT32_MAX, 1,
            HAIL_MAX_MAP_SIDE / (SIZE / 2));
    REFUSED((it.options.columns = 99998, it.options.rows = 100000), CREATE, HAIL_OUT_OF_RANGE, "options->rows", NO_ONE,
            100000, 1, HAIL_MAX_MAP_CELLS / 100000 - 2);
    REFUSED(it.options.outside_kind = 32, CREATE, HAIL_OUT_OF_RANGE, "options->outside_kind", NO_ONE, 32, 0, 31);
}

Test(tile_errors, cells) {
#define SET(column, row, columns, rows, pitch) hail_tilemap_set(it.map, column, row, columns, rows, it.tiles, pitch)
    REFUSED(NOTHING, hail_tilemap_set(it.map, 0, 0, 1, 1, NULL, 1), HAIL_BAD_ARGUMENT, "tiles", NO_ONE);
    REFUSED(NOTHING, SET(0, 0, 2, 2, 1), HAIL_BAD_ARGUMENT, "pitch", NO_ONE);
    REFUSED(NOTHING, SET(0, 0, 2, 2, SIZE_MAX), HAIL_BAD_ARGUMENT, "pitch", NO_ONE, (double)SIZE_MAX, 0, INT32_MAX);
    REFUSED(NOTHING, SET(9, 0, 1, 1, 1), HAIL_OUT_OF_RANGE, "column", NO_ONE, 9, 0, COLUMNS);
    REFUSED(NOTHING, SET(7, 0, 2, 1, 2), HAIL_OUT_OF_RANGE, "columns", NO_ONE, 2, 0, 1);
    REFUSED(NOTHING, SET(0, 7, 1, 1, 1), HAIL_OUT_OF_RANGE, "row", NO_ONE, 7, 0, ROWS);
    REFUSED(NOTHING, SET(0, 2, 1, UINT32_MAX, 1), HAIL_OUT_OF_RANGE, "rows", NO_ONE, UINT32_MAX, 0, ROWS - 2);
    REFUSED(it.tiles[9] = 2, SET(0, 0, 4, 3, 4), HAIL_OUT_OF_RANGE, "tiles", 9, 2, 0, 1);
    REFUSED(it.tiles[3] = HAIL_FLIP_DIAGONAL | 1, SET(0, 0, 4, 3, 4), HAIL_BAD_ARGUMENT, "tiles", 3);
    REFUSED(it.tiles[2] = 0x01000001, SET(0, 0, 4, 3, 4), HAIL_BAD_ARGUMENT, "tiles", 2);
    REFUSED(NOTHING, hail_tilemap_fill(it.map, 0, 0, 1, 1, 7), HAIL_OUT_OF_RANGE, "tile", NO_ONE, 7, 0, 1);
    REFUSED(NOTHING, hail_tilemap_paint(it.map, 0, 0, 1, 1, true, 32), HAIL_OUT_OF_RANGE, "kind", NO_ONE, 32, 0, 31);
    REFUSED(NOTHING, hail_tilemap_paint(it.map, 200, 0, 1, 1, true, 0), HAIL_OUT_OF_RANGE, "x", NO_ONE, 200, 0, 128);
    REFUSED(NOTHING, hail_tilemap_paint(it.map, 0, 40, 1, 9, true, 0), HAIL_OUT_OF_RANGE, "height", NO_ONE, 9, 0, 8);
#define DISC(x, y, radius, kind) hail_tilemap_paint_disc(it.map, x, y, radius, true, kind)
    REFUSED(NOTHING, DISC(2e9f, NAN, 1.0f, 0), HAIL_NOT_FINITE, "y", NO_ONE, (double)NAN, -BOUND, BOUND);
    REFUSED(NOTHING, DISC(2e9f, 0.0f, 1.0f, 0), HAIL_OUT_OF_RANGE, "x", NO_ONE, 2e9, -BOUND, BOUND);
    REFUSED(NOTHING, DISC(0.0f, 0.0f, -1.0f, 0), HAIL_OUT_OF_RANGE, "radius", NO_ONE, -1, 0, BOUND);
    REFUSED(NOTHING, DISC(0.0f, 0.0f, 1.0f, 99), HAIL_OUT_OF_RANGE, "kind", NO_ONE, 99, 0, 31);
}

/* ---- Points and rays --------------------------------------------------------------------------------------------- */

Test(tile_errors, points) {
#define SOLID          hail_tilemap_solid(it.map, &it.points, 0, it.solid)
#define NORMAL(radius) hail_tilemap_normals(it.map, &it.points, 0, radius, it.normal_x, it.normal_y)
    REFUSED(NOTHING, hail_tilemap_solid(NULL, &it.points, 0, it.solid), HAIL_BAD_ARGUMENT, "map", NO_ONE);
    REFUSED(NOTHING, hail_tilemap_solid(it.map, &it.points, 0, NULL), HAIL_BAD_ARGUMENT, "solid", NO_ONE);
    REFUSED(it.points.count = SIZE_MAX, SOLID, HAIL_BAD_ARGUMENT, "points->count", NO_ONE, (double)SIZE_MAX, 0,
            INT32_MAX);
    REFUSED(it.x[3] = NAN, SOLID, HAIL_NOT_FINITE, "points->x", 3, (double)NAN, -BOUND, BOUND);
    REFUSED(it.context.variant = "abacus", SOLID, HAIL_UNKNOWN_VARIANT, "context->variant", NO_ONE);
    REFUSED(NOTHING, hail_tilemap_normals(it.map, &it.points, 0, 1, it.normal_x, NULL), HAIL_BAD_ARGUMENT, "normal_y",
            NO_ONE);
    REFUSED(it.points.count = SIZE_MAX, NORMAL(1), HAIL_BAD_ARGUMENT, "points->count", NO_ONE, (double)SIZE_MAX, 0,
            INT32_MAX);
    REFUSED(NOTHING, NORMAL(0), HAIL_OUT_OF_RANGE, "radius", NO_ONE, 0, 1, HAIL_MAX_SMOOTH);
    REFUSED(it.y[1] = -2e9f, NORMAL(1), HAIL_OUT_OF_RANGE, "points->y", 1, -2e9, -BOUND, BOUND);
}

Test(tile_errors, rays) {
#define TO_ENDS it.rays.rays.to_x = it.dx, it.rays.rays.to_y = it.dy, it.rays.rays.dx = it.rays.rays.dy = NULL
#define MARCH   hail_tilemap_march(&it.rays, &(hail_ray_answers){.hits = it.hits})
    REFUSED(it.rays.map = NULL, MARCH, HAIL_BAD_ARGUMENT, "rays->map", NO_ONE);
    REFUSED(it.rays.rays.dy = NULL, MARCH, HAIL_BAD_ARGUMENT, "rays->rays.dy", NO_ONE);
    REFUSED(NOTHING, hail_tilemap_march(&it.rays, NULL), HAIL_BAD_ARGUMENT, "answers", NO_ONE);
    REFUSED(it.rays.walk = 2, MARCH, HAIL_BAD_ARGUMENT, "rays->walk", NO_ONE, 2, 0, 1);
    REFUSED(it.rays.smooth = 9, MARCH, HAIL_OUT_OF_RANGE, "rays->smooth", NO_ONE, 9, 0, HAIL_MAX_SMOOTH);
    REFUSED(it.rays.rays.count = SIZE_MAX, MARCH, HAIL_BAD_ARGUMENT, "rays->rays.count", NO_ONE, (double)SIZE_MAX, 0,
            INT32_MAX);
    REFUSED(it.dx[2] = NAN, MARCH, HAIL_NOT_FINITE, "rays->rays.dx", 2, (double)NAN, -BOUND, BOUND);
    REFUSED(it.length[1] = -1.0f, MARCH, HAIL_OUT_OF_RANGE, "rays->length", 1, -1, 0, BOUND);
    REFUSED((it.rays.walk = HAIL_WALK_BRESENHAM, it.y[3] = 2e6f), MARCH, HAIL_OUT_OF_RANGE, "rays->rays.y", 3);
    REFUSED(it.rays.rays.to_y = it.y, MARCH, HAIL_BAD_ARGUMENT, "rays->rays.to_y", NO_ONE);
    REFUSED(it.rays.rays.to_x = it.x, MARCH, HAIL_BAD_ARGUMENT, "rays->rays.to_x", NO_ONE);
    REFUSED(it.rays.rays.dx = it.rays.rays.dy = NULL, MARCH, HAIL_BAD_ARGUMENT, "rays->rays.dx", NO_ONE);
    REFUSED((TO_ENDS, it.rays.rays.to_y = NULL), MARCH, HAIL_BAD_ARGUMENT, "rays->rays.to_y", NO_ONE);
    REFUSED((TO_ENDS, it.dx[2] = NAN), MARCH, HAIL_NOT_FINITE, "rays->rays.to_x", 2, (double)NAN, -BOUND, BOUND);
    REFUSED((TO_ENDS, it.x[1] = -9e8f, it.dx[1] = 9e8f), MARCH, HAIL_OUT_OF_RANGE, "rays->rays.to_x", 1);
    REFUSED((TO_ENDS, it.rays.length = NULL, it.rays.walk = HAIL_WALK_BRESENHAM, it.dy[3] = 2e6f), MARCH,
            HAIL_OUT_OF_RANGE, "rays->rays.y", 3);
    REFUSED(it.context.variant = "abacus", MARCH, HAIL_UNKNOWN_VARIANT, "context->variant", NO_ONE);
}

/* ---- Movers ------------------------------------------------------------------------------------------------------ */

Test(tile_errors, movers) {
#define SWEEP   hail_tilemap_sweep(&it.movers, it.contacts)
#define OVERLAP hail_tilemap_overlap(&it.movers, it.contacts, COUNT, &it.count)
    REFUSED(it.movers.map = NULL, SWEEP, HAIL_BAD_ARGUMENT, "movers->map", NO_ONE);
    REFUSED(NOTHING, hail_tilemap_sweep(&it.movers, NULL), HAIL_BAD_ARGUMENT, "hits", NO_ONE);
    REFUSED(it.movers.shapes.shapes = &(hail_shape){0}, SWEEP, HAIL_BAD_ARGUMENT, "movers->shapes.shapes", NO_ONE);
    REFUSED((it.movers.shapes.convexes = NULL, it.movers.shapes.shapes = &(hail_shape){0}), OVERLAP, HAIL_BAD_ARGUMENT,
            "movers->shapes.shapes", NO_ONE);
    REFUSED(it.movers.shapes.convexes = NULL, SWEEP, HAIL_BAD_ARGUMENT, "movers->shapes.convexes", NO_ONE);
    REFUSED(it.movers.shapes.shape_count = 0, OVERLAP, HAIL_BAD_ARGUMENT, "movers->shapes.shape_count", NO_ONE);
    REFUSED(it.movers.shapes.count = SIZE_MAX, OVERLAP, HAIL_BAD_ARGUMENT, "movers->shapes.count", NO_ONE,
            (double)SIZE_MAX, 0, INT32_MAX);
    REFUSED(it.dx[2] = -INFINITY, SWEEP, HAIL_NOT_FINITE, "movers->shapes.dx", 2, (double)-INFINITY, -BOUND, BOUND);
    REFUSED(it.y[1] = 2e9f, OVERLAP, HAIL_OUT_OF_RANGE, "movers->shapes.y", 1, 2e9, -BOUND, BOUND);
    REFUSED(NOTHING, hail_tilemap_overlap(&it.movers, NULL, 1, &it.count), HAIL_BAD_ARGUMENT, "contacts", NO_ONE);
    REFUSED(NOTHING, hail_tilemap_overlap(&it.movers, it.contacts, 1, NULL), HAIL_BAD_ARGUMENT, "count", NO_ONE);
    REFUSED((it.y[0] = 40.0f, it.movers.shapes.count = 1), hail_tilemap_overlap(&it.movers, NULL, 0, &it.count),
            HAIL_FULL, "capacity", NO_ONE);
    REFUSED(it.context.variant = "abacus", SWEEP, HAIL_UNKNOWN_VARIANT, "context->variant", NO_ONE);
}

Test(tile_errors, slides) {
#define SLIDE hail_tilemap_slide(&it.movers, &it.slide, it.slides)
    REFUSED(NOTHING, hail_tilemap_slide(&it.movers, &it.slide, NULL), HAIL_BAD_ARGUMENT, "slides", NO_ONE);
    REFUSED(it.x[3] = NAN, SLIDE, HAIL_NOT_FINITE, "movers->shapes.x", 3, (double)NAN, -BOUND, BOUND);
    REFUSED(it.slide.up_x = 0.5f, SLIDE, HAIL_OUT_OF_RANGE, "options->up_x", NO_ONE);
    REFUSED((it.slide.floor_cosine = 2.0f, it.slide.skin = NAN), SLIDE, HAIL_NOT_FINITE, "options->skin", NO_ONE,
            (double)NAN, 0x1p-10, 1);
    REFUSED(it.slide.floor_cosine = 2.0f, SLIDE, HAIL_OUT_OF_RANGE, "options->floor_cosine", NO_ONE, 2, 0, 1);
    REFUSED(it.slide.step_height = 65.0f, SLIDE, HAIL_OUT_OF_RANGE, "options->step_height", NO_ONE, 65, 0, 64);
    REFUSED(it.slide.bounces = 9, SLIDE, HAIL_OUT_OF_RANGE, "options->bounces", NO_ONE, 9, 1, 8);
}
