/* simd/kernels/narrow/polygon_polygon.c - docs/arithmetic.md, "Polygon against polygon" and "Distance"; one pair a
 * lane. */
#include "polygon_facing.h"

uint32_t HAIL_KERNEL(polygon_polygon)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                      const uint32_t *row, uint32_t count) {
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vpair_sides sides;
        vpolygons p;
        vfacing m;
        read_standing_sides(job, one + i, two + i, n, &sides);
        read_polygons(job, &sides, &p);
        find_edges(job, &p, &p.r, &m);
        vcontact c;
        c.touching = vf_le(m.g, p.r);
        c.t = vf_set1(0.0f);
        put_points(&p, &m, &c);
        c.features = vi_select(c.two, edge_features(&m), point_features(&m));
        c.normal = world_normal(&p, &m, m.normal);
        touched += put_contacts(job, one + i, two + i, row + i, &c, n, count - i);
    }
    return touched;
}

uint32_t HAIL_KERNEL(polygon_polygon_gap)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                          const uint32_t *row, uint32_t count) {
    const vf any = vf_set1(FURTHEST);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vpair_sides sides;
        vpolygons p;
        vfacing m;
        vsurfaces at;
        read_standing_sides(job, one + i, two + i, n, &sides);
        read_polygons(job, &sides, &p);
        find_edges(job, &p, &any, &m);
        find_surfaces(&p, &m, &at);
        write_gaps(job, row + i, n, vf_sub(m.g, p.r), at.a, at.b, world_normal(&p, &m, m.normal), point_features(&m));
    }
    return 0;
}
