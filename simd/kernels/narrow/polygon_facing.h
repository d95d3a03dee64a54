/* simd/kernels/narrow/polygon_facing.h - the nearest points of two edges that face each other, and the contact that
 * they make (docs/arithmetic.md, "Polygon against polygon"): one pair a lane, all in A's frame. */
#ifndef HAIL_SIMD_KERNELS_NARROW_POLYGON_FACING_H
#define HAIL_SIMD_KERNELS_NARROW_POLYGON_FACING_H

#include "polygon_lanes.h"

/* ---- Their nearest points -----------------------------------------------------------------------------------------
 */

/* A point of the incident edge: s along the reference edge from its first end, h above it. */
typedef struct vfoot {
    vf s, h;
    vf own; /* s before it is clipped */
} vfoot;

typedef struct vfacing {
    vpolygon_edge reference, incident;
    vf length;     /* of the reference edge */
    vf g;          /* between the cores, along `normal` */
    vpoint d;      /* corner: the vector from it to the incident edge, along and across the reference edge */
    vpoint normal; /* out of the reference polygon */
    vfoot u, v;
    vf w; /* corner: where on the incident edge, 0 to 1 */
    vm of_b;
    vm corner, second; /* the nearest point is a corner of the reference edge; it is the second corner */
    vm v_deeper;       /* face: v is the deeper point */
} vfacing;

/* A vector that is given along and across an edge, in A's frame. */
static LANES_INLINE vpoint out_of_edge(vpoint normal, vf along, vf across) {
    return (vpoint){vf_sub(vf_mul(normal.x, across), vf_mul(normal.y, along)),
                    vf_add(vf_mul(normal.y, across), vf_mul(normal.x, along))};
}

/* A vector in A's frame, along (x) and across (y) an edge. */
static LANES_INLINE vpoint into_edge(vpoint normal, vpoint a) {
    return (vpoint){vf_sub(vf_mul(normal.x, a.y), vf_mul(normal.y, a.x)), vdot(normal, a)};
}

static LANES_INLINE vf clip_along(vf s, vf length) {
    const vf zero = vf_set1(0.0f);
    return vf_select(vf_lt(s, zero), zero, vf_select(vf_gt(s, length), length, s));
}

/* Finds the lanes where the incident edge's lowest vertex lies beyond an end of the reference edge: there the corner is
 * nearest. */
static LANES_INLINE void find_corner(vfacing *m, vf near, vpoint p1, vpoint p2) {
    const vf zero = vf_set1(0.0f);
    const vm second = vf_lt(p2.y, p1.y);
    const vf lowest = vf_select(second, p2.y, p1.y), at = vf_select(second, p2.x, p1.x);
    const vf face = vf_select(m->v_deeper, m->v.h, m->u.h);
    const vm slips = vm_and(vf_gt(lowest, zero), vf_gt(vf_sub(face, lowest), vf_mul(near, vf_set1(HAIL_SLIP_SHARE))));
    const vm close = vf_ge(lowest, vf_negate(near));
    const vm before = vm_and(close, vm_and(vf_lt(p1.x, zero), vf_lt(p2.x, zero)));
    const vm after = vm_and(close, vm_and(vf_gt(p1.x, m->length), vf_gt(p2.x, m->length)));
    m->second = vm_and(vf_gt(at, m->length), vm_or(slips, after));
    m->corner = vm_or(m->second, vm_and(vf_lt(at, zero), vm_or(slips, before)));
}

static LANES_INLINE void measure_corner(vfacing *m, vpoint p1, vpoint p2) {
    const vf zero = vf_set1(0.0f), unit = vf_set1(1.0f);
    const vpoint x = {vf_sub(p1.x, vf_select(m->second, m->length, zero)), p1.y}, f = vminus(p2, p1);
    const vf ff = vdot(f, f);
    const vm some = vf_gt(ff, zero);
    vf w = vf_div(vf_negate(vdot(x, f)), vf_select(some, ff, unit));
    w = vf_select(some, vf_select(vf_lt(w, zero), zero, vf_select(vf_gt(w, unit), unit, w)), zero);
    m->w = w;
    m->d = (vpoint){vf_add(x.x, vf_mul(f.x, w)), vf_add(x.y, vf_mul(f.y, w))};
}

