/* simd/kernels/tiles/box_lanes.h - a circle and a box that is not rotated, one pair a lane: the edge that faces the
 * circle, whether it is at a corner, and when a way comes within reach (docs/arithmetic.md, "Shapes against maps").
 *
 * The edges are known: their separations are differences, and two of them face the circle. Once the edge is found, the
 * rest is done in its frame: `out` of the box, and along the edge. Turning by quarters and mirroring round nothing. */
#ifndef HAIL_SIMD_KERNELS_TILES_BOX_LANES_H
#define HAIL_SIMD_KERNELS_TILES_BOX_LANES_H

#include "kernels/narrow/pair_lanes.h"

/* A circle's centre and way from a box's centre. */
typedef struct vpair {
    vf x, y, half_x, half_y, radius;
} vpair;

/* Separations from the edges: 0 top, 1 right, 2 bottom, 3 left, as a box's edges are numbered. */
typedef struct vseparations {
    vf top, right, bottom, left;
} vseparations;

/* One edge: the right or left one, or the top or bottom one; the left or top one. */
typedef struct vedge {
    vm upright, negative;
} vedge;

static LANES_INLINE vseparations separations_of(const vpair *p) {
    return (vseparations){vf_sub(vf_negate(p->y), p->half_y), vf_sub(p->x, p->half_x), vf_sub(p->y, p->half_y),
                          vf_sub(vf_negate(p->x), p->half_x)};
}

/* The first edge with the largest separation. */
static LANES_INLINE vedge widest_edge(const vseparations *s) {
    const vm left = vf_gt(s->left, s->right), bottom = vf_gt(s->bottom, s->top);
    const vf x = vf_max(s->left, s->right), y = vf_max(s->bottom, s->top);
    const vm tie = vm_and_not(vm_and(vf_eq(x, y), bottom), left); /* right comes before bottom */
    const vm upright = vm_or(vf_gt(x, y), tie);
    const vm lower = vm_and_not(vm_first(HAIL_LANES), bottom);
    return (vedge){upright, vm_or(vm_and(upright, left), vm_and_not(lower, upright))};
}

static LANES_INLINE vf flipped(vm negative, vf a) {
    return vf_from_bits(vi_xor(vi_from_bits(a), vi_keep(negative, vi_set1(INT32_MIN))));
}

/* A vector in an edge's frame: x out of the box, y along the edge. And back. */
static LANES_INLINE vpoint to_edge(const vedge *e, vf x, vf y) {
    return (vpoint){flipped(e->negative, vf_select(e->upright, x, y)), vf_select(e->upright, y, x)};
}
static LANES_INLINE vpoint from_edge(const vedge *e, vpoint v) {
    const vf out = flipped(e->negative, v.x);
    return (vpoint){vf_select(e->upright, out, v.y), vf_select(e->upright, v.y, out)};
}

/* The edge's or a corner's region; `away` is from that corner. All in the edge's frame. */
typedef struct vregion {
    vm corner;
    vf g;
    vpoint away, normal;
} vregion;

/* As if all were the edge's. The frame turns with the edge, so which of its corners is the first one is `upright` and
 * `negative` alike or not. */
static LANES_INLINE vregion edge_region(const vpair *p, const vedge *e, vm moved) {
    const vf zero = vf_set1(0.0f);
    const vpoint local = to_edge(e, p->x, p->y);
    const vf half_out = vf_select(e->upright, p->half_x, p->half_y),
             half_along = vf_select(e->upright, p->half_y, p->half_x);
    const vf separation = vf_sub(local.x, half_out);
    const vf low = vf_add(local.y, half_along), high = vf_sub(local.y, half_along);
    const vm forward = vm_or(vm_and_not(e->upright, e->negative), vm_and_not(e->negative, e->upright));
    const vm outside = vm_or(moved, vf_ge(separation, zero));
    const vm at_low = vm_and(outside, vm_or(vf_lt(low, zero), vm_and(forward, vf_eq(low, zero))));
    const vm at_high = vm_and(outside, vm_or(vf_gt(high, zero), vm_and_not(vf_eq(high, zero), forward)));
    return (vregion){.corner = vm_or(at_low, at_high),
                     .g = separation,
                     .away = {separation, vf_select(at_low, low, high)},
                     .normal = {vf_set1(1.0f), zero}};
}

/* Where a centre is at a corner, distance and normal are that one's. */
static LANES_INLINE void turn_to_corners(const vpair *p, vregion *at) {
    const vf one = vf_set1(1.0f);
    const vf length = vf_sqrt(vdot(at->away, at->away)), size = vf_add(p->half_x, p->half_y);
    const vf noise = vf_mul(vf_add(size, size), vf_set1(HAIL_TOLERANCE));
    const vm slanted = vm_and(at->corner, vf_gt(length, noise)); /* else the edge's normal */
    const vf by = vf_select(slanted, length, one);
    at->g = vf_select(at->corner, length, at->g);
    at->normal = (vpoint){vf_select(slanted, vf_div(at->away.x, by), one), vf_keep(slanted, vf_div(at->away.y, by))};
}

static LANES_INLINE vregion find_region(const vpair *p, const vedge *e, vm moved) {
    vregion at = edge_region(p, e, moved);
    turn_to_corners(p, &at);
    return at;
}

/* ---- Ways ------------------------------------------------------------------------------------------------------- */

/* When a way along one axis comes within reach of the box, and when it leaves. */
typedef struct vclip_axis {
    vf from, until;
    vm outside; /* it stays beyond the reach */
} vclip_axis;

