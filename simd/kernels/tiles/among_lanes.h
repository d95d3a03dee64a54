/* simd/kernels/tiles/among_lanes.h - upright shapes among several rectangles each, a shape a lane: what they touch
 * most, and what they hit first (tiles_kernels.h, hail_slides_among). Rectangle c of every shape is looked at together.
 */
#ifndef HAIL_SIMD_KERNELS_TILES_AMONG_LANES_H
#define HAIL_SIMD_KERNELS_TILES_AMONG_LANES_H

#include "box_lanes.h"
#include "expose_lanes.h"
#include "lone_lanes.h"

/* One rectangle of every shape. */
typedef struct vrect {
    vf centre_x, centre_y, wide, high, reach;
    vi open[4], cell;
} vrect;

/* What stays of shapes. */
typedef struct vshapes {
    vf core_x, core_y, radius;
    vi count;                 /* rectangles */
    uint32_t most;            /* of a shape */
    vvector start, low, high; /* px: what is solid is known while they move from low to high */
    vrect rect[HAIL_AMONG_RECTS];
} vshapes;

/* The deepest contact, or the first hit. */
typedef struct vfound {
    vm any, buried; /* something exposed; something, but nothing exposed */
    vf t, depth;
    vnormal normal; /* into the rectangle */
    vi cell;
} vfound;

/* A rectangle with the shapes where they are. */
typedef struct vplaced {
    vpair pair;
    vbox box;
    vm is; /* shapes that have this rectangle */
} vplaced;

static LANES_INLINE vplaced place(const vshapes *m, uint32_t c, const vvector *at) {
    const vrect *r = &m->rect[c];
    const vf zero = vf_set1(0.0f), half_wide = vf_mul(r->wide, vf_set1(0.5f)),
             half_high = vf_mul(r->high, vf_set1(0.5f));
    const vf x = vd_to_float(vd_sub(vd_from_float(r->centre_x), at->x)),
             y = vd_to_float(vd_sub(vd_from_float(r->centre_y), at->y));
    return (vplaced){.pair = {vf_sub(zero, x), vf_sub(zero, y), vf_add(half_wide, m->core_x),
                              vf_add(half_high, m->core_y), m->radius},
                     .box = {vf_sub(half_wide, x), vf_sub(half_high, y), r->wide, r->high, r->open[0], r->open[1],
                             r->open[2], r->open[3]},
                     .is = vi_gt(m->count, vi_set1((int32_t)c))};
}

static LANES_INLINE vfound nothing_found(void) {
    const vf zero = vf_set1(0.0f);
    return (vfound){vm_first(0), vm_first(0), zero, zero, {zero, zero}, vi_set1(0)};
}

static LANES_INLINE void take_found(vfound *best, vm better, const vexposed *e, vi cell) {
    best->any = vm_or(best->any, better);
    best->depth = vf_select(better, e->depth, best->depth);
    best->normal.x = vf_select(better, e->normal.x, best->normal.x);
    best->normal.y = vf_select(better, e->normal.y, best->normal.y);
    best->cell = vi_select(better, cell, best->cell);
}

static LANES_INLINE vnormal turned(vpoint out) {
    return (vnormal){vf_sub(vf_set1(0.0f), out.x), vf_sub(vf_set1(0.0f), out.y)}; /* no zero is negative */
}

/* What shapes touch where they are: the first of the deepest exposed contacts. */
static LANES_INLINE vfound find_deepest(const vshapes *m, const vvector *at, vm asked) {
    const vcore core = {m->core_x, m->core_y, m->radius};
    vfound best = nothing_found();
    vm some_touch = vm_first(0);
    for (uint32_t c = 0; c < m->most; c++) {
        const vplaced p = place(m, c, at);
        const vseparations s = separations_of(&p.pair);
        const vedge edge = widest_edge(&s);
        const vm is = vm_and(asked, p.is);
        vregion region = edge_region(&p.pair, &edge, vm_first(0));
        const bool corners = vm_bits(vm_and(is, region.corner)) != 0;
        if (corners)
            turn_to_corners(&p.pair, &region);
        const vm touches = vm_and(is, vf_le(region.g, m->radius));
        if (!vm_bits(touches))
            continue;
        const vnormal normal = turned(from_edge(&edge, region.normal));
        const vf depth = vf_sub(m->radius, region.g), inset = vf_set1(0.0f);
        const vexposed e = corners ? expose(&p.box, &p.box, &core, normal, depth, touches, inset)
                                   : expose_straight(&p.box, &p.box, &core, normal, depth, touches, inset);
        const vm counts = vm_and(touches, vm_or(e.exposed, e.leaves));
        take_found(&best, vm_and_not(counts, vm_and_not(best.any, vf_gt(e.depth, best.depth))), &e, m->rect[c].cell);
        some_touch = vm_or(some_touch, touches);
    }
    best.buried = vm_and_not(some_touch, best.any);
    return best;
}

