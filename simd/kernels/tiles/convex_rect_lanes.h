/* simd/kernels/tiles/convex_rect_lanes.h - convex shapes and boxes that are not rotated, one pair a lane, in the
 * shape's frame: which two edges face each other, where the shape is or on its way (docs/arithmetic.md, "Polygon
 * against polygon" and "Sweeps", in which the shape is A and the box is B).
 *
 * What a box's template would say is known: its corners are its halves, and its normals A's axes. Opposite edges share
 * their products: those with a negated normal are the same, negated. So do both edges of a segment. */
#ifndef HAIL_SIMD_KERNELS_TILES_CONVEX_RECT_LANES_H
#define HAIL_SIMD_KERNELS_TILES_CONVEX_RECT_LANES_H

#include "kernels/narrow/polygon_sweep_lanes.h"

/* Consecutive pairs. */
typedef struct vconvex_rects {
    vpolygons in; /* row_b and kb are not set */
    vcores cores; /* of shapes with more than 2 edges at least 4 are set */
    vpoint half;
    vpoint corner[4]; /* of the box, from its centre */
    vpoint way;       /* sweeps */
    vf size;          /* px: how far both reach */
} vconvex_rects;

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* Shapes by number: mostly one in all lanes, which is read faster. */
typedef struct vshapes {
    vi index;
    uint32_t first;
    bool same;
} vshapes;

static LANES_INLINE vshapes shapes_of(const hail_convex_rects *job, uint32_t first) {
    vshapes s = {.index = vi_and(vi_load(job->shape + first), vi_set1(0xff)), .first = job->shape[first] & 0xff};
    s.same = vm_bits(vi_eq(s.index, vi_set1((int32_t)s.first))) == HAIL_ALL_LANES;
    return s;
}

static LANES_INLINE vf shape_floats(const float *column, const vshapes *s) {
    return s->same ? vf_set1(column[s->first]) : vf_gather(column, s->index);
}

static LANES_INLINE void read_convex_rects(const hail_convex_rects *job, uint32_t first, bool swept, vconvex_rects *v) {
    const vf zero = vf_set1(0.0f);
    const vshapes shapes = shapes_of(job, first);
    vpolygons *p = &v->in;
    p->row_a = shapes.same ? vi_set1((int32_t)job->row[shapes.first]) : vi_gather(job->row, shapes.index);
    p->ca = shape_floats(job->cos, &shapes);
    p->sa = shape_floats(job->sin, &shapes);
    p->ka = shape_floats(job->scale, &shapes);
    p->ra = p->r = shape_floats(job->rounding, &shapes);
    p->rb = zero;
    p->cr = vf_add(p->ca, vf_mul(p->sa, zero)); /* with a cosine of 1 and a sine of 0 */
    p->sr = vf_sub(vf_mul(p->ca, zero), p->sa);
    p->at = (vpoint){zero, zero};
    p->u = vrotate_back(p->ca, p->sa, (vpoint){vf_load(job->x + first), vf_load(job->y + first)});
    v->half = (vpoint){vf_load(job->half_x + first), vf_load(job->half_y + first)};
    v->size = vf_add(shape_floats(job->reach, &shapes), vf_load(job->rect_reach + first));
    if (swept)
        v->way = (vpoint){vf_load(job->dx + first), vf_load(job->dy + first)};
}

/* Cores of shapes of one template, for all lanes; and of any templates. */
static LANES_INLINE void load_alike(const float *row, uint32_t edges, vcores *c) {
    for (uint32_t i = 0; i < (edges == 2 ? 2 : 4); i++) {
        c->n_x[i] = vf_set1(row[HAIL_TEMPLATE_NX + i]);
        c->n_y[i] = vf_set1(row[HAIL_TEMPLATE_NY + i]);
        c->a_x[i] = vf_set1(row[HAIL_TEMPLATE_VX + i]);
        c->a_y[i] = vf_set1(row[HAIL_TEMPLATE_VY + i]);
    }
    LANES_ROLLED
    for (uint32_t i = 4; i < edges; i++) {
        c->n_x[i] = vf_set1(row[HAIL_TEMPLATE_NX + i]);
        c->n_y[i] = vf_set1(row[HAIL_TEMPLATE_NY + i]);
        c->a_x[i] = vf_set1(row[HAIL_TEMPLATE_VX + i]);
        c->a_y[i] = vf_set1(row[HAIL_TEMPLATE_VY + i]);
    }
}

