/* simd/kernels/kernel.h - what every kernel in lanes includes. */
#ifndef HAIL_SIMD_KERNELS_KERNEL_H
#define HAIL_SIMD_KERNELS_KERNEL_H

#include "declare.h"
#include "lanes.h"

/* A column's or row's number without the border, as a float. Coordinates must be finite: NaN is not clamped. */
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

/* Of numbers that are not NaN. */
static inline float lesser(float a, float b) { return a < b ? a : b; }
static inline float larger(float a, float b) { return a > b ? a : b; }

/* How many lanes of the vector that starts at i lie before `end`. */
static inline uint32_t lanes_left(uint32_t i, uint32_t end) { return end - i < HAIL_LANES ? end - i : HAIL_LANES; }

/* The rows of lanes whose rows lie side by side (vf_store_rows8). */
static inline const uint32_t *lanes_in_order(void) {
    static const uint32_t row[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return row;
}

static inline vf lanes_radius(const float *radius, uint32_t i, uint32_t n, float uniform) {
    return radius ? vf_load_n(radius + i, n) : vf_set1(uniform);
}

/* Replaces numbers nearer to 0 than tiny, and -0, by 0. */
static LANES_INLINE vf vf_not_tiny(vf a, float tiny) {
    return vf_select(vf_lt(vf_abs(a), vf_set1(tiny)), vf_set1(0.0f), a);
}

#endif
