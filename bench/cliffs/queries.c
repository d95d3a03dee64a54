/* bench/cliffs/queries.c - questions to a world: points, boxes, shapes, rays, casts, sight, nearest. */
#include "cliffs.h"

enum { BODIES = 4000, LAYERS = 4, CAPACITY = 8 };

/* Which filters each query has. */
enum { EACH_GROUP = 1, EACH_MASK = 2, EACH_EXCEPT = 4, EACH_LAYERS = 8 };

typedef struct query_inputs {
    cliff_inputs each;
    /* The world. */
    cliff_shape shape;
    bool rotated, scaled, giant, tiles, walls, masked;
    uint32_t layers;       /* that the bodies are spread over */
    float spacing, origin; /* px: between bodies; of the world */
    /* The queries. */
    cliff_shape asked;
    bool asked_rotated, asked_scaled, outside;
    uint32_t each_filters; /* EACH_... */
    float size, length;    /* px: of boxes; of rays, casts and lines */
    bool counted;
    size_t capacity;
    float each_radius;
    hail_query_filter filter;
    hail_nearest_options near;
    /* Made ready. */
    hail_world *world;
    hail_points points;
    hail_boxes boxes;
    hail_rays rays;
    hail_rays lines;
    hail_shapes shapes;
    hail_convex convexes[CLIFF_CONVEX_KINDS];
    hail_shape world_shapes[CLIFF_CONVEX_KINDS];
    hail_query_match *matches;
    hail_query_hit *hits;
    uint32_t *counts;
    uint8_t *clear;
} query_inputs;

/* ---- The world --------------------------------------------------------------------------------------------------- */

static void destroy_world(void *world) { hail_world_destroy(world); }
static void destroy_set(void *set) { hail_tileset_destroy(set); }
static void destroy_map(void *map) { hail_tilemap_destroy(map); }
static void destroy_sectors(void *map) { hail_sectors_destroy(map); }

static float side_of(const query_inputs *in) { return in->spacing * 64.0f; /* 64 * 64 places */ }

/* A full cell in each hundred. */
static void add_tiles(cliffs *c, query_inputs *in) {
    hail_tileset *set;
    hail_tilemap *map;
    uint64_t rows[16];
    uint32_t tile;
    const uint32_t cells = (uint32_t)side_of(in) / 16 + 1;
    for (int y = 0; y < 16; y++)
        rows[y] = 0xffff;
    cliff_must(hail_tileset_create(NULL, 16, 16, &set), "hail_tileset_create");
    cliff_owns(c, destroy_set, set);
    cliff_must(hail_tileset_add_bits(set, rows, 0, &tile), "hail_tileset_add_bits");
    cliff_must(hail_tilemap_create(set, &(hail_tilemap_options){.columns = cells, .rows = cells}, &map),
               "hail_tilemap_create");
    cliff_owns(c, destroy_map, map);
    for (uint32_t i = 0; i < cells * cells; i += 97)
        cliff_must(hail_tilemap_fill(map, i % cells, i / cells, 1, 1, tile), "hail_tilemap_fill");
    cliff_must(hail_world_set_tilemap(in->world, map), "hail_world_set_tilemap");
}

/* Square pillars. */
static void add_walls(cliffs *c, query_inputs *in) {
    enum { PILLARS = 16 * 16 };
    hail_sectors *map;
    float *x = cliff_array(c, 4 * PILLARS, sizeof *x), *y = cliff_array(c, 4 * PILLARS, sizeof *y);
    hail_wall *walls = cliff_array(c, 4 * PILLARS, sizeof *walls);
    for (uint32_t i = 0; i < 4 * PILLARS; i++) {
        const uint32_t pillar = i / 4, corner = i % 4;
        x[i] = side_of(in) * ((float)(pillar % 16) + 0.5f) / 16 + (corner == 1 || corner == 2 ? 16.0f : 0.0f);
        y[i] = side_of(in) * ((float)(pillar / 16) + 0.5f) / 16 + (corner >= 2 ? 16.0f : 0.0f);
        walls[i] = (hail_wall){.a = i, .b = corner == 3 ? i - 3 : i + 1, .right = 0, .left = HAIL_NO_SECTOR};
    }
    const hail_sector_data data = {
        .x = x, .y = y, .vertex_count = 4 * PILLARS, .walls = walls, .wall_count = 4 * PILLARS, .sector_count = 1};
    cliff_must(hail_sectors_create(NULL, &data, NULL, &map), "hail_sectors_create");
    cliff_owns(c, destroy_sectors, map);
    cliff_must(hail_world_set_sectors(in->world, map), "hail_world_set_sectors");
}

