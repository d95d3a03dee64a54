/* simd/kernels/narrow/polygon_sweep_lanes.h - when a polygon on its way hits another, and the contact then
 * (docs/arithmetic.md, "Sweeps"): one pair a lane, all in A's frame. */
#ifndef HAIL_SIMD_KERNELS_NARROW_POLYGON_SWEEP_LANES_H
#define HAIL_SIMD_KERNELS_NARROW_POLYGON_SWEEP_LANES_H

#include "polygon_facing.h"

/* The clipped path so far. */
typedef struct vedge_clip {
    vf t0, leave;
    vreference last;
    vm missed;
} vedge_clip;

static LANES_INLINE void clip_edge(vedge_clip *clip, vf q, vf speed, uint32_t edge, vm of_b) {
    const vf zero = vf_set1(0.0f);
    const vm nears = vf_gt(speed, zero), leaves = vf_lt(speed, zero), either = vm_or(nears, leaves);
    const vf f = vf_div(q, vf_select(either, speed, vf_set1(1.0f)));
    const vm later = vm_and(nears, vf_gt(f, clip->t0));
    clip->t0 = vf_select(later, f, clip->t0);
    clip->last.edge = vi_select(later, vi_set1((int32_t)edge), clip->last.edge);
    clip->last.of_b = vm_or(vm_and(later, of_b), vm_and_not(clip->last.of_b, later));
    clip->leave = vf_select(vm_and(leaves, vf_lt(f, clip->leave)), f, clip->leave);
    clip->missed = vm_or(clip->missed, vm_and_not(vf_gt(q, zero), either));
}

/* Clips the path. last: the edge that is hit last, at t0; the reference edge at the start if none is hit. motion: A's
 * relative to B, in A's frame. */
static LANES_INLINE vedge_clip clip_edges(const vcores *c, const vedge_separations *s, vf reach, vpoint motion) {
    const vm none = vm_first(0), all = vm_first(HAIL_LANES);
    const vreference still = reference_edge(c, s);
    vedge_clip clip = {.t0 = vf_set1(0.0f), .leave = vf_set1(1.0f), .last = still, .missed = none};
    LANES_ROLLED
    for (uint32_t i = 0; i < c->edges_a; i++)
        clip_edge(&clip, vf_sub(s->a[i], reach), vdot((vpoint){c->n_x[i], c->n_y[i]}, motion), i, none);
    LANES_ROLLED
    for (uint32_t j = 0; j < c->edges_b; j++)
        clip_edge(&clip, vf_sub(s->b[j], reach), vf_negate(vdot((vpoint){c->m_x[j], c->m_y[j]}, motion)), j, all);
    clip.missed = vm_or(clip.missed, vf_gt(clip.t0, clip.leave));
    clip.t0 = vf_select(clip.missed, vf_set1(0.0f), clip.t0);
    return clip;
}

/* The contact of a pair at t0; or, where a corner is near but not hit yet, on the corner's arc. Its features are the
 * caller's to find. *fallback: the lanes that must be swept again. */
static LANES_INLINE vcontact finish(const vpolygons *p, const vfacing *m, const vedge_clip *clip, vf margin,
                                    vf keenness, vpoint motion, vpoint ma, vm *fallback) {
    const vf zero = vf_set1(0.0f);
    const vpoint n = m->reference.normal;
    const vpoint velocity = into_edge(n, (vpoint){vf_select(m->of_b, motion.x, vf_negate(motion.x)),
                                                  vf_select(m->of_b, motion.y, vf_negate(motion.y))});
    const vf slack = corner_slack(margin, m->reference.end1, m->reference.end2, motion);
    const vf wide = vf_add(p->r, slack);
    varc arc = {.hit = vm_first(0), .tau = zero, .g = zero, .d = {zero, zero}};
    if (vm_bits(vm_and_not(vm_and_not(m->corner, vf_le(m->g, p->r)), clip->missed)))
        arc = hit_arc(m->d, velocity, p->r, wide);
    const varrival got = arrive(clip->t0, m->g, p->r, wide, vf_negate(velocity.y), m->corner, &arc);
    const vpoint away = vunit(arc.d, arc.g, zero, (vpoint){zero, vf_set1(1.0f)});
    const vpoint normal_there = vpick(got.on_arc, out_of_edge(n, away.x, away.y), m->normal);
    const vpoint normal = vpick(vm_and(m->corner, vf_le(got.g, slack)), n, normal_there);
    const vpoint point = midway(m, deepest_along(m), normal, got.g), moved = vtimes(motion, arc.tau);
    const vpoint local = vpick(vm_and(got.on_arc, m->of_b), vminus(point, moved), point);
    const vf t = got.t;
    const vf along = vdot(normal, motion), unit = vf_set1(1.0f);
    const vf room = vf_mul(slack, vf_mul(keenness, vf_set1(HAIL_FALLBACK)));
    const vf reach = vf_select(vf_gt(p->r, zero), vf_add(p->r, room), vf_set1(FURTHEST));
    *fallback = vm_and_not(vm_or(faces_away(&got, vf_select(m->of_b, along, vf_negate(along)), p->r),
                                 corner_fallback(&got, m->corner, m->g, p->r, reach, vf_gt(keenness, unit))),
                           clip->missed);
    vcontact c = {.touching = vm_and_not(got.hit, clip->missed), .two = vm_first(0), .t = t};
    c.normal = world_normal(p, m, normal);
    c.at[0] = to_world(p, (vpoint){vf_add(p->at.x, vf_mul(ma.x, t)), vf_add(p->at.y, vf_mul(ma.y, t))}, local);
    c.depth[0] = vf_select(vf_gt(t, zero), zero, vf_max(vf_sub(p->r, got.g), zero));
    c.at[1] = (vpoint){zero, zero};
    c.depth[1] = zero;
    return c;
}

#endif
