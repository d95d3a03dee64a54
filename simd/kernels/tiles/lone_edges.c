/* simd/kernels/tiles/lone_edges.c - slides of upright shapes that have one rectangle near and meet no corner of it
 * (tiles_kernels.h). Their normals are those of its edges, so vectors along them need no products. */
#include "box_lanes.h"
#include "lone_lanes.h"
#include "open_lanes.h"

/* A shape and its rectangle, px. */
typedef struct vlone {
    vf wide, high, core_x, core_y, dx, dy;
    vi left, top, right, bottom; /* open pixels by side */
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

static LANES_INLINE vlone read_lone(const hail_lone_pairs *job, uint32_t i, vi tag) {
    return (vlone){vf_load(job->wide + i),    vf_load(job->high + i),    vf_load(job->core_x + i),
                   vf_load(job->core_y + i),  vf_load(job->dx + i),      vf_load(job->dy + i),
                   vi_load(job->open[0] + i), vi_load(job->open[1] + i), vi_load(job->open[2] + i),
                   vi_load(job->open[3] + i), starts_of(job, tag)};
}

/* Whether an edge is exposed where the shape's side lies after a way, with the rectangle's centre at (x, y) before. */
static LANES_INLINE vm edge_exposed(const vlone *l, const vedge *e, vf x, vf y, vpoint way) {
    const vi open =
        vi_select(e->upright, vi_select(e->negative, l->left, l->right), vi_select(e->negative, l->top, l->bottom));
    const vf size = vf_select(e->upright, l->high, l->wide), half = vf_select(e->upright, l->core_y, l->core_x);
    const vf at =
        vf_add(vf_sub(vf_mul(size, vf_set1(0.5f)), vf_select(e->upright, y, x)), vf_select(e->upright, way.y, way.x));
    return edge_open(open, vf_sub(at, half), vf_add(at, half), size);
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
    vm any, refused;
    vvector at;
    vf x, y; /* the rectangle's centre from there */
} vpushed;

static LANES_INLINE vpushed push_out(const hail_lone_pairs *job, uint32_t i, const vlone *l, const vpair *p, vf x,
                                     vf y) {
    const vf zero = vf_set1(0.0f), reach = vf_add(p->radius, vf_max(l->core_x, l->core_y));
    const vseparations s = separations_of(p);
    vpushed to = {.edge = widest_edge(&s)};
    const vregion at = find_region(p, &to.edge, vm_first(0));
    const vf depth = vf_sub(p->radius, at.g), out = vf_select(to.edge.negative, vf_negate(depth), depth);
    const vm touches = vf_ge(depth, zero),
             closed = vm_and_not(vm_first(HAIL_LANES), edge_exposed(l, &to.edge, x, y, (vpoint){zero, zero}));
    const vd far = vd_from_float(depth);
    to.any = vm_and(touches, vd_lt(vd_set1(job->slack), far));
    to.refused = vm_or(vm_and(touches, vm_or(vm_or(at.corner, closed), vf_gt(depth, reach))),
                       vm_and(to.any, vd_lt(vd_set1(job->around), far)));
    const vd step_x = vd_from_float(vf_keep(vm_and(to.any, to.edge.upright), out)),
             step_y = vd_from_float(vf_keep(vm_and_not(to.any, to.edge.upright), out));
    to.at = (vvector){vd_add(l->start.x, step_x), vd_add(l->start.y, step_y)};
    const vvector centre = {vd_from_float(vf_load(job->centre_x + i)), vd_from_float(vf_load(job->centre_y + i))};
    to.x = vf_select(to.any, vd_to_float(vd_sub(centre.x, to.at.x)), x);
    to.y = vf_select(to.any, vd_to_float(vd_sub(centre.y, to.at.y)), y);
    return to;
}

/* ---- Along it --------------------------------------------------------------------------------------------------- */

typedef struct vmet {
    vf t;
    vm hit, refused;
    vedge edge;
} vmet;

/* The first hit from where the shapes were pushed to. */
static LANES_INLINE vmet meet(const hail_lone_pairs *job, uint32_t i, const vlone *l, const vpair *from,
                              const vpushed *to) {
    const vf zero = vf_set1(0.0f), speed = vf_mul(vf_add(vf_abs(l->dx), vf_abs(l->dy)), vf_set1(1e-6f));
    vpair p = *from;
    p.x = vf_sub(zero, to->x);
    p.y = vf_sub(zero, to->y);
    const vf margin = vf_mul(vf_add(p.radius, vf_load(job->reach + i)), vf_set1(HAIL_TOLERANCE));
    const vclip clip = clip_path(&p, l->dx, l->dy, vf_add(p.radius, margin));
    const vpoint way = {vf_mul(l->dx, clip.t0), vf_mul(l->dy, clip.t0)};
    p.x = vf_add(p.x, way.x);
    p.y = vf_add(p.y, way.y);
    const vregion at = find_region(&p, &clip.edge, vf_gt(clip.t0, zero));
    const vm open = edge_exposed(l, &clip.edge, to->x, to->y, way);
    const vm into = vf_gt(vf_negate(to_edge(&clip.edge, l->dx, l->dy).x), speed);
    return (vmet){.edge = clip.edge,
                  .t = clip.t0,
                  .hit = vm_and_not(vm_and(into, open), clip.missed),
                  .refused = vm_and_not(vm_or(at.corner, vm_and_not(vm_first(HAIL_LANES), open)), clip.missed)};
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
static LANES_INLINE vd end_of(vd at, vd d, vd t, vm slides) {
    const vd left = vd_mul(d, vd_sub(vd_set1(1.0), t)), there = vd_add(at, vd_mul(d, t));
    const vm rests = vd_lt(vd_abs(left), vd_set1(1e-9));
    return vd_select(vm_and_not(slides, rests), vd_add(there, left), there);
}

/* Moves the shapes, and writes their slides. Returns which of them are not for here. */
static LANES_INLINE vm slide_on(const hail_lone_pairs *job, uint32_t i, uint32_t n, vi tag, const vlone *l,
                                const vpushed *from, const vmet *m, const vflags *flags) {
    const vsurface push = surface_of(&from->edge, flags), hit = surface_of(&m->edge, flags);
    const vvector d = {vd_from_float(l->dx), vd_from_float(l->dy)};
    const vm lanes = vm_first(n), rests = vm_and(lanes, vd_lt(dtaxi(d), vd_set1(1e-9))),
             slides = vm_and(lanes, vm_and_not(m->hit, rests));
    const vm goes_on = vm_and_not(slides, is_blocked(l, from, m, slides));
    const vd t = vd_from_float(vf_select(slides, m->t, vf_set1(1.0f)));
    vvector to = {end_of(from->at.x, d.x, t, vm_and_not(goes_on, m->edge.upright)),
                  end_of(from->at.y, d.y, t, vm_and(goes_on, m->edge.upright))};
    if (vm_bits(rests))
        to = dpick(rests, from->at, to);
    write_slides(job, tag, n, dminus(to, l->start), vi_load(job->cell + i), &push, from->any, &hit, slides);
    const vm wall = vm_and(slides, vi_eq(hit.flag, vi_set1((int32_t)job->on_wall)));
    return job->climbs ? vm_or(m->refused, wall) : m->refused;
}

uint32_t HAIL_KERNEL(lone_edges)(const hail_lone_pairs *job, uint32_t count) {
    const vf zero = vf_set1(0.0f);
    const vflags flags = flags_of(job);
    uint32_t others = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vgroup group = group_of(job, i, n, count);
        const vi tag = tags_of(job, i, n);
        const vlone l = read_lone(job, i, tag);
        const vf x = vf_load(job->x + i), y = vf_load(job->y + i);
        const vpair p = {vf_sub(zero, x), vf_sub(zero, y), vf_load(job->half_x + i), vf_load(job->half_y + i),
                         vf_load(job->radius + i)};
        const vpushed pushed = push_out(job, i, &l, &p, x, y);
        const vmet met = meet(job, i, &l, &p, &pushed);
        const vm refused = vm_or(pushed.refused, slide_on(job, i, n, tag, &l, &pushed, &met, &flags));
        const vm done = vm_and_not(vm_and(group.begins, group.ends), refused);
        others = list_pairs(job->others, others, i, vm_and_not(vm_first(n), done));
    }
    return others;
}
