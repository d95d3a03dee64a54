/* tests/robust/good_inputs.h - the arrays and structs that the rows of good.c are made of. */
#ifndef HAIL_TESTS_GOOD_INPUTS_H
#define HAIL_TESTS_GOOD_INPUTS_H

#include "fixture.h"

/* A piece of memory that holds these elements; a piece to write n elements into. */
#define ARRAY(type, ...) piece_copy((const type[]){__VA_ARGS__}, sizeof((const type[]){__VA_ARGS__}))
#define FLOATS(...)      ARRAY(float, __VA_ARGS__)
#define NUMBERS(...)     ARRAY(uint32_t, __VA_ARGS__)
#define OUT(type, n)     piece_new((n) * sizeof(type))

static inline float *xs(void) { return FLOATS(4, 20, 31, 40, 60); }
static inline float *ys(void) { return FLOATS(6, 12, 25, 31, 34); }
static inline float *dxs(void) { return FLOATS(8, -3, 0, 40, 1); }
static inline float *ones(void) { return FLOATS(1, 1, 1, 1, 1); }
static inline float *zeros(void) { return FLOATS(0, 0, 0, 0, 0); }
static inline float *triangle_x(void) { return FLOATS(-10, 10, 0); }
static inline float *triangle_y(void) { return FLOATS(-8, -8, 9); }
static inline hail_handle *handles(void) { return piece_copy(f.handles + FEW, FEW * sizeof f.handles[0]); }
static inline hail_shape *shape(hail_shape which) { return piece_copy(&which, sizeof which); }

static inline hail_points *points(void) {
    return ARRAY(hail_points, {.context = f.context, .x = xs(), .y = ys(), .count = FEW});
}

/* An L, and a square in it that is a hole. */
static inline hail_loops *loops(void) {
    return ARRAY(hail_loops, {.x = FLOATS(0, 40, 40, 20, 20, 0, 4, 4, 8, 8),
                              .y = FLOATS(0, 0, 20, 20, 40, 40, 4, 8, 8, 4),
                              .start = NUMBERS(0, 6, 10),
                              .count = 2});
}

static inline hail_convex *convex(void) { return piece_copy(f.convex, sizeof f.convex); }

static inline hail_shapes convexes(void) {
    return (hail_shapes){.context = f.context,
                         .convexes = convex(),
                         .shape_count = 2,
                         .x = xs(),
                         .y = ys(),
                         .cos = ones(),
                         .sin = zeros(),
                         .scale = FLOATS(1, 2, 0.5f, 1, 1),
                         .dx = dxs(),
                         .dy = ys(),
                         .shape = NUMBERS(0, 1, 1, 0, 1),
                         .count = FEW};
}

/* Of the same convexes. */
static inline hail_shapes other_side(void) {
    hail_shapes other = convexes();
    other.convexes = NULL;
    return other;
}

static inline hail_batch *batch(void) {
    return ARRAY(hail_batch, {.a = convexes(),
                              .b = other_side(),
                              .index_a = NUMBERS(0, 1, 2, 3, 4),
                              .index_b = NUMBERS(1, 1, 3, 2, 4),
                              .count = FEW});
}

static inline hail_batch *batch_of_one_array(void) {
    hail_batch *same = batch();
    same->b.convexes = same->a.convexes;
    return same;
}

static inline hail_sprites sprites(void) {
    return (hail_sprites){.context = f.context,
                          .set = f.sprites,
                          .x = xs(),
                          .y = ys(),
                          .cos = ones(),
                          .sin = zeros(),
                          .scale_x = ones(),
                          .scale_y = FLOATS(1, -1, 2, 1, 0.5f),
                          .origin_x = zeros(),
                          .origin_y = zeros(),
                          .sprite = NUMBERS(0, 0, 0, 0, 0),
                          .count = FEW};
}

static inline hail_sprites *instances(void) { return ARRAY(hail_sprites, sprites()); }