static LANES_INLINE vclip_axis clip_axis(vf low, vf high, vf speed, vf reach) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f), ahead = vf_sub(low, reach), behind = vf_sub(high, reach);
    const vm up = vf_gt(speed, zero), moves = vm_or(up, vf_lt(speed, zero));
    const vf fast = vf_select(moves, vf_abs(speed), one);
    const vf from = vf_div(vf_select(up, ahead, behind), fast), until = vf_div(vf_select(up, behind, ahead), fast);
    return (vclip_axis){vf_select(moves, from, zero), vf_select(moves, vf_negate(until), one),
                        vm_and_not(vm_or(vf_gt(ahead, zero), vf_gt(behind, zero)), moves)};
}

/* Which edge is hit last, and when; if there is none, it is the widest at the start. */
typedef struct vclip {
    vf t0;
    vedge edge;
    vm missed;
} vclip;

static LANES_INLINE vclip clip_path(const vpair *p, vf dx, vf dy, vf reach) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    const vseparations s = separations_of(p);
    const vclip_axis x = clip_axis(s.left, s.right, dx, reach), y = clip_axis(s.top, s.bottom, dy, reach);
    const vm to_left = vf_lt(dx, zero), up = vf_lt(dy, zero);
    const vm tie = vm_and(vf_eq(x.from, y.from), vm_and(to_left, up)); /* the right edge comes before the bottom one */
    const vm upright = vm_or(vf_gt(x.from, y.from), tie);
    const vf from = vf_select(upright, x.from, y.from), t0 = vf_select(vf_gt(from, zero), from, zero);
    vf leave = vf_select(vf_lt(y.until, one), y.until, one);
    leave = vf_select(vf_lt(x.until, leave), x.until, leave);
    const vedge widest = widest_edge(&s);
    const vm hits = vf_gt(t0, zero), right = vf_gt(dx, zero), down = vf_gt(dy, zero);
    const vm negative = vm_or(vm_and(upright, right), vm_and_not(down, upright));
    vclip clip = {.missed = vm_or(vm_or(x.outside, y.outside), vf_gt(t0, leave))};
    clip.edge.upright = vm_or(vm_and(hits, upright), vm_and_not(widest.upright, hits));
    clip.edge.negative = vm_or(vm_and(hits, negative), vm_and_not(widest.negative, hits));
    clip.t0 = vf_select(clip.missed, zero, t0);
    return clip;
}

/* What a way hits: when, and how far the centre is from the box then. */
typedef struct vhit {
    vm hit;
    vf t, g, depth;
    vpoint normal; /* out of the box */
} vhit;

/* Where a way (dx, dy) comes within reach of a box, as `clip` says. */
static LANES_INLINE vpair pair_there(const vpair *from, vf dx, vf dy, const vclip *clip) {
    vpair p = *from;
    p.x = vf_add(p.x, vf_mul(dx, clip->t0));
    p.y = vf_add(p.y, vf_mul(dy, clip->t0));
    return p;
}

static LANES_INLINE vf depth_inside(vm hit, vf t, vf g, vf radius) {
    const vf zero = vf_set1(0.0f), inside = vf_select(vf_gt(t, zero), zero, vf_max(vf_sub(radius, g), zero));
    return vf_select(hit, inside, vf_set1(-1.0f));
}

/* What it hits there; p and `at` are there. margin: the tolerance of an edge. */
static LANES_INLINE vhit hit_box(const vpair *p, const vregion *at, vf dx, vf dy, const vclip *clip, vf margin) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    const vpoint motion = to_edge(&clip->edge, dx, dy), face = {one, zero}, half = {p->half_x, p->half_y};
    const vf slack = corner_slack(margin, half, half, motion), wide = vf_add(p->radius, slack);
    const varc arc = hit_arc(at->away, motion, p->radius, wide);
    const varrival got = arrive(clip->t0, at->g, p->radius, wide, vf_negate(motion.x), at->corner, &arc);
    const vpoint normal_there = vpick(got.on_arc, vunit(arc.d, arc.g, zero, face), at->normal);
    const vpoint normal = vpick(vf_le(got.g, slack), face, normal_there);
    const vm hit = vm_and_not(got.hit, clip->missed);
    return (vhit){hit, got.t, got.g, depth_inside(hit, got.t, got.g, p->radius), from_edge(&clip->edge, normal)};
}

/* The same where no centre is at a corner. */
static LANES_INLINE vhit hit_edge(const vpair *p, const vregion *at, vf dx, vf dy, const vclip *clip) {
    const vf zero = vf_set1(0.0f);
    const vm inward = vm_or(vf_gt(clip->t0, zero), vf_lt(to_edge(&clip->edge, dx, dy).x, zero));
    const vm hit = vm_and_not(vm_or(vf_le(at->g, p->radius), inward), clip->missed);
    return (vhit){hit, clip->t0, at->g, depth_inside(hit, clip->t0, at->g, p->radius),
                  from_edge(&clip->edge, at->normal)};
}

static LANES_INLINE vhit sweep_box(const vpair *from, vf dx, vf dy, const vclip *clip, vf margin) {
    const vpair p = pair_there(from, dx, dy, clip);
    const vregion at = find_region(&p, &clip->edge, vf_gt(clip->t0, vf_set1(0.0f)));
    return hit_box(&p, &at, dx, dy, clip, margin);
}

#endif
