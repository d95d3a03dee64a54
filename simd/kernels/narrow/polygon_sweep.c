/* simd/kernels/narrow/polygon_sweep.c - docs/arithmetic.md, "Sweeps", of polygons. Clips the line of relative motion by
 * the edges of the rounded Minkowski difference. Past a corner it then tests that corner's arc. One pair a lane. */
#include "polygon_sweep_lanes.h"

uint32_t HAIL_KERNEL(polygon_polygon_sweep)(const hail_narrow_job *given, const uint32_t *one, const uint32_t *two,
                                            const uint32_t *row, uint32_t count) {
    const hail_narrow_job job = *given;
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vbodies a = read_bodies(one + i, n), b = read_bodies(two + i, n);
        const vpoint ma = side_motion(&job.one, &a), mb = side_motion(&job.two, &b);
        const vpolygons p =
            read_polygons(&job, &a, &b, side_start(&job, &job.one, &a, ma), side_start(&job, &job.two, &b, mb));
        const vpoint motion = vrotate_back(p.ca, p.sa, vminus(ma, mb));
        vcores cores;
        vedge_separations separations;
        load_cores(&job, &p, &cores);
        separate(&cores, &separations);
        const vextent of_a = read_extent(&job, p.row_a), of_b = read_extent(&job, p.row_b);
        const vf size = vf_add(vf_mul(of_a.reach, p.ka), vf_mul(of_b.reach, p.kb));
        const vf margin = vf_mul(vf_set1(HAIL_TOLERANCE), vf_add(vf_add(taxi(p.u), taxi(motion)), size));
        const vedge_clip clip = clip_edges(&cores, &separations, vf_add(p.r, margin), motion);
        const vfacing m = find_facing(&job, &p, &cores, clip.last, vminus(p.u, vtimes(motion, clip.t0)),
                                      vf_select(clip.missed, vf_set1(-FURTHEST), vf_set1(FURTHEST)));
        const vf keenness = vf_max(of_a.keenness, of_b.keenness);
        vm doubt;
        vcontact c = finish(&p, &m, &clip, margin, keenness, motion, ma, &doubt);
        c.features = point_features(&m);
        const uint32_t doubtful = vm_bits(vm_and(doubt, vm_first(n)));
        if (doubtful)
            sweep_again(HAIL_NAME(polygon_polygon_sweep, reference), &job, one + i, two + i, doubtful, &c);
        touched += write_contacts(&job, one + i, two + i, row + i, &c, n, count - i);
    }
    return touched;
}
