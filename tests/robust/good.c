/* tests/robust/good.c - good arguments for every public function: one row GOOD(function, arguments in order). */
#include "good_inputs.h"

#include "calls.h"

/* Fills the struct of a function's arguments, which calls.h declares. 0 stands for no argument. */
#define GOOD(function, ...)                                                                                            \
    void good_##function(function##_args *args) { *args = (function##_args){__VA_ARGS__}; }

/* Other good arguments: what the first ones cannot have at the same time. */
#define ALSO(function, ...)                                                                                            \
    void also_##function(function##_args *args) { *args = (function##_args){__VA_ARGS__}; }

/* ---- hail/base.h, hail/variant.h --------------------------------------------------------------------------------- */
GOOD(hail_status_text, HAIL_FULL)
GOOD(hail_error_text,
     ARRAY(hail_error, {.status = HAIL_OUT_OF_RANGE,
                        .field = ARRAY(char, "options->cell"),
                        .element = 3,
                        .value = -2,
                        .max = 9,
                        .problem = ARRAY(char, "is bad")}),
     OUT(char, 256), 256)
GOOD(hail_variant_count, 0)
GOOD(hail_variant_name, 0)
GOOD(hail_variant_default, 0)
GOOD(hail_variant_check, ARRAY(char, "reference"), OUT(char, 64), 64)

/* ---- hail/convex.h ------------------------------------------------------------------------------------------------
 */
GOOD(hail_convex_circle, 4, OUT(hail_convex, 1))
GOOD(hail_convex_capsule, -4, 0, 4, 1, 2, OUT(hail_convex, 1))
GOOD(hail_convex_box, 4, 3, 1, OUT(hail_convex, 1))
GOOD(hail_convex_polygon, triangle_x(), triangle_y(), 3, 1, OUT(hail_convex, 1))
GOOD(hail_convex_prepare, f.context,
     ARRAY(hail_convex_info, {.vertices = 3, .rounding = 1, .x = {-10, 10, 0}, .y = {-8, -8, 9}}), OUT(hail_convex, 1))
GOOD(hail_convex_describe, convex(), OUT(hail_convex_info, 1))

/* ---- hail/batch.h ------------------------------------------------------------------------------------------------ */
GOOD(hail_batch_touch, batch(), OUT(uint8_t, FEW))
ALSO(hail_batch_touch, batch_of_one_array(), OUT(uint8_t, FEW))
GOOD(hail_batch_collide, batch(), OUT(hail_contact, FEW))
ALSO(hail_batch_collide, batch_of_one_array(), OUT(hail_contact, FEW))
GOOD(hail_batch_distance, batch(), OUT(hail_gap, FEW))
ALSO(hail_batch_distance, batch_of_one_array(), OUT(hail_gap, FEW))
GOOD(hail_batch_predict, batch(), OUT(hail_prediction, FEW))
ALSO(hail_batch_predict, batch_of_one_array(), OUT(hail_prediction, FEW))
GOOD(hail_batch_sweep, batch(), OUT(hail_contact, FEW))
ALSO(hail_batch_sweep, batch_of_one_array(), OUT(hail_contact, FEW))

