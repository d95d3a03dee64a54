/* simd/kernels/narrow/circle_lanes.h - docs/arithmetic.md, "Sweeps", "Circles": one pair a lane. */
#ifndef HAIL_SIMD_KERNELS_NARROW_CIRCLE_LANES_H
#define HAIL_SIMD_KERNELS_NARROW_CIRCLE_LANES_H

#include "pair_lanes.h"

/* The contacts of the first n pairs. */
static LANES_INLINE vcontact sweep_circles(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                           uint32_t n) {
    vpair_sides sides;
    const vf zero = vf_set1(0.0f), half = vf_set1(0.5f), end = vf_set1(1.0f);
    const vpoint right = {end, zero};
    read_motions(job, one, two, n, &sides);
    const vpoint ma = sides.by_a, mb = sides.by_b, from = sides.at_a, d = vminus(sides.at_b, from);
    const vf ar = side_radius(job, &job->one, &sides.a), br = side_radius(job, &job->two, &sides.b), r = vf_add(ar, br);
    const vf d2 = vdot(d, d);
    const vm at_start = vf_le(d2, vf_mul(r, r));
    const varc arc = hit_arc(d, vminus(mb, ma), r, r);
    const vm later = vm_and_not(vm_and(arc.hit, vf_le(arc.tau, end)), at_start);
    const vf g = vf_select(at_start, vf_sqrt(d2), arc.g), t = vf_select(later, arc.tau, zero);
    vcontact c = {.touching = vm_or(at_start, later), .two = vm_first(0), .features = vi_set1(0), .t = t};
    c.normal = vunit(vpick(at_start, d, arc.d), g, zero, right);
    c.depth[0] = vf_select(at_start, vf_max(vf_sub(r, g), zero), zero);
    const vf m = vf_mul(vf_sub(vf_add(ar, g), br), half);
    c.at[0] = (vpoint){vf_add(vf_add(from.x, vf_mul(ma.x, t)), vf_mul(c.normal.x, m)),
                       vf_add(vf_add(from.y, vf_mul(ma.y, t)), vf_mul(c.normal.y, m))};
    c.at[1] = (vpoint){zero, zero};
    c.depth[1] = zero;
    return c;
}

#endif
