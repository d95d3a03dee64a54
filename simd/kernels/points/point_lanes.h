/* simd/kernels/points/point_lanes.h - what the kernels for points and polygons share. */
#ifndef HAIL_SIMD_KERNELS_POINTS_POINT_LANES_H
#define HAIL_SIMD_KERNELS_POINTS_POINT_LANES_H

#include "kernels/kernel.h"

static LANES_INLINE vf read_points(const float *p, uint32_t n, float tiny) {
    return vf_not_tiny(vf_load_n(p, n), tiny);
}

/* Adds the first n lanes (1: needs the fallback, or 0) to p. Returns it, with 0 in the other lanes. */
static LANES_INLINE vi add_fallback(uint32_t *p, vi fallback, uint32_t n) {
    const vi some = vi_select(vm_first(n), fallback, vi_set1(0));
    vi_store_n(p, vi_or(vi_load_n(p, n), some), n);
    return some;
}

#endif