static LANES_INLINE void load_mixed(const float *templates, const uint32_t *row, uint32_t edges, vcores *c) {
    load_columns(templates + HAIL_TEMPLATE_NX, row, edges, c->n_x);
    load_columns(templates + HAIL_TEMPLATE_NY, row, edges, c->n_y);
    load_columns(templates + HAIL_TEMPLATE_VX, row, edges, c->a_x);
    load_columns(templates + HAIL_TEMPLATE_VY, row, edges, c->a_y);
}

static LANES_INLINE void load_shapes(const hail_convex_rects *job, const vpolygons *p, uint32_t edges, vcores *c) {
    uint32_t row[HAIL_LANES];
    vi_store(row, p->row_a);
    if (vm_bits(vi_eq(p->row_a, vi_set1((int32_t)row[0]))) == HAIL_ALL_LANES)
        load_alike(job->templates + row[0], edges, c);
    else
        load_mixed(job->templates, row, edges, c);
    for (uint32_t i = 0; i < (edges == 2 ? 2 : 4); i++) {
        c->a_x[i] = vf_mul(c->a_x[i], p->ka);
        c->a_y[i] = vf_mul(c->a_y[i], p->ka);
    }
    LANES_ROLLED
    for (uint32_t i = 4; i < edges; i++) {
        c->a_x[i] = vf_mul(c->a_x[i], p->ka);
        c->a_y[i] = vf_mul(c->a_y[i], p->ka);
    }
}

/* The boxes' corners and normals, (0, -1), (1, -0), (0, 1) and (-1, -0), rotated as those of any template. */
static LANES_INLINE void turn_boxes(vconvex_rects *v) {
    const vf zero = vf_set1(0.0f), c = v->in.cr, s = v->in.sr;
    const vf cx = vf_mul(c, v->half.x), sx = vf_mul(s, v->half.x), cy = vf_mul(c, v->half.y), sy = vf_mul(s, v->half.y);
    const vf c0 = vf_mul(c, zero), s0 = vf_mul(s, zero);
    const vpoint corner[4] = {{vf_sub(sy, cx), vf_sub(vf_negate(sx), cy)},
                              {vf_add(cx, sy), vf_sub(sx, cy)},
                              {vf_sub(cx, sy), vf_add(sx, cy)},
                              {vf_sub(vf_negate(cx), sy), vf_sub(cy, sx)}};
    const vpoint normal[4] = {{vf_add(c0, s), vf_sub(s0, c)},
                              {vf_add(c, s0), vf_sub(s, c0)},
                              {vf_sub(c0, s), vf_add(s0, c)},
                              {vf_sub(s0, c), vf_sub(vf_negate(s), c0)}};
    v->cores.edges_b = 4;
    for (uint32_t j = 0; j < 4; j++) {
        v->corner[j] = corner[j];
        v->cores.m_x[j] = normal[j].x;
        v->cores.m_y[j] = normal[j].y;
        v->cores.b_x[j] = vf_add(corner[j].x, v->in.u.x);
        v->cores.b_y[j] = vf_add(corner[j].y, v->in.u.y);
    }
}

/* ---- The reference edge ------------------------------------------------------------------------------------------ */

/* The widest edge of each side; in a sweep, the path clipped by edges so far. */
typedef struct vedge_search {
    bool swept;
    vf reach;      /* px: edges that lie further apart than this do not touch; of a path, that far it is clipped */
    vpoint motion; /* of the path */
    vwidest of_a, of_b;
    vedge_clip clip; /* by the shape's edges; misses and leaves the box, too */
    vwidest box;     /* the box's edge that is hit last; `separation` is when */
} vedge_search;

/* How far something reaches along an axis. */
typedef struct vaxis_span {
    vf low, high;
} vaxis_span;

static LANES_INLINE void widen_span(vaxis_span *span, vf at) {
    span->low = vf_min(span->low, at);
    span->high = vf_max(span->high, at);
}

/* A path that crosses two opposite edges at `speed` towards the first one: q is how far it is outside of each. */
typedef struct vcrossing {
    vf from, until; /* 0 and 1 if it does not move across them */
    vm first, moves, outside;
} vcrossing;