/* ---- hail/tilemap.h ---------------------------------------------------------------------------------------------- */
GOOD(hail_tileset_create, f.context, 8, 8, OUT(hail_tileset *, 1))
GOOD(hail_tileset_destroy, spare_tileset())
GOOD(hail_tileset_add_rgba, f.tiles, OUT(uint8_t, 4 * 8 * 8), 4 * 8, 1, 2, OUT(uint32_t, 1))
GOOD(hail_tileset_add_bits, f.tiles, ARRAY(uint64_t, 1, 2, 4, 8, 16, 32, 64, 128), 1, OUT(uint32_t, 1))
GOOD(hail_tileset_set_one_way, f.tiles, 2, HAIL_ONE_WAY_TOP)
GOOD(hail_tileset_describe, f.tiles, f.stone, OUT(hail_tile_info, 1))
GOOD(hail_tileset_measure, f.tiles, OUT(hail_tileset_size, 1))
GOOD(hail_tilemap_create, f.tiles, tilemap_options(), OUT(hail_tilemap *, 1))
GOOD(hail_tilemap_destroy, spare_tilemap())
GOOD(hail_tilemap_set, f.map, 1, 2, 3, 2, NUMBERS(0, 1, 0, 1, HAIL_FLIP_X | 1, 0), 3)
GOOD(hail_tilemap_fill, f.map, 1, 2, 3, 2, f.stone)
GOOD(hail_tilemap_paint, f.map, 5, 6, 7, 8, true, 3)
GOOD(hail_tilemap_paint_disc, f.map, 20, 20, 5, true, 3)
GOOD(hail_tilemap_prepare, f.map, 4)
GOOD(hail_tilemap_cell, f.map, 1, 1, OUT(hail_cell_info, 1))
GOOD(hail_tilemap_measure, f.map, OUT(hail_tilemap_size, 1))
GOOD(hail_tilemap_hash, f.map, OUT(uint64_t, 1))
GOOD(hail_tilemap_save_size, f.map, OUT(size_t, 1))
GOOD(hail_tilemap_save, f.map, HAIL_TRUSTED, OUT(uint8_t, tiles_size()), tiles_size(), OUT(size_t, 1))
GOOD(hail_tilemap_restore, f.map, 0, image_of_tiles(), tiles_size())
GOOD(hail_tilemap_solid, f.map, points(), 0, OUT(uint8_t, FEW))
GOOD(hail_tilemap_normals, f.map, points(), 0, 3, OUT(float, FEW), OUT(float, FEW))

/* ---- hail/sprite.h ----------------------------------------------------------------------------------------------- */
GOOD(hail_spriteset_create, f.context, OUT(hail_spriteset *, 1))
GOOD(hail_spriteset_destroy, spare_spriteset())
GOOD(hail_spriteset_add, f.sprites, image(), OUT(uint32_t, 1))
ALSO(hail_spriteset_add, f.sprites, ARRAY(hail_image, {.bits = ARRAY(uint64_t, 1, 2, 4), .width = 4, .height = 3}),
     OUT(uint32_t, 1))
GOOD(hail_spriteset_add_stretched, f.sprites, 0, 2, -1.5f, OUT(uint32_t, 1))
GOOD(hail_spriteset_describe, f.sprites, 0, OUT(hail_sprite_info, 1))
GOOD(hail_spriteset_hull, f.sprites, 0, OUT(float, 32), OUT(float, 32))
GOOD(hail_spriteset_bits, f.sprites, 0, OUT(uint64_t, 6))
GOOD(hail_spriteset_measure, f.sprites, OUT(hail_spriteset_size, 1))
GOOD(hail_sprite_boxes, instances(), HAIL_BOX_OPAQUE, OUT(hail_box, FEW))
GOOD(hail_pixel_boxes, f.context, ARRAY(hail_box, {1, 2, 3, 4}, {-5, 6, 7, 8}, {9, 9, 9, 9}), 3, OUT(hail_pixel_box, 3))
GOOD(hail_sprite_touch, sprite_pairs(), OUT(uint8_t, FEW))
GOOD(hail_sprite_count, sprite_pairs(), OUT(uint32_t, FEW))
GOOD(hail_sprite_overlaps, sprite_pairs(), OUT(hail_sprite_overlap, FEW))
GOOD(hail_sprite_tilemap_overlaps, instances(), f.map, 0, OUT(hail_sprite_overlap, FEW))

/* ---- hail/outline.h ---------------------------------------------------------------------------------------------- */
GOOD(hail_polygons_loops, polygons())
GOOD(hail_polygons_destroy, polygons())
GOOD(hail_trace_options_defaults, OUT(hail_trace_options, 1))
GOOD(hail_trace, f.sprites, 0, trace_options(), OUT(hail_polygons *, 1))
GOOD(hail_enclose, f.context, xs(), ys(), FEW, 4, OUT(float, 4), OUT(float, 4), OUT(uint32_t, 1))
GOOD(hail_enclose_sprite, f.sprites, 0, 4, OUT(float, 4), OUT(float, 4), OUT(uint32_t, 1))
GOOD(hail_decompose_options_defaults, OUT(hail_decompose_options, 1))
GOOD(hail_decompose, loops(), decompose_options(), OUT(hail_polygons *, 1), OUT(hail_decompose_report, 1))

