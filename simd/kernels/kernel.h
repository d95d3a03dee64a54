/* simd/kernels/kernel.h - what every kernel in lanes includes. HAIL_VARIANT is given by the build (see
 * simd/meson.build). */
#ifndef HAIL_SIMD_KERNELS_KERNEL_H
#define HAIL_SIMD_KERNELS_KERNEL_H

#include "kernels.h"
#include "lanes.h"

#define HAIL_NAME_(kernel, variant) hail_kernel_##kernel##_##variant
#define HAIL_NAME(kernel, variant)  HAIL_NAME_(kernel, variant)
#define HAIL_KERNEL(kernel)         HAIL_NAME(kernel, HAIL_VARIANT)

#include "registry.h"

/* Parts of a kernel that must not become calls: their structs of lanes would go through memory. */
#if defined(__GNUC__)
#define LANES_INLINE inline __attribute__((always_inline))
#else
#define LANES_INLINE inline
#endif

/* Before a loop over edges, whose body is long: left as a loop, or it comes out as a ladder of comparisons. */
#if defined(__clang__)
#define LANES_ROLLED _Pragma("clang loop unroll(disable)")
#elif defined(__GNUC__)
#define LANES_ROLLED _Pragma("GCC unroll 1")
#else
#define LANES_ROLLED
#endif

/* A column's or row's number without the pad, as a float. Coordinates are finite, so there is no NaN to clamp. */
static inline vf lanes_axis(vf at, float min, float inverse, float last) {
    const vf cell = vf_mul(vf_sub(at, vf_set1(min)), vf_set1(inverse));
    return vi_to_float(vf_truncate(vf_min(vf_max(cell, vf_set1(0.0f)), vf_set1(last))));
}

static inline vi lanes_cell(const hail_grid_layout *map, vf x, vf y) {
    const vf pad = vf_set1(map->pad);
    const vf column = vf_add(lanes_axis(x, map->min_x, map->inverse, map->last_column), pad);
    const vf row = vf_add(lanes_axis(y, map->min_y, map->inverse, map->last_row), pad);
    return vf_truncate(vf_add(vf_mul(row, vf_set1(map->stride)), column));
}

/* Lanes of a vector that starts at i and lie before end. */
static inline uint32_t lanes_left(uint32_t i, uint32_t end) { return end - i < HAIL_LANES ? end - i : HAIL_LANES; }

static inline vf lanes_radius(const float *radius, uint32_t i, uint32_t n, float uniform) {
    return radius ? vf_load_n(radius + i, n) : vf_set1(uniform);
}

#endif
