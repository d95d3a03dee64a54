/* bench/cliffs/tiles.c - movers, rays and points in tile maps. */
#include "cliffs.h"

#include <string.h>

enum { COLUMNS = 200, ROWS = 104, TILE = 16, FLOORS = 8 /* rows from one floor to the next */ };

/* What the map's floors are made of. */
typedef enum floor_kind { FULL, PIXELS, TWO_KINDS, ONE_WAY_UNUSED, ONE_WAY } floor_kind;

typedef struct tile_inputs {
    cliff_inputs each;
    floor_kind floors;
    cliff_shape shape;
    bool rotated, scaled, shuffled, in_air, buried, fast, through;
    float origin; /* px: of the map */
    float sunk;   /* px: how far movers are in the floor, at most */
    hail_tilemap_movers movers;
    hail_slide_options options;
    hail_tilemap_rays rays;
    hail_points points;
    uint32_t radius; /* of smoothed normals */
    bool prepared;
    /* Made ready. */
    hail_convex convexes[CLIFF_CONVEX_KINDS];
    hail_tilemap *map;
    hail_contact *contacts;
    hail_slide *slides;
    hail_ray_hit *hits;
    float *normals;
    uint8_t *solid;
    size_t capacity;
} tile_inputs;

/* ---- The map ----------------------------------------------------------------------------------------------------- */

static void destroy_set(void *set) { hail_tileset_destroy(set); }
static void destroy_map(void *map) { hail_tilemap_destroy(map); }

/* Kind 0: full; 1: a slope of pixels; 2: full, of another kind; 3: one-way from above. */
static hail_tileset *make_set(cliffs *c, floor_kind floors) {
    hail_tileset *set;
    cliff_must(hail_tileset_create(NULL, TILE, TILE, &set), "hail_tileset_create");
    cliff_owns(c, destroy_set, set);
    for (uint32_t kind = 0; kind < 4; kind++) {
        uint64_t rows[TILE];
        uint32_t tile;
        for (uint32_t y = 0; y < TILE; y++)
            rows[y] = kind == 1 ? (UINT64_C(1) << (y + 1)) - 1 : 0xffff;
        cliff_must(hail_tileset_add_bits(set, rows, kind, &tile), "hail_tileset_add_bits");
    }
    if (floors == ONE_WAY || floors == ONE_WAY_UNUSED)
        cliff_must(hail_tileset_set_one_way(set, HAIL_KIND(3), HAIL_ONE_WAY_TOP), "hail_tileset_set_one_way");
    return set;
}

/* Floors with holes, and walls of two cells on them. */
static void make_map(cliffs *c, tile_inputs *in) {
    static uint32_t cells[ROWS * COLUMNS];
    static const uint32_t floor_tile[] = {1, 2, 1, 1, 4};
    memset(cells, 0, sizeof cells);
    for (uint32_t row = FLOORS - 1; row < ROWS; row += FLOORS)
        for (uint32_t column = 0; column < COLUMNS; column++) {
            const uint32_t at = row * COLUMNS + column;
            if ((column + row) % 16 > 1)
                cells[at] = in->floors == TWO_KINDS && column % 2 ? 3 : floor_tile[in->floors];
            if ((column + row) % 16 == 9)
                cells[at - COLUMNS] = cells[at - 2 * COLUMNS] = cells[at];
        }
    const hail_tilemap_options options = {.columns = COLUMNS, .rows = ROWS, .x = in->origin, .y = in->origin};
    cliff_must(hail_tilemap_create(make_set(c, in->floors), &options, &in->map), "hail_tilemap_create");
    cliff_owns(c, destroy_map, in->map);
    cliff_must(hail_tilemap_set(in->map, 0, 0, COLUMNS, ROWS, cells, COLUMNS), "hail_tilemap_set");
    if (in->prepared)
        cliff_must(hail_tilemap_prepare(in->map, in->movers.kinds | in->rays.kinds), "hail_tilemap_prepare");
}

/* ---- Movers ------------------------------------------------------------------------------------------------------ */

