/* simd/kernels/sprites/extent_lanes.h - how far pixels that touch extend along a direction, a row a lane. */
#ifndef HAIL_SIMD_KERNELS_SPRITES_EXTENT_LANES_H
#define HAIL_SIMD_KERNELS_SPRITES_EXTENT_LANES_H

#include <math.h>

#include "doubles.h"
#include "kernels/kernel.h"

/* As hail_pixel_extent_fn. */
static inline double lanes_extent(const hail_span *spans, int32_t first, int32_t last, double x, double y) {
    const uint32_t *words = (const uint32_t *)(const void *)spans;
    const vi one = vi_set1(1), half = vi_set1(0xffff);
    const vd along_x = vd_set1(x), along_y = vd_set1(y), none = vd_set1(INFINITY), all = vd_set1(-INFINITY);
    const bool right = x > 0.0;
    const int32_t below = y > 0.0;
    vd lowest = none, highest = all;
    for (int32_t row = first; row <= last; row += HAIL_LANES) {
        const uint32_t n = (uint32_t)(last + 1 - row);
        const vi span = vi_load_n(words + (row - first), n), low_half = vi_and(span, half),
                 high_half = vi_shift_right(span, 16);
        const vi begin = LANES_LOW_HALF ? high_half : low_half,
                 end = vi_add(LANES_LOW_HALF ? low_half : high_half, one);
        const vm some = vm_and(vi_gt(end, begin), vm_first(n));
        const vi at = vi_add(vi_set1(row), vi_iota()), after = vi_add(at, one);
        const vd high_x = vd_from_float(vi_to_float(right ? end : begin)),
                 low_x = vd_from_float(vi_to_float(right ? begin : end)),
                 high_y = vd_from_float(vi_to_float(below ? after : at)),
                 low_y = vd_from_float(vi_to_float(below ? at : after));
        const vd high = vd_add(vd_mul(high_x, along_x), vd_mul(high_y, along_y)),
                 low = vd_add(vd_mul(low_x, along_x), vd_mul(low_y, along_y));
        highest = vd_max(highest, vd_select(some, high, all));
        lowest = vd_min(lowest, vd_select(some, low, none));
    }
    return vd_max_lane(highest) - vd_min_lane(lowest);
}

#endif
