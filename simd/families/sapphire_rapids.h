/* simd/families/sapphire_rapids.h - which variant each kernel is taken from on CPUs of this family, and the measured
 * nanoseconds an element (sse2, avx2, avx512). A kernel without a line is taken from avx512.
 * bench/choose.py wrote it: do not edit it, measure again.
 *
 * Measured on 2026-11-23, medians of 3 runs: Intel(R) Xeon(R) Processor, family 6;
 * gcc (Debian 12.2.0-14+deb12u1) 12.2.0. A wider variant is taken if it is 6 % faster. */
#ifndef HAIL_SIMD_FAMILIES_SAPPHIRE_RAPIDS_H
#define HAIL_SIMD_FAMILIES_SAPPHIRE_RAPIDS_H

/* clang-format off */
#define HAIL_SAPPHIRE_RAPIDS_move                     ~, avx2   /* 1.04, 0.498, 0.314 */
#define HAIL_SAPPHIRE_RAPIDS_check                    ~, avx2   /* 0.441, 0.235, 0.159 */
#define HAIL_SAPPHIRE_RAPIDS_check_finite             ~, avx2   /* 0.41, 0.208, 0.106 */
#define HAIL_SAPPHIRE_RAPIDS_outside                  ~, avx512 /* 0.173, 0.0983, 0.064 */
#define HAIL_SAPPHIRE_RAPIDS_not_unit                 ~, avx512 /* 0.252, 0.121, 0.0829 */
#define HAIL_SAPPHIRE_RAPIDS_index_over               ~, avx512 /* 0.171, 0.101, 0.0502 */
#define HAIL_SAPPHIRE_RAPIDS_radii                    ~, avx2   /* 0.489, 0.183, 0.167 */
#define HAIL_SAPPHIRE_RAPIDS_cells                    ~, avx2   /* 0.966, 0.407, 0.361 */
#define HAIL_SAPPHIRE_RAPIDS_gather                   ~, avx2   /* 0.418, 0.165, 0.151 */
#define HAIL_SAPPHIRE_RAPIDS_sums                     ~, avx2   /* 0.251, 0.176, 0.232 */
#define HAIL_SAPPHIRE_RAPIDS_add_gathered             ~, avx2   /* 0.438, 0.172, 0.158 */
#define HAIL_SAPPHIRE_RAPIDS_crowded                  ~, avx2   /* 0.542, 0.173, 0.117 */
#define HAIL_SAPPHIRE_RAPIDS_few_circles              ~, avx512 /* 5.5, 2.34, 2.02 */
#define HAIL_SAPPHIRE_RAPIDS_near_parts               ~, avx2   /* 1.12, 0.671, 0.908 */
#define HAIL_SAPPHIRE_RAPIDS_pairs_all                ~, avx512 /* 67.7, 27.5, 15.6 */
#define HAIL_SAPPHIRE_RAPIDS_pairs_self               ~, avx2   /* 11.5, 5.34, 6 */
#define HAIL_SAPPHIRE_RAPIDS_pairs_cross              ~, avx512 /* 24.3, 15.5, 10.3 */
#define HAIL_SAPPHIRE_RAPIDS_runs_grid                ~, avx2   /* 13, 12, 16.2 */
#define HAIL_SAPPHIRE_RAPIDS_rasterize                ~, avx512 /* 16, 9.16, 5.58 */
#define HAIL_SAPPHIRE_RAPIDS_cull                     ~, avx512 /* 2.87, 0.707, 0.561 */
#define HAIL_SAPPHIRE_RAPIDS_pairs_raster             ~, avx512 /* 7.49, 4.34, 3.7 */
#define HAIL_SAPPHIRE_RAPIDS_runs_raster              ~, sse2   /* 13.4, 13.5, 21.7 */
#define HAIL_SAPPHIRE_RAPIDS_path_pieces              ~, avx512 /* 6.6, 3.07, 3.03 */
#define HAIL_SAPPHIRE_RAPIDS_filter_paths             ~, avx512 /* 4.84, 4.27, 2.88 */
#define HAIL_SAPPHIRE_RAPIDS_orient                   ~, avx2   /* 2.77, 1.26, 1.23 */
#define HAIL_SAPPHIRE_RAPIDS_circle_circle            ~, avx2   /* 4.92, 3.2, 3.45 */
#define HAIL_SAPPHIRE_RAPIDS_circle_polygon           ~, avx512 /* 14.4, 9.02, 8.78 */
#define HAIL_SAPPHIRE_RAPIDS_polygon_polygon          ~, avx512 /* 44.5, 26, 20.2 */
#define HAIL_SAPPHIRE_RAPIDS_circle_circle_gap        ~, avx2   /* 5.97, 3.82, 3.81 */
#define HAIL_SAPPHIRE_RAPIDS_circle_polygon_gap       ~, avx512 /* 15.1, 9.81, 9.12 */
#define HAIL_SAPPHIRE_RAPIDS_polygon_polygon_gap      ~, avx512 /* 47.8, 26.3, 20.5 */
#define HAIL_SAPPHIRE_RAPIDS_circle_circle_sweep      ~, avx2   /* 8.98, 5.77, 5.5 */
#define HAIL_SAPPHIRE_RAPIDS_circle_polygon_sweep     ~, avx512 /* 28.4, 15.6, 12.8 */
#define HAIL_SAPPHIRE_RAPIDS_polygon_polygon_sweep    ~, avx512 /* 57.9, 33.3, 25.5 */
#define HAIL_SAPPHIRE_RAPIDS_polygon_polygon_predict  ~, avx512 /* 53.8, 30.6, 22.4 */
#define HAIL_SAPPHIRE_RAPIDS_nearest_times            ~, avx512 /* 142, 76.9, 51.3 */
#define HAIL_SAPPHIRE_RAPIDS_near_bodies              ~, avx2   /* 5.44, 3.03, 4 */
#define HAIL_SAPPHIRE_RAPIDS_near_few                 ~, avx512 /* 66.2, 30.1, 26.4 */
#define HAIL_SAPPHIRE_RAPIDS_near_one                 ~, avx2   /* 21.5, 11.8, 14.2 */
#define HAIL_SAPPHIRE_RAPIDS_near_rows                ~, avx2   /* 3.17, 2.56, 2.58 */
#define HAIL_SAPPHIRE_RAPIDS_solid_points             ~, avx2   /* 5.8, 3.53, 3.5 */
#define HAIL_SAPPHIRE_RAPIDS_near_solid               ~, avx512 /* 3.9, 1.62, 1.48 */
#define HAIL_SAPPHIRE_RAPIDS_near_tiles               ~, avx512 /* 5.74, 2.64, 2.29 */
#define HAIL_SAPPHIRE_RAPIDS_touch_circle_boxes       ~, avx512 /* 4.61, 2.25, 1.11 */
#define HAIL_SAPPHIRE_RAPIDS_sweep_circle_boxes       ~, avx512 /* 13.4, 7.39, 3.72 */
#define HAIL_SAPPHIRE_RAPIDS_march                    ~, avx512 /* 67.4, 36.5, 30.6 */
#define HAIL_SAPPHIRE_RAPIDS_bresenham                ~, avx512 /* 326, 239, 224 */
#define HAIL_SAPPHIRE_RAPIDS_boxes                    ~, avx2   /* 13.7, 9.16, 9.05 */
#define HAIL_SAPPHIRE_RAPIDS_relative_transform       ~, avx2   /* 20.6, 14.4, 15.5 */
#define HAIL_SAPPHIRE_RAPIDS_overlap_shifted          ~, avx2   /* 1.08, 0.742, 0.945 */
#define HAIL_SAPPHIRE_RAPIDS_overlap_rotated          ~, avx2   /* 1, 0.682, 0.806 */
#define HAIL_SAPPHIRE_RAPIDS_crossings                ~, avx512 /* 0.321, 0.148, 0.107 */
#define HAIL_SAPPHIRE_RAPIDS_windings                 ~, avx512 /* 0.387, 0.182, 0.132 */
#define HAIL_SAPPHIRE_RAPIDS_quadrants                ~, avx512 /* 0.673, 0.307, 0.226 */
#define HAIL_SAPPHIRE_RAPIDS_half_planes              ~, avx512 /* 0.219, 0.107, 0.0723 */
#define HAIL_SAPPHIRE_RAPIDS_nearest_edge             ~, avx512 /* 0.896, 0.401, 0.238 */
#define HAIL_SAPPHIRE_RAPIDS_nearest_point            ~, avx512 /* 53.2, 45.6, 41.1 */
#define HAIL_SAPPHIRE_RAPIDS_locate                   ~, avx512 /* 7.03, 4.09, 3.75 */
#define HAIL_SAPPHIRE_RAPIDS_nearest_wall             ~, avx2   /* 64.5, 40, 46.1 */
#define HAIL_SAPPHIRE_RAPIDS_wall_hit                 ~, sse2   /* 50.6, 51.7, 104 */
#define HAIL_SAPPHIRE_RAPIDS_near_walls               ~, avx2   /* 88.6, 72.3, 99 */
#define HAIL_SAPPHIRE_RAPIDS_cull_walls               ~, avx2   /* 4.54, 2.04, 1.6 */
#define HAIL_SAPPHIRE_RAPIDS_cast_rows                ~, avx2   /* 2.27, 1.42, 2.06 */
#define HAIL_SAPPHIRE_RAPIDS_cast_circles             ~, avx2   /* 125, 69.1, 65.7 */
#define HAIL_SAPPHIRE_RAPIDS_cast_results             ~, avx2   /* 8.83, 6.4, 6.14 */
#define HAIL_SAPPHIRE_RAPIDS_find_in_zones            ~, avx2   /* 34.7, 20, 19.2 */
#define HAIL_SAPPHIRE_RAPIDS_put_matches              ~, avx2   /* 4.07, 2.64, 3.53 */
/* clang-format on */

#endif