/* ---- hail/points.h ----------------------------------------------------------------------------------------------- */
GOOD(hail_points_inside, points(), loops(), HAIL_BY_WINDING, OUT(uint8_t, FEW))
GOOD(hail_points_winding, points(), loops(), OUT(int32_t, FEW))
GOOD(hail_nearest_on_segments, points(), xs(), ys(), dxs(), ones(), OUT(hail_nearest_point, FEW))
GOOD(hail_nearest_on_loops, points(), loops(), OUT(hail_nearest_point, FEW))

/* ---- hail/sectors.h ---------------------------------------------------------------------------------------------- */
GOOD(hail_sectors_options_defaults, OUT(hail_sectors_options, 1))
GOOD(hail_sectors_create, sectors_options(), sector_data(), faults(), OUT(hail_sectors *, 1))
GOOD(hail_sectors_destroy, spare_sectors())
GOOD(hail_sectors_change, f.sectors, sectors_edit(), faults())
GOOD(hail_sectors_set_solid, f.sectors, NUMBERS(6, 0), 2, true)
GOOD(hail_sectors_wall, f.sectors, 6, OUT(hail_wall_info, 1))
GOOD(hail_sectors_vertex, f.sectors, 5, OUT(float, 1), OUT(float, 1))
GOOD(hail_sectors_measure, f.sectors, OUT(hail_sectors_size, 1))
GOOD(hail_sectors_hash, f.sectors, OUT(uint64_t, 1))
GOOD(hail_sectors_save_size, f.sectors, OUT(size_t, 1))
GOOD(hail_sectors_save, f.sectors, HAIL_TRUSTED, OUT(uint8_t, walls_size()), walls_size(), OUT(size_t, 1))
GOOD(hail_sectors_restore, f.sectors, 0, image_of_walls(), walls_size())
GOOD(hail_sectors_find, f.sectors, points(), OUT(uint32_t, FEW))
GOOD(hail_sectors_nearest, f.sectors, points(), ARRAY(hail_wall_filter, {.portals = 1, .reach = 50}),
     OUT(hail_nearest_point, FEW))
GOOD(hail_sector_move_options_defaults, OUT(hail_sector_move_options, 1))
GOOD(hail_sectors_move, sector_movers(), ARRAY(hail_sector_move_options, {.bounces = 4}), OUT(hail_sector_move, FEW),
     crossings())
GOOD(hail_sectors_depenetrate, sector_movers(), OUT(hail_sector_move, FEW))

/* ---- hail/march.h, hail/slide.h ---------------------------------------------------------------------------------- */
GOOD(hail_tilemap_march, rays(), ray_answers())
ALSO(hail_tilemap_march, rays_to(), ray_answers())
GOOD(hail_tilemap_sweep, tile_movers(), OUT(hail_contact, FEW))
GOOD(hail_tilemap_overlap, tile_movers(), OUT(hail_contact, 64), 64, OUT(size_t, 1))
GOOD(hail_slide_options_defaults, OUT(hail_slide_options, 1))
GOOD(hail_tilemap_slide, tile_movers(), slide_options(), OUT(hail_slide, FEW))

