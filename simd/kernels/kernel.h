/* simd/kernels/kernel.h - what every kernel in lanes includes. HAIL_VARIANT is given by the build (see simd/meson.build). */
#ifndef HAIL_SIMD_KERNEL_H
#define HAIL_SIMD_KERNEL_H

#include "../kernels.h"
#include "../lanes.h"

#define HAIL_NAME_(kernel, variant) hail_kernel_##kernel##_##variant
#define HAIL_NAME(kernel, variant) HAIL_NAME_(kernel, variant)
#define HAIL_KERNEL(kernel) HAIL_NAME(kernel, HAIL_VARIANT)

#include "kernel_list.h"

/* A point's cell. The order of the two clamps makes a NaN impossible: the engine keeps coordinates finite. */
static inline vi lanes_cell(const hail_map *map, vf x, vf y) {
    const vf zero = vf_set1(0.0f), inverse = vf_set1(map->inverse), pad = vf_set1(map->pad);
    vf column = vf_mul(vf_sub(x, vf_set1(map->min_x)), inverse);
    vf row = vf_mul(vf_sub(y, vf_set1(map->min_y)), inverse);
    column = vf_min(vf_max(column, zero), vf_set1(map->last_column));
    row = vf_min(vf_max(row, zero), vf_set1(map->last_row));
    column = vf_add(vi_to_float(vf_truncate(column)), pad);
    row = vf_add(vi_to_float(vf_truncate(row)), pad);
    return vf_truncate(vf_add(vf_mul(row, vf_set1(map->stride)), column));
}

/* Lanes of a vector that starts at i and lie before end. */
static inline uint32_t lanes_left(uint32_t i, uint32_t end) { return end - i < HAIL_LANES ? end - i : HAIL_LANES; }

static inline vf lanes_radius(const float *radius, uint32_t i, uint32_t n, float uniform) {
    return radius ? vf_load_n(radius + i, n) : vf_set1(uniform);
}

#endif