static LANES_INLINE vcrossing cross_edges(vf q, vf opposite_q, vf speed) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    const vm first = vf_gt(speed, zero), moves = vm_or(first, vf_lt(speed, zero));
    const vf by = vf_select(moves, vf_abs(speed), one);
    const vf from = vf_div(vf_select(first, q, opposite_q), by), until = vf_div(vf_select(first, opposite_q, q), by);
    return (vcrossing){vf_select(moves, from, zero), vf_select(moves, vf_negate(until), one), first, moves,
                       vm_and_not(vm_or(vf_gt(q, zero), vf_gt(opposite_q, zero)), moves)};
}

static LANES_INLINE void clip_crossing(vedge_clip *clip, const vcrossing *c) {
    clip->leave = vf_min(clip->leave, c->until);
    clip->missed = vm_or(clip->missed, c->outside);
}

/* A segment's edges. */
static LANES_INLINE void search_segment(const vcores *c, vedge_search *s) {
    const vpoint n = {c->n_x[0], c->n_y[0]}, box = {c->b_x[0], c->b_y[0]};
    const vf from = vdot(n, box);
    vaxis_span span = {from, from};
    for (uint32_t k = 1; k < 4; k++)
        widen_span(&span, vdot(n, (vpoint){c->b_x[k], c->b_y[k]}));
    const vf first = vf_sub(span.low, vdot(n, (vpoint){c->a_x[0], c->a_y[0]})),
             second = vf_sub(vdot(n, (vpoint){c->a_x[1], c->a_y[1]}), span.high);
    const vi one = vi_set1(1), none = vi_set1(0);
    s->of_a = wider_of((vwidest){first, none}, (vwidest){second, one});
    if (!s->swept)
        return;
    const vcrossing at = cross_edges(vf_sub(first, s->reach), vf_sub(second, s->reach), vdot(n, s->motion));
    s->clip.t0 = vf_select(vf_gt(at.from, s->clip.t0), at.from, s->clip.t0);
    s->clip.last.edge = vi_select(at.first, none, one);
    clip_crossing(&s->clip, &at);
}

static LANES_INLINE void search_edge(const vcores *c, vedge_search *s, uint32_t i) {
    const vpoint n = {c->n_x[i], c->n_y[i]};
    vf nearest = vdot(n, (vpoint){c->b_x[0], c->b_y[0]});
    for (uint32_t k = 1; k < 4; k++)
        nearest = vf_min(nearest, vdot(n, (vpoint){c->b_x[k], c->b_y[k]}));
    const vf separation = vf_sub(nearest, vdot(n, (vpoint){c->a_x[i], c->a_y[i]}));
    const vwidest own = {separation, vi_set1((int32_t)i)};
    s->of_a = i == 0 ? own : wider_of(s->of_a, own);
    if (s->swept)
        clip_edge(&s->clip, vf_sub(separation, s->reach), vdot(n, s->motion), i, vm_first(0));
}

/* A polygon's edges: at least 4, as templates are padded. */
static LANES_INLINE void search_polygon(const vcores *c, vedge_search *s, uint32_t edges) {
    for (uint32_t i = 0; i < 4; i++)
        search_edge(c, s, i);
    LANES_ROLLED
    for (uint32_t i = 4; i < edges; i++)
        search_edge(c, s, i);
}

static LANES_INLINE void search_shape(const vcores *c, vedge_search *s, uint32_t edges) {
    if (edges == 2)
        search_segment(c, s);
    else
        search_polygon(c, s, edges);
}

/* The path crosses the box's edges, each axis as one. Of equal times the first edge's counts. */
static LANES_INLINE void clip_box(const vcores *c, vedge_search *s, const vf separation[4]) {
    const vpoint m0 = {c->m_x[0], c->m_y[0]}, m1 = {c->m_x[1], c->m_y[1]};
    const vcrossing even =
        cross_edges(vf_sub(separation[0], s->reach), vf_sub(separation[2], s->reach), vf_negate(vdot(m0, s->motion)));
    const vcrossing odd =
        cross_edges(vf_sub(separation[1], s->reach), vf_sub(separation[3], s->reach), vf_negate(vdot(m1, s->motion)));
    const vm tie = vm_and(vf_eq(odd.from, even.from), vm_and_not(odd.first, even.first));
    const vm is_odd = vm_or(vf_gt(odd.from, even.from), tie);
    const vi edge =
        vi_select(is_odd, vi_select(odd.first, vi_set1(1), vi_set1(3)), vi_select(even.first, vi_set1(0), vi_set1(2)));
    s->box = (vwidest){vf_select(is_odd, odd.from, even.from), edge};
    clip_crossing(&s->clip, &even);
    clip_crossing(&s->clip, &odd);
}