static void spawn(cliffs *c, query_inputs *in, uint32_t layer) {
    hail_shape kinds[CLIFF_CONVEX_KINDS];
    const size_t kind_count = cliff_shapes(c, hail_world_shapes(in->world), in->shape, kinds);
    const size_t count = BODIES / in->layers;
    const float side = side_of(in);
    hail_shape *shape = cliff_array(c, count, sizeof *shape);
    uint32_t *groups = cliff_array(c, count, sizeof *groups), *masks = cliff_array(c, count, sizeof *masks);
    float *angles = cliff_floats(c, count, 0, 6, 7 + layer), *scales = cliff_floats(c, count, 0.5f, 1.5f, 8 + layer);
    for (size_t i = 0; i < count; i++) {
        shape[i] = kinds[i % kind_count];
        groups[i] = (uint32_t)(i + 1) % 4;
        masks[i] = 1u << i % 4;
    }
    if (in->giant && layer == 0)
        scales[0] = 100;
    const uint32_t columns = HAIL_USER | (in->rotated ? (uint32_t)HAIL_ROTATION : 0) |
                             (in->scaled || in->giant ? (uint32_t)HAIL_SCALE : 0) |
                             (in->masked ? (uint32_t)(HAIL_GROUP | HAIL_MASK) : 0);
    const hail_spawn_columns bodies = {.x = cliff_floats(c, count, in->origin, in->origin + side, 1 + 100 * layer),
                                       .y = cliff_floats(c, count, in->origin, in->origin + side, 2 + 100 * layer),
                                       .shape = shape,
                                       .angle = in->rotated ? angles : NULL,
                                       .scale = in->scaled || in->giant ? scales : NULL,
                                       .group = in->masked ? groups : NULL,
                                       .category = in->masked ? masks : NULL,
                                       .mask = in->masked ? masks : NULL};
    cliff_must(hail_layer_configure(in->world, layer, &(hail_layer_options){.columns = columns}),
               "hail_layer_configure");
    cliff_must(hail_spawn(in->world, layer, NULL, &bodies, count, NULL), "hail_spawn");
}

static void make_world(cliffs *c, query_inputs *in) {
    cliff_must(hail_world_create(NULL, &in->world), "hail_world_create");
    cliff_owns(c, destroy_world, in->world);
    for (uint32_t layer = 0; layer < in->layers; layer++)
        spawn(c, in, layer);
    if (in->tiles)
        add_tiles(c, in);
    if (in->walls)
        add_walls(c, in);
    cliff_must(hail_query_prepare(in->world, 0), "hail_query_prepare");
}

/* ---- The questions ----------------------------------------------------------------------------------------------- */

static void make_filters(cliffs *c, query_inputs *in) {
    const size_t count = in->each.count;
    uint32_t *groups = cliff_array(c, count, sizeof *groups), *masks = cliff_array(c, count, sizeof *masks);
    for (size_t i = 0; i < count; i++) {
        groups[i] = (uint32_t)i % 4;
        masks[i] = 1u << i % 4;
    }
    in->filter.each_group = in->each_filters & EACH_GROUP ? groups : NULL;
    in->filter.each_mask = in->each_filters & EACH_MASK ? masks : NULL;
    in->filter.each_layers = in->each_filters & EACH_LAYERS ? cliff_array(c, count, sizeof(uint64_t)) : NULL;
    in->filter.each_except = in->each_filters & EACH_EXCEPT ? cliff_array(c, count, sizeof(hail_handle)) : NULL;
}

static void make_shapes(cliffs *c, query_inputs *in, const float *x, const float *y, const float *dx, const float *dy) {
    const size_t count = in->each.count;
    uint32_t *shape = cliff_array(c, count, sizeof *shape);
    in->shapes = (hail_shapes){.x = x, .y = y, .dx = dx, .dy = dy, .shape = shape, .count = count};
    if (in->asked >= CLIFF_COMPOUND) {
        in->shapes.shapes = in->world_shapes;
        in->shapes.shape_count = cliff_shapes(c, hail_world_shapes(in->world), in->asked, in->world_shapes);
    } else {
        in->shapes.convexes = in->convexes;
        in->shapes.shape_count = cliff_convexes(in->asked, in->convexes);
    }
    for (size_t i = 0; i < count; i++)
        shape[i] = (uint32_t)(i % in->shapes.shape_count);
    if (in->asked_rotated)
        in->shapes.cos = cliff_cosines(c, count), in->shapes.sin = cliff_sines(c, count);
    if (in->asked_scaled)
        in->shapes.scale = cliff_floats(c, count, 0.5f, 1.5f, 9);
}

