/* simd/families/zen_4.h - which variant each kernel is taken from on CPUs of this family, and the measured
 * nanoseconds an element (sse2, avx2, avx2_loads, avx512). A kernel without a line is taken from avx512.
 * bench/choose.py wrote it: do not edit it, measure again.
 *
 * Measured on 2026-11-27, medians of 5 runs: AMD EPYC, family 25;
 * gcc (Debian 12.2.0-14+deb12u1) 12.2.0. A wider variant is taken if it is 6 % faster. */
#ifndef HAIL_SIMD_FAMILIES_ZEN_4_H
#define HAIL_SIMD_FAMILIES_ZEN_4_H

/* clang-format off */
#define HAIL_ZEN_4_move                     ~, avx512     /* 0.915, 0.407, 0.403, 0.258 */
#define HAIL_ZEN_4_move_ungridded           ~, avx512     /* 0.914, 0.404, 0.402, 0.26 */
#define HAIL_ZEN_4_check                    ~, avx512     /* 0.439, 0.18, 0.191, 0.155 */
#define HAIL_ZEN_4_check_finite             ~, avx512     /* 0.357, 0.153, 0.154, 0.136 */
#define HAIL_ZEN_4_outside                  ~, avx2_loads /* 0.148, 0.0804, 0.0609, 0.0721 */
#define HAIL_ZEN_4_not_unit                 ~, avx2       /* 0.224, 0.09, 0.0902, 0.0976 */
#define HAIL_ZEN_4_index_over               ~, avx2       /* 0.145, 0.0483, 0.0486, 0.0769 */
#define HAIL_ZEN_4_radii                    ~, avx2_loads /* 0.506, 0.394, 0.356, 0.397 */
#define HAIL_ZEN_4_cells                    ~, avx2       /* 0.954, 0.354, 0.355, 0.464 */
#define HAIL_ZEN_4_gather                   ~, avx2_loads /* 0.46, 0.393, 0.335, 0.399 */
#define HAIL_ZEN_4_sums                     ~, avx2       /* 0.236, 0.147, 0.147, 0.189 */
#define HAIL_ZEN_4_starts                   ~, avx2       /* 0.257, 0.161, 0.161, 0.215 */
#define HAIL_ZEN_4_add_gathered             ~, avx2_loads /* 0.495, 0.389, 0.337, 0.402 */
#define HAIL_ZEN_4_crowded                  ~, avx512     /* 0.566, 0.143, 0.155, 0.128 */
#define HAIL_ZEN_4_few_circles              ~, avx2       /* 5.15, 2.02, 2.01, 2.45 */
#define HAIL_ZEN_4_near_parts               ~, avx2       /* 1.09, 0.595, 0.594, 1.19 */
#define HAIL_ZEN_4_pairs_all                ~, avx512     /* 61.6, 19.3, 19.3, 17.5 */
#define HAIL_ZEN_4_pairs_self               ~, avx2_loads /* 12.8, 6.42, 5.53, 8.08 */
#define HAIL_ZEN_4_pairs_cross              ~, avx2_loads /* 25.3, 20.8, 14.9, 19.9 */
#define HAIL_ZEN_4_runs_grid                ~, avx2       /* 14.3, 12.9, 12.9, 20 */
#define HAIL_ZEN_4_rasterize                ~, avx512     /* 18.8, 10, 10, 7.16 */
#define HAIL_ZEN_4_cull                     ~, avx2       /* 2.89, 0.922, 0.961, 0.958 */
#define HAIL_ZEN_4_pairs_raster             ~, avx2       /* 6.69, 4.2, 4.2, 4.05 */
#define HAIL_ZEN_4_runs_raster              ~, avx2       /* 15, 14.1, 14, 25.1 */
#define HAIL_ZEN_4_measure_paths            ~, avx2       /* 0.661, 0.415, 0.418, 0.744 */
#define HAIL_ZEN_4_path_pieces              ~, avx2_loads /* 7.25, 3.09, 3.13, 3.58 */
#define HAIL_ZEN_4_filter_paths             ~, avx2_loads /* 5.75, 6.07, 3.51, 5.18 */
#define HAIL_ZEN_4_list_near_paths          ~, avx2_loads /* 4.7, 3.79, 2.31, 3.88 */
#define HAIL_ZEN_4_orient                   ~, avx2_loads /* 3.2, 2.2, 1.87, 2.69 */
#define HAIL_ZEN_4_circle_circle            ~, avx2_loads /* 5.11, 4.7, 3.97, 4.2 */
#define HAIL_ZEN_4_circle_polygon           ~, avx512     /* 14.5, 10.6, 9.87, 9.11 */
#define HAIL_ZEN_4_polygon_polygon          ~, avx512     /* 43.3, 26.3, 26.3, 24.3 */
#define HAIL_ZEN_4_circle_circle_gap        ~, avx2_loads /* 4.46, 4.21, 3.67, 3.51 */
#define HAIL_ZEN_4_circle_polygon_gap       ~, avx512     /* 14.6, 10.6, 9.87, 8.41 */
#define HAIL_ZEN_4_polygon_polygon_gap      ~, avx512     /* 45.1, 26, 26, 22.9 */
#define HAIL_ZEN_4_circle_circle_sweep      ~, avx2_loads /* 10.8, 7.69, 6.84, 6.69 */
#define HAIL_ZEN_4_circle_polygon_sweep     ~, avx2_loads /* 30.5, 17.8, 16.7, 16 */
#define HAIL_ZEN_4_polygon_polygon_sweep    ~, avx512     /* 66, 37.4, 37.2, 33.2 */
#define HAIL_ZEN_4_polygon_polygon_predict  ~, avx512     /* 58.2, 30.1, 30.1, 26.4 */
#define HAIL_ZEN_4_circle_circle_short      ~, avx2_loads /* 4.47, 4.37, 3.56, 3.99 */
#define HAIL_ZEN_4_circle_circle_graze      ~, avx512     /* 9.93, 7.07, 6.57, 5.87 */
#define HAIL_ZEN_4_circle_polygon_graze     ~, avx512     /* 24.9, 17, 15.5, 14 */
#define HAIL_ZEN_4_polygon_polygon_graze    ~, avx512     /* 196, 102, 102, 85.8 */
#define HAIL_ZEN_4_near_bodies              ~, avx2       /* 6.51, 3.84, 3.82, 5.04 */
#define HAIL_ZEN_4_near_few                 ~, avx2       /* 64.8, 29.8, 29.6, 30.1 */
#define HAIL_ZEN_4_by_sides                 ~, avx2       /* 3.6, 1.95, 1.95, 2.01 */
#define HAIL_ZEN_4_near_filtered            ~, avx2_loads /* 137, 65.1, 61.4, 70.4 */
#define HAIL_ZEN_4_near_allowed             ~, avx2       /* 0.819, 0.436, 0.436, 0.753 */
#define HAIL_ZEN_4_near_one                 ~, avx2       /* 21.9, 11, 11, 16.4 */
#define HAIL_ZEN_4_near_rows                ~, avx2_loads /* 3.7, 4.03, 3.16, 3.64 */
#define HAIL_ZEN_4_near_one_rows            ~, avx2_loads /* 3.7, 4.02, 3.16, 3.63 */
#define HAIL_ZEN_4_near_listed              ~, avx512     /* 51.7, 28.6, 28.4, 21.4 */
#define HAIL_ZEN_4_solid_points             ~, avx2       /* 5.19, 2.88, 2.88, 3.17 */
#define HAIL_ZEN_4_near_solid               ~, avx2       /* 2.66, 1.03, 1.03, 1.55 */
#define HAIL_ZEN_4_near_tiles               ~, avx2_loads /* 6.48, 2.98, 2.73, 2.65 */
#define HAIL_ZEN_4_miss_rows                ~, avx2       /* 1.23, 0.885, 0.885, 1.68 */
#define HAIL_ZEN_4_shape_looks              ~, avx512     /* 14.7, 8.16, 7.77, 7.27 */
#define HAIL_ZEN_4_cell_runs                ~, avx2_loads /* 9.93, 6.43, 5.86, 6.8 */
#define HAIL_ZEN_4_rect_pairs               ~, avx2       /* 47.4, 23.3, 23, 47.6 */
#define HAIL_ZEN_4_touch_circle_boxes       ~, avx512     /* 3.59, 1.54, 1.54, 1.22 */
#define HAIL_ZEN_4_sweep_circle_boxes       ~, avx512     /* 12.1, 6.12, 6.12, 4.21 */
#define HAIL_ZEN_4_expose_boxes             ~, avx2       /* 9.35, 2.8, 2.79, 2.65 */
#define HAIL_ZEN_4_tile_contacts            ~, avx2_loads /* 10.1, 8.45, 5.89, 7.53 */
#define HAIL_ZEN_4_free_slides              ~, avx2       /* 1.77, 1.18, 1.18, 2.77 */
#define HAIL_ZEN_4_lone_cells               ~, avx2       /* 8.46, 4.6, 4.62, 6.27 */
#define HAIL_ZEN_4_lone_edges               ~, avx512     /* 21.5, 11.8, 11.7, 10.7 */
#define HAIL_ZEN_4_slide_among              ~, avx2       /* 129, 90.5, 90.5, 122 */
#define HAIL_ZEN_4_march                    ~, avx2_loads /* 60.5, 29.6, 27.7, 30.8 */
#define HAIL_ZEN_4_bresenham                ~, avx2       /* 291, 184, 184, 173 */
#define HAIL_ZEN_4_boxes                    ~, avx2       /* 9.4, 6.32, 6.32, 6.52 */
#define HAIL_ZEN_4_relative_transform       ~, avx2       /* 15.5, 10.3, 10.3, 9.71 */
#define HAIL_ZEN_4_overlap_shifted          ~, avx2       /* 0.705, 0.605, 0.603, 0.788 */
#define HAIL_ZEN_4_overlap_rotated          ~, avx2       /* 0.925, 0.597, 0.595, 0.8 */
#define HAIL_ZEN_4_pixel_extent             ~, avx2       /* 5.06, 3.14, 3.14, 7.34 */
#define HAIL_ZEN_4_overlap_answers          ~, avx2       /* 8.15, 5.85, 5.84, 7.77 */
#define HAIL_ZEN_4_ray_columns              ~, avx512     /* 1.82, 0.755, 0.755, 0.667 */
#define HAIL_ZEN_4_near_pixels              ~, avx2       /* 1.74, 0.831, 0.831, 0.855 */
#define HAIL_ZEN_4_pixel_centres            ~, avx2       /* 1.65, 0.967, 0.967, 1 */
#define HAIL_ZEN_4_solid_pixels             ~, avx2       /* 79.7, 55.4, 55.4, 78.9 */
#define HAIL_ZEN_4_pixel_rays               ~, avx2       /* 6.74, 3.4, 3.4, 3.55 */
#define HAIL_ZEN_4_crossings                ~, avx2       /* 0.321, 0.139, 0.139, 0.143 */
#define HAIL_ZEN_4_windings                 ~, avx2       /* 0.386, 0.174, 0.175, 0.173 */
#define HAIL_ZEN_4_quadrants                ~, avx512     /* 0.633, 0.274, 0.274, 0.255 */
#define HAIL_ZEN_4_half_planes              ~, avx2       /* 0.222, 0.101, 0.102, 0.104 */
#define HAIL_ZEN_4_nearest_edge             ~, avx512     /* 0.829, 0.273, 0.273, 0.231 */
#define HAIL_ZEN_4_nearest_point            ~, avx512     /* 12, 6.92, 6.92, 4.35 */
#define HAIL_ZEN_4_locate                   ~, avx2       /* 7.16, 3.92, 3.97, 4.13 */
#define HAIL_ZEN_4_nearest_wall             ~, avx2       /* 69, 39.2, 39.2, 54 */
#define HAIL_ZEN_4_wall_hit                 ~, avx2       /* 55.8, 52.5, 52.5, 85.9 */
#define HAIL_ZEN_4_near_walls               ~, avx2       /* 81, 58, 57.9, 83.9 */
#define HAIL_ZEN_4_cull_walls               ~, avx2       /* 4.28, 2.49, 2.5, 2.43 */
#define HAIL_ZEN_4_cast_rows                ~, avx2       /* 3.49, 2.11, 2.08, 2.23 */
#define HAIL_ZEN_4_cast_circles             ~, avx2       /* 116, 69.2, 68.8, 87.7 */
#define HAIL_ZEN_4_cast_circles_convex      ~, avx2       /* 116, 69.2, 68.9, 87.7 */
#define HAIL_ZEN_4_cast_results             ~, avx2_loads /* 9.99, 8.21, 6.88, 7.85 */
#define HAIL_ZEN_4_cast_times               ~, avx2_loads /* 25.6, 14.9, 13.2, 13.2 */
#define HAIL_ZEN_4_cast_polygon_results     ~, avx2_loads /* 35.2, 22.3, 20.2, 24.6 */
#define HAIL_ZEN_4_find_in_zones            ~, avx2       /* 35.8, 21.6, 21.6, 24.1 */
#define HAIL_ZEN_4_find_at_points           ~, avx512     /* 22.8, 11.7, 11.7, 9.61 */
#define HAIL_ZEN_4_put_matches              ~, avx2       /* 4.17, 2.72, 2.73, 4.82 */
/* clang-format on */

#endif
