/* simd/kernels/loads.h - which kernels the variant avx2_loads has for itself: those of the files in simd/loads.txt.
 *
 * They gather much, and are faster with single loads than with gather instructions on CPUs whose gathers are slow: on
 * AMD's Zen 3 a gather of 8 words takes 11 cycles, 8 loads take 7. All other kernels are avx2's. */
#ifndef HAIL_SIMD_KERNELS_LOADS_H
#define HAIL_SIMD_KERNELS_LOADS_H

/* clang-format off */
#define HAIL_LOADS_check                    ~, avx2_loads
#define HAIL_LOADS_check_finite             ~, avx2_loads
#define HAIL_LOADS_outside                  ~, avx2_loads
#define HAIL_LOADS_not_unit                 ~, avx2_loads
#define HAIL_LOADS_index_over               ~, avx2_loads
#define HAIL_LOADS_radii                    ~, avx2_loads
#define HAIL_LOADS_cells                    ~, avx2_loads
#define HAIL_LOADS_gather                   ~, avx2_loads
#define HAIL_LOADS_sums                     ~, avx2_loads
#define HAIL_LOADS_starts                   ~, avx2_loads
#define HAIL_LOADS_add_gathered             ~, avx2_loads
#define HAIL_LOADS_crowded                  ~, avx2_loads
#define HAIL_LOADS_pairs_self               ~, avx2_loads
#define HAIL_LOADS_pairs_cross              ~, avx2_loads
#define HAIL_LOADS_measure_paths            ~, avx2_loads
#define HAIL_LOADS_path_pieces              ~, avx2_loads
#define HAIL_LOADS_filter_paths             ~, avx2_loads
#define HAIL_LOADS_list_near_paths          ~, avx2_loads
#define HAIL_LOADS_orient                   ~, avx2_loads
#define HAIL_LOADS_circle_circle            ~, avx2_loads
#define HAIL_LOADS_circle_polygon           ~, avx2_loads
#define HAIL_LOADS_circle_circle_gap        ~, avx2_loads
#define HAIL_LOADS_circle_polygon_gap       ~, avx2_loads
#define HAIL_LOADS_circle_circle_sweep      ~, avx2_loads
#define HAIL_LOADS_circle_polygon_sweep     ~, avx2_loads
#define HAIL_LOADS_circle_circle_short      ~, avx2_loads
#define HAIL_LOADS_circle_circle_graze      ~, avx2_loads
#define HAIL_LOADS_circle_polygon_graze     ~, avx2_loads
#define HAIL_LOADS_near_filtered            ~, avx2_loads
#define HAIL_LOADS_near_rows                ~, avx2_loads
#define HAIL_LOADS_near_one_rows            ~, avx2_loads
#define HAIL_LOADS_near_tiles               ~, avx2_loads
#define HAIL_LOADS_shape_looks              ~, avx2_loads
#define HAIL_LOADS_cell_runs                ~, avx2_loads
#define HAIL_LOADS_tile_contacts            ~, avx2_loads
#define HAIL_LOADS_march                    ~, avx2_loads
#define HAIL_LOADS_cast_results             ~, avx2_loads
#define HAIL_LOADS_cast_times               ~, avx2_loads
#define HAIL_LOADS_cast_polygon_results     ~, avx2_loads
/* clang-format on */

/* The second of what stands in the brackets: avx2_loads, or, if the kernel has no line above, avx2. */
#define HAIL_LOADS_EXPANDED(tokens)   tokens /* cl needs it */
#define HAIL_LOADS_SECOND_(a, b, ...) b
#define HAIL_LOADS_SECOND(...)        HAIL_LOADS_EXPANDED(HAIL_LOADS_SECOND_(__VA_ARGS__, none))
#define HAIL_LOADS_VARIANT(kernel)    HAIL_LOADS_SECOND(HAIL_LOADS_##kernel, avx2)

#endif