/* Movers stand on floors, a little above them, from left to right; or shuffled. */
static void make_movers(cliffs *c, tile_inputs *in) {
    const size_t count = in->each.count;
    const float bottom = in->shape == CLIFF_CAPSULE ? 14 : 8;
    const float height = bottom - in->sunk + (in->buried ? -bottom : in->in_air ? 50 : 0);
    float *x = cliff_floats(c, count, 0, 1, 1), *y = cliff_floats(c, count, 0.05f, 2, 2);
    float *dx = cliff_floats(c, count, -3, 3, 3), *dy = cliff_floats(c, count, 0, 3, 4);
    for (size_t i = 0; i < count; i++) {
        const size_t place = in->shuffled ? i * 7919 % count : i;
        const size_t floor = place * (ROWS / FLOORS) / count;
        const float top = (float)(((floor + 1) * FLOORS - 1) * TILE);
        x[i] = in->origin + (x[i] + (float)(place * 37 % (COLUMNS - 2)) + 1) * TILE;
        y[i] = in->origin + top - y[i] - height;
        dx[i] *= in->fast ? 40 : 1;
        dy[i] *= in->fast ? 40 : 1;
    }
    hail_shapes *bodies = &in->movers.shapes;
    uint32_t *shape = cliff_array(c, count, sizeof *shape);
    const size_t shapes = cliff_convexes(in->shape, in->convexes);
    for (size_t i = 0; i < count; i++)
        shape[i] = (uint32_t)(i % shapes);
    *bodies = (hail_shapes){.convexes = in->convexes,
                            .shape_count = shapes,
                            .x = x,
                            .y = y,
                            .dx = dx,
                            .dy = dy,
                            .shape = shape,
                            .count = count};
    if (in->rotated)
        bodies->cos = cliff_cosines(c, count), bodies->sin = cliff_sines(c, count);
    if (in->scaled)
        bodies->scale = cliff_floats(c, count, 0.7f, 1.2f, 5);
    if (in->through) {
        uint8_t *through = cliff_array(c, count, 1);
        for (size_t i = 0; i < count; i++)
            through[i] = i % 2;
        in->movers.through = through;
    }
    in->movers.map = in->map;
}

/* The capsule is that of the snippet at the top of hail/slide.h. */
static void make_ready(cliffs *c, void *inputs) {
    tile_inputs *in = inputs;
    const size_t count = in->each.count;
    make_map(c, in);
    make_movers(c, in);
    if (in->shape == CLIFF_CAPSULE)
        cliff_must(hail_convex_capsule(0, -8, 0, 8, 6, &in->convexes[0]), "hail_convex_capsule");
    in->capacity = 64 * count;
    in->contacts = cliff_array(c, in->capacity, sizeof *in->contacts);
    in->slides = cliff_array(c, count, sizeof *in->slides);
}

static size_t run_slide(void *inputs) {
    tile_inputs *in = inputs;
    size_t found = 0;
    cliff_must(hail_tilemap_slide(&in->movers, &in->options, in->slides), "hail_tilemap_slide");
    for (size_t i = 0; i < in->each.count; i++)
        found += in->slides[i].count;
    return found;
}

static size_t run_sweep(void *inputs) {
    tile_inputs *in = inputs;
    size_t found = 0;
    cliff_must(hail_tilemap_sweep(&in->movers, in->contacts), "hail_tilemap_sweep");
    for (size_t i = 0; i < in->each.count; i++)
        found += in->contacts[i].count > 0;
    return found;
}

static size_t run_overlap(void *inputs) {
    tile_inputs *in = inputs;
    size_t count;
    cliff_must(hail_tilemap_overlap(&in->movers, in->contacts, in->capacity, &count), "hail_tilemap_overlap");
    return count;
}

#define CHANGE(name, statement)                                                                                        \
    static void name(void *inputs) {                                                                                   \
        tile_inputs *in = inputs;                                                                                      \
        statement;                                                                                                     \
    }

