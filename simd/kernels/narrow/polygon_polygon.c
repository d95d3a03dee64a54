/* simd/kernels/narrow/polygon_polygon.c - docs/arithmetic.md, "Polygon against polygon" and "Distance"; one pair a
 * lane. */
#include "polygon_lanes.h"

/* Puts a corner's point, or a face's deepest point and, if it is deep enough, the other. */
static LANES_INLINE void put_points(const vpair *p, const vfacing *m, vcontact *c) {
    const vf zero = vf_set1(0.0f);
    const vm of_v = m->v_deeper;
    const vf other_s = vf_select(of_v, m->u.s, m->v.s), other_h = vf_select(of_v, m->u.h, m->v.h);
    const vpoint deepest = to_world(p, p->at, midway(m, deepest_along(m), m->normal, m->g));
    const vpoint other = to_world(p, p->at, midway(m, other_s, m->reference.normal, other_h));
    const vf depth = vf_max(vf_sub(p->r, m->g), zero), less = vf_max(vf_sub(p->r, other_h), zero);
    c->two = vm_and_not(vm_and(vf_le(other_h, p->r), vf_gt(m->u.s, m->v.s)), m->corner);
    /* Of two points V comes first if the reference edge is A's, otherwise U. So the deepest comes first where it is
     * that one. */
    const vm in_order = vm_or(vm_and_not(of_v, m->of_b), vm_and_not(m->of_b, of_v));
    const vm swap = vm_and_not(c->two, in_order);
    c->at[0] = vpick(swap, other, deepest);
    c->depth[0] = vf_select(swap, less, depth);
    c->at[1] = vpick(swap, deepest, vpick(c->two, other, (vpoint){zero, zero}));
    c->depth[1] = vf_select(swap, depth, vf_select(c->two, less, zero));
}

uint32_t HAIL_KERNEL(polygon_polygon)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                      const uint32_t *row, uint32_t count) {
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vpair_sides sides;
        vpair p;
        vfacing m;
        read_standing_sides(job, one + i, two + i, n, &sides);
        read_pair(job, &sides, &p);
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
        vpair p;
        vfacing m;
        vsurfaces at;
        read_standing_sides(job, one + i, two + i, n, &sides);
        read_pair(job, &sides, &p);
        find_edges(job, &p, &any, &m);
        find_surfaces(&p, &m, &at);
        write_gaps(job, row + i, n, vf_sub(m.g, p.r), at.a, at.b, world_normal(&p, &m, m.normal), point_features(&m));
    }
    return 0;
}