static inline hail_sprite_pairs *sprite_pairs(void) {
    return ARRAY(hail_sprite_pairs, {.a = sprites(),
                                     .b = sprites(),
                                     .index_a = NUMBERS(0, 1, 2, 3, 4),
                                     .index_b = NUMBERS(1, 1, 3, 2, 4),
                                     .count = FEW});
}

static inline hail_tilemap_movers *tile_movers(void) {
    return ARRAY(hail_tilemap_movers, {.map = f.map, .shapes = convexes(), .through = ARRAY(uint8_t, 0, 1, 0, 0, 2)});
}

static inline hail_rays *query_rays(void) {
    return ARRAY(hail_rays, {.context = f.context, .x = xs(), .y = ys(), .dx = dxs(), .dy = ys(), .count = FEW});
}

/* Callbacks that do nothing: what they get is the test draw's business. */
static inline void see_discs(void *to, const hail_draw_style *style, const hail_draw_discs *discs) {
    (void)to, (void)style, (void)discs;
}
static inline void see_lines(void *to, const hail_draw_style *style, const hail_draw_lines *lines) {
    (void)to, (void)style, (void)lines;
}
static inline hail_draw_options *draw_options(void) {
    hail_renderer *renderer = ARRAY(hail_renderer, {.discs = see_discs, .lines = see_lines});
    return ARRAY(hail_draw_options,
                 {.context = f.context, .renderer = renderer, .what = HAIL_DRAW_ALL, .max_x = 100, .max_y = 80});
}

static inline hail_shapes *query_casts(void) { return ARRAY(hail_shapes, convexes()); }

static inline hail_shapes *set_shapes(void) {
    hail_shapes of_set = convexes();
    of_set.convexes = NULL;
    of_set.shapes = ARRAY(hail_shape, f.circle, f.compound);
    return ARRAY(hail_shapes, of_set);
}

static inline hail_rays *query_lines(void) {
    return ARRAY(hail_rays, {.context = f.context, .x = xs(), .y = ys(), .to_x = ys(), .to_y = dxs(), .count = FEW});
}

static inline hail_query_filter *query_filter(void) {
    return ARRAY(hail_query_filter, {.each_layers = ARRAY(uint64_t, 1, 2, 3, 0, 3),
                                     .each_group = NUMBERS(0, 1, 2, 0, 3),
                                     .each_category = NUMBERS(1, 1, 3, 0, 1),
                                     .each_mask = NUMBERS(1, 1, 3, 0, 1),
                                     .each_except = handles()});
}

static inline hail_slide_options *slide_options(void) {
    hail_slide_options options;
    hail_slide_options_defaults(&options);
    options.step_height = 4;
    return ARRAY(hail_slide_options, options);
}

static inline hail_tilemap_rays *rays(void) {
    return ARRAY(hail_tilemap_rays,
                 {.map = f.map,
                  .rays = {.context = f.context, .x = xs(), .y = ys(), .dx = dxs(), .dy = ones(), .count = FEW},
                  .length = FLOATS(10, 20, 30, 40, 50),
                  .smooth = 2});
}

/* The same, with the ends of the rays. */
static inline hail_tilemap_rays *rays_to(void) {
    hail_tilemap_rays *to = rays();
    to->rays.to_x = to->rays.dx, to->rays.to_y = to->rays.dy;
    to->rays.dx = to->rays.dy = NULL;
    return to;
}

static inline hail_ray_answers *ray_answers(void) {
    return ARRAY(hail_ray_answers, {.hits = OUT(hail_ray_hit, FEW),
                                    .distance = OUT(float, FEW),
                                    .hit = OUT(uint8_t, FEW),
                                    .pixel_x = OUT(int32_t, FEW),
                                    .pixel_y = OUT(int32_t, FEW),
                                    .cell = OUT(uint32_t, FEW),
                                    .normal_x = OUT(float, FEW),
                                    .normal_y = OUT(float, FEW)});
}

static inline hail_image *image(void) {
    uint8_t *rgba = piece_new(4 * 3 * 4);
    return ARRAY(hail_image, {.rgba = rgba, .width = 4, .height = 3, .origin_x = 2, .origin_y = 1});
}