/* ---- hail/shape.h --------------------------------------------------------------------------------------------- */
GOOD(hail_shapeset_create, f.context, OUT(hail_shapeset *, 1))
GOOD(hail_shapeset_destroy, spare_shapeset())
GOOD(hail_shapeset_measure, f.shapes, OUT(hail_shapeset_size, 1))
GOOD(hail_shape_destroy, f.shapes, shape(f.spare))
GOOD(hail_shape_replace, f.shapes, shape(f.box), convex())
GOOD(hail_shape_replace_compound, f.shapes, shape(f.box), convex(), 2)
GOOD(hail_shape_replace_sprite, f.shapes, shape(f.box), f.sprites, 0)
GOOD(hail_shape_add, f.shapes, convex(), OUT(hail_shape, 1))
GOOD(hail_shape_circle, f.shapes, 4, OUT(hail_shape, 1))
GOOD(hail_shape_capsule, f.shapes, -4, 0, 4, 1, 2, OUT(hail_shape, 1))
GOOD(hail_shape_box, f.shapes, 4, 3, 1, OUT(hail_shape, 1))
GOOD(hail_shape_polygon, f.shapes, triangle_x(), triangle_y(), 3, 1, OUT(hail_shape, 1))
GOOD(hail_shape_compound, f.shapes, convex(), 2, OUT(hail_shape, 1))
GOOD(hail_shape_concave, f.shapes, loops(), decompose_options(), 1, OUT(hail_shape, 1), OUT(hail_decompose_report, 1))
GOOD(hail_shape_sprite, f.shapes, f.sprites, 0, OUT(hail_shape, 1))
GOOD(hail_shape_of_id, f.shapes, f.box.id, OUT(hail_shape, 1))
GOOD(hail_shape_describe, f.shapes, shape(f.compound), OUT(hail_convex_info, 1))
GOOD(hail_shape_part_count, f.shapes, shape(f.compound))
GOOD(hail_shape_part, f.shapes, shape(f.compound), 1, OUT(hail_convex_info, 1))

/* ---- hail/world.h ------------------------------------------------------------------------------------------------ */
GOOD(hail_world_options_defaults, OUT(hail_world_options, 1))
GOOD(hail_world_create, world_options(), OUT(hail_world *, 1))
GOOD(hail_world_destroy, spare_world())
GOOD(hail_world_shapes, f.world)
GOOD(hail_world_variant, f.world)
GOOD(hail_world_memory, f.world, OUT(hail_memory, 1))
GOOD(hail_body_count, f.world)
GOOD(hail_layer_configure, f.world, 2, ARRAY(hail_layer_options, {.columns = HAIL_LIFE, .bounds = HAIL_KILL}))
ALSO(hail_layer_configure, f.world, 2, ARRAY(hail_layer_options, {.columns = HAIL_USER, .is_static = 1}))
GOOD(hail_layer_describe, f.world, 1, OUT(hail_layer_options, 1))
GOOD(hail_reserve, f.world, 1, 50, 100)

/* ---- hail/scratch.h ---------------------------------------------------------------------------------------------- */
GOOD(hail_scratch_create, f.context, OUT(hail_scratch *, 1))
GOOD(hail_scratch_destroy, spare_scratch())
GOOD(hail_scratch_memory, spare_scratch(), OUT(size_t, 1))

/* ---- hail/bodies.h ----------------------------------------------------------------------------------------------- */
GOOD(hail_spawn, f.world, 0, shape(f.circle), spawn_columns(), FEW, OUT(hail_handle, FEW))
GOOD(hail_despawn, f.world, handles(), FEW)
GOOD(hail_set_shape, f.world, handles(), FEW, shape(f.compound))
GOOD(hail_set_layer, f.world, handles(), FEW, 0)
GOOD(hail_set_enabled, f.world, handles(), FEW, false)
GOOD(hail_alive, f.world, handles())
GOOD(hail_locate, f.world, handles(), OUT(hail_location, 1))
GOOD(hail_layer_columns, f.world, 1, OUT(hail_columns, 1))
GOOD(hail_contact_users, f.world, contacts(), FEW, OUT(uint64_t, FEW), OUT(uint64_t, FEW))
GOOD(hail_read_bodies, f.world, ARRAY(hail_handles, {.handles = handles(), .stride = 8, .count = FEW}),
     ARRAY(hail_body_values, {.user = OUT(uint64_t, FEW),
                              .x = OUT(float, FEW),
                              .y = OUT(float, FEW),
                              .vx = OUT(float, FEW),
                              .vy = OUT(float, FEW),
                              .layer = OUT(uint32_t, FEW),
                              .index = OUT(uint32_t, FEW)}),
     OUT(size_t, 1))