static void make_ready(cliffs *c, void *inputs) {
    query_inputs *in = inputs;
    const size_t count = in->each.count;
    make_world(c, in);
    const float away = in->outside ? 3 * side_of(in) : 0;
    const float first = in->origin + away, last = first + side_of(in);
    const float *x = cliff_floats(c, count, first, last, 3), *y = cliff_floats(c, count, first, last, 4);
    const float *dx = cliff_floats(c, count, -in->length, in->length, 5);
    const float *dy = cliff_floats(c, count, -in->length, in->length, 6);
    float *ends = cliff_array(c, 4 * count, sizeof *ends);
    for (size_t i = 0; i < count; i++) {
        ends[i] = x[i] + in->size;
        ends[count + i] = y[i] + in->size;
        ends[2 * count + i] = x[i] + dx[i];
        ends[3 * count + i] = y[i] + dy[i];
    }
    in->points = (hail_points){.x = x, .y = y, .count = count};
    in->boxes = (hail_boxes){.min_x = x, .min_y = y, .max_x = ends, .max_y = ends + count, .count = count};
    in->rays = (hail_rays){.x = x, .y = y, .dx = dx, .dy = dy, .count = count};
    in->lines = (hail_rays){.x = x, .y = y, .to_x = ends + 2 * count, .to_y = ends + 3 * count, .count = count};
    make_shapes(c, in, x, y, dx, dy);
    if (in->each_filters)
        make_filters(c, in);
    if (in->each_radius > 0.0f)
        in->near.each_radius = cliff_floats(c, count, 1, in->each_radius, 10);
    in->matches = cliff_array(c, count * in->capacity, sizeof *in->matches);
    in->hits = cliff_array(c, count * in->capacity, sizeof *in->hits);
    in->counts = cliff_array(c, count, sizeof *in->counts);
    in->clear = cliff_array(c, count, 1);
}

static size_t sum_counts(const query_inputs *in) {
    size_t sum = 0;
    for (size_t i = 0; i < in->each.count; i++)
        sum += in->counts[i];
    return sum;
}

static size_t sum_hits(const query_inputs *in) {
    size_t sum = 0;
    for (size_t i = 0; i < in->each.count; i++)
        for (size_t k = 0; k < in->capacity && in->hits[i * in->capacity + k].kind != 0; k++)
            sum++;
    return sum;
}

