/* simd/families/sapphire_rapids.h - which variant each kernel is taken from on CPUs of this family, and the measured
 * nanoseconds an element (sse2, avx2, avx512). A kernel without a line is taken from avx512.
 * bench/choose.py wrote it: do not edit it, measure again.
 *
 * Measured on 2026-11-23, medians of 9 runs: Intel(R) Xeon(R) Processor, family 6;
 * gcc (Debian 12.2.0-14+deb12u1) 12.2.0. A wider variant is taken if it is 6 % faster. */
#ifndef HAIL_SIMD_FAMILIES_SAPPHIRE_RAPIDS_H
#define HAIL_SIMD_FAMILIES_SAPPHIRE_RAPIDS_H

/* clang-format off */
#define HAIL_SAPPHIRE_RAPIDS_move                     ~, avx2   /* 0.89, 0.417, 0.235 */
#define HAIL_SAPPHIRE_RAPIDS_move_ungridded           ~, avx512 /* 0.889, 0.419, 0.234 */
#define HAIL_SAPPHIRE_RAPIDS_check                    ~, avx2   /* 0.458, 0.243, 0.164 */
#define HAIL_SAPPHIRE_RAPIDS_check_finite             ~, avx2   /* 0.422, 0.211, 0.118 */
#define HAIL_SAPPHIRE_RAPIDS_outside                  ~, avx512 /* 0.172, 0.0995, 0.0632 */
#define HAIL_SAPPHIRE_RAPIDS_not_unit                 ~, avx512 /* 0.254, 0.127, 0.0856 */
#define HAIL_SAPPHIRE_RAPIDS_index_over               ~, avx512 /* 0.172, 0.101, 0.0537 */
#define HAIL_SAPPHIRE_RAPIDS_radii                    ~, avx2   /* 0.495, 0.184, 0.168 */
#define HAIL_SAPPHIRE_RAPIDS_cells                    ~, avx2   /* 0.969, 0.403, 0.366 */
#define HAIL_SAPPHIRE_RAPIDS_gather                   ~, avx2   /* 0.425, 0.168, 0.156 */
#define HAIL_SAPPHIRE_RAPIDS_sums                     ~, avx2   /* 0.261, 0.183, 0.24 */
#define HAIL_SAPPHIRE_RAPIDS_starts                   ~, avx2   /* 0.265, 0.169, 0.275 */
#define HAIL_SAPPHIRE_RAPIDS_add_gathered             ~, avx2   /* 0.436, 0.177, 0.157 */
#define HAIL_SAPPHIRE_RAPIDS_crowded                  ~, avx2   /* 0.542, 0.159, 0.123 */
#define HAIL_SAPPHIRE_RAPIDS_few_circles              ~, avx512 /* 6.03, 2.4, 2.1 */
#define HAIL_SAPPHIRE_RAPIDS_near_parts               ~, avx2   /* 1.16, 0.687, 0.923 */
#define HAIL_SAPPHIRE_RAPIDS_pairs_all                ~, avx512 /* 73.2, 28.1, 16.8 */
#define HAIL_SAPPHIRE_RAPIDS_pairs_self               ~, avx2   /* 11.7, 5.47, 5.61 */
#define HAIL_SAPPHIRE_RAPIDS_pairs_cross              ~, avx512 /* 24.6, 15.2, 9.26 */
#define HAIL_SAPPHIRE_RAPIDS_runs_grid                ~, avx2   /* 13.4, 12.4, 16.8 */
#define HAIL_SAPPHIRE_RAPIDS_rasterize                ~, avx512 /* 16.2, 9.16, 5.68 */
#define HAIL_SAPPHIRE_RAPIDS_cull                     ~, avx512 /* 2.44, 0.623, 0.49 */
#define HAIL_SAPPHIRE_RAPIDS_pairs_raster             ~, avx512 /* 7.54, 4.38, 3.94 */
#define HAIL_SAPPHIRE_RAPIDS_runs_raster              ~, sse2   /* 14.1, 14.1, 22.5 */
#define HAIL_SAPPHIRE_RAPIDS_measure_paths            ~, avx2   /* 0.606, 0.4, 0.727 */
#define HAIL_SAPPHIRE_RAPIDS_path_pieces              ~, avx512 /* 7.03, 3.15, 3.2 */
#define HAIL_SAPPHIRE_RAPIDS_filter_paths             ~, avx512 /* 5.28, 4.53, 2.52 */
#define HAIL_SAPPHIRE_RAPIDS_list_near_paths          ~, avx512 /* 3.67, 1.99, 1.84 */
#define HAIL_SAPPHIRE_RAPIDS_orient                   ~, avx2   /* 2.87, 1.28, 1.06 */
#define HAIL_SAPPHIRE_RAPIDS_circle_circle            ~, avx512 /* 5.36, 3.39, 3.06 */
#define HAIL_SAPPHIRE_RAPIDS_circle_polygon           ~, avx512 /* 15.2, 9.58, 8.57 */
#define HAIL_SAPPHIRE_RAPIDS_polygon_polygon          ~, avx512 /* 46.5, 26.8, 20.2 */
#define HAIL_SAPPHIRE_RAPIDS_circle_circle_gap        ~, avx512 /* 6.03, 3.87, 3.14 */
#define HAIL_SAPPHIRE_RAPIDS_circle_polygon_gap       ~, avx512 /* 15.5, 10.1, 8.33 */
#define HAIL_SAPPHIRE_RAPIDS_polygon_polygon_gap      ~, avx512 /* 49.6, 27.3, 20 */
#define HAIL_SAPPHIRE_RAPIDS_circle_circle_sweep      ~, avx512 /* 9.92, 6.49, 5.44 */
#define HAIL_SAPPHIRE_RAPIDS_circle_polygon_sweep     ~, avx512 /* 29.3, 16.4, 12.3 */
#define HAIL_SAPPHIRE_RAPIDS_polygon_polygon_sweep    ~, avx512 /* 63.3, 36.1, 26.7 */
#define HAIL_SAPPHIRE_RAPIDS_polygon_polygon_predict  ~, avx512 /* 58.3, 32.6, 23 */
#define HAIL_SAPPHIRE_RAPIDS_circle_circle_short      ~, avx512 /* 5.05, 3.08, 2.39 */
#define HAIL_SAPPHIRE_RAPIDS_circle_circle_graze      ~, avx512 /* 9.97, 6.09, 4.91 */
#define HAIL_SAPPHIRE_RAPIDS_circle_polygon_graze     ~, avx512 /* 26.7, 16.8, 13 */
#define HAIL_SAPPHIRE_RAPIDS_polygon_polygon_graze    ~, avx512 /* 205, 113, 74.6 */
#define HAIL_SAPPHIRE_RAPIDS_near_bodies              ~, avx2   /* 5.59, 3.17, 4.36 */
#define HAIL_SAPPHIRE_RAPIDS_near_few                 ~, avx512 /* 70, 31.6, 26.4 */
#define HAIL_SAPPHIRE_RAPIDS_by_sides                 ~, avx512 /* 3.45, 1.57, 1.42 */
#define HAIL_SAPPHIRE_RAPIDS_near_filtered            ~, avx512 /* 127, 59.7, 49.4 */
#define HAIL_SAPPHIRE_RAPIDS_near_allowed             ~, avx2   /* 0.878, 0.321, 0.405 */
#define HAIL_SAPPHIRE_RAPIDS_near_one                 ~, avx2   /* 22.7, 12.2, 15 */
#define HAIL_SAPPHIRE_RAPIDS_near_rows                ~, avx512 /* 3.24, 2.59, 2.4 */
#define HAIL_SAPPHIRE_RAPIDS_near_one_rows            ~, avx512 /* 3.24, 2.59, 2.39 */
#define HAIL_SAPPHIRE_RAPIDS_solid_points             ~, avx512 /* 5.68, 3.12, 1.95 */
#define HAIL_SAPPHIRE_RAPIDS_near_solid               ~, avx512 /* 2.91, 0.901, 0.833 */
#define HAIL_SAPPHIRE_RAPIDS_near_tiles               ~, avx512 /* 6.26, 2.51, 1.68 */
#define HAIL_SAPPHIRE_RAPIDS_miss_rows                ~, avx2   /* 0.789, 0.534, 1.22 */
#define HAIL_SAPPHIRE_RAPIDS_shape_looks              ~, avx512 /* 14.4, 6.5, 5.35 */
#define HAIL_SAPPHIRE_RAPIDS_cell_runs                ~, avx2   /* 9.48, 4.7, 4.62 */
#define HAIL_SAPPHIRE_RAPIDS_rect_pairs               ~, avx2   /* 39.5, 22.7, 37.2 */
#define HAIL_SAPPHIRE_RAPIDS_touch_circle_boxes       ~, avx512 /* 4.34, 2.1, 1.12 */
#define HAIL_SAPPHIRE_RAPIDS_sweep_circle_boxes       ~, avx512 /* 13.4, 7.45, 3.83 */
#define HAIL_SAPPHIRE_RAPIDS_expose_boxes             ~, avx512 /* 9.72, 3.42, 2.18 */
#define HAIL_SAPPHIRE_RAPIDS_tile_contacts            ~, avx512 /* 10.3, 5.59, 3.66 */
#define HAIL_SAPPHIRE_RAPIDS_free_slides              ~, avx2   /* 2.57, 1.44, 2.56 */
#define HAIL_SAPPHIRE_RAPIDS_lone_edges               ~, avx512 /* 23.8, 12.7, 9.32 */
#define HAIL_SAPPHIRE_RAPIDS_march                    ~, avx512 /* 54.7, 28.6, 22.4 */
#define HAIL_SAPPHIRE_RAPIDS_bresenham                ~, avx512 /* 334, 246, 206 */
#define HAIL_SAPPHIRE_RAPIDS_boxes                    ~, avx2   /* 14.3, 9.7, 9.51 */
#define HAIL_SAPPHIRE_RAPIDS_relative_transform       ~, avx2   /* 20.1, 14.5, 15.4 */
#define HAIL_SAPPHIRE_RAPIDS_overlap_shifted          ~, avx2   /* 1.13, 0.743, 0.933 */
#define HAIL_SAPPHIRE_RAPIDS_overlap_rotated          ~, avx2   /* 0.954, 0.641, 0.792 */
#define HAIL_SAPPHIRE_RAPIDS_ray_columns              ~, avx512 /* 1.79, 0.759, 0.511 */
#define HAIL_SAPPHIRE_RAPIDS_pixel_rays               ~, avx512 /* 7.14, 3.52, 2.65 */
#define HAIL_SAPPHIRE_RAPIDS_crossings                ~, avx512 /* 0.335, 0.152, 0.11 */
#define HAIL_SAPPHIRE_RAPIDS_windings                 ~, avx512 /* 0.392, 0.184, 0.136 */
#define HAIL_SAPPHIRE_RAPIDS_quadrants                ~, avx512 /* 0.693, 0.316, 0.233 */
#define HAIL_SAPPHIRE_RAPIDS_half_planes              ~, avx512 /* 0.23, 0.112, 0.0753 */
#define HAIL_SAPPHIRE_RAPIDS_nearest_edge             ~, avx512 /* 0.887, 0.395, 0.236 */
#define HAIL_SAPPHIRE_RAPIDS_nearest_point            ~, avx512 /* 52.7, 45.1, 40.5 */
#define HAIL_SAPPHIRE_RAPIDS_locate                   ~, avx512 /* 7.43, 4.24, 3.89 */
#define HAIL_SAPPHIRE_RAPIDS_nearest_wall             ~, avx2   /* 66.5, 42.4, 48.5 */
#define HAIL_SAPPHIRE_RAPIDS_wall_hit                 ~, sse2   /* 51.2, 52.1, 104 */
#define HAIL_SAPPHIRE_RAPIDS_near_walls               ~, avx2   /* 86.8, 70.7, 99.3 */
#define HAIL_SAPPHIRE_RAPIDS_cull_walls               ~, avx2   /* 4.53, 2.01, 1.41 */
#define HAIL_SAPPHIRE_RAPIDS_cast_rows                ~, avx2   /* 2.84, 1.8, 2.2 */
#define HAIL_SAPPHIRE_RAPIDS_cast_circles             ~, avx2   /* 116, 62.3, 61.6 */
#define HAIL_SAPPHIRE_RAPIDS_cast_circles_convex      ~, avx512 /* 115, 62.2, 61.4 */
#define HAIL_SAPPHIRE_RAPIDS_cast_results             ~, avx2   /* 9.23, 6.67, 6.02 */
#define HAIL_SAPPHIRE_RAPIDS_cast_times               ~, avx512 /* 21.9, 11.8, 8.63 */
#define HAIL_SAPPHIRE_RAPIDS_cast_polygon_results     ~, avx512 /* 33.2, 20.2, 18.6 */
#define HAIL_SAPPHIRE_RAPIDS_find_in_zones            ~, avx2   /* 34.4, 19.5, 20.3 */
#define HAIL_SAPPHIRE_RAPIDS_find_at_points           ~, avx2   /* 19.6, 7.81, 6.03 */
#define HAIL_SAPPHIRE_RAPIDS_put_matches              ~, avx2   /* 4.06, 2.64, 3.53 */
/* clang-format on */

#endif