static LANES_INLINE void clip_face(vfacing *m, vpoint p1, vpoint p2) {
    const vf zero = vf_set1(0.0f), su = clip_along(p1.x, m->length), sv = clip_along(p2.x, m->length);
    const vf den = vf_sub(p1.x, p2.x), rise = vf_sub(p2.y, p1.y), fall = vf_sub(p1.y, p2.y);
    const vm slopes = vf_gt(den, zero);
    const vf by = vf_select(slopes, den, vf_set1(1.0f));
    /* If the lowest end is not above the edge, it is beyond the edge's end by rounding only. */
    const vm second = vf_lt(p2.y, p1.y), keep1 = vm_and_not(vf_le(p1.y, zero), second),
             keep2 = vm_and(second, vf_le(p2.y, zero));
    const vf fu = vf_select(vm_and_not(slopes, keep1), vf_div(vf_sub(p1.x, su), by), zero);
    const vf fv = vf_select(vm_and_not(slopes, keep2), vf_div(vf_sub(sv, p2.x), by), zero);
    m->u = (vfoot){su, vf_add(p1.y, vf_mul(rise, fu)), p1.x};
    m->v = (vfoot){sv, vf_add(p2.y, vf_mul(fall, fv)), p2.x};
    m->v_deeper = vf_lt(m->v.h, m->u.h);
}

/* A share of the size of two edges that face each other: room for the rounding of their cores' distance. */
#define CORNER_ROOM 1e-3f

/* Finds the nearest points of m's two edges. Corners are measured only if some lane's separation is within `reach`,
 * with room for rounding and for numbers whose square is 0. Otherwise the cores are further apart anyway. g is FURTHEST
 * where a corner is not measured. */
static LANES_INLINE void measure_facing(vfacing *m, vf separation, vf reach) {
    const vf zero = vf_set1(0.0f);
    const vpoint n = m->reference.normal;
    m->length = into_edge(n, vminus(m->reference.end2, m->reference.end1)).x;
    const vpoint p1 = into_edge(n, vminus(m->incident.end1, m->reference.end1));
    const vpoint p2 = into_edge(n, vminus(m->incident.end2, m->reference.end1));
    clip_face(m, p1, p2);
    const vf size = vf_add(vf_add(taxi(m->reference.end1), taxi(m->reference.end2)),
                           vf_add(taxi(m->incident.end1), taxi(m->incident.end2)));
    const vf near = vf_mul(size, vf_set1(HAIL_TOLERANCE));
    find_corner(m, near, p1, p2);
    const vf face = vf_select(m->v_deeper, m->v.h, m->u.h);
    m->g = vf_select(m->corner, vf_set1(FURTHEST), face);
    m->normal = n;
    m->d = (vpoint){zero, zero};
    m->w = zero;
    const vf beyond = vf_add(vf_mul(size, vf_set1(CORNER_ROOM)), vf_set1(HAIL_NEAR_ZERO));
    const vm touchable = vf_le(separation, vf_add(reach, beyond));
    if (vm_bits(vm_and(m->corner, touchable))) {
        measure_corner(m, p1, p2);
        const vf apart = vf_sqrt(vdot(m->d, m->d));
        m->g = vf_select(m->corner, apart, m->g);
        const vpoint away = vunit(m->d, apart, near, (vpoint){zero, vf_set1(1.0f)});
        m->normal = vpick(m->corner, out_of_edge(n, away.x, away.y), n);
    }
}

