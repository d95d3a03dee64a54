/* simd/kernels/tiles/open_lanes.h - whether some pixel in front of a box's edge is open, one box a lane
 * (tiles_kernels.h, hail_exposures). */
#ifndef HAIL_SIMD_KERNELS_TILES_OPEN_LANES_H
#define HAIL_SIMD_KERNELS_TILES_OPEN_LANES_H

#include "kernels/kernel.h"

static LANES_INLINE vm some(vi bits) { return vm_and_not(vm_first(HAIL_LANES), vi_eq(bits, vi_set1(0))); }

static LANES_INLINE vf within(vf a, vf last) { return vf_min(vf_max(a, vf_set1(0.0f)), last); }

/* Whether some pixel in front of an edge is open, of those from `from` to `to` px along it. */
static LANES_INLINE vm edge_open(vi open, vf from, vf to, vf size) {
    const vf slack = vf_set1(HAIL_EDGE_SLACK), last = vf_sub(size, vf_set1(1.0f));
    const vf low = within(vf_sub(from, slack), last), high = vf_max(within(vf_add(to, slack), last), low);
    const vi first = vf_truncate(low), end = vf_truncate(high);
    const vi mask = vi_shift_right_by(vi_set1(-1), vi_sub(vi_set1(31), vi_sub(end, first)));
    return some(vi_and(vi_shift_right_by(open, first), mask));
}

#endif
