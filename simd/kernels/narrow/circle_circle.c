/* simd/kernels/narrow/circle_circle.c - docs/arithmetic.md, "Circle against circle", "Distance" and "Sweeps"; one pair
 * a lane.
 */
#include "circle_lanes.h"

uint32_t HAIL_KERNEL(circle_circle)(const hail_narrow_job *given, const uint32_t *one, const uint32_t *two,
                                    const uint32_t *row, uint32_t count) {
    const hail_narrow_job job = *given;
    uint32_t touched = 0;
    const vf zero = vf_set1(0.0f), half = vf_set1(0.5f);
    const vpoint right = {vf_set1(1.0f), zero};
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vbodies a = read_bodies(one + i, n), b = read_bodies(two + i, n);
        const vpoint at = side_position(&job.one, &a), d = vminus(side_position(&job.two, &b), at);
        const vf ar = side_radius(&job, &job.one, &a), br = side_radius(&job, &job.two, &b), r = vf_add(ar, br);
        const vf d2 = vdot(d, d), length = vf_sqrt(d2);
        vcontact c = {.touching = vf_le(d2, vf_mul(r, r)), .two = vm_first(0), .features = vi_set1(0), .t = zero};
        c.normal = vunit(d, length, vf_set1(0.0f), right);
        c.depth[0] = vf_max(vf_sub(r, length), zero);
        const vf m = vf_mul(vf_sub(vf_add(ar, length), br), half);
        c.at[0] = (vpoint){vf_add(at.x, vf_mul(c.normal.x, m)), vf_add(at.y, vf_mul(c.normal.y, m))};
        c.at[1] = (vpoint){zero, zero};
        c.depth[1] = zero;
        touched += write_contacts(&job, one + i, two + i, row + i, &c, n, count - i);
    }
    return touched;
}

uint32_t HAIL_KERNEL(circle_circle_gap)(const hail_narrow_job *given, const uint32_t *one, const uint32_t *two,
                                        const uint32_t *row, uint32_t count) {
    const hail_narrow_job job = *given;
    const vpoint right = {vf_set1(1.0f), vf_set1(0.0f)};
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vbodies a = read_bodies(one + i, n), b = read_bodies(two + i, n);
        const vpoint pa = side_position(&job.one, &a), pb = side_position(&job.two, &b), d = vminus(pb, pa);
        const vf ar = side_radius(&job, &job.one, &a), br = side_radius(&job, &job.two, &b);
        const vf length = vf_sqrt(vdot(d, d));
        const vpoint normal = vunit(d, length, vf_set1(0.0f), right), to_a = vtimes(normal, ar),
                     to_b = vtimes(normal, br);
        write_gaps(&job, row + i, n, vf_sub(length, vf_add(ar, br)),
                   (vpoint){vf_add(pa.x, to_a.x), vf_add(pa.y, to_a.y)}, vminus(pb, to_b), normal, vi_set1(0));
    }
    return 0;
}

uint32_t HAIL_KERNEL(circle_circle_sweep)(const hail_narrow_job *given, const uint32_t *one, const uint32_t *two,
                                          const uint32_t *row, uint32_t count) {
    const hail_narrow_job job = *given;
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vcontact c = sweep_circles(&job, one + i, two + i, n);
        touched += write_contacts(&job, one + i, two + i, row + i, &c, n, count - i);
    }
    return touched;
}