static inline hail_trace_options *trace_options(void) {
    return ARRAY(hail_trace_options, {.context = f.context, .error = 1});
}

static inline hail_decompose_options *decompose_options(void) {
    return ARRAY(hail_decompose_options, {.context = f.context, .max_vertices = HAIL_MAX_VERTICES, .repair = 1});
}

static inline hail_polygons *polygons(void) {
    hail_polygons *made = NULL;
    hail_trace(f.sprites, 0, trace_options(), &made);
    return made;
}

static inline hail_tilemap_options *tilemap_options(void) {
    return ARRAY(hail_tilemap_options, {.context = f.context, .columns = 6, .rows = 5, .outside_kind = 1});
}

static inline hail_tilemap *spare_tilemap(void) {
    hail_tilemap *made = NULL;
    hail_tilemap_create(f.tiles, tilemap_options(), &made);
    return made;
}

static inline hail_tileset *spare_tileset(void) {
    hail_tileset *made = NULL;
    hail_tileset_create(f.context, 8, 8, &made);
    return made;
}

static inline hail_spriteset *spare_spriteset(void) {
    hail_spriteset *made = NULL;
    hail_spriteset_create(f.context, &made);
    return made;
}

static inline hail_shapeset *spare_shapeset(void) {
    hail_shapeset *made = NULL;
    hail_shapeset_create(f.context, &made);
    return made;
}

static inline hail_world_options *world_options(void) {
    return ARRAY(hail_world_options, {.context = f.context,
                                      .shapes = f.shapes,
                                      .max_x = 640,
                                      .max_y = 480,
                                      .cell = 16,
                                      .max_bodies = 100,
                                      .window = 64,
                                      .pair_budget = 1024});
}

static inline hail_world *spare_world(void) {
    hail_world *made = NULL;
    hail_world_create(world_options(), &made);
    return made;
}

/* An image of the fixture's world; its size. */
static inline size_t image_size(void) {
    size_t size = 0;
    hail_world_save_size(f.world, 0, &size);
    return size;
}

static inline uint8_t *image_of_world(void) {
    uint8_t *image = OUT(uint8_t, image_size());
    hail_world_save(f.world, 0, image, image_size(), NULL);
    return image;
}

/* One that needs that as its base. */
static inline uint8_t *image_since(void) {
    uint8_t *image = OUT(uint8_t, image_size());
    hail_world_save_since(f.world, 0, image_of_world(), image_size(), image, image_size(), NULL);
    return image;
}

/* Images of the fixture's maps; their sizes. */
static inline size_t tiles_size(void) {
    size_t size = 0;
    hail_tilemap_save_size(f.map, &size);
    return size;
}

static inline uint8_t *image_of_tiles(void) {
    uint8_t *image = OUT(uint8_t, tiles_size());
    hail_tilemap_save(f.map, 0, image, tiles_size(), NULL);
    return image;
}

static inline size_t walls_size(void) {
    size_t size = 0;
    hail_sectors_save_size(f.sectors, &size);
    return size;
}

static inline uint8_t *image_of_walls(void) {
    uint8_t *image = OUT(uint8_t, walls_size());
    hail_sectors_save(f.sectors, 0, image, walls_size(), NULL);
    return image;
}

static inline hail_scratch *spare_scratch(void) {
    hail_scratch *made = NULL;
    hail_scratch_create(f.context, &made);
    return made;
}

static inline hail_sector_faults *faults(void) {
    return ARRAY(hail_sector_faults, {.list = OUT(hail_sector_fault, 8), .capacity = 8});
}

static inline hail_sectors_options *sectors_options(void) {
    return ARRAY(hail_sectors_options,
                 {.context = f.context, .min_x = -100, .min_y = -100, .max_x = 100, .max_y = 100, .cell = 16});
}

