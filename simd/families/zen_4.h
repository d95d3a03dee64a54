/* simd/families/zen_4.h - which variant each kernel is taken from on CPUs of this family, and the measured
 * nanoseconds an element (sse2, avx2, avx2_loads, avx512). A kernel without a line is taken from avx512.
 * bench/choose.py wrote it: do not edit it, measure again.
 *
 * Measured on 2026-11-27, medians of 7 runs: AMD EPYC, family 25;
 * gcc (Debian 12.2.0-14+deb12u1) 12.2.0. A wider variant is taken if it is 6 % faster. */
#ifndef HAIL_SIMD_FAMILIES_ZEN_4_H
#define HAIL_SIMD_FAMILIES_ZEN_4_H

/* clang-format off */
#define HAIL_ZEN_4_move                     ~, avx512     /* 0.898, 0.392, 0.392, 0.258 */
#define HAIL_ZEN_4_move_ungridded           ~, avx512     /* 0.898, 0.392, 0.393, 0.258 */
#define HAIL_ZEN_4_check                    ~, avx512     /* 0.439, 0.18, 0.19, 0.155 */
#define HAIL_ZEN_4_check_finite             ~, avx512     /* 0.357, 0.153, 0.155, 0.139 */
#define HAIL_ZEN_4_outside                  ~, avx2_loads /* 0.148, 0.0808, 0.0609, 0.072 */
#define HAIL_ZEN_4_not_unit                 ~, avx2       /* 0.225, 0.0901, 0.0901, 0.0976 */
#define HAIL_ZEN_4_index_over               ~, avx2       /* 0.146, 0.0488, 0.0491, 0.0771 */
#define HAIL_ZEN_4_radii                    ~, avx2_loads /* 0.506, 0.394, 0.356, 0.398 */
#define HAIL_ZEN_4_cells                    ~, avx2       /* 0.951, 0.353, 0.353, 0.464 */
#define HAIL_ZEN_4_gather                   ~, avx2_loads /* 0.462, 0.393, 0.336, 0.4 */
#define HAIL_ZEN_4_sums                     ~, avx2       /* 0.235, 0.146, 0.146, 0.19 */
#define HAIL_ZEN_4_starts                   ~, avx2       /* 0.257, 0.161, 0.161, 0.215 */
#define HAIL_ZEN_4_add_gathered             ~, avx2_loads /* 0.495, 0.39, 0.337, 0.402 */
#define HAIL_ZEN_4_crowded                  ~, avx512     /* 0.566, 0.143, 0.155, 0.128 */
#define HAIL_ZEN_4_few_circles              ~, avx2       /* 5.19, 2.01, 2.01, 2.45 */
#define HAIL_ZEN_4_near_parts               ~, avx2       /* 1.09, 0.594, 0.594, 1.19 */
#define HAIL_ZEN_4_pairs_all                ~, avx512     /* 61.8, 19.2, 19.2, 17.4 */
#define HAIL_ZEN_4_pairs_self               ~, avx2_loads /* 12.4, 6.39, 5.47, 8.02 */
#define HAIL_ZEN_4_pairs_cross              ~, avx2_loads /* 25.5, 20.6, 14.9, 19.9 */
#define HAIL_ZEN_4_runs_grid                ~, avx2       /* 14.3, 12.9, 12.9, 20.1 */
#define HAIL_ZEN_4_rasterize                ~, avx512     /* 18.8, 10, 10, 7.16 */
#define HAIL_ZEN_4_cull                     ~, avx2       /* 2.89, 0.92, 0.956, 0.973 */
#define HAIL_ZEN_4_pairs_raster             ~, avx2       /* 6.64, 4.2, 4.2, 4.05 */
#define HAIL_ZEN_4_runs_raster              ~, avx2       /* 15, 14, 14, 25.1 */
#define HAIL_ZEN_4_measure_paths            ~, avx2       /* 0.661, 0.414, 0.414, 0.749 */
#define HAIL_ZEN_4_path_pieces              ~, avx2_loads /* 7.29, 3.11, 3.11, 3.6 */
#define HAIL_ZEN_4_filter_paths             ~, avx2_loads /* 5.71, 6.07, 3.5, 5.18 */
#define HAIL_ZEN_4_list_near_paths          ~, avx2_loads /* 4.7, 3.8, 2.32, 3.89 */
#define HAIL_ZEN_4_orient                   ~, avx2_loads /* 3.2, 2.23, 1.87, 2.69 */
#define HAIL_ZEN_4_circle_circle            ~, avx2_loads /* 5.11, 4.73, 3.99, 4.21 */
#define HAIL_ZEN_4_circle_polygon           ~, avx512     /* 14.4, 10.6, 9.84, 9.11 */
#define HAIL_ZEN_4_polygon_polygon          ~, avx512     /* 43.1, 26.2, 26.2, 24.2 */
#define HAIL_ZEN_4_circle_circle_gap        ~, avx2_loads /* 4.44, 4.21, 3.66, 3.51 */
#define HAIL_ZEN_4_circle_polygon_gap       ~, avx512     /* 14.6, 10.6, 9.87, 8.43 */
#define HAIL_ZEN_4_polygon_polygon_gap      ~, avx512     /* 45.2, 26, 25.9, 22.8 */
#define HAIL_ZEN_4_circle_circle_sweep      ~, avx2_loads /* 10.7, 7.73, 6.85, 6.67 */
#define HAIL_ZEN_4_circle_polygon_sweep     ~, avx2_loads /* 27.6, 15.7, 14.7, 14 */
#define HAIL_ZEN_4_polygon_polygon_sweep    ~, avx512     /* 62.7, 34.6, 34.7, 31.8 */
#define HAIL_ZEN_4_polygon_polygon_predict  ~, avx512     /* 58.2, 30.1, 30, 26.3 */
#define HAIL_ZEN_4_circle_circle_short      ~, avx2_loads /* 4.47, 4.37, 3.57, 3.99 */
#define HAIL_ZEN_4_circle_circle_graze      ~, avx512     /* 9.91, 7.06, 6.59, 5.85 */
#define HAIL_ZEN_4_circle_polygon_graze     ~, avx512     /* 25, 17, 15.5, 14 */
#define HAIL_ZEN_4_polygon_polygon_graze    ~, avx512     /* 196, 102, 102, 85.8 */
#define HAIL_ZEN_4_near_bodies              ~, avx2       /* 6.35, 4.04, 4.05, 5.57 */
#define HAIL_ZEN_4_near_few                 ~, avx2       /* 65.1, 28.6, 28.5, 30.6 */
#define HAIL_ZEN_4_by_sides                 ~, avx2       /* 3.64, 1.94, 1.94, 2.01 */
#define HAIL_ZEN_4_near_filtered            ~, avx2_loads /* 136, 65.5, 61.8, 71 */
#define HAIL_ZEN_4_near_allowed             ~, avx2       /* 0.824, 0.436, 0.436, 0.755 */
#define HAIL_ZEN_4_near_one                 ~, avx2       /* 21.9, 10.8, 10.8, 16.5 */
#define HAIL_ZEN_4_near_rows                ~, avx2_loads /* 3.7, 4.03, 3.16, 3.63 */
#define HAIL_ZEN_4_near_one_rows            ~, avx2_loads /* 3.7, 4.02, 3.16, 3.65 */
#define HAIL_ZEN_4_near_listed              ~, avx512     /* 52.1, 28.2, 27.9, 21.4 */
#define HAIL_ZEN_4_solid_points             ~, avx2       /* 5.19, 2.89, 2.89, 3.18 */
#define HAIL_ZEN_4_near_solid               ~, avx2       /* 2.66, 1.03, 1.03, 1.55 */
#define HAIL_ZEN_4_near_tiles               ~, avx2_loads /* 6.48, 2.95, 2.73, 2.66 */
#define HAIL_ZEN_4_miss_rows                ~, avx2       /* 1.23, 0.882, 0.879, 1.67 */
#define HAIL_ZEN_4_shape_looks              ~, avx512     /* 14.7, 8.19, 7.79, 7.28 */
#define HAIL_ZEN_4_cell_runs                ~, avx2_loads /* 9.94, 6.4, 5.82, 6.81 */
#define HAIL_ZEN_4_rect_pairs               ~, avx2       /* 47.2, 23.3, 23.6, 48.2 */
#define HAIL_ZEN_4_touch_circle_boxes       ~, avx512     /* 3.6, 1.63, 1.55, 1.22 */
#define HAIL_ZEN_4_sweep_circle_boxes       ~, avx512     /* 12.1, 6.13, 6.13, 4.21 */
#define HAIL_ZEN_4_expose_boxes             ~, avx2       /* 9.37, 2.8, 2.82, 2.66 */
#define HAIL_ZEN_4_tile_contacts            ~, avx2_loads /* 10.1, 8.44, 5.86, 7.52 */
#define HAIL_ZEN_4_free_slides              ~, avx2       /* 1.78, 1.18, 1.19, 2.76 */
#define HAIL_ZEN_4_lone_cells               ~, avx2       /* 8.48, 4.61, 4.6, 6.29 */
#define HAIL_ZEN_4_lone_edges               ~, avx512     /* 21.5, 11.8, 11.7, 10.7 */
#define HAIL_ZEN_4_slide_among              ~, avx2       /* 128, 90.3, 90.3, 121 */
#define HAIL_ZEN_4_march                    ~, avx2_loads /* 60.4, 29.4, 28, 30.7 */
#define HAIL_ZEN_4_bresenham                ~, avx2       /* 291, 184, 184, 174 */
#define HAIL_ZEN_4_boxes                    ~, avx2       /* 9.37, 6.32, 6.32, 6.51 */
#define HAIL_ZEN_4_relative_transform       ~, avx2       /* 15.5, 10.3, 10.3, 9.73 */
#define HAIL_ZEN_4_overlap_shifted          ~, avx2       /* 0.726, 0.619, 0.62, 0.815 */
#define HAIL_ZEN_4_overlap_rotated          ~, avx2       /* 0.923, 0.594, 0.594, 0.817 */
#define HAIL_ZEN_4_pixel_extent             ~, avx2       /* 5.06, 3.14, 3.14, 7.34 */
#define HAIL_ZEN_4_overlap_answers          ~, avx2       /* 8.16, 5.85, 5.85, 7.8 */
#define HAIL_ZEN_4_ray_columns              ~, avx512     /* 1.82, 0.755, 0.755, 0.667 */
#define HAIL_ZEN_4_near_pixels              ~, avx2       /* 1.74, 0.832, 0.827, 0.85 */
#define HAIL_ZEN_4_pixel_centres            ~, avx2       /* 1.64, 0.968, 0.967, 1 */
#define HAIL_ZEN_4_solid_pixels             ~, avx2       /* 79.8, 55.4, 55.4, 79 */
#define HAIL_ZEN_4_pixel_rays               ~, avx2       /* 6.75, 3.4, 3.4, 3.56 */
#define HAIL_ZEN_4_crossings                ~, avx2       /* 0.322, 0.139, 0.139, 0.143 */
#define HAIL_ZEN_4_windings                 ~, avx2       /* 0.387, 0.175, 0.175, 0.173 */
#define HAIL_ZEN_4_quadrants                ~, avx512     /* 0.634, 0.276, 0.275, 0.255 */
#define HAIL_ZEN_4_half_planes              ~, avx2       /* 0.222, 0.101, 0.102, 0.104 */
#define HAIL_ZEN_4_nearest_edge             ~, avx512     /* 0.829, 0.273, 0.272, 0.231 */
#define HAIL_ZEN_4_nearest_point            ~, avx512     /* 12, 6.9, 6.9, 4.34 */
#define HAIL_ZEN_4_locate                   ~, avx2       /* 7.16, 3.93, 3.93, 4.11 */
#define HAIL_ZEN_4_nearest_wall             ~, avx2       /* 68.8, 39.3, 39.3, 55.2 */
#define HAIL_ZEN_4_wall_hit                 ~, avx2       /* 56, 52.6, 52.4, 85.6 */
#define HAIL_ZEN_4_near_walls               ~, avx2       /* 81.3, 58.3, 58.3, 84.1 */
#define HAIL_ZEN_4_cull_walls               ~, avx2       /* 4.29, 2.49, 2.51, 2.43 */
#define HAIL_ZEN_4_cast_rows                ~, avx2       /* 3.21, 2.02, 1.94, 2.14 */
#define HAIL_ZEN_4_cast_circles             ~, avx2       /* 118, 69.6, 67.6, 84.3 */
#define HAIL_ZEN_4_cast_circles_convex      ~, avx2       /* 118, 69.4, 67.6, 84.1 */
#define HAIL_ZEN_4_cast_results             ~, avx2_loads /* 10.1, 8.31, 7, 7.8 */
#define HAIL_ZEN_4_cast_times               ~, avx2_loads /* 20.5, 11.8, 10.1, 10.9 */
#define HAIL_ZEN_4_cast_polygon_results     ~, avx2_loads /* 32.3, 20.8, 19.2, 22.7 */
#define HAIL_ZEN_4_find_in_zones            ~, avx2       /* 35.4, 20.6, 20.6, 21.1 */
#define HAIL_ZEN_4_find_at_points           ~, avx512     /* 22.7, 11.6, 11.6, 9.59 */
#define HAIL_ZEN_4_put_matches              ~, avx2       /* 4.18, 2.73, 2.72, 4.78 */
/* clang-format on */

#endif
