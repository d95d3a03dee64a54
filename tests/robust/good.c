/* tests/robust/good.c - good arguments for every public function: one row GOOD(function, arguments in order). */
#include "fixture.h"

#include "calls.h"

/* Fills the struct of a function's arguments, which calls.h declares. 0 stands for no argument. */
#define GOOD(function, ...)                                                                                            \
    void good_##function(function##_args *args) { *args = (function##_args){__VA_ARGS__}; }

/* A piece of memory that holds these elements; a piece to write n elements into. */
#define ARRAY(type, ...) piece_copy((const type[]){__VA_ARGS__}, sizeof((const type[]){__VA_ARGS__}))
#define FLOATS(...)      ARRAY(float, __VA_ARGS__)
#define NUMBERS(...)     ARRAY(uint32_t, __VA_ARGS__)
#define OUT(type, n)     piece_new((n) * sizeof(type))

static float *xs(void) { return FLOATS(4, 20, 31, 40, 60); }
static float *ys(void) { return FLOATS(6, 12, 25, 31, 34); }
static float *dxs(void) { return FLOATS(8, -3, 0, 40, 1); }
static float *ones(void) { return FLOATS(1, 1, 1, 1, 1); }
static float *zeros(void) { return FLOATS(0, 0, 0, 0, 0); }
static float *triangle_x(void) { return FLOATS(-10, 10, 0); }
static float *triangle_y(void) { return FLOATS(-8, -8, 9); }
static hail_handle *handles(void) { return piece_copy(f.handles + FEW, FEW * sizeof f.handles[0]); }
static hail_shape *shape(hail_shape which) { return piece_copy(&which, sizeof which); }

static hail_points *points(void) {
    return ARRAY(hail_points, {.context = f.context, .x = xs(), .y = ys(), .count = FEW});
}

/* An L, and a square in it that is a hole. */
static hail_loops *loops(void) {
    return ARRAY(hail_loops, {.x = FLOATS(0, 40, 40, 20, 20, 0, 4, 4, 8, 8),
                              .y = FLOATS(0, 0, 20, 20, 40, 40, 4, 8, 8, 4),
                              .start = NUMBERS(0, 6, 10),
                              .count = 2});
}

static hail_bodies bodies(void) {
    return (hail_bodies){.x = xs(),
                         .y = ys(),
                         .cos = ones(),
                         .sin = zeros(),
                         .scale = FLOATS(1, 2, 0.5f, 1, 1),
                         .dx = dxs(),
                         .dy = ys(),
                         .shape = NUMBERS(0, 1, 1, 0, 1),
                         .count = FEW};
}

static hail_convex *convex(void) { return piece_copy(f.convex, sizeof f.convex); }

static hail_batch *batch(void) {
    return ARRAY(hail_batch, {.context = f.context,
                              .shapes = convex(),
                              .shape_count = 2,
                              .a = bodies(),
                              .b = bodies(),
                              .index_a = NUMBERS(0, 1, 2, 3, 4),
                              .index_b = NUMBERS(1, 1, 3, 2, 4),
                              .count = FEW});
}