/* A triangle. */
static inline hail_sector_data *sector_data(void) {
    return ARRAY(hail_sector_data, {.x = FLOATS(0, 40, 20),
                                    .y = FLOATS(0, 0, 30),
                                    .vertex_count = 3,
                                    .walls = ARRAY(hail_wall, {.a = 0, .b = 1, .right = 0, .left = HAIL_NO_SECTOR},
                                                   {.a = 1, .b = 2, .right = 0, .left = HAIL_NO_SECTOR},
                                                   {.a = 2, .b = 0, .right = 0, .left = HAIL_NO_SECTOR}),
                                    .wall_count = 3,
                                    .sector_count = 1});
}

static inline hail_sectors *spare_sectors(void) {
    hail_sectors *made = NULL;
    hail_sectors_create(sectors_options(), sector_data(), NULL, &made);
    return made;
}

/* The portal moves a little to the right, and becomes solid. */
static inline hail_sectors_edit *sectors_edit(void) {
    return ARRAY(hail_sectors_edit, {.vertex = NUMBERS(4, 5),
                                     .x = FLOATS(36, 38),
                                     .y = FLOATS(0, 64),
                                     .vertex_count = 2,
                                     .wall = NUMBERS(6),
                                     .to = ARRAY(hail_wall, {.a = 4, .b = 5, .right = 0, .left = 1, .solid = 1}),
                                     .wall_count = 1});
}

static inline hail_sector_movers *sector_movers(void) {
    return ARRAY(hail_sector_movers, {.context = f.context,
                                      .map = f.sectors,
                                      .x = xs(),
                                      .y = ys(),
                                      .dx = dxs(),
                                      .dy = ones(),
                                      .radius = FLOATS(1, 2, 3, 1, 0),
                                      .sector = NUMBERS(0, 0, 0, 1, 1),
                                      .count = FEW,
                                      .radius_of_all = 2});
}

static inline hail_crossings *crossings(void) {
    return ARRAY(hail_crossings, {.list = OUT(hail_crossing, 16), .capacity = 16});
}

static inline hail_spawn_columns *spawn_columns(void) {
    return ARRAY(hail_spawn_columns, {.x = xs(),
                                      .y = ys(),
                                      .vx = dxs(),
                                      .vy = ones(),
                                      .shape = ARRAY(hail_shape, f.circle, f.box, f.compound, f.sprite, f.circle),
                                      .angle = ones(),
                                      .scale = ones(),
                                      .group = NUMBERS(0, 1, 2, 3, 4),
                                      .category = NUMBERS(1, 1, 2, 0, 4),
                                      .mask = NUMBERS(1, 1, 2, 0, 4),
                                      .pierce = NUMBERS(1, 2, 3, 0, 4),
                                      .user = ARRAY(uint64_t, 1, 2, 3, 4, 5),
                                      .life = ones()});
}

static inline hail_contact *contacts(void) {
    hail_contact made[FEW];
    for (int i = 0; i < FEW; i++) {
        made[i] = (hail_contact){.a = f.handles[FEW + i], .kind = HAIL_CONTACT_TILE, .count = 1, .layer_a = 1};
        made[i].normal_x = i % 2 ? 1.0f : 0.0f, made[i].normal_y = i % 2 ? 0.0f : 1.0f;
    }
    return piece_copy(made, sizeof made);
}

static inline hail_shape *shapes_of_all(void) {
    return ARRAY(hail_shape, f.circle, f.box, f.compound, f.sprite, f.circle);
}

static inline hail_borrowed_columns *borrowed_columns(hail_shape *shapes) {
    return ARRAY(hail_borrowed_columns, {.x = {xs(), 4},
                                         .y = {ys(), 0},
                                         .shape = {shapes, 8},
                                         .cos = {ones(), 4},
                                         .sin = {zeros(), 4},
                                         .scale = {ones(), 4},
                                         .dx = {dxs(), 4},
                                         .dy = {dxs(), 4},
                                         .group = {NUMBERS(0, 1, 2, 0, 1), 4},
                                         .category = {NUMBERS(1, 1, 2, 1, 1), 4},
                                         .mask = {NUMBERS(1, 1, 3, 1, 1), 4},
                                         .user = {ARRAY(uint64_t, 1, 2, 3, 4, 5), 8},
                                         .generation = {NUMBERS(1, 2, 3, 4, 5), 4}});
}

#endif
