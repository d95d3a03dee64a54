/* simd/kernels/tiles/lone_slide_lanes.h - slides of upright shapes that have one rectangle near and meet no corner of
 * it, one a lane: out of it, then along it (tiles_kernels.h). Their normals are those of its edges, so vectors along
 * them need no products. */
#ifndef HAIL_SIMD_KERNELS_TILES_LONE_SLIDE_LANES_H
#define HAIL_SIMD_KERNELS_TILES_LONE_SLIDE_LANES_H

#include "box_lanes.h"
#include "lone_lanes.h"
#include "open_lanes.h"

/* A shape and its rectangle, px. */
typedef struct vlone {
    vf x, y;               /* the rectangle's centre, from where the shape starts */
    vf centre_x, centre_y; /* the same, from the map's corner */
    vf wide, high, core_x, core_y, reach, dx, dy;
    vi cell;
    vvector start;
} vlone;

/* Flags of surfaces by the side of a rectangle. */
typedef struct vflags {
    vi left, top, right, bottom;
} vflags;

static int32_t flag_of(const hail_lone_pairs *job, double rise) {
    const uint32_t flag = rise <= -job->floor ? job->on_floor : rise >= job->floor ? job->on_ceiling : job->on_wall;
    return (int32_t)flag;
}

static LANES_INLINE vflags flags_of(const hail_lone_pairs *job) {
    return (vflags){vi_set1(flag_of(job, job->up_x)), vi_set1(flag_of(job, job->up_y)),
                    vi_set1(flag_of(job, -job->up_x)), vi_set1(flag_of(job, -job->up_y))};
}

/* Whether an edge is not exposed where the shape's side lies after a way, with the rectangle's centre at (x, y) before.
 * open: the pixels in front of it. */
static LANES_INLINE vm edge_closed(const vlone *l, const vedge *e, vi open, vf x, vf y, vpoint way) {
    const vf size = vf_select(e->upright, l->high, l->wide), half = vf_select(e->upright, l->core_y, l->core_x);
    const vf at =
        vf_add(vf_sub(vf_mul(size, vf_set1(0.5f)), vf_select(e->upright, y, x)), vf_select(e->upright, way.y, way.x));
    return vnot(edge_open(open, vf_sub(at, half), vf_add(at, half), size));
}

/* The surface that an edge is. */
static LANES_INLINE vsurface surface_of(const vedge *e, const vflags *f) {
    const vf zero = vf_set1(0.0f), out = flipped(e->negative, vf_set1(1.0f));
    return (vsurface){.x = vf_select(e->upright, out, zero),
                      .y = vf_select(e->upright, zero, out),
                      .flag = vi_select(e->upright, vi_select(e->negative, f->left, f->right),
                                        vi_select(e->negative, f->top, f->bottom))};
}

/* ---- Out of the rectangle --------------------------------------------------------------------------------------- */

typedef struct vpushed {
    vedge edge;
    vm touches, any, refused; /* it is deep enough for a push; it is not for here, whatever is exposed */
    vvector at;
    vf x, y; /* the rectangle's centre from there */
} vpushed;

static LANES_INLINE vpushed push_out(const hail_lone_pairs *job, const vlone *l, const vpair *p) {
    const vf zero = vf_set1(0.0f), reach = vf_add(p->radius, vf_max(l->core_x, l->core_y));
    const vseparations s = separations_of(p);
    vpushed to = {.edge = widest_edge(&s)};
    const vregion at = find_region(p, &to.edge, vm_first(0));
    const vf depth = vf_sub(p->radius, at.g), out = vf_select(to.edge.negative, vf_negate(depth), depth);
    const vd far = vd_from_float(depth);
    to.touches = vf_ge(depth, zero);
    to.any = vm_and(to.touches, vd_lt(vd_set1(job->slack), far));
    to.refused = vm_or(vm_and(to.touches, vm_or(at.corner, vf_gt(depth, reach))),
                       vm_and(to.any, vd_lt(vd_set1(job->around), far)));
    const vd step_x = vd_from_float(vf_keep(vm_and(to.any, to.edge.upright), out)),
             step_y = vd_from_float(vf_keep(vm_and_not(to.any, to.edge.upright), out));
    to.at = (vvector){vd_add(l->start.x, step_x), vd_add(l->start.y, step_y)};
    const vvector centre = {vd_from_float(l->centre_x), vd_from_float(l->centre_y)};
    to.x = vf_select(to.any, vd_to_float(vd_sub(centre.x, to.at.x)), l->x);
    to.y = vf_select(to.any, vd_to_float(vd_sub(centre.y, to.at.y)), l->y);
    return to;
}

/* Whether shapes touch an edge that is not exposed. open: the pixels in front of it. */
static LANES_INLINE vm push_closed(const vlone *l, const vpushed *pushed, vi open) {
    const vf zero = vf_set1(0.0f);
    return vm_and(pushed->touches, edge_closed(l, &pushed->edge, open, l->x, l->y, (vpoint){zero, zero}));
}

/* ---- Along it --------------------------------------------------------------------------------------------------- */