/* Finds the edges that face each other, and their nearest points. */
static LANES_APART void find_facing(const hail_narrow_job *job, const vpolygons *p, const vcores *c,
                                    const vreference *reference, const vpoint *u, const vf *reach, vfacing *to) {
    const vm of_b = reference->of_b, of_a = vm_and_not(vm_first(HAIL_LANES), of_b);
    to->reference = load_edge(job, p, *u, of_b, reference->edge);
    to->incident = load_edge(job, p, *u, of_a, incident_edge(c, of_b, to->reference.normal));
    to->of_b = of_b;
    measure_facing(to, reference->separation, *reach);
}

/* The same of a pair as it stands. */
static LANES_APART void find_edges(const hail_narrow_job *job, const vpolygons *p, const vf *reach, vfacing *to) {
    vcores cores;
    vedge_separations separations;
    load_cores(job, p, &cores);
    separate(&cores, &separations);
    const vreference reference = reference_edge(&cores, &separations);
    find_facing(job, p, &cores, &reference, &p->u, reach, to);
}

/* Where the deepest point, or the corner, lies along the reference edge. */
static LANES_INLINE vf deepest_along(const vfacing *m) {
    const vf corner = vf_select(m->second, m->length, vf_set1(0.0f));
    return vf_select(m->corner, corner, vf_select(m->v_deeper, m->v.s, m->u.s));
}

/* The foot of a point on the reference edge, in A's frame. */
static LANES_INLINE vpoint foot_at(const vfacing *m, vf s) {
    const vpoint n = m->reference.normal;
    return (vpoint){vf_sub(m->reference.end1.x, vf_mul(n.y, s)), vf_add(m->reference.end1.y, vf_mul(n.x, s))};
}

/* The point midway between the two surfaces, whose cores are h apart along `normal`. */
static LANES_INLINE vpoint midway(const vfacing *m, vf s, vpoint normal, vf h) {
    const vf mid = vf_mul(vf_add(m->reference.rounding, vf_sub(h, m->incident.rounding)), vf_set1(0.5f));
    const vpoint foot = foot_at(m, s), up = vtimes(normal, mid);
    return (vpoint){vf_add(foot.x, up.x), vf_add(foot.y, up.y)};
}

static LANES_INLINE vpoint to_world(const vpolygons *p, vpoint at, vpoint point) {
    const vpoint rotated = vrotate(p->ca, p->sa, point);
    return (vpoint){vf_add(at.x, rotated.x), vf_add(at.y, rotated.y)};
}

/* The nearest points of the two surfaces, in the world. */
typedef struct vsurfaces {
    vpoint a, b;
} vsurfaces;

static LANES_APART void find_surfaces(const vpolygons *p, const vfacing *m, vsurfaces *to) {
    const vpoint foot = foot_at(m, deepest_along(m)), up = vtimes(m->normal, m->reference.rounding),
                 over = vtimes(m->normal, vf_sub(m->g, m->incident.rounding));
    const vpoint reference = to_world(p, p->at, vplus(foot, up)), incident = to_world(p, p->at, vplus(foot, over));
    to->a = vpick(m->of_b, incident, reference);
    to->b = vpick(m->of_b, reference, incident);
}

/* From a to b, in the world. */
static LANES_INLINE vpoint world_normal(const vpolygons *p, const vfacing *m, vpoint normal) {
    const vpoint from_a = {vf_select(m->of_b, vf_negate(normal.x), normal.x),
                           vf_select(m->of_b, vf_negate(normal.y), normal.y)};
    return vrotate(p->ca, p->sa, from_a);
}

/* ---- Features ---------------------------------------------------------------------------------------------------- */

static LANES_INLINE vi feature_at(vi features, vm first, vm second) {
    const vi first_or_edge = vi_select(first, vi_shift_right(features, 8), features);
    return vi_and(vi_select(second, vi_shift_right(features, 16), first_or_edge), vi_set1(0xff));
}

/* The reference's and the incident's features as a's and b's. */
static LANES_INLINE vi order_features(const vfacing *m, vi reference, vi incident) {
    return pack_features(vi_select(m->of_b, incident, reference), vi_select(m->of_b, reference, incident));
}

