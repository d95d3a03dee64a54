/* simd/kernels/circle_circle.c - docs/arithmetic.md, "Circle against circle"; one pair a lane. */
#include "narrow.h"

uint32_t HAIL_KERNEL(circle_circle)(const hail_narrow_job *given, const uint32_t *one, const uint32_t *two,
                                    const uint32_t *place, uint32_t count) {
    const hail_narrow_job job = *given;
    uint32_t touched = 0;
    const vf zero = vf_set1(0.0f), unit = vf_set1(1.0f), half = vf_set1(0.5f);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vi a = vi_load_n(one + i, n), b = vi_load_n(two + i, n);
        const vf ax = vf_gather(job.one.x, a), ay = vf_gather(job.one.y, a);
        const vf dx = vf_sub(vf_gather(job.two.x, b), ax), dy = vf_sub(vf_gather(job.two.y, b), ay);
        const vf ar = side_radius(&job.one, a), br = side_radius(&job.two, b), r = vf_add(ar, br);
        const vf d2 = vf_add(vf_mul(dx, dx), vf_mul(dy, dy));
        const vm touching = vf_le(d2, vf_mul(r, r));
        const vf d = vf_sqrt(d2);
        const vm apart = vf_gt(d, zero);
        const vf by = vf_select(apart, d, unit);
        const vf nx = vf_select(apart, vf_div(dx, by), unit), ny = vf_select(apart, vf_div(dy, by), zero);
        const vf depth = vf_max(vf_sub(r, d), zero);
        const vf m = vf_mul(vf_sub(vf_add(ar, d), br), half);
        write_contacts(&job, &job.one, &job.two, a, b, touching, vi_set1(0), nx, ny, vf_add(ax, vf_mul(nx, m)),
                       vf_add(ay, vf_mul(ny, m)), depth, place + i, n, count - i);
        touched += vm_count_bits(vm_bits(touching) & (HAIL_ALL_LANES >> (HAIL_LANES - n)));
    }
    return touched;
}
