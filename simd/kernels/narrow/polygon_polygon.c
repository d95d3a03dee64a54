/* simd/kernels/narrow/polygon_polygon.c - docs/arithmetic.md, "Polygon against polygon" and "Distance"; one pair a
 * lane. */
#include "polygon_facing.h"

uint32_t HAIL_KERNEL(polygon_polygon)(const hail_narrow_job *given, const uint32_t *one, const uint32_t *two,
                                      const uint32_t *row, uint32_t count) {
    const hail_narrow_job job = *given;
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vbodies a = read_bodies(one + i, n), b = read_bodies(two + i, n);
        const vpolygons p = read_polygons(&job, &a, &b, side_position(&job.one, &a), side_position(&job.two, &b));
        vcores cores;
        vedge_separations separations;
        load_cores(&job, &p, &cores);
        separate(&cores, &separations);
        const vfacing m = find_facing(&job, &p, &cores, reference_edge(&cores, &separations), p.u, p.r);
        vcontact c = {.touching = vf_le(m.g, p.r), .t = vf_set1(0.0f)};
        put_points(&p, &m, &c);
        c.features = vi_select(c.two, edge_features(&m), point_features(&m));
        c.normal = world_normal(&p, &m, m.normal);
        touched += write_contacts(&job, one + i, two + i, row + i, &c, n, count - i);
    }
    return touched;
}

uint32_t HAIL_KERNEL(polygon_polygon_gap)(const hail_narrow_job *given, const uint32_t *one, const uint32_t *two,
                                          const uint32_t *row, uint32_t count) {
    const hail_narrow_job job = *given;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vbodies a = read_bodies(one + i, n), b = read_bodies(two + i, n);
        const vpolygons p = read_polygons(&job, &a, &b, side_position(&job.one, &a), side_position(&job.two, &b));
        vcores cores;
        vedge_separations separations;
        load_cores(&job, &p, &cores);
        separate(&cores, &separations);
        const vfacing m = find_facing(&job, &p, &cores, reference_edge(&cores, &separations), p.u, vf_set1(FURTHEST));
        const vpoint foot = foot_at(&m, deepest_along(&m)), up = vtimes(m.normal, m.reference.rounding),
                     over = vtimes(m.normal, vf_sub(m.g, m.incident.rounding));
        const vpoint reference = to_world(&p, p.at, (vpoint){vf_add(foot.x, up.x), vf_add(foot.y, up.y)});
        const vpoint incident = to_world(&p, p.at, (vpoint){vf_add(foot.x, over.x), vf_add(foot.y, over.y)});
        write_gaps(&job, row + i, n, vf_sub(m.g, p.r), vpick(m.of_b, incident, reference),
                   vpick(m.of_b, reference, incident), world_normal(&p, &m, m.normal), point_features(&m));
    }
    return 0;
}