static LANES_INLINE vi edge_features(const vfacing *m) {
    const vm none = vm_first(0);
    return order_features(m, feature_at(m->reference.features, none, none),
                          feature_at(m->incident.features, none, none));
}

/* Where the corner, or the deepest point alone, is on either edge: its first end, or its second; else on the edge. */
typedef struct vpoint_ends {
    vm reference_1, reference_2, incident_1, incident_2;
} vpoint_ends;

static LANES_INLINE vpoint_ends point_ends(const vfacing *m) {
    const vf zero = vf_set1(0.0f), own = vf_select(m->v_deeper, m->v.own, m->u.own);
    const vm before = vf_lt(own, zero), after = vm_and_not(vf_gt(own, m->length), before);
    const vm inside = vm_and_not(vm_and_not(vm_first(HAIL_LANES), before), after);
    const vm on_first = vf_eq(m->w, zero), on_second = vm_and_not(vf_eq(m->w, vf_set1(1.0f)), on_first);
    return (vpoint_ends){vm_or(vm_and_not(m->corner, m->second), vm_and_not(before, m->corner)),
                         vm_or(vm_and(m->corner, m->second), vm_and_not(after, m->corner)),
                         vm_or(vm_and(m->corner, on_first), vm_and_not(vm_and_not(inside, m->v_deeper), m->corner)),
                         vm_or(vm_and(m->corner, on_second), vm_and_not(vm_and(inside, m->v_deeper), m->corner))};
}

/* The features of the corner, or of the deepest point alone. */
static LANES_APART vi point_features(const vfacing *m) {
    const vpoint_ends at = point_ends(m);
    return order_features(m, feature_at(m->reference.features, at.reference_1, at.reference_2),
                          feature_at(m->incident.features, at.incident_1, at.incident_2));
}

/* ---- Contacts ---------------------------------------------------------------------------------------------------- */

/* Puts a corner's point or, of a face, its deepest. */
static LANES_INLINE void put_deepest(const vpolygons *p, const vfacing *m, vcontact *c) {
    const vf zero = vf_set1(0.0f);
    c->at[0] = to_world(p, p->at, midway(m, deepest_along(m), m->normal, m->g));
    c->depth[0] = vf_max(vf_sub(p->r, m->g), zero);
    c->at[1] = (vpoint){zero, zero};
    c->depth[1] = zero;
}

/* Puts the points: of a face that touches with both of its points, the other one, too. */
static LANES_INLINE void put_points(const vpolygons *p, const vfacing *m, vcontact *c) {
    const vf zero = vf_set1(0.0f);
    const vm of_v = m->v_deeper;
    const vf other_s = vf_select(of_v, m->u.s, m->v.s), other_h = vf_select(of_v, m->u.h, m->v.h);
    put_deepest(p, m, c);
    c->two = vm_and_not(vm_and(vf_le(other_h, p->r), vf_gt(m->u.s, m->v.s)), m->corner);
    if (!vm_bits(c->two))
        return;
    const vpoint deepest = c->at[0], other = to_world(p, p->at, midway(m, other_s, m->reference.normal, other_h));
    const vf depth = c->depth[0], less = vf_max(vf_sub(p->r, other_h), zero);
    /* Of two points V comes first if the reference edge is A's, otherwise U. So the deepest comes first where it is
     * that one. */
    const vm in_order = vm_or(vm_and_not(of_v, m->of_b), vm_and_not(m->of_b, of_v));
    const vm swap = vm_and_not(c->two, in_order);
    c->at[0] = vpick(swap, other, deepest);
    c->depth[0] = vf_select(swap, less, depth);
    c->at[1] = vpick(swap, deepest, vpick(c->two, other, c->at[1]));
    c->depth[1] = vf_select(swap, depth, vf_select(c->two, less, zero));
}

#endif
