/* simd/families/sapphire_rapids.h - which variant each kernel is taken from on CPUs of this family, and the measured
 * nanoseconds an element (sse2, avx2, avx512). A kernel without a line is taken from avx512.
 * bench/choose.py wrote it: do not edit it, measure again.
 *
 * Measured on 2026-11-23, medians of 3 runs: Intel(R) Xeon(R) Processor, family 6;
 * gcc (Debian 12.2.0-14+deb12u1) 12.2.0. A wider variant is taken if it is 6 % faster. */
#ifndef HAIL_SIMD_FAMILIES_SAPPHIRE_RAPIDS_H
#define HAIL_SIMD_FAMILIES_SAPPHIRE_RAPIDS_H

/* clang-format off */
#define HAIL_SAPPHIRE_RAPIDS_move                     ~, avx2   /* 0.878, 0.416, 0.235 */
#define HAIL_SAPPHIRE_RAPIDS_move_ungridded           ~, avx512 /* 0.878, 0.416, 0.235 */
#define HAIL_SAPPHIRE_RAPIDS_check                    ~, avx2   /* 0.433, 0.229, 0.156 */
#define HAIL_SAPPHIRE_RAPIDS_check_finite             ~, avx2   /* 0.361, 0.194, 0.121 */
#define HAIL_SAPPHIRE_RAPIDS_outside                  ~, avx512 /* 0.163, 0.091, 0.0576 */
#define HAIL_SAPPHIRE_RAPIDS_not_unit                 ~, avx512 /* 0.227, 0.116, 0.0768 */
#define HAIL_SAPPHIRE_RAPIDS_index_over               ~, avx512 /* 0.158, 0.072, 0.0477 */
#define HAIL_SAPPHIRE_RAPIDS_radii                    ~, avx2   /* 0.443, 0.171, 0.16 */
#define HAIL_SAPPHIRE_RAPIDS_cells                    ~, avx2   /* 0.962, 0.405, 0.366 */
#define HAIL_SAPPHIRE_RAPIDS_gather                   ~, avx2   /* 0.402, 0.155, 0.142 */
#define HAIL_SAPPHIRE_RAPIDS_sums                     ~, avx2   /* 0.244, 0.171, 0.225 */
#define HAIL_SAPPHIRE_RAPIDS_starts                   ~, avx2   /* 0.278, 0.18, 0.289 */
#define HAIL_SAPPHIRE_RAPIDS_add_gathered             ~, avx2   /* 0.414, 0.167, 0.152 */
#define HAIL_SAPPHIRE_RAPIDS_crowded                  ~, avx2   /* 0.557, 0.158, 0.118 */
#define HAIL_SAPPHIRE_RAPIDS_few_circles              ~, avx512 /* 5.93, 2.36, 2.03 */
#define HAIL_SAPPHIRE_RAPIDS_near_parts               ~, avx2   /* 1.12, 0.658, 0.899 */
#define HAIL_SAPPHIRE_RAPIDS_pairs_all                ~, avx512 /* 66.7, 27.1, 15.3 */
#define HAIL_SAPPHIRE_RAPIDS_pairs_self               ~, avx2   /* 11.2, 5.13, 5.71 */
#define HAIL_SAPPHIRE_RAPIDS_pairs_cross              ~, avx512 /* 23.3, 15, 9.78 */
#define HAIL_SAPPHIRE_RAPIDS_runs_grid                ~, avx2   /* 12.6, 11.4, 15.5 */
#define HAIL_SAPPHIRE_RAPIDS_rasterize                ~, avx512 /* 16.1, 9.28, 5.58 */
#define HAIL_SAPPHIRE_RAPIDS_cull                     ~, avx512 /* 2.48, 0.679, 0.641 */
#define HAIL_SAPPHIRE_RAPIDS_pairs_raster             ~, avx512 /* 7.36, 4.21, 3.96 */
#define HAIL_SAPPHIRE_RAPIDS_runs_raster              ~, sse2   /* 13.4, 13.4, 21.6 */
#define HAIL_SAPPHIRE_RAPIDS_measure_paths            ~, avx2   /* 0.584, 0.387, 0.701 */
#define HAIL_SAPPHIRE_RAPIDS_path_pieces              ~, avx512 /* 6.68, 3.05, 2.99 */
#define HAIL_SAPPHIRE_RAPIDS_filter_paths             ~, avx512 /* 4.99, 4.41, 2.85 */
#define HAIL_SAPPHIRE_RAPIDS_list_near_paths          ~, avx2   /* 3.57, 1.92, 1.94 */
#define HAIL_SAPPHIRE_RAPIDS_orient                   ~, avx2   /* 2.71, 1.22, 1.2 */
#define HAIL_SAPPHIRE_RAPIDS_circle_circle            ~, avx2   /* 4.72, 3.06, 3.37 */
#define HAIL_SAPPHIRE_RAPIDS_circle_polygon           ~, avx512 /* 14.8, 9.28, 8.97 */
#define HAIL_SAPPHIRE_RAPIDS_polygon_polygon          ~, avx512 /* 43.9, 25.4, 20 */
#define HAIL_SAPPHIRE_RAPIDS_circle_circle_gap        ~, avx2   /* 6.03, 3.84, 3.83 */
#define HAIL_SAPPHIRE_RAPIDS_circle_polygon_gap       ~, avx512 /* 14.8, 9.69, 8.99 */
#define HAIL_SAPPHIRE_RAPIDS_polygon_polygon_gap      ~, avx512 /* 46.2, 25.5, 20 */
#define HAIL_SAPPHIRE_RAPIDS_circle_circle_sweep      ~, avx512 /* 9.37, 6.04, 5.7 */
#define HAIL_SAPPHIRE_RAPIDS_circle_polygon_sweep     ~, avx512 /* 28.4, 15.6, 12.8 */
#define HAIL_SAPPHIRE_RAPIDS_polygon_polygon_sweep    ~, avx512 /* 58.1, 33.1, 25.5 */
#define HAIL_SAPPHIRE_RAPIDS_polygon_polygon_predict  ~, avx512 /* 54.6, 31, 22.8 */
#define HAIL_SAPPHIRE_RAPIDS_near_bodies              ~, avx2   /* 5.51, 3.07, 4.01 */
#define HAIL_SAPPHIRE_RAPIDS_near_few                 ~, avx512 /* 62.5, 28.8, 24.2 */
#define HAIL_SAPPHIRE_RAPIDS_by_sides                 ~, avx512 /* 1.91, 0.781, 0.606 */
#define HAIL_SAPPHIRE_RAPIDS_near_filtered            ~, avx512 /* 130, 61.3, 54.9 */
#define HAIL_SAPPHIRE_RAPIDS_near_one                 ~, avx2   /* 22.4, 12.1, 14.4 */
#define HAIL_SAPPHIRE_RAPIDS_near_rows                ~, avx512 /* 3.1, 2.42, 2.56 */
#define HAIL_SAPPHIRE_RAPIDS_near_one_rows            ~, avx2   /* 3.1, 2.42, 2.56 */
#define HAIL_SAPPHIRE_RAPIDS_solid_points             ~, avx2   /* 5.26, 3.21, 3.24 */
#define HAIL_SAPPHIRE_RAPIDS_near_solid               ~, avx2   /* 2.73, 0.833, 0.831 */
#define HAIL_SAPPHIRE_RAPIDS_near_tiles               ~, avx512 /* 5.3, 2.6, 2.21 */
#define HAIL_SAPPHIRE_RAPIDS_touch_circle_boxes       ~, avx512 /* 4.52, 2.2, 1.08 */
#define HAIL_SAPPHIRE_RAPIDS_sweep_circle_boxes       ~, avx512 /* 13.6, 7.45, 3.74 */
#define HAIL_SAPPHIRE_RAPIDS_expose_boxes             ~, avx512 /* 10.5, 4.03, 2.15 */
#define HAIL_SAPPHIRE_RAPIDS_shape_looks              ~, avx2   /* 5.64, 3.36, 3.55 */
#define HAIL_SAPPHIRE_RAPIDS_cell_runs                ~, avx512 /* 9.37, 4.52, 4.26 */
#define HAIL_SAPPHIRE_RAPIDS_rect_pairs               ~, avx2   /* 44.3, 22.3, 29.7 */
#define HAIL_SAPPHIRE_RAPIDS_march                    ~, avx512 /* 66.2, 35.9, 31 */
#define HAIL_SAPPHIRE_RAPIDS_bresenham                ~, avx512 /* 320, 235, 220 */
#define HAIL_SAPPHIRE_RAPIDS_boxes                    ~, avx2   /* 13.8, 9.29, 9.22 */
#define HAIL_SAPPHIRE_RAPIDS_relative_transform       ~, avx2   /* 20.9, 14.6, 15.5 */
#define HAIL_SAPPHIRE_RAPIDS_overlap_shifted          ~, avx2   /* 1.09, 0.73, 0.935 */
#define HAIL_SAPPHIRE_RAPIDS_overlap_rotated          ~, avx2   /* 0.978, 0.662, 0.798 */
#define HAIL_SAPPHIRE_RAPIDS_crossings                ~, avx512 /* 0.323, 0.15, 0.108 */
#define HAIL_SAPPHIRE_RAPIDS_windings                 ~, avx512 /* 0.386, 0.18, 0.135 */
#define HAIL_SAPPHIRE_RAPIDS_quadrants                ~, avx512 /* 0.68, 0.31, 0.23 */
#define HAIL_SAPPHIRE_RAPIDS_half_planes              ~, avx512 /* 0.221, 0.109, 0.0732 */
#define HAIL_SAPPHIRE_RAPIDS_nearest_edge             ~, avx512 /* 0.839, 0.374, 0.226 */
#define HAIL_SAPPHIRE_RAPIDS_nearest_point            ~, avx512 /* 49.6, 42.5, 38.5 */
#define HAIL_SAPPHIRE_RAPIDS_locate                   ~, avx512 /* 6.88, 3.89, 3.59 */
#define HAIL_SAPPHIRE_RAPIDS_nearest_wall             ~, avx2   /* 65.2, 40.4, 46.7 */
#define HAIL_SAPPHIRE_RAPIDS_wall_hit                 ~, sse2   /* 46.7, 47.5, 97.3 */
#define HAIL_SAPPHIRE_RAPIDS_near_walls               ~, avx2   /* 84.3, 68.7, 95 */
#define HAIL_SAPPHIRE_RAPIDS_cull_walls               ~, avx2   /* 4.12, 1.84, 1.48 */
#define HAIL_SAPPHIRE_RAPIDS_cast_rows                ~, avx2   /* 2.28, 1.37, 1.96 */
#define HAIL_SAPPHIRE_RAPIDS_cast_circles             ~, avx2   /* 123, 69.8, 66.5 */
#define HAIL_SAPPHIRE_RAPIDS_cast_circles_convex      ~, avx512 /* 123, 69.8, 66.5 */
#define HAIL_SAPPHIRE_RAPIDS_cast_results             ~, avx2   /* 8.59, 6.21, 6 */
#define HAIL_SAPPHIRE_RAPIDS_cast_times               ~, avx512 /* 21, 11.3, 8.58 */
#define HAIL_SAPPHIRE_RAPIDS_cast_polygon_results     ~, avx512 /* 31.8, 19.4, 19 */
#define HAIL_SAPPHIRE_RAPIDS_find_in_zones            ~, avx512 /* 33.4, 18.7, 17.3 */
#define HAIL_SAPPHIRE_RAPIDS_find_at_points           ~, avx2   /* 18.6, 7.35, 5.9 */
#define HAIL_SAPPHIRE_RAPIDS_put_matches              ~, avx2   /* 3.76, 2.46, 3.29 */
/* clang-format on */

#endif