static LANES_INLINE void search_box(const vcores *c, vedge_search *s, uint32_t edges) {
    const vpoint m0 = {c->m_x[0], c->m_y[0]}, m1 = {c->m_x[1], c->m_y[1]}, a0 = {c->a_x[0], c->a_y[0]};
    const vf even_from = vdot(m0, a0), odd_from = vdot(m1, a0);
    vaxis_span even = {even_from, even_from}, odd = {odd_from, odd_from};
    for (uint32_t i = 1; i < (edges == 2 ? 2 : 4); i++) {
        widen_span(&even, vdot(m0, (vpoint){c->a_x[i], c->a_y[i]}));
        widen_span(&odd, vdot(m1, (vpoint){c->a_x[i], c->a_y[i]}));
    }
    LANES_ROLLED
    for (uint32_t i = 4; i < edges; i++) {
        widen_span(&even, vdot(m0, (vpoint){c->a_x[i], c->a_y[i]}));
        widen_span(&odd, vdot(m1, (vpoint){c->a_x[i], c->a_y[i]}));
    }
    const vf separation[4] = {vf_sub(even.low, vdot(m0, (vpoint){c->b_x[0], c->b_y[0]})),
                              vf_sub(odd.low, vdot(m1, (vpoint){c->b_x[1], c->b_y[1]})),
                              vf_sub(vdot(m0, (vpoint){c->b_x[2], c->b_y[2]}), even.high),
                              vf_sub(vdot(m1, (vpoint){c->b_x[3], c->b_y[3]}), odd.high)};
    s->of_b = wider_of(wider_at(separation, 0), wider_at(separation, 2));
    if (s->swept)
        clip_box(c, s, separation);
}

/* The pairs that miss by what is known so far. */
static LANES_INLINE vm box_misses(const vedge_search *s) {
    if (s->swept)
        return vm_or(s->clip.missed, vf_gt(s->box.separation, s->clip.leave));
    return vf_gt(s->of_b.separation, s->reach);
}

static LANES_INLINE vm all_misses(const vedge_search *s) {
    if (s->swept)
        return vm_or(box_misses(s), vf_gt(s->clip.t0, s->clip.leave));
    return vm_or(box_misses(s), vf_gt(s->of_a.separation, s->reach));
}

/* The reference edge: at rest the widest one; on a path the one that is hit last, if there is one. */
static LANES_INLINE vreference choose_reference(vedge_search *s) {
    const vm of_b = vf_lt(s->of_a.separation, s->of_b.separation);
    const vreference widest = {of_b, vi_select(of_b, s->of_b.edge, s->of_a.edge),
                               vf_select(of_b, s->of_b.separation, s->of_a.separation)};
    if (!s->swept)
        return widest;
    const vf zero = vf_set1(0.0f);
    const vm box_later = vf_gt(s->box.separation, s->clip.t0);
    const vf t0 = vf_select(box_later, s->box.separation, s->clip.t0);
    const vm hits = vf_gt(t0, zero);
    s->clip.missed = all_misses(s);
    s->clip.t0 = vf_select(s->clip.missed, zero, t0);
    return (vreference){vm_or(vm_and(box_later, hits), vm_and_not(of_b, hits)),
                        vi_select(hits, vi_select(box_later, s->box.edge, s->clip.last.edge), widest.edge),
                        widest.separation};
}

/* ---- The two edges ----------------------------------------------------------------------------------------------- */

/* Which of four edges each lane takes. */
typedef struct vchoice {
    vm odd, later; /* the second or fourth; one of the last two */
} vchoice;

static LANES_INLINE vchoice choice_of(vi edge) {
    return (vchoice){vi_eq(vi_and(edge, vi_set1(1)), vi_set1(1)), vi_gt(edge, vi_set1(1))};
}