#define RUN(name, call, answers)                                                                                       \
    static size_t name(void *inputs) {                                                                                 \
        query_inputs *in = inputs;                                                                                     \
        cliff_must(call, #name);                                                                                       \
        return answers;                                                                                                \
    }
#define COUNTS (in->counted ? in->counts : NULL)

RUN(run_points, hail_query_points(in->world, &in->points, &in->filter, in->capacity, in->matches, in->counts),
    sum_counts(in))
RUN(run_boxes, hail_query_boxes(in->world, &in->boxes, &in->filter, in->capacity, in->matches, in->counts),
    sum_counts(in))
RUN(run_shapes, hail_query_shapes(in->world, &in->shapes, &in->filter, in->capacity, in->matches, in->counts),
    sum_counts(in))
RUN(run_rays, hail_query_rays(in->world, &in->rays, &in->filter, in->capacity, in->hits, COUNTS), sum_hits(in))
RUN(run_casts, hail_query_casts(in->world, &in->shapes, &in->filter, in->capacity, in->hits, COUNTS), sum_hits(in))
RUN(run_sight, hail_query_sight(in->world, &in->lines, &in->filter, in->clear), in->each.count)
RUN(run_nearest, hail_query_nearest(in->world, &in->points, &in->near, &in->filter, in->capacity, in->hits, COUNTS),
    sum_hits(in))

/* ---- Ways -------------------------------------------------------------------------------------------------------- */

#define CHANGE(name, statement)                                                                                        \
    static void name(void *inputs) {                                                                                   \
        query_inputs *in = inputs;                                                                                     \
        statement;                                                                                                     \
    }

CHANGE(of_64, in->each.count = 64)
CHANGE(of_one, in->each.count = 1)
CHANGE(far_away, in->origin = 1.0e5f)
CHANGE(sparse, in->spacing = 192)
CHANGE(dense, in->spacing = 16)
CHANGE(capsules, in->shape = CLIFF_CAPSULE)
CHANGE(boxes, in->shape = CLIFF_BOX)
CHANGE(octagons, in->shape = CLIFF_OCTAGON)
CHANGE(mixed_shapes, in->shape = CLIFF_MIXED)
CHANGE(turned_boxes, (in->shape = CLIFF_BOX, in->rotated = true))
CHANGE(turned_octagons, (in->shape = CLIFF_OCTAGON, in->rotated = true))
CHANGE(compounds, in->shape = CLIFF_COMPOUND)
CHANGE(sprites, in->shape = CLIFF_SPRITE)
CHANGE(turned_sprites, (in->shape = CLIFF_SPRITE, in->rotated = true))
CHANGE(scaled, in->scaled = true)
CHANGE(giant, in->giant = true)
CHANGE(four_layers, in->layers = LAYERS)
CHANGE(one_of_four_layers, (in->layers = LAYERS, in->filter.layers = HAIL_LAYER(1)))
CHANGE(and_tiles, (in->tiles = true, in->filter.find = HAIL_FIND_BODIES | HAIL_FIND_TILES))
CHANGE(and_walls, (in->walls = true, in->filter.find = HAIL_FIND_BODIES | HAIL_FIND_WALLS))
CHANGE(only_tiles, (in->tiles = true, in->filter.find = HAIL_FIND_TILES))
CHANGE(only_walls, (in->walls = true, in->filter.find = HAIL_FIND_WALLS))
CHANGE(group, (in->masked = true, in->filter.group = 1))
CHANGE(category, (in->masked = true, in->filter.category = 1))
CHANGE(mask, (in->masked = true, in->filter.mask = 1))
CHANGE(no_match, (in->masked = true, in->filter.category = 1u << 31))
CHANGE(except, in->filter.except = ((hail_handle){1, 1}))
CHANGE(each_group, (in->masked = true, in->each_filters = EACH_GROUP))
CHANGE(each_mask, (in->masked = true, in->each_filters = EACH_MASK))
CHANGE(each_except, in->each_filters = EACH_EXCEPT)
CHANGE(each_layers, in->each_filters = EACH_LAYERS)
CHANGE(each_filters, (in->masked = true, in->each_filters = EACH_GROUP | EACH_MASK | EACH_EXCEPT | EACH_LAYERS))
CHANGE(unordered, in->filter.order = HAIL_UNORDERED)
CHANGE(outside, in->outside = true)
CHANGE(counted, in->counted = true)
CHANGE(one_result, in->capacity = 1)
CHANGE(four_results, in->capacity = 4)
CHANGE(sixteen_results, in->capacity = 16)
CHANGE(longer, in->length *= 10)
CHANGE(larger, in->size *= 10)
CHANGE(still, in->length = 0)
CHANGE(ask_circles, in->asked = CLIFF_CIRCLE)
CHANGE(ask_capsules, in->asked = CLIFF_CAPSULE)
CHANGE(ask_boxes, in->asked = CLIFF_BOX)
CHANGE(ask_turned_boxes, (in->asked = CLIFF_BOX, in->asked_rotated = true))
CHANGE(ask_octagons, in->asked = CLIFF_OCTAGON)
CHANGE(ask_mixed, in->asked = CLIFF_MIXED)
CHANGE(ask_compounds, in->asked = CLIFF_COMPOUND)
CHANGE(ask_sprites, in->asked = CLIFF_SPRITE)
CHANGE(ask_scaled, in->asked_scaled = true)
CHANGE(both_turned_boxes, (turned_boxes(in), ask_turned_boxes(in)))
CHANGE(radius, in->near.radius = 100)
CHANGE(small_radius, in->near.radius = 20)
CHANGE(each_radius, in->each_radius = 100)
CHANGE(to_centre, in->near.distance_to = HAIL_TO_CENTRE)

static const cliff_way common_ways[] = {{"64 a call", of_64, NULL, 0},
                                        {CLIFF_ONE, of_one, NULL, 0},
                                        {"1e5 px from the origin", far_away, NULL, 0},
                                        {"sparse: a 16th of the bodies per area", sparse, NULL, 0},
                                        {"dense: 9 times the bodies per area", dense, "more answers", 0},
                                        {"capsules in the world", capsules, NULL, 0},
                                        {"boxes in the world", boxes, NULL, 0},
                                        {"8-gons in the world", octagons, "8 vertices", 2},
                                        {"mixed shapes in the world", mixed_shapes, NULL, 0},
                                        {"rotated boxes in the world", turned_boxes, NULL, 0},
                                        {"rotated 8-gons in the world", turned_octagons, "8 vertices", 2},
                                        {"compounds in the world", compounds, "3 parts", 3},
                                        {"sprites in the world", sprites, "16 rows of pixels", 16},
                                        {"rotated sprites in the world", turned_sprites, "16 rows of pixels", 16},
                                        {"scaled bodies", scaled, NULL, 0},
                                        {"a body 100 times as large", giant, "more answers", 0},
                                        {"four layers", four_layers, NULL, 0},
                                        {"one of four layers", one_of_four_layers, NULL, 0},
                                        {"without one group of four", group, NULL, 0},
                                        {"category", category, NULL, 0},
                                        {"mask", mask, NULL, 0},
                                        {"a category that no mask has", no_match, NULL, 0},
                                        {"except", except, NULL, 0},
                                        {"each_group", each_group, NULL, 0},
                                        {"each_mask", each_mask, NULL, 0},
                                        {"each_except", each_except, NULL, 0},
                                        {"each_layers", each_layers, NULL, 0},
                                        {"each_group, _mask, _except, _layers", each_filters, NULL, 0},
                                        {"outside of all bodies", outside, NULL, 0},
                                        {0}};
static const cliff_way static_ways[] = {{"bodies and tiles", and_tiles, NULL, 0},
                                        {"bodies and walls", and_walls, NULL, 0},
                                        {"tiles alone", only_tiles, NULL, 0},
                                        {"walls alone", only_walls, NULL, 0},
                                        {0}};
static const cliff_way asked_ways[] = {{"circles", ask_circles, NULL, 0},
                                       {"capsules", ask_capsules, NULL, 0},
                                       {"boxes", ask_boxes, NULL, 0},
                                       {"rotated boxes", ask_turned_boxes, NULL, 0},
                                       {"8-gons", ask_octagons, "8 vertices", 2},
                                       {"mixed shapes", ask_mixed, NULL, 0},
                                       {"compounds", ask_compounds, "3 parts", 3},
                                       {"sprites", ask_sprites, "16 rows of pixels", 16},
                                       {"scaled shapes", ask_scaled, NULL, 0},
                                       {"rotated boxes among rotated boxes", both_turned_boxes, NULL, 0},
                                       {0}};
static const cliff_way hit_ways[] = {{"first 4", four_results, "more answers", 0},
                                     {"first 16", sixteen_results, "more answers", 0},
                                     {"counted", counted, "more answers", 0},
                                     {"10 times as long", longer, "a longer path", 10},
                                     {"not moving", still, NULL, 0},
                                     {0}};

static const cliff_way point_ways[] = {{"one result", one_result, NULL, 0}, {"unordered", unordered, NULL, 0}, {0}};
static const cliff_way box_ways[] = {{"one result", one_result, NULL, 0},
                                     {"unordered", unordered, NULL, 0},
                                     {"10 times as wide and high", larger, "more answers", 0},
                                     {0}};
static const cliff_way shape_ways[] = {{"one result", one_result, NULL, 0}, {"unordered", unordered, NULL, 0}, {0}};

static const cliff_way sight_ways[] = {
    {"10 times as long", longer, "a longer path", 10}, {"not moving", still, NULL, 0}, {0}};
static const cliff_way near_ways[] = {{"nearest 4", four_results, "more answers", 0},
                                      {"nearest 16", sixteen_results, "more answers", 0},
                                      {"radius 100 px", radius, NULL, 0},
                                      {"radius 20 px", small_radius, NULL, 0},
                                      {"each_radius", each_radius, NULL, 0},
                                      {"to the centre", to_centre, NULL, 0},
                                      {0}};

void cliffs_queries(cliffs *c) {
    query_inputs base = {
        .each.count = 500, .layers = 1, .spacing = 48, .size = 64, .length = 150, .capacity = CAPACITY};
    CLIFF_CALL(c, "hail_query_points", run_points, make_ready, &base, common_ways, static_ways, point_ways);
    CLIFF_CALL(c, "hail_query_boxes", run_boxes, make_ready, &base, common_ways, static_ways, box_ways);
    CLIFF_CALL(c, "hail_query_shapes", run_shapes, make_ready, &base, common_ways, static_ways, asked_ways, shape_ways);
    base.capacity = 1;
    CLIFF_CALL(c, "hail_query_rays", run_rays, make_ready, &base, common_ways, static_ways, hit_ways);
    CLIFF_CALL(c, "hail_query_casts", run_casts, make_ready, &base, common_ways, static_ways, asked_ways, hit_ways);
    CLIFF_CALL(c, "hail_query_sight", run_sight, make_ready, &base, common_ways, static_ways, sight_ways);
    CLIFF_CALL(c, "hail_query_nearest", run_nearest, make_ready, &base, common_ways, near_ways);
}
