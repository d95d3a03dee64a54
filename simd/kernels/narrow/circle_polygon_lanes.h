/* simd/kernels/narrow/circle_polygon_lanes.h - docs/arithmetic.md, "Circle against any other core" and "Sweeps": one
 * pair a lane. */
#ifndef HAIL_SIMD_KERNELS_NARROW_CIRCLE_POLYGON_LANES_H
#define HAIL_SIMD_KERNELS_NARROW_CIRCLE_POLYGON_LANES_H

#include "pair_lanes.h"

/* A circle and a polygon a lane. */
typedef struct vcircle_pair {
    vi row;
    vpoint centre, local; /* of the circle: in the world; in the polygon's frame */
    vf cosine, sine, scale, rc, rp, r;
} vcircle_pair;

static LANES_APART void read_circle_pair(const hail_narrow_job *job, const vpair_sides *sides, vcircle_pair *p) {
    const vbodies *circle = &sides->a, *polygon = &sides->b;
    const hail_side *side = &job->two;
    p->row = side_rows(side, polygon);
    p->centre = sides->at_a;
    p->cosine = side->cos ? read_floats(side->cos, polygon) : vf_set1(1.0f);
    p->sine = side->sin ? read_floats(side->sin, polygon) : vf_set1(0.0f);
    p->scale = side_scale(side, polygon);
    p->local = vrotate_back(p->cosine, p->sine, vminus(sides->at_a, sides->at_b));
    p->rc = side_radius(job, &job->one, circle);
    p->rp = core_rounding(job, p->row, p->scale);
    p->r = vf_add(p->rc, p->rp);
}

/* Which region of an edge a centre lies in, the edge's own or a corner's, and how far away. */
typedef struct vregion {
    vm corner;
    vf g;
    vpoint away, normal; /* from that corner; out of the polygon */
    vpoint face, end1, end2;
    vi feature;
} vregion;

static LANES_APART void find_region(const hail_narrow_job *job, const vcircle_pair *p, const vi *edge,
                                    const vpoint *centre, const vm *moved, vregion *at) {
    const vpoint local = *centre;
    const vf zero = vf_set1(0.0f);
    vf word[8]; /* nx, ny, offset, x1, y1, x2, y2, features */
    uint32_t row[HAIL_LANES];
    vi_store(row, vi_add(p->row, vi_shift_left(*edge, 3)));
    vf_load_rows8(job->templates + HAIL_TEMPLATE_EDGES, row, word);
    at->face = (vpoint){word[0], word[1]};
    at->end1 = (vpoint){vf_mul(word[3], p->scale), vf_mul(word[4], p->scale)};
    at->end2 = (vpoint){vf_mul(word[5], p->scale), vf_mul(word[6], p->scale)};
    const vf separation = vf_sub(vdot(at->face, local), vf_mul(word[2], p->scale));
    const vpoint e = vminus(at->end2, at->end1), from1 = vminus(local, at->end1), from2 = vminus(local, at->end2);
    const vm outside = vm_or(*moved, vf_ge(separation, zero));
    const vm first = vm_and(outside, vf_le(vdot(from1, e), zero));
    const vm last = vm_and_not(vm_and(outside, vf_gt(vdot(from2, e), zero)), first);
    at->corner = vm_or(first, last);
    at->away = vpick(first, from1, from2);
    const vf length = vf_sqrt(vdot(at->away, at->away));
    const vf noise = vf_mul(vf_add(taxi(at->end1), taxi(at->end2)), vf_set1(HAIL_TOLERANCE));
    at->g = vf_select(at->corner, length, separation);
    at->normal = vpick(at->corner, vunit(at->away, length, noise, at->face), at->face);
    const vi features = vi_from_bits(word[7]);
    const vi first_or_edge = vi_select(first, vi_shift_right(features, 8), features);
    at->feature = vi_and(vi_select(last, vi_shift_right(features, 16), first_or_edge), vi_set1(0xff));
}

/* The point midway between the two surfaces, whose cores are g apart. */
static LANES_INLINE vpoint circle_midway(const vcircle_pair *p, vpoint centre, vpoint world, vf g) {
    const vf m = vf_mul(vf_add(p->rc, vf_sub(g, p->rp)), vf_set1(0.5f));
    return vminus(centre, vtimes(world, m));
}

static LANES_INLINE vpoint negated(vpoint a) { return (vpoint){vf_negate(a.x), vf_negate(a.y)}; }

static LANES_INLINE vi features_of(const hail_narrow_job *job, vi polygon) {
    const vi none = vi_set1(0);
    return job->two_is_a ? pack_features(polygon, none) : pack_features(none, polygon);
}

/* ---- Sweep ----------------------------------------------------------------------------------------------------- */

/* Which edge is hit last, and when. If the circle starts within all edges, it is the widest at the start. */
typedef struct vclip {
    vi edge;
    vf t0;
    vm missed, barely; /* barely: missed, but by so little that rounding decides */
} vclip;

/* The first `edges` words of each lane's row. same: all rows are the first one. */
static LANES_INLINE void load_words(const float *words, const uint32_t *row, uint32_t edges, bool same, vf out[8]) {
    if (!same && edges <= 4)
        vf_load_rows4(words, row, out);
    else if (!same)
        vf_load_rows8(words, row, out);
    for (uint32_t e = 0; same && e < edges; e++)
        out[e] = vf_set1(words[e]);
}