static LANES_INLINE vpoint choose(const vchoice *by, vpoint a, vpoint b, vpoint c, vpoint d) {
    return vpick(by->later, vpick(by->odd, d, c), vpick(by->odd, b, a));
}

static LANES_INLINE vpoint choose_of(const vchoice *by, const vf *x, const vf *y) {
    return choose(by, (vpoint){x[0], y[0]}, (vpoint){x[1], y[1]}, (vpoint){x[2], y[2]}, (vpoint){x[3], y[3]});
}

static LANES_INLINE vpoint shape_normal(const hail_convex_rects *job, const vconvex_rects *v, uint32_t edges, vi edge) {
    const vcores *c = &v->cores;
    if (edges == 2)
        return vpick(vi_gt(edge, vi_set1(0)), (vpoint){c->n_x[1], c->n_y[1]}, (vpoint){c->n_x[0], c->n_y[0]});
    if (edges <= 4) {
        const vchoice by = choice_of(edge);
        return choose_of(&by, c->n_x, c->n_y);
    }
    const vi at = vi_add(v->in.row_a, edge);
    return (vpoint){vf_gather(job->templates + HAIL_TEMPLATE_NX, at), vf_gather(job->templates + HAIL_TEMPLATE_NY, at)};
}

static LANES_INLINE vi search_incident(vcores *c, vm of_b, vpoint normal, uint32_t edges) {
    c->edges_a = edges;
    vincident best = {off_opposite(c, of_b, normal, 0), vi_set1(0)};
    for (uint32_t k = 1; k < 4; k++)
        consider_incident(&best, c, of_b, normal, k);
    LANES_ROLLED
    for (uint32_t k = 4; k < edges; k++)
        consider_incident(&best, c, of_b, normal, k);
    return best.edge;
}

/* An edge of the shape's, but its normal. */
static LANES_INLINE vpolygon_edge shape_edge(const hail_convex_rects *job, const vconvex_rects *v, uint32_t edges,
                                             vi edge) {
    const vcores *c = &v->cores;
    const float *words = job->templates + HAIL_TEMPLATE_EDGES;
    const vi row = vi_add(v->in.row_a, vi_shift_left(edge, 3));
    vpolygon_edge e = {.rounding = v->in.ra};
    if (edges > 4) {
        vf word[8];
        uint32_t rows[HAIL_LANES];
        vi_store(rows, row);
        vf_load_rows8(words, rows, word);
        e.end1 = vtimes((vpoint){word[3], word[4]}, v->in.ka);
        e.end2 = vtimes((vpoint){word[5], word[6]}, v->in.ka);
        e.features = vi_from_bits(word[HAIL_TEMPLATE_FEATURES]);
        return e;
    }
    e.features = vi_from_bits(vf_gather(words + HAIL_TEMPLATE_FEATURES, row));
    const vpoint a[2] = {{c->a_x[0], c->a_y[0]}, {c->a_x[1], c->a_y[1]}};
    if (edges == 2) {
        const vm second = vi_gt(edge, vi_set1(0));
        e.end1 = vpick(second, a[1], a[0]);
        e.end2 = vpick(second, a[0], a[1]);
    } else {
        const vchoice by = choice_of(edge);
        const vpoint b[2] = {{c->a_x[2], c->a_y[2]}, {c->a_x[3], c->a_y[3]}};
        e.end1 = choose(&by, a[0], a[1], b[0], b[1]);
        e.end2 = choose(&by, a[1], b[0], b[1], a[0]);
    }
    return e;
}

/* An edge of the box, whose centre is at u. It has no features. */
static LANES_INLINE vpolygon_edge box_edge(const vconvex_rects *v, vpoint u, vi edge) {
    const vchoice by = choice_of(edge);
    const vpoint *corner = v->corner, end1 = choose(&by, corner[0], corner[1], corner[2], corner[3]),
                 end2 = choose(&by, corner[1], corner[2], corner[3], corner[0]);
    return (vpolygon_edge){.normal = choose_of(&by, v->cores.m_x, v->cores.m_y),
                           .end1 = {vf_add(end1.x, u.x), vf_add(end1.y, u.y)},
                           .end2 = {vf_add(end2.x, u.x), vf_add(end2.y, u.y)},
                           .rounding = v->in.rb};
}

#endif
