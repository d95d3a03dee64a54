/* simd/kernels/eight_lanes.h - what avx512 takes from avx2: kernels that are no faster with 16 lanes than with 8. Their
 * files are in simd/eight_lanes.txt, and are not compiled with 16 lanes. */
#ifndef HAIL_SIMD_KERNELS_EIGHT_LANES_H
#define HAIL_SIMD_KERNELS_EIGHT_LANES_H

#define hail_kernel_orient_avx512              hail_kernel_orient_avx2
#define hail_kernel_pairs_self_avx512          hail_kernel_pairs_self_avx2
#define hail_kernel_pairs_cross_avx512         hail_kernel_pairs_cross_avx2
#define hail_kernel_runs_grid_avx512           hail_kernel_runs_grid_avx2
#define hail_kernel_runs_raster_avx512         hail_kernel_runs_raster_avx2
#define hail_kernel_measure_paths_avx512       hail_kernel_measure_paths_avx2
#define hail_kernel_path_circles_avx512        hail_kernel_path_circles_avx2
#define hail_kernel_path_pieces_avx512         hail_kernel_path_pieces_avx2
#define hail_kernel_filter_paths_avx512        hail_kernel_filter_paths_avx2
#define hail_kernel_list_near_paths_avx512     hail_kernel_list_near_paths_avx2
#define hail_kernel_circle_circle_avx512       hail_kernel_circle_circle_avx2
#define hail_kernel_circle_circle_short_avx512 hail_kernel_circle_circle_short_avx2
#define hail_kernel_circle_circle_gap_avx512   hail_kernel_circle_circle_gap_avx2
#define hail_kernel_circle_circle_sweep_avx512 hail_kernel_circle_circle_sweep_avx2
#define hail_kernel_circle_circle_graze_avx512 hail_kernel_circle_circle_graze_avx2
#define hail_kernel_by_bounds_avx512           hail_kernel_by_bounds_avx2
#define hail_kernel_by_sides_avx512            hail_kernel_by_sides_avx2
#define hail_kernel_cast_rows_avx512           hail_kernel_cast_rows_avx2
#define hail_kernel_cast_circles_avx512        hail_kernel_cast_circles_avx2
#define hail_kernel_near_allowed_avx512        hail_kernel_near_allowed_avx2
#define hail_kernel_near_bodies_avx512         hail_kernel_near_bodies_avx2
#define hail_kernel_near_few_avx512            hail_kernel_near_few_avx2
#define hail_kernel_near_rows_avx512           hail_kernel_near_rows_avx2
#define hail_kernel_put_matches_avx512         hail_kernel_put_matches_avx2
#define hail_kernel_cull_walls_avx512          hail_kernel_cull_walls_avx2
#define hail_kernel_near_walls_avx512          hail_kernel_near_walls_avx2
#define hail_kernel_nearest_wall_avx512        hail_kernel_nearest_wall_avx2
#define hail_kernel_wall_hit_avx512            hail_kernel_wall_hit_avx2
#define hail_kernel_overlap_answers_avx512     hail_kernel_overlap_answers_avx2
#define hail_kernel_pixel_extent_avx512        hail_kernel_pixel_extent_avx2
#define hail_kernel_overlap_shifted_avx512     hail_kernel_overlap_shifted_avx2
#define hail_kernel_overlap_rotated_avx512     hail_kernel_overlap_rotated_avx2
#define hail_kernel_radii_avx512               hail_kernel_radii_avx2
#define hail_kernel_gather_avx512              hail_kernel_gather_avx2
#define hail_kernel_add_gathered_avx512        hail_kernel_add_gathered_avx2
#define hail_kernel_near_parts_avx512          hail_kernel_near_parts_avx2
#define hail_kernel_bresenham_avx512           hail_kernel_bresenham_avx2
#define hail_kernel_expose_boxes_avx512        hail_kernel_expose_boxes_avx2
#define hail_kernel_expose_convexes_avx512     hail_kernel_expose_convexes_avx2
#define hail_kernel_free_slides_avx512         hail_kernel_free_slides_avx2
#define hail_kernel_march_avx512               hail_kernel_march_avx2
#define hail_kernel_miss_rows_avx512           hail_kernel_miss_rows_avx2
#define hail_kernel_near_rects_avx512          hail_kernel_near_rects_avx2
#define hail_kernel_rect_pairs_avx512          hail_kernel_rect_pairs_avx2
#define hail_kernel_tile_contacts_avx512       hail_kernel_tile_contacts_avx2
#define hail_kernel_solid_points_avx512        hail_kernel_solid_points_avx2
#define hail_kernel_near_solid_avx512          hail_kernel_near_solid_avx2

#endif