GOOD(hail_write_bodies, f.world, ARRAY(hail_handles, {.handles = handles(), .stride = 8, .count = FEW}),
     ARRAY(hail_body_writes, {.x = xs(),
                              .y = ys(),
                              .vx = ones(),
                              .vy = dxs(),
                              .angle = ones(),
                              .scale = ones(),
                              .life = ones(),
                              .pierce = ARRAY(uint32_t, 1, 2, 3, 4, 5),
                              .user = ARRAY(uint64_t, 1, 2, 3, 4, 5)}),
     OUT(size_t, 1))

/* ---- hail/borrow.h ----------------------------------------------------------------------------------------------- */
GOOD(hail_layer_borrow, f.world, 3, shape(f.circle), borrowed_columns(NULL), FEW, OUT(uint32_t, 1))
ALSO(hail_layer_borrow, f.world, 3, shape(f.circle), borrowed_columns(shapes_of_all()), FEW, OUT(uint32_t, 1))

/* ---- hail/rules.h, hail/step.h ----------------------------------------------------------------------------------- */
GOOD(hail_rule_set, f.world, 1, 0, HAIL_MANIFOLD)
GOOD(hail_rule_configure, f.world,
     ARRAY(hail_rule, {.mode = HAIL_PAIRS, .layer_a = 1, .events = 1, .max_events = 7, .cooldown = 3, .graze = 2.0f}))
GOOD(hail_rule_get, f.world, 1, 0, OUT(hail_rule, 1))
GOOD(hail_world_set_tilemap, f.world, f.map)
GOOD(hail_world_set_sectors, f.world, f.sectors)
GOOD(hail_step, f.world, 0.1f, look_at_contacts, f.context)
GOOD(hail_step_many, ARRAY(hail_world_step, {f.world, look_at_contacts, f.context, HAIL_OK, 0}), 1, 0.1f,
     spare_scratch(), HAIL_ON_TASKS)
GOOD(hail_step_on_tasks, f.world, 0.1f, look_at_contacts, ARRAY(void *, NULL))
GOOD(hail_despawn_on_task, f.world, 0, handles(), 0)
GOOD(hail_stats, f.world)
GOOD(hail_stage_name, 0)
GOOD(hail_reflect, f.world, contacts(), FEW, 0.5f, 0.1f)
GOOD(hail_removals, f.world, OUT(size_t, 1))
GOOD(hail_begins, f.world, OUT(size_t, 1))
GOOD(hail_stays, f.world, OUT(size_t, 1))
GOOD(hail_ends, f.world, OUT(size_t, 1))
GOOD(hail_contacts, f.world, OUT(size_t, 1))

/* ---- hail/state.h ------------------------------------------------------------------------------------------------ */
GOOD(hail_world_hash, f.world, OUT(uint64_t, 1))
GOOD(hail_world_diff, f.world, f.world, OUT(hail_difference, 1))
GOOD(hail_world_save_size, f.world, HAIL_TRUSTED, OUT(size_t, 1))
GOOD(hail_world_save, f.world, HAIL_TRUSTED, OUT(uint8_t, image_size()), image_size(), OUT(size_t, 1))
GOOD(hail_world_restore, f.world, 0, image_of_world(), image_size())
GOOD(hail_world_save_since, f.world, HAIL_TRUSTED, image_of_world(), image_size(), OUT(uint8_t, image_size()),
     image_size(), OUT(size_t, 1))
GOOD(hail_world_restore_since, f.world, 0, image_of_world(), image_size(), image_since(), image_size())
GOOD(hail_difference_text,
     ARRAY(hail_difference, {.what = HAIL_STATE_BODY,
                             .layer = 1,
                             .layer_b = HAIL_NO_LAYER,
                             .slot = 3,
                             .slot_b = HAIL_NO_SLOT,
                             .is_float = 1,
                             .field = ARRAY(char, "vx"),
                             .value_a = 1,
                             .value_b = 2}),
     OUT(char, 256), 256)

/* ---- hail/draw.h ------------------------------------------------------------------------------------------------- */
GOOD(hail_draw_colour, HAIL_DRAWN_BODY, 3)
GOOD(hail_draw_options_defaults, OUT(hail_draw_options, 1))
GOOD(hail_draw_world, f.world, draw_options())
GOOD(hail_draw_bodies, f.world, ARRAY(hail_handles, {.handles = handles(), .count = FEW}), draw_options())
GOOD(hail_draw_contacts, contacts(), FEW, draw_options())
GOOD(hail_draw_query_rays, query_rays(),
     ARRAY(hail_query_hit, {.kind = 1, .x = 1}, {.kind = 2, .t = 1}, {.x = 9}, {.y = 1}, {.kind = 1}), draw_options())