CHANGE(circles, in->shape = CLIFF_CIRCLE)
CHANGE(boxes, in->shape = CLIFF_BOX)
CHANGE(rounded_boxes, in->shape = CLIFF_ROUNDED_BOX)
CHANGE(triangles, in->shape = CLIFF_TRIANGLE)
CHANGE(octagons, in->shape = CLIFF_OCTAGON)
CHANGE(mixed_shapes, in->shape = CLIFF_MIXED)
CHANGE(rotated, in->rotated = true)
CHANGE(turned_boxes, (in->shape = CLIFF_BOX, in->rotated = true))
CHANGE(scaled, in->scaled = true)
CHANGE(of_64, in->each.count = 64)
CHANGE(of_one, in->each.count = 1)
CHANGE(shuffled, in->shuffled = true)
CHANGE(far_away, in->origin = 1.0e5f)
CHANGE(in_air, in->in_air = true)
CHANGE(buried, in->buried = true)
CHANGE(fast, in->fast = true)
CHANGE(pixel_slopes, in->floors = PIXELS)
CHANGE(whole_tiles, (in->floors = PIXELS, in->movers.whole_tiles = true))
CHANGE(of_one_kind, (in->floors = TWO_KINDS, in->movers.kinds = in->rays.kinds = HAIL_KIND(0)))
CHANGE(prepared, (of_one_kind(in), in->prepared = true))
CHANGE(one_way_unused, in->floors = ONE_WAY_UNUSED)
CHANGE(one_way, in->floors = ONE_WAY)
CHANGE(through, (in->floors = ONE_WAY, in->through = true))
CHANGE(snap, in->options.snap = 4)
CHANGE(step_height, in->options.step_height = 6)
CHANGE(slopes, (in->options.snap = 4, in->options.step_height = 6, in->floors = PIXELS))
CHANGE(bounces, in->options.bounces = 8)
CHANGE(skin, in->options.skin = 0.25f)
CHANGE(up, (in->options.up_x = 1, in->options.up_y = 0))
CHANGE(circles_snap, (in->shape = CLIFF_CIRCLE, in->options.snap = 4))

static const cliff_way mover_ways[] = {{"circles", circles, NULL, 0},
                                       {"boxes", boxes, NULL, 0},
                                       {"rounded boxes", rounded_boxes, NULL, 0},
                                       {"triangles", triangles, NULL, 0},
                                       {"8-gons", octagons, "8 vertices", 2},
                                       {"mixed shapes", mixed_shapes, NULL, 0},
                                       {"rotated", rotated, NULL, 0},
                                       {"boxes, rotated", turned_boxes, NULL, 0},
                                       {"scaled", scaled, NULL, 0},
                                       {"64 a call", of_64, NULL, 0},
                                       {CLIFF_ONE, of_one, NULL, 0},
                                       {"unordered", shuffled, NULL, 0},
                                       {"1e5 px from the origin", far_away, NULL, 0},
                                       {"in the air", in_air, NULL, 0},
                                       {"half in the floor", buried, "more answers", 0},
                                       {"slopes of pixels", pixel_slopes, "16 sides of pixels", 16},
                                       {"slopes of pixels, whole_tiles", whole_tiles, NULL, 0},
                                       {"one of two kinds", of_one_kind, NULL, 0},
                                       {"one of two kinds, prepared", prepared, NULL, 0},
                                       {"a one-way kind, unused", one_way_unused, NULL, 0},
                                       {"one-way floors", one_way, NULL, 0},
                                       {"one-way floors, half go through", through, NULL, 0},
                                       {0}};

static const cliff_way slide_ways[] = {{"120 px long", fast, "more cells", 10},
                                       {"snap", snap, NULL, 0},
                                       {"circles, snap", circles_snap, NULL, 0},
                                       {"step_height", step_height, NULL, 0},
                                       {"slopes of pixels, snap, step_height", slopes, "16 sides of pixels", 16},
                                       {"bounces 8", bounces, NULL, 0},
                                       {"skin 0.25", skin, NULL, 0},
                                       {"up to the right", up, NULL, 0},
                                       {0}};
static const cliff_way sweep_ways[] = {{"120 px long", fast, "more cells", 10}, {0}};

/* ---- Rays and points --------------------------------------------------------------------------------------------- */