static hail_sprites sprites(void) {
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

static hail_sprites *instances(void) { return ARRAY(hail_sprites, sprites()); }

static hail_sprite_pairs *sprite_pairs(void) {
    return ARRAY(hail_sprite_pairs, {.a = sprites(),
                                     .b = sprites(),
                                     .index_a = NUMBERS(0, 1, 2, 3, 4),
                                     .index_b = NUMBERS(1, 1, 3, 2, 4),
                                     .count = FEW});
}

static hail_movers *tile_movers(void) {
    return ARRAY(hail_movers,
                 {.context = f.context, .map = f.map, .shapes = convex(), .shape_count = 2, .bodies = bodies()});
}

static hail_slide_options *slide_options(void) {
    hail_slide_options options;
    hail_slide_defaults(&options);
    options.step_height = 4;
    return ARRAY(hail_slide_options, options);
}

static hail_rays *rays(void) {
    return ARRAY(hail_rays, {.context = f.context,
                             .map = f.map,
                             .x = xs(),
                             .y = ys(),
                             .dx = dxs(),
                             .dy = ones(),
                             .length = FLOATS(10, 20, 30, 40, 50),
                             .count = FEW,
                             .smooth = 2});
}

static hail_image *image(void) {
    uint8_t *rgba = piece_new(4 * 3 * 4);
    return ARRAY(hail_image, {.rgba = rgba, .width = 4, .height = 3, .origin_x = 2, .origin_y = 1});
}

static hail_trace_options *trace_options(void) { return ARRAY(hail_trace_options, {.context = f.context, .error = 1}); }

static hail_decompose_options *decompose_options(void) {
    return ARRAY(hail_decompose_options, {.context = f.context, .max_vertices = HAIL_MAX_VERTICES});
}

static hail_polygons *polygons(void) {
    hail_polygons *made = NULL;
    hail_trace(f.sprites, 0, trace_options(), &made);
    return made;
}

static hail_tilemap_options *tilemap_options(void) {
    return ARRAY(hail_tilemap_options, {.context = f.context, .columns = 6, .rows = 5, .outside_kind = 1});
}

static hail_tilemap *spare_tilemap(void) {
    hail_tilemap *made = NULL;
    hail_tilemap_create(f.tiles, tilemap_options(), &made);
    return made;
}

static hail_tileset *spare_tileset(void) {
    hail_tileset *made = NULL;
    hail_tileset_create(f.context, 8, 8, &made);
    return made;
}

static hail_spriteset *spare_spriteset(void) {
    hail_spriteset *made = NULL;
    hail_spriteset_create(f.context, &made);
    return made;
}

static hail_shapeset *spare_shapeset(void) {
    hail_shapeset *made = NULL;
    hail_shapeset_create(f.context, &made);
    return made;
}

static hail_world_options *world_options(void) {
    return ARRAY(hail_world_options, {.context = f.context,
                                      .shapes = f.shapes,
                                      .max_x = 640,
                                      .max_y = 480,
                                      .cell = 16,
                                      .max_bodies = 100,
                                      .window = 64,
                                      .pair_budget = 256});
}

static hail_world *spare_world(void) {
    hail_world *made = NULL;
    hail_world_create(world_options(), &made);
    return made;
}

static hail_sector_faults *faults(void) {
    return ARRAY(hail_sector_faults, {.list = OUT(hail_sector_fault, 8), .capacity = 8});
}

static hail_sectors_options *sectors_options(void) {
    return ARRAY(hail_sectors_options,
                 {.context = f.context, .min_x = -100, .min_y = -100, .max_x = 100, .max_y = 100, .cell = 16});
}

/* A triangle. */
static hail_sector_data *sector_data(void) {
    return ARRAY(hail_sector_data, {.x = FLOATS(0, 40, 20),
                                    .y = FLOATS(0, 0, 30),
                                    .vertices = 3,
                                    .walls = ARRAY(hail_wall, {.a = 0, .b = 1, .right = 0, .left = HAIL_NO_SECTOR},
                                                   {.a = 1, .b = 2, .right = 0, .left = HAIL_NO_SECTOR},
                                                   {.a = 2, .b = 0, .right = 0, .left = HAIL_NO_SECTOR}),
                                    .wall_count = 3,
                                    .sectors = 1});
}

static hail_sectors *spare_sectors(void) {
    hail_sectors *made = NULL;
    hail_sectors_create(sectors_options(), sector_data(), NULL, &made);
    return made;
}

/* The portal moves a little to the right, and becomes solid. */
static hail_sectors_edit *sectors_edit(void) {
    return ARRAY(hail_sectors_edit, {.vertex = NUMBERS(4, 5),
                                     .x = FLOATS(36, 38),
                                     .y = FLOATS(0, 64),
                                     .vertices = 2,
                                     .wall = NUMBERS(6),
                                     .to = ARRAY(hail_wall, {.a = 4, .b = 5, .right = 0, .left = 1, .solid = 1}),
                                     .walls = 1});
}

static hail_sector_movers *sector_movers(void) {
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

static hail_crossings *crossings(void) {
    return ARRAY(hail_crossings, {.list = OUT(hail_crossing, 16), .capacity = 16});
}

static hail_spawn_columns *spawn_columns(void) {
    return ARRAY(hail_spawn_columns, {.x = xs(),
                                      .y = ys(),
                                      .vx = dxs(),
                                      .vy = ones(),
                                      .shape = ARRAY(hail_shape, f.circle, f.box, f.compound, f.sprite, f.circle),
                                      .angle = ones(),
                                      .scale = ones(),
                                      .group = NUMBERS(0, 1, 2, 3, 4),
                                      .user = ARRAY(uint64_t, 1, 2, 3, 4, 5),
                                      .life = ones()});
}

static hail_contact *contacts(void) {
    hail_contact made[FEW];
    for (int i = 0; i < FEW; i++) {
        made[i] = (hail_contact){.a = f.handles[FEW + i], .kind = HAIL_CONTACT_TILE, .count = 1, .layer_a = 1};
        made[i].normal_x = i % 2 ? 1.0f : 0.0f, made[i].normal_y = i % 2 ? 0.0f : 1.0f;
    }
    return piece_copy(made, sizeof made);
}

/* ---- hail/base.h, hail/variant.h --------------------------------------------------------------------------------- */
GOOD(hail_status_text, HAIL_FULL)
GOOD(hail_error_text,
     ARRAY(hail_error, {.status = HAIL_OUT_OF_RANGE,
                        .field = "options->cell",
                        .element = 3,
                        .value = -2,
                        .max = 9,
                        .problem = "is bad"}),
     OUT(char, 256), 256)
GOOD(hail_variant_count, 0)
GOOD(hail_variant_name, 0)
GOOD(hail_variant_default, 0)
GOOD(hail_variant_check, ARRAY(char, "reference"), OUT(char, 64), 64)

/* ---- hail/shape.h ------------------------------------------------------------------------------------------------ */
GOOD(hail_convex_circle, 4, OUT(hail_convex, 1))
GOOD(hail_convex_capsule, -4, 0, 4, 1, 2, OUT(hail_convex, 1))
GOOD(hail_convex_box, 4, 3, 1, OUT(hail_convex, 1))
GOOD(hail_convex_polygon, triangle_x(), triangle_y(), 3, 1, OUT(hail_convex, 1))
GOOD(hail_convex_describe, convex(), OUT(hail_shape_info, 1))

/* ---- hail/batch.h ------------------------------------------------------------------------------------------------ */
GOOD(hail_batch_touch, batch(), OUT(uint8_t, FEW))
GOOD(hail_batch_collide, batch(), OUT(hail_contact, FEW))
GOOD(hail_batch_distance, batch(), OUT(hail_gap, FEW))
GOOD(hail_batch_predict, batch(), OUT(hail_prediction, FEW))
GOOD(hail_batch_sweep, batch(), OUT(hail_contact, FEW))

/* ---- hail/tilemap.h ---------------------------------------------------------------------------------------------- */
GOOD(hail_tileset_create, f.context, 8, 8, OUT(hail_tileset *, 1))
GOOD(hail_tileset_destroy, spare_tileset())
GOOD(hail_tileset_add_rgba, f.tiles, OUT(uint8_t, 4 * 8 * 8), 4 * 8, 1, 2, OUT(uint32_t, 1))
GOOD(hail_tileset_add_bits, f.tiles, ARRAY(uint64_t, 1, 2, 4, 8, 16, 32, 64, 128), 1, OUT(uint32_t, 1))
GOOD(hail_tileset_describe, f.tiles, f.stone, OUT(hail_tile_info, 1))
GOOD(hail_tileset_measure, f.tiles, OUT(hail_tileset_size, 1))
GOOD(hail_tilemap_create, f.tiles, tilemap_options(), OUT(hail_tilemap *, 1))
GOOD(hail_tilemap_destroy, spare_tilemap())
GOOD(hail_tilemap_set, f.map, 1, 2, 3, 2, NUMBERS(0, 1, 0, 1, HAIL_FLIP_X | 1, 0), 3)
GOOD(hail_tilemap_fill, f.map, 1, 2, 3, 2, f.stone)
GOOD(hail_tilemap_paint, f.map, 5, 6, 7, 8, true, 3)
GOOD(hail_tilemap_paint_disc, f.map, 20, 20, 5, true, 3)
GOOD(hail_tilemap_cell, f.map, 1, 1, OUT(hail_cell_info, 1))
GOOD(hail_tilemap_measure, f.map, OUT(hail_tilemap_size, 1))
GOOD(hail_tilemap_solid, f.map, points(), 0, OUT(uint8_t, FEW))
GOOD(hail_tilemap_normals, f.map, points(), 0, 3, OUT(float, FEW), OUT(float, FEW))

/* ---- hail/sprite.h ----------------------------------------------------------------------------------------------- */
GOOD(hail_spriteset_create, f.context, OUT(hail_spriteset *, 1))
GOOD(hail_spriteset_destroy, spare_spriteset())
GOOD(hail_spriteset_add, f.sprites, image(), OUT(uint32_t, 1))
GOOD(hail_spriteset_add_stretched, f.sprites, 0, 2, -1.5f, OUT(uint32_t, 1))
GOOD(hail_spriteset_describe, f.sprites, 0, OUT(hail_sprite_info, 1))
GOOD(hail_spriteset_hull, f.sprites, 0, OUT(float, 32), OUT(float, 32))
GOOD(hail_spriteset_bits, f.sprites, 0, OUT(uint64_t, 6))
GOOD(hail_spriteset_measure, f.sprites, OUT(hail_spriteset_size, 1))
GOOD(hail_sprite_boxes, instances(), HAIL_BOX_OPAQUE, OUT(hail_box, FEW))
GOOD(hail_boxes_to_pixels, f.context, ARRAY(hail_box, {1, 2, 3, 4}, {-5, 6, 7, 8}, {9, 9, 9, 9}), 3,
     OUT(hail_pixel_box, 3))
GOOD(hail_sprite_touch, sprite_pairs(), OUT(uint8_t, FEW))
GOOD(hail_sprite_count, sprite_pairs(), OUT(uint32_t, FEW))
GOOD(hail_sprite_overlaps, sprite_pairs(), OUT(hail_sprite_overlap, FEW))
GOOD(hail_sprite_tiles, instances(), f.map, 0, OUT(hail_sprite_overlap, FEW))

/* ---- hail/outline.h ---------------------------------------------------------------------------------------------- */
GOOD(hail_polygons_loops, polygons())
GOOD(hail_polygons_destroy, polygons())
GOOD(hail_trace_defaults, OUT(hail_trace_options, 1))
GOOD(hail_trace, f.sprites, 0, trace_options(), OUT(hail_polygons *, 1))
GOOD(hail_enclose, f.context, xs(), ys(), FEW, 4, OUT(float, 4), OUT(float, 4), OUT(uint32_t, 1))
GOOD(hail_enclose_sprite, f.sprites, 0, 4, OUT(float, 4), OUT(float, 4), OUT(uint32_t, 1))
GOOD(hail_decompose_defaults, OUT(hail_decompose_options, 1))
GOOD(hail_decompose, loops(), decompose_options(), OUT(hail_polygons *, 1), OUT(hail_decompose_report, 1))

/* ---- hail/points.h ----------------------------------------------------------------------------------------------- */
GOOD(hail_points_inside, points(), loops(), HAIL_BY_WINDING, OUT(uint8_t, FEW))
GOOD(hail_points_winding, points(), loops(), OUT(int32_t, FEW))
GOOD(hail_nearest_on_segments, points(), xs(), ys(), dxs(), ones(), OUT(hail_nearest, FEW))
GOOD(hail_nearest_on_loops, points(), loops(), OUT(hail_nearest, FEW))

/* ---- hail/sectors.h ---------------------------------------------------------------------------------------------- */
GOOD(hail_sectors_defaults, OUT(hail_sectors_options, 1))
GOOD(hail_sectors_create, sectors_options(), sector_data(), faults(), OUT(hail_sectors *, 1))
GOOD(hail_sectors_destroy, spare_sectors())
GOOD(hail_sectors_change, f.sectors, sectors_edit(), faults())
GOOD(hail_sectors_set_solid, f.sectors, NUMBERS(6, 0), 2, true)
GOOD(hail_sectors_wall, f.sectors, 6, OUT(hail_wall_info, 1))
GOOD(hail_sectors_vertex, f.sectors, 5, OUT(float, 1), OUT(float, 1))
GOOD(hail_sectors_measure, f.sectors, OUT(hail_sectors_size, 1))
GOOD(hail_sectors_find, f.sectors, points(), OUT(uint32_t, FEW))
GOOD(hail_sectors_nearest, f.sectors, points(), ARRAY(hail_wall_filter, {.portals = 1, .reach = 50}),
     OUT(hail_nearest, FEW))
GOOD(hail_sector_move_defaults, OUT(hail_sector_move_options, 1))
GOOD(hail_sectors_move, sector_movers(), ARRAY(hail_sector_move_options, {.bounces = 4}), OUT(hail_sector_move, FEW),
     crossings())
GOOD(hail_sectors_depenetrate, sector_movers(), OUT(hail_sector_move, FEW))

/* ---- hail/march.h, hail/slide.h ---------------------------------------------------------------------------------- */
GOOD(hail_march, rays(), OUT(hail_ray_hit, FEW))
GOOD(hail_tiles_sweep, tile_movers(), OUT(hail_contact, FEW))
GOOD(hail_tiles_overlap, tile_movers(), OUT(hail_contact, 64), 64, OUT(size_t, 1))
GOOD(hail_slide_defaults, OUT(hail_slide_options, 1))
GOOD(hail_tiles_slide, tile_movers(), slide_options(), OUT(hail_slide, FEW))

/* ---- hail/shapeset.h --------------------------------------------------------------------------------------------- */
GOOD(hail_shapeset_create, f.context, OUT(hail_shapeset *, 1))
GOOD(hail_shapeset_destroy, spare_shapeset())
GOOD(hail_shape_add, f.shapes, convex(), OUT(hail_shape, 1))
GOOD(hail_shape_circle, f.shapes, 4, OUT(hail_shape, 1))
GOOD(hail_shape_capsule, f.shapes, -4, 0, 4, 1, 2, OUT(hail_shape, 1))
GOOD(hail_shape_box, f.shapes, 4, 3, 1, OUT(hail_shape, 1))
GOOD(hail_shape_polygon, f.shapes, triangle_x(), triangle_y(), 3, 1, OUT(hail_shape, 1))
GOOD(hail_shape_compound, f.shapes, convex(), 2, OUT(hail_shape, 1))
GOOD(hail_shape_concave, f.shapes, loops(), 1, OUT(hail_shape, 1), OUT(hail_decompose_report, 1))
GOOD(hail_shape_sprite, f.shapes, f.sprites, 0, OUT(hail_shape, 1))
GOOD(hail_shape_of_id, f.shapes, f.box.id, OUT(hail_shape, 1))
GOOD(hail_shape_describe, f.shapes, shape(f.compound), OUT(hail_shape_info, 1))
GOOD(hail_shape_parts, f.shapes, shape(f.compound))
GOOD(hail_shape_part, f.shapes, shape(f.compound), 1, OUT(hail_shape_info, 1))

/* ---- hail/world.h ------------------------------------------------------------------------------------------------ */
GOOD(hail_world_defaults, OUT(hail_world_options, 1))
GOOD(hail_world_create, world_options(), OUT(hail_world *, 1))
GOOD(hail_world_destroy, spare_world())
GOOD(hail_world_shapes, f.world)
GOOD(hail_world_variant, f.world)
GOOD(hail_world_memory, f.world, OUT(hail_memory, 1))
GOOD(hail_body_count, f.world)
GOOD(hail_layer_configure, f.world, 2, ARRAY(hail_layer_options, {.columns = HAIL_LIFE, .bounds = HAIL_KILL}))
GOOD(hail_reserve, f.world, 1, 50, 100)

/* ---- hail/bodies.h ----------------------------------------------------------------------------------------------- */
GOOD(hail_spawn, f.world, 0, shape(f.circle), spawn_columns(), FEW, OUT(hail_handle, FEW))
GOOD(hail_despawn, f.world, handles(), FEW)
GOOD(hail_set_shape, f.world, handles(), FEW, shape(f.compound))
GOOD(hail_set_layer, f.world, handles(), FEW, 0)
GOOD(hail_set_scale, f.world, handles(), FEW, ones())
GOOD(hail_set_angle, f.world, handles(), FEW, ones())
GOOD(hail_set_enabled, f.world, handles(), FEW, false)
GOOD(hail_alive, f.world, handles())
GOOD(hail_locate, f.world, handles(), OUT(hail_location, 1))
GOOD(hail_layer_columns, f.world, 1, OUT(hail_columns, 1))

/* ---- hail/rules.h, hail/step.h ----------------------------------------------------------------------------------- */
GOOD(hail_rule_set, f.world, 1, 0, HAIL_MANIFOLD)
GOOD(hail_rule_get, f.world, 1, 0, OUT(hail_rule, 1))
GOOD(hail_world_set_tiles, f.world, f.map)
GOOD(hail_rule_tiles, f.world, 1, ARRAY(hail_tile_rule, {.mode = HAIL_EARLIEST, .as_shape = 1, .stop = 1}))
GOOD(hail_world_set_sectors, f.world, f.sectors)
GOOD(hail_rule_walls, f.world, 1, ARRAY(hail_wall_rule, {.mode = HAIL_SWEPT, .stop = 1}))
GOOD(hail_step, f.world, 0.1f, look_at_contacts, f.context)
GOOD(hail_stats, f.world)
GOOD(hail_stage_name, 0)
GOOD(hail_reflect, f.world, contacts(), FEW, 0.5f, 0.1f)
GOOD(hail_removals, f.world, OUT(size_t, 1))