/* The lines through the edges. */
static LANES_INLINE void load_lines(const hail_narrow_job *job, const vcircle_pair *p, vf nx[8], vf ny[8],
                                    vf offset[8]) {
    const bool same = !job->two.shape;
    const uint32_t edges = job->edges_two;
    uint32_t row[HAIL_LANES];
    vi_store(row, p->row);
    load_words(job->templates + HAIL_TEMPLATE_NX, row, edges, same, nx);
    load_words(job->templates + HAIL_TEMPLATE_NY, row, edges, same, ny);
    load_words(job->templates + HAIL_TEMPLATE_OFFSET, row, edges, same, offset);
}

static LANES_INLINE vclip clip_path(const hail_narrow_job *job, const vcircle_pair *p, vpoint motion, vf reach) {
    const vf zero = vf_set1(0.0f);
    vf nx[8], ny[8], offset[8], leave = vf_set1(1.0f), widest = zero;
    vclip clip = {.edge = vi_set1(0), .t0 = zero, .missed = vm_first(0)};
    vi hit_edge = clip.edge;
    load_lines(job, p, nx, ny, offset);
    for (uint32_t e = 0; e < job->edges_two; e++) {
        const vpoint normal = {nx[e], ny[e]};
        const vi edge = vi_set1((int32_t)e);
        const vf separation = vf_sub(vdot(normal, p->local), vf_mul(offset[e], p->scale));
        const vm wider = vf_gt(separation, widest);
        clip.edge = e ? vi_select(wider, edge, clip.edge) : clip.edge;
        widest = e ? vf_select(wider, separation, widest) : separation;
        const vf q = vf_sub(separation, reach), speed = vf_negate(vdot(normal, motion));
        const vm nears = vf_gt(speed, zero), leaves = vf_lt(speed, zero), either = vm_or(nears, leaves);
        const vf f = vf_div(q, vf_select(either, speed, vf_set1(1.0f)));
        const vm later = vm_and(nears, vf_gt(f, clip.t0));
        clip.t0 = vf_select(later, f, clip.t0);
        hit_edge = vi_select(later, edge, hit_edge);
        leave = vf_select(vm_and(leaves, vf_lt(f, leave)), f, leave);
        clip.missed = vm_or(clip.missed, vm_and_not(vf_gt(q, zero), either));
    }
    clip.edge = vi_select(vf_gt(clip.t0, zero), hit_edge, clip.edge);
    const vm later = vf_gt(clip.t0, leave);
    clip.barely = vm_and_not(vf_le(vf_mul(clip.t0, vf_set1(1.0f - HAIL_FALLBACK_SHARE)), leave), clip.missed);
    clip.barely = vm_and(clip.barely, later);
    clip.missed = vm_or(clip.missed, later);
    clip.t0 = vf_select(clip.missed, zero, clip.t0);
    return clip;
}

/* The contacts of the first n pairs. */
static LANES_APART void sweep_circle_polygon(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                             uint32_t n, vcontact *c) {
    vpair_sides sides;
    vcircle_pair p;
    vregion at;
    const vf zero = vf_set1(0.0f);
    read_moving_sides(job, one, two, n, &sides);
    read_circle_pair(job, &sides, &p);
    const vpoint mc = sides.by_a, mp = sides.by_b, from = sides.at_a;
    const vpoint motion = vrotate_back(p.cosine, p.sine, vminus(mc, mp));
    const vextent extent = read_extent(job, p.row);
    const vf margin = vf_mul(vf_add(p.rc, vf_mul(extent.reach, p.scale)), vf_set1(HAIL_TOLERANCE));
    const vclip clip = clip_path(job, &p, motion, vf_add(p.r, margin));
    const vm moved = vf_gt(clip.t0, zero);
    const vpoint local = {vf_add(p.local.x, vf_mul(motion.x, clip.t0)), vf_add(p.local.y, vf_mul(motion.y, clip.t0))};
    find_region(job, &p, &clip.edge, &local, &moved, &at);
    const vf slack = corner_slack(margin, at.end1, at.end2, motion);
    const vf wide = vf_add(p.r, slack);
    const varc arc = hit_arc(at.away, motion, p.r, wide);
    const varrival got = arrive(clip.t0, at.g, p.r, wide, vf_negate(vdot(at.face, motion)), at.corner, &arc);
    const vpoint normal_there = vpick(got.on_arc, vunit(arc.d, arc.g, zero, at.face), at.normal);
    const vpoint normal = vpick(vf_le(got.g, slack), at.face, normal_there); /* a face has that normal already */
    const vpoint world = vrotate(p.cosine, p.sine, normal);
    const vpoint centre = {vf_add(from.x, vf_mul(mc.x, got.t)), vf_add(from.y, vf_mul(mc.y, got.t))};
    c->touching = vm_and_not(got.hit, clip.missed);
    c->two = vm_first(0);
    c->features = features_of(job, at.feature);
    c->t = got.t;
    const vf room = vf_mul(slack, vf_mul(extent.keenness, vf_set1(HAIL_FALLBACK)));
    const vm keen = vf_gt(extent.keenness, vf_set1(1.0f));
    const vm fallback = vm_or(faces_away(&got, vdot(normal, motion), p.r),
                              corner_fallback(&got, at.corner, at.g, p.r, vf_add(p.r, room), keen));
    const vm may = vm_and(vf_gt(extent.keenness, zero), vm_first(n));
    const uint32_t fallbacks = vm_bits(vm_and(vm_or(vm_and_not(fallback, clip.missed), clip.barely), may));
    c->normal = job->two_is_a ? world : negated(world);
    c->at[0] = circle_midway(&p, centre, world, got.g);
    c->depth[0] = vf_select(vf_gt(got.t, zero), zero, vf_max(vf_sub(p.r, got.g), zero));
    c->at[1] = (vpoint){zero, zero};
    c->depth[1] = zero;
    if (fallbacks)
        sweep_again(HAIL_NAME(circle_polygon_sweep, reference), job, one, two, fallbacks, c);
}

#endif
