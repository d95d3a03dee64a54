/* simd/kernels/tiles/expose_boxes.c - which contacts of upright shapes with boxes are with an exposed edge or corner
 * (tiles_kernels.h; docs/arithmetic.md, "Shapes against maps"). */
#include "expose_lanes.h"

static LANES_INLINE vbox read_box(const hail_exposures *job, uint32_t i, uint32_t n) {
    const vf half = vf_set1(0.5f), wide = vf_load_n(job->wide + i, n), high = vf_load_n(job->high + i, n);
    return (vbox){vf_sub(vf_mul(wide, half), vf_load_n(job->x + i, n)),
                  vf_sub(vf_mul(high, half), vf_load_n(job->y + i, n)),
                  wide,
                  high,
                  vi_load_n(job->open[0] + i, n),
                  vi_load_n(job->open[1] + i, n),
                  vi_load_n(job->open[2] + i, n),
                  vi_load_n(job->open[3] + i, n)};
}

void HAIL_KERNEL(expose_boxes)(const hail_exposures *job, uint32_t count) {
    const vf zero = vf_set1(0.0f);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vbox start = read_box(job, i, n);
        const vcore core = {vf_load_n(job->core_x + i, n), vf_load_n(job->core_y + i, n),
                            vf_load_n(job->radius + i, n)};
        const vf t = vf_load_n(job->t + i, n), depth = vf_load_n(job->depth + i, n);
        vbox there = start;
        there.x = vf_add(start.x, vf_mul(vf_load_n(job->dx + i, n), t));
        there.y = vf_add(start.y, vf_mul(vf_load_n(job->dy + i, n), t));
        const vnormal normal = {vf_load_n(job->normal_x + i, n), vf_load_n(job->normal_y + i, n)};
        const vm touches = vm_and(vf_eq(t, zero), vf_ge(depth, zero));
        const vexposed e = expose(&start, &there, &core, normal, depth, touches, vf_set1(job->inset));
        const vi how = vi_keep(e.exposed, vi_set1(HAIL_IS_EXPOSED)); /* the others are buried */
        vf_store_n(job->normal_x + i, e.normal.x, n);
        vf_store_n(job->normal_y + i, e.normal.y, n);
        vi_store_n(job->how + i, vi_or(how, vi_keep(e.leaves, vi_set1(HAIL_IS_EXIT))), n);
        if (vm_bits(e.leaves))
            vf_store_n(job->depth + i, e.depth, n);
    }
}