/* Whether a hit comes before the best one: times that differ by rounding only are ties, which go to the deepest, then
 * to the lowest cell. */
static LANES_INLINE vm comes_first(const vfound *best, vf t, vf depth, vi cell) {
    const vf zero = vf_set1(0.0f), later = vf_sub(t, best->t);
    const vm apart = vf_gt(vf_abs(later), vf_set1(0x1p-20f));
    const vm deeper = vf_gt(depth, best->depth), lower = vm_and(vf_eq(depth, best->depth), vi_gt(best->cell, cell));
    return vm_or(vm_and(apart, vf_lt(later, zero)), vm_and_not(vm_or(deeper, lower), apart));
}

/* The first exposed hits of shapes on their way. */
static LANES_INLINE vfound find_first(const vshapes *m, const vvector *at, vf dx, vf dy, vm asked) {
    const vf zero = vf_set1(0.0f), speed = vf_mul(vf_add(vf_abs(dx), vf_abs(dy)), vf_set1(1e-6f));
    const vcore core = {m->core_x, m->core_y, m->radius};
    vfound best = nothing_found();
    for (uint32_t c = 0; c < m->most; c++) {
        const vplaced p = place(m, c, at);
        const vf margin = vf_mul(vf_add(m->radius, m->rect[c].reach), vf_set1(HAIL_TOLERANCE));
        vclip clip = clip_path(&p.pair, dx, dy, vf_add(m->radius, margin));
        clip.missed = vm_or(clip.missed, vm_and_not(vm_first(HAIL_LANES), vm_and(asked, p.is)));
        if (vm_bits(clip.missed) == HAIL_ALL_LANES)
            continue;
        const vpair pair = pair_there(&p.pair, dx, dy, &clip);
        vregion region = edge_region(&pair, &clip.edge, vf_gt(clip.t0, zero));
        const bool corners = vm_bits(vm_and_not(region.corner, clip.missed)) != 0;
        if (corners)
            turn_to_corners(&pair, &region);
        const vhit got =
            corners ? hit_box(&pair, &region, dx, dy, &clip, margin) : hit_edge(&pair, &region, dx, dy, &clip);
        if (!vm_bits(got.hit))
            continue;
        vbox there = p.box;
        there.x = vf_add(there.x, vf_mul(dx, got.t));
        there.y = vf_add(there.y, vf_mul(dy, got.t));
        const vnormal normal = turned(got.normal);
        const vm may_leave = vm_and(got.hit, vf_eq(got.t, zero));
        const vf inset = vf_set1(4.0f * HAIL_EDGE_SLACK);
        const vexposed e = corners ? expose(&p.box, &there, &core, normal, got.depth, may_leave, inset)
                                   : expose_straight(&p.box, &there, &core, normal, got.depth, may_leave, inset);
        const vm into = vf_gt(vf_add(vf_mul(dx, e.normal.x), vf_mul(dy, e.normal.y)), speed),
                 counts = vm_and(vm_and(got.hit, into), vm_or(e.exposed, e.leaves));
        const vm is_first = vm_and(counts, comes_first(&best, got.t, e.depth, m->rect[c].cell)),
                 better = vm_or(is_first, vm_and_not(counts, best.any));
        best.t = vf_select(vm_and_not(better, vm_and(best.any, vf_lt(best.t, got.t))), got.t, best.t);
        take_found(&best, better, &e, m->rect[c].cell);
    }
    return best;
}

#endif
