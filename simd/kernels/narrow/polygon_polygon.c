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

uint32_t HAIL_KERNEL(polygon_polygon)(const hail_narrow_job *given, const uint32_t *one, const uint32_t *two,
                                      const uint32_t *row, uint32_t count) {
    const hail_narrow_job job = *given;
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vbodies a = read_bodies(one + i, n), b = read_bodies(two + i, n);
        const vpair p = read_pair(&job, &a, &b, side_position(&job.one, &a), side_position(&job.two, &b));
        vcores cores;
        vseparations separations;
        load_cores(&job, &p, &cores);
        separate(&cores, &separations);
        const vfacing m = find_facing(&job, &p, &cores, widest_edge(&cores, &separations), p.u, p.r);
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
        const vpair p = read_pair(&job, &a, &b, side_position(&job.one, &a), side_position(&job.two, &b));
        vcores cores;
        vseparations separations;
        load_cores(&job, &p, &cores);
        separate(&cores, &separations);
        const vfacing m = find_facing(&job, &p, &cores, widest_edge(&cores, &separations), p.u, vf_set1(FURTHEST));
        const vpoint foot = foot_at(&m, deepest_along(&m)), up = vtimes(m.normal, m.reference.rounding),
                     over = vtimes(m.normal, vf_sub(m.g, m.incident.rounding));
        const vpoint reference = to_world(&p, p.at, (vpoint){vf_add(foot.x, up.x), vf_add(foot.y, up.y)});
        const vpoint incident = to_world(&p, p.at, (vpoint){vf_add(foot.x, over.x), vf_add(foot.y, over.y)});
        write_gaps(&job, row + i, n, vf_sub(m.g, p.r), vpick(m.of_b, incident, reference),
                   vpick(m.of_b, reference, incident), world_normal(&p, &m, m.normal), point_features(&m));
    }
    return 0;
}
