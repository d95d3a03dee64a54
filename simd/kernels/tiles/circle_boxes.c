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
    const vf zero = vf_set1(0.0f);
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vf dx = vf_load_n(job->dx + i, n), dy = vf_load_n(job->dy + i, n);
        const vpair p = read_pair(job, i, n);
        const vf margin = vf_mul(vf_add(p.radius, vf_load_n(job->reach + i, n)), vf_set1(HAIL_TOLERANCE));
        const vclip clip = clip_path(&p, dx, dy, vf_add(p.radius, margin));
        const vhit got = sweep_box(&p, dx, dy, &clip, margin);
        const vpoint centre = {vf_add(zero, vf_mul(dx, got.t)), vf_add(zero, vf_mul(dy, got.t))};
        listed = list_hits(job, i, n, listed, got.hit);
        write_hits(job, i, n, &p, centre, got.normal, got.g, got.depth);
        vf_store_n(job->t + i, got.t, n);
    }
    return listed;
}
