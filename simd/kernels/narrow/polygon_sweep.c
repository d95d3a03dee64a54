/* simd/kernels/narrow/polygon_sweep.c - docs/arithmetic.md, "Sweeps", of polygons. Clips the line of relative motion by
 * the edges of the rounded Minkowski difference. Past a corner it then tests that corner's arc. One pair a lane. */
#include "polygon_sweep_lanes.h"

uint32_t HAIL_KERNEL(polygon_polygon_sweep)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                            const uint32_t *row, uint32_t count) {
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vpair_sides sides;
        vpolygons p;
        vfacing m;
        vcores cores;
        vedge_separations separations;
        read_moving_sides(job, one + i, two + i, n, &sides);
        read_polygons(job, &sides, &p);
        const vpoint motion = vrotate_back(p.ca, p.sa, vminus(sides.by_a, sides.by_b));
        load_cores(job, &p, &cores);
        separate(&cores, &separations);
        const vextent of_a = read_extent(job, p.row_a), of_b = read_extent(job, p.row_b);
        const vf size = vf_add(vf_mul(of_a.reach, p.ka), vf_mul(of_b.reach, p.kb));
        const vf margin = vf_mul(vf_set1(HAIL_TOLERANCE), vf_add(vf_add(taxi(p.u), taxi(motion)), size));
        const vedge_clip clip = clip_edges(&cores, &separations, vf_add(p.r, margin), motion);
        const vpoint u = vminus(p.u, vtimes(motion, clip.t0));
        const vf within = vf_select(clip.missed, vf_set1(-FURTHEST), vf_set1(FURTHEST));
        find_facing(job, &p, &cores, &clip.last, &u, &within, &m);
        const vf keenness = vf_max(of_a.keenness, of_b.keenness);
        vm fallback;
        vcontact c = finish(&p, &m, &clip, margin, keenness, motion, sides.by_a, &fallback);
        c.features = point_features(&m);
        const uint32_t fallbacks = vm_bits(vm_and(fallback, vm_first(n)));
        if (fallbacks)
            sweep_again(HAIL_NAME(polygon_polygon_sweep, reference), job, one + i, two + i, fallbacks, &c);
        touched += put_contacts(job, one + i, two + i, row + i, &c, n, count - i);
    }
    return touched;
}