/* Where a way from where the shapes were pushed to comes to the rectangle. Moves p there from the start. */
static LANES_INLINE vclip way_to(const vlone *l, const vpushed *from, vpair *p) {
    const vf zero = vf_set1(0.0f);
    p->x = vf_sub(zero, from->x);
    p->y = vf_sub(zero, from->y);
    const vf margin = vf_mul(vf_add(p->radius, l->reach), vf_set1(HAIL_TOLERANCE));
    return clip_path(p, l->dx, l->dy, vf_add(p->radius, margin));
}

typedef struct vmet {
    vf t;
    vm missed, hit, refused; /* refused: whatever is exposed */
    vedge edge;
    vpoint way; /* to there */
} vmet;

/* The first hit from where the shapes were pushed to. */
static LANES_INLINE vmet meet(const vlone *l, const vpair *from, const vpushed *pushed) {
    const vf zero = vf_set1(0.0f), speed = vf_mul(vf_add(vf_abs(l->dx), vf_abs(l->dy)), vf_set1(1e-6f));
    vpair p = *from;
    p.x = vf_sub(zero, pushed->x);
    p.y = vf_sub(zero, pushed->y);
    const vf margin = vf_mul(vf_add(p.radius, l->reach), vf_set1(HAIL_TOLERANCE));
    const vclip clip = clip_path(&p, l->dx, l->dy, vf_add(p.radius, margin));
    const vpoint way = {vf_mul(l->dx, clip.t0), vf_mul(l->dy, clip.t0)};
    p.x = vf_add(p.x, way.x);
    p.y = vf_add(p.y, way.y);
    const vregion at = find_region(&p, &clip.edge, vf_gt(clip.t0, zero));
    const vm into = vf_gt(vf_negate(to_edge(&clip.edge, l->dx, l->dy).x), speed);
    return (vmet){.t = clip.t0,
                  .missed = clip.missed,
                  .hit = vm_and_not(into, clip.missed),
                  .refused = vm_and_not(at.corner, clip.missed),
                  .edge = clip.edge,
                  .way = way};
}

/* Whether a way comes to an edge that is not exposed there. open: the pixels in front of it. */
static LANES_INLINE vm meeting_closed(const vlone *l, const vpushed *pushed, const vmet *m, vi open) {
    return vm_and_not(edge_closed(l, &m->edge, open, pushed->x, pushed->y, m->way), m->missed);
}

/* Where the rest of a way along an edge is left out: after a push out of another edge, which it leads into again,
 * unless the shape has left that one. */
static LANES_INLINE vm is_blocked(const vlone *l, const vpushed *from, const vmet *m, vm slides) {
    const vf zero = vf_set1(0.0f), along = vf_select(m->edge.upright, l->dy, l->dx);
    const vm turned =
        vm_or(vm_and_not(from->edge.upright, m->edge.upright), vm_and_not(m->edge.upright, from->edge.upright));
    const vm inward = vf_gt(vf_select(from->edge.negative, along, vf_sub(zero, along)), zero);
    vm blocked = vm_and(vm_and(from->any, turned), vm_and(inward, slides));
    if (vm_bits(blocked)) {
        const vvector d = {vd_from_float(l->dx), vd_from_float(l->dy)};
        const vd t = vd_from_float(m->t);
        blocked = vm_and_not(blocked, vd_lt(vd_set1(1e-4), vd_mul(t, vd_sqrt(ddot(d, d)))));
    }
    return blocked;
}

/* Along one axis: where a way d from `at` ends, up to t and then, where `slides`, along an edge. */
static LANES_INLINE vd slide_end(vd at, vd d, vd t, vm slides) {
    const vd left = vd_mul(d, vd_sub(vd_set1(1.0), t)), there = vd_add(at, vd_mul(d, t));
    const vm rests = vd_lt(vd_abs(left), vd_set1(1e-9));
    return vd_select(vm_and_not(slides, rests), vd_add(there, left), there);
}

/* Moves the first n shapes, and writes their slides. Returns which of them are not for here. */
static LANES_INLINE vm slide_on(const hail_lone_pairs *job, uint32_t n, vi tag, const vlone *l, const vpushed *from,
                                const vmet *m, const vflags *flags) {
    const vsurface push = surface_of(&from->edge, flags), hit = surface_of(&m->edge, flags);
    const vvector d = {vd_from_float(l->dx), vd_from_float(l->dy)};
    const vm lanes = vm_first(n), rests = vm_and(lanes, vd_lt(dtaxi(d), vd_set1(1e-9))),
             slides = vm_and(lanes, vm_and_not(m->hit, rests));
    const vm goes_on = vm_and_not(slides, is_blocked(l, from, m, slides));
    const vd t = vd_from_float(vf_select(slides, m->t, vf_set1(1.0f)));
    vvector to = {slide_end(from->at.x, d.x, t, vm_and_not(goes_on, m->edge.upright)),
                  slide_end(from->at.y, d.y, t, vm_and(goes_on, m->edge.upright))};
    if (vm_bits(rests))
        to = dpick(rests, from->at, to);
    write_slides(job, tag, n, dminus(to, l->start), l->cell, &push, from->any, &hit, slides);
    const vm wall = vm_and(slides, vi_eq(hit.flag, vi_set1((int32_t)job->on_wall)));
    return vm_or(from->refused, job->climbs ? vm_or(m->refused, wall) : m->refused);
}

#endif