ALSO(hail_draw_query_rays, query_lines(),
     ARRAY(hail_query_hit, {.kind = 1, .x = 1}, {.kind = 2, .t = 1}, {.x = 9}, {.y = 1}, {.kind = 1}), draw_options())
GOOD(hail_draw_query_shapes, f.world, query_casts(),
     ARRAY(hail_query_hit, {.kind = 1, .x = 1}, {.kind = 2, .t = 1}, {.x = 9}, {.y = 1}, {.kind = 1}), draw_options())
ALSO(hail_draw_query_shapes, f.world, set_shapes(),
     ARRAY(hail_query_hit, {.kind = 1, .x = 1}, {.kind = 2, .t = 1}, {.x = 9}, {.y = 1}, {.kind = 1}), draw_options())
GOOD(hail_draw_query_boxes,
     ARRAY(hail_boxes, {.context = f.context,
                        .min_x = xs(),
                        .min_y = ys(),
                        .max_x = FLOATS(9, 20, 50, 60, 90),
                        .max_y = FLOATS(8, 12, 26, 60, 90),
                        .count = FEW}),
     draw_options())
GOOD(hail_draw_query_nearest, points(),
     ARRAY(hail_query_hit, {.kind = 1, .x = 1}, {.kind = 2, .t = 1}, {.x = 9}, {.y = 1}, {.kind = 1}), 1,
     draw_options())
GOOD(hail_draw_tilemap, f.map, draw_options())
GOOD(hail_draw_sectors, f.sectors, draw_options())

/* ---- hail/query.h ------------------------------------------------------------------------------------------------ */
GOOD(hail_query_prepare, f.world, 0)
GOOD(hail_layer_changed, f.world, 1)
GOOD(hail_query_nearest, f.world, points(), ARRAY(hail_nearest_options, {.radius = 500, .each_radius = ones()}),
     query_filter(), 2, OUT(hail_query_hit, 2 * FEW), OUT(uint32_t, FEW))
GOOD(hail_query_points, f.world, points(), query_filter(), 2, OUT(hail_query_match, 2 * FEW), OUT(uint32_t, FEW))
GOOD(hail_query_shapes, f.world, query_casts(), query_filter(), 2, OUT(hail_query_match, 2 * FEW), OUT(uint32_t, FEW))
ALSO(hail_query_shapes, f.world, set_shapes(), query_filter(), 2, OUT(hail_query_match, 2 * FEW), OUT(uint32_t, FEW))
GOOD(hail_query_boxes, f.world,
     ARRAY(hail_boxes, {.context = f.context,
                        .min_x = xs(),
                        .min_y = ys(),
                        .max_x = FLOATS(9, 20, 50, 60, 90),
                        .max_y = FLOATS(8, 12, 26, 60, 90),
                        .count = FEW}),
     query_filter(), 2, OUT(hail_query_match, 2 * FEW), OUT(uint32_t, FEW))
GOOD(hail_query_rays, f.world, query_rays(), query_filter(), 2, OUT(hail_query_hit, 2 * FEW), OUT(uint32_t, FEW))
ALSO(hail_query_rays, f.world, query_lines(), query_filter(), 2, OUT(hail_query_hit, 2 * FEW), OUT(uint32_t, FEW))
GOOD(hail_query_casts, f.world, query_casts(), query_filter(), 2, OUT(hail_query_hit, 2 * FEW), OUT(uint32_t, FEW))
ALSO(hail_query_casts, f.world, set_shapes(), query_filter(), 2, OUT(hail_query_hit, 2 * FEW), OUT(uint32_t, FEW))
GOOD(hail_query_sight, f.world, query_lines(), query_filter(), OUT(uint8_t, FEW))
ALSO(hail_query_sight, f.world, query_rays(), query_filter(), OUT(uint8_t, FEW))
