/* simd/kernels/registry.h - the one list of all kernels. The table's fields (kernels.h), each variant's declarations
 * (declare.h) and table (table.c), and the tests' list are made from it.
 *
 * HAIL_EACH_KERNEL(KERNEL, NARROW) is one row a kernel:
 *   KERNEL(name, type)             kernel `name`, of function type `type`, is the table's field of that name
 *   NARROW(name, question, class)  kernel `name`, a hail_narrow_fn, is the table's narrow[question][class]
 * Pairs of circles have no prediction, and only they have short contacts: those entries are NULL. */
#ifndef HAIL_SIMD_KERNELS_REGISTRY_H
#define HAIL_SIMD_KERNELS_REGISTRY_H

/* clang-format off */
#define HAIL_EACH_KERNEL(KERNEL, NARROW)                                 \
    /* step */                                                           \
    KERNEL(move, hail_move_fn)                                           \
    KERNEL(check, hail_check_fn)                                         \
    KERNEL(check_finite, hail_check_finite_fn)                           \
    KERNEL(outside, hail_outside_fn)                                     \
    KERNEL(not_unit, hail_not_unit_fn)                                   \
    KERNEL(index_over, hail_index_over_fn)                               \
    KERNEL(radii, hail_radii_fn)                                         \
    KERNEL(cells, hail_cells_fn)                                         \
    KERNEL(gather, hail_gather_fn)                                       \
    KERNEL(sums, hail_sums_fn)                                           \
    KERNEL(starts, hail_starts_fn)                                       \
    KERNEL(add_gathered, hail_add_gathered_fn)                           \
    KERNEL(dense, hail_dense_fn)                                     \
    KERNEL(few_circles, hail_few_circles_fn)                             \
    KERNEL(near_parts, hail_near_parts_fn)                               \
    /* state */                                                          \
    KERNEL(hash_bodies, hail_hash_bodies_fn)                             \
    /* broad */                                                          \
    KERNEL(pairs_all, hail_pairs_all_fn)                                 \
    KERNEL(pairs_self, hail_pairs_self_fn)                               \
    KERNEL(pairs_cross, hail_pairs_cross_fn)                             \
    KERNEL(runs_grid, hail_runs_grid_fn)                                 \
    KERNEL(rasterize, hail_rasterize_fn)                                 \
    KERNEL(cull, hail_cull_fn)                                           \
    KERNEL(pairs_raster, hail_pairs_raster_fn)                           \
    KERNEL(runs_raster, hail_runs_raster_fn)                             \
    KERNEL(measure_paths, hail_measure_paths_fn)                         \
    KERNEL(path_circles, hail_path_circles_fn)                           \
    KERNEL(path_pieces, hail_path_pieces_fn)                             \
    KERNEL(filter_paths, hail_filter_paths_fn)                           \
    KERNEL(list_near_paths, hail_list_near_paths_fn)                                 \
    KERNEL(orient, hail_orient_fn)                                       \
    /* narrow */                                                         \
    NARROW(circle_circle, ASK_CONTACT, HAIL_CIRCLE_CIRCLE)               \
    NARROW(circle_polygon, ASK_CONTACT, HAIL_CIRCLE_POLYGON)             \
    NARROW(polygon_polygon, ASK_CONTACT, HAIL_POLYGON_POLYGON)           \
    NARROW(circle_circle_gap, ASK_GAP, HAIL_CIRCLE_CIRCLE)               \
    NARROW(circle_polygon_gap, ASK_GAP, HAIL_CIRCLE_POLYGON)             \
    NARROW(polygon_polygon_gap, ASK_GAP, HAIL_POLYGON_POLYGON)           \
    NARROW(circle_circle_sweep, ASK_SWEEP, HAIL_CIRCLE_CIRCLE)           \
    NARROW(circle_polygon_sweep, ASK_SWEEP, HAIL_CIRCLE_POLYGON)         \
    NARROW(polygon_polygon_sweep, ASK_SWEEP, HAIL_POLYGON_POLYGON)       \
    NARROW(polygon_polygon_predict, ASK_PREDICTION, HAIL_POLYGON_POLYGON) \
    NARROW(circle_circle_short, ASK_SHORT_CONTACT, HAIL_CIRCLE_CIRCLE)   \
    NARROW(circle_circle_graze, ASK_GRAZE, HAIL_CIRCLE_CIRCLE)           \
    NARROW(circle_polygon_graze, ASK_GRAZE, HAIL_CIRCLE_POLYGON)         \
    NARROW(polygon_polygon_graze, ASK_GRAZE, HAIL_POLYGON_POLYGON)       \
    /* queries */                                                        \
    KERNEL(near_bodies, hail_near_bodies_fn)                             \
    KERNEL(near_few, hail_near_few_fn)                                   \
    KERNEL(by_sides, hail_by_sides_fn)                                   \
    KERNEL(by_bounds, hail_by_bounds_fn)                                 \
    KERNEL(near_allowed, hail_near_allowed_fn)                           \
    KERNEL(near_rows, hail_near_rows_fn)                                 \
    /* tiles */                                                          \
    KERNEL(solid_points, hail_solid_points_fn)                           \
    KERNEL(near_solid, hail_near_solid_fn)                               \
    KERNEL(near_tiles, hail_near_tiles_fn)                               \
    KERNEL(miss_rows, hail_miss_rows_fn)                                 \
    KERNEL(gather_cells, hail_gather_cells_fn)                             \
    KERNEL(cell_runs, hail_cell_runs_fn)                                 \
    KERNEL(rect_pairs, hail_rect_pairs_fn)                               \
    KERNEL(near_rects, hail_near_rects_fn)                               \
    KERNEL(touch_circle_boxes, hail_circle_boxes_fn)                     \
    KERNEL(sweep_circle_boxes, hail_circle_boxes_fn)                     \
    KERNEL(touch_convex_rects, hail_convex_rects_fn)                     \
    KERNEL(sweep_convex_rects, hail_convex_rects_fn)                     \
    KERNEL(expose_boxes, hail_expose_boxes_fn)                           \
    KERNEL(expose_convexes, hail_expose_convexes_fn)                     \
    KERNEL(tile_contacts, hail_tile_contacts_fn)                         \
    KERNEL(free_slides, hail_free_slides_fn)                             \
    KERNEL(march, hail_march_fn)                                         \
    KERNEL(bresenham, hail_march_fn)                                     \
    /* sprites */                                                        \
    KERNEL(boxes, hail_boxes_fn)                                         \
    KERNEL(relative_transform, hail_relative_transform_fn)               \
    KERNEL(overlap_shifted, hail_overlap_fn)                             \
    KERNEL(overlap_rotated, hail_overlap_fn)                             \
    KERNEL(pixel_extent, hail_pixel_extent_fn)                           \
    KERNEL(overlap_answers, hail_overlap_answers_fn)                     \
    KERNEL(ray_columns, hail_ray_columns_fn)                             \
    KERNEL(near_pixels, hail_near_pixels_fn)                             \
    KERNEL(pixel_centres, hail_pixel_centres_fn)                         \
    KERNEL(solid_pixels, hail_solid_pixels_fn)                           \
    KERNEL(pixel_rays, hail_pixel_rays_fn)                               \
    /* points */                                                         \
    KERNEL(crossings, hail_inside_fn)                                    \
    KERNEL(windings, hail_inside_fn)                                     \
    KERNEL(quadrants, hail_inside_fn)                                    \
    KERNEL(half_planes, hail_half_planes_fn)                             \
    KERNEL(nearest_edge, hail_nearest_edge_fn)                           \
    KERNEL(nearest_point, hail_nearest_point_fn)                         \
    /* sectors */                                                        \
    KERNEL(locate, hail_locate_fn)                                       \
    KERNEL(nearest_wall, hail_nearest_wall_fn)                           \
    KERNEL(wall_hit, hail_wall_hit_fn)                                   \
    KERNEL(near_walls, hail_near_walls_fn)                               \
    KERNEL(cull_walls, hail_cull_walls_fn)                               \
    /* queries */                                                        \
    KERNEL(cast_rows, hail_cast_rows_fn)                                 \
    KERNEL(cast_circles, hail_cast_circles_fn)                           \
    KERNEL(find_in_zones, hail_find_in_zones_fn)                         \
    KERNEL(find_at_points, hail_find_at_points_fn)                       \
    KERNEL(put_matches, hail_put_matches_fn)
/* clang-format on */

#endif
