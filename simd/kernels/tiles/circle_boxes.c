/* simd/kernels/tiles/circle_boxes.c - circles against boxes that are not rotated, one pair a lane (docs/arithmetic.md,
 * "Shapes against maps"; "Circle against any other core" and "Sweeps" for the box's edges). */
#include "box_lanes.h"

static LANES_INLINE vpair read_pair(const hail_circle_boxes *job, uint32_t i, uint32_t n) {
    const vf zero = vf_set1(0.0f);
    return (vpair){vf_sub(zero, vf_load_n(job->x + i, n)), vf_sub(zero, vf_load_n(job->y + i, n)),
                   vf_load_n(job->half_x + i, n), vf_load_n(job->half_y + i, n), vf_load_n(job->radius + i, n)};
}

static LANES_INLINE void write_hits(const hail_circle_boxes *job, uint32_t i, uint32_t n, const vpair *p, vpoint centre,
                                    vpoint out, vf g, vf depth) {
    const vf zero = vf_set1(0.0f), m = vf_mul(vf_add(p->radius, g), vf_set1(0.5f));
    const vpoint at = vminus(centre, vtimes(out, m));
    vf_store_n(job->normal_x + i, vf_sub(zero, out.x), n); /* no zero is negative */
    vf_store_n(job->normal_y + i, vf_sub(zero, out.y), n);
    vf_store_n(job->at_x + i, at.x, n);
    vf_store_n(job->at_y + i, at.y, n);
    vf_store_n(job->depth + i, depth, n);
}

static LANES_INLINE uint32_t list_hits(const hail_circle_boxes *job, uint32_t i, uint32_t n, uint32_t listed, vm hit) {
    const unsigned bits = vm_bits(vm_and(hit, vm_first(n)));
    vi_compress_store(job->hits + listed, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
    return listed + vm_count_bits(bits);
}

uint32_t HAIL_KERNEL(touch_circle_boxes)(const hail_circle_boxes *job, uint32_t count) {
    const vf zero = vf_set1(0.0f);
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vpair p = read_pair(job, i, n);
        const vseparations s = separations_of(&p);
        const vedge edge = widest_edge(&s);
        const vregion at = find_region(&p, &edge, vm_first(0));
        listed = list_hits(job, i, n, listed, vf_le(at.g, p.radius));
        write_hits(job, i, n, &p, (vpoint){zero, zero}, from_edge(&edge, at.normal), at.g, vf_sub(p.radius, at.g));
        vf_store_n(job->t + i, zero, n);
    }
    return listed;
}

uint32_t HAIL_KERNEL(sweep_circle_boxes)(const hail_circle_boxes *job, uint32_t count) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vf dx = vf_load_n(job->dx + i, n), dy = vf_load_n(job->dy + i, n);
        vpair p = read_pair(job, i, n);
        const vf margin = vf_mul(vf_add(p.radius, vf_load_n(job->reach + i, n)), vf_set1(HAIL_TOLERANCE));
        const vclip clip = clip_path(&p, dx, dy, vf_add(p.radius, margin));
        p.x = vf_add(p.x, vf_mul(dx, clip.t0));
        p.y = vf_add(p.y, vf_mul(dy, clip.t0));
        const vregion at = find_region(&p, &clip.edge, vf_gt(clip.t0, zero));
        const vpoint motion = to_edge(&clip.edge, dx, dy), face = {one, zero}, half = {p.half_x, p.half_y};
        const vf slack = corner_slack(margin, half, half, motion, one), wide = vf_add(p.radius, slack);
        const varc arc = hit_arc(at.away, motion, p.radius, wide);
        const varrival got = arrive(clip.t0, at.g, p.radius, wide, vf_negate(motion.x), at.corner, &arc);
        const vpoint normal_there = vpick(got.on_arc, vunit(arc.d, arc.g, zero, face), at.normal);
        const vpoint normal = vpick(vf_le(got.g, slack), face, normal_there);
        const vpoint centre = {vf_add(zero, vf_mul(dx, got.t)), vf_add(zero, vf_mul(dy, got.t))};
        const vm hit = vm_and_not(got.hit, clip.missed);
        const vf inside = vf_select(vf_gt(got.t, zero), zero, vf_max(vf_sub(p.radius, got.g), zero));
        const vf depth = vf_select(hit, inside, vf_set1(-1.0f));
        listed = list_hits(job, i, n, listed, hit);
        write_hits(job, i, n, &p, centre, from_edge(&clip.edge, normal), got.g, depth);
        vf_store_n(job->t + i, got.t, n);
    }
    return listed;
}