static void ready_rays(cliffs *c, void *inputs) {
    tile_inputs *in = inputs;
    const size_t count = in->each.count;
    const float length = in->fast ? 2000 : 200, side = (float)(COLUMNS * TILE), height = (float)(ROWS * TILE);
    make_map(c, in);
    in->rays.map = in->map;
    in->rays.rays.x = cliff_floats(c, count, in->origin, in->origin + side, 1);
    in->rays.rays.y = cliff_floats(c, count, in->origin, in->origin + height, 2);
    in->rays.rays.dx = cliff_floats(c, count, -length, length, 3);
    in->rays.rays.dy = cliff_floats(c, count, -length, length, 4);
    in->rays.rays.count = count;
    in->hits = cliff_array(c, count, sizeof *in->hits);
    in->points = (hail_points){.x = in->rays.rays.x, .y = in->rays.rays.y, .count = count};
    in->solid = cliff_array(c, count, 1);
    in->normals = cliff_array(c, 2 * count, sizeof *in->normals);
}

static size_t run_march(void *inputs) {
    tile_inputs *in = inputs;
    size_t found = 0;
    cliff_must(hail_tilemap_march(&in->rays, &(hail_ray_answers){.hits = in->hits}), "hail_tilemap_march");
    for (size_t i = 0; i < in->each.count; i++)
        found += in->hits[i].hit;
    return found;
}

static size_t run_columns(void *inputs) {
    tile_inputs *in = inputs;
    cliff_must(hail_tilemap_march(&in->rays, &(hail_ray_answers){.hit = in->solid, .distance = in->normals}),
               "hail_tilemap_march");
    return in->each.count;
}

static size_t run_solid(void *inputs) {
    tile_inputs *in = inputs;
    cliff_must(hail_tilemap_solid(in->map, &in->points, in->rays.kinds, in->solid), "hail_tilemap_solid");
    return in->each.count;
}

static size_t run_normals(void *inputs) {
    tile_inputs *in = inputs;
    cliff_must(hail_tilemap_normals(in->map, &in->points, in->rays.kinds, in->radius, in->normals,
                                    in->normals + in->each.count),
               "hail_tilemap_normals");
    return in->each.count;
}

CHANGE(bresenham, in->rays.walk = HAIL_WALK_BRESENHAM)
CHANGE(smooth, in->rays.smooth = 3)
CHANGE(smooth_most, in->rays.smooth = HAIL_MAX_SMOOTH)
CHANGE(radius_most, in->radius = HAIL_MAX_SMOOTH)

static const cliff_way point_ways[] = {{"64 a call", of_64, NULL, 0},
                                       {CLIFF_ONE, of_one, NULL, 0},
                                       {"1e5 px from the origin", far_away, NULL, 0},
                                       {"slopes of pixels", pixel_slopes, "16 sides of pixels", 16},
                                       {"one of two kinds", of_one_kind, NULL, 0},
                                       {"one of two kinds, prepared", prepared, NULL, 0},
                                       {0}};

static const cliff_way ray_ways[] = {{"10 times as long", fast, "more cells", 10},
                                     {"Bresenham", bresenham, NULL, 0},
                                     {"smooth 3", smooth, "7 rows of pixels", 7},
                                     {"smooth 8", smooth_most, "17 rows of pixels", 17},
                                     {"a one-way kind, unused", one_way_unused, NULL, 0},
                                     {"one-way floors", one_way, "a path 1.7 times as long", 1.7},
                                     {0}};
static const cliff_way normal_ways[] = {{"radius 8", radius_most, "more pixels", 4}, {0}};

void cliffs_tiles(cliffs *c) {
    tile_inputs base = {.each.count = 500, .shape = CLIFF_CAPSULE, .radius = 3};
    cliff_must(hail_slide_options_defaults(&base.options), "hail_slide_options_defaults");
    CLIFF_CALL(c, "hail_tilemap_slide", run_slide, make_ready, &base, mover_ways, slide_ways);
    CLIFF_CALL(c, "hail_tilemap_sweep", run_sweep, make_ready, &base, mover_ways, sweep_ways);
    base.sunk = 3;
    CLIFF_CALL(c, "hail_tilemap_overlap", run_overlap, make_ready, &base, mover_ways);
    CLIFF_CALL(c, "hail_tilemap_march", run_march, ready_rays, &base, point_ways, ray_ways);
    CLIFF_CALL(c, "hail_tilemap_march: distances", run_columns, ready_rays, &base, point_ways, ray_ways);
    CLIFF_CALL(c, "hail_tilemap_solid", run_solid, ready_rays, &base, point_ways);
    CLIFF_CALL(c, "hail_tilemap_normals", run_normals, ready_rays, &base, point_ways, normal_ways);
}
