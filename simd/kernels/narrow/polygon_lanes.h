/* simd/kernels/narrow/polygon_lanes.h - what the kernels of two polygons share (docs/arithmetic.md, "Polygon against
 * polygon"): one pair a lane, all in A's frame. */
#ifndef HAIL_SIMD_KERNELS_NARROW_POLYGON_LANES_H
#define HAIL_SIMD_KERNELS_NARROW_POLYGON_LANES_H

#include "pair_lanes.h"

/* ---- A vector of pairs ------------------------------------------------------------------------------------------- */

typedef struct vpair {
    vi row_a, row_b;
    vf ca, sa, ka, ra, kb, rb;
    vf cr, sr; /* B's rotation in A's frame */
    vpoint at; /* A's origin in the world */
    vpoint u;  /* B's origin in A's frame */
    vf r;
    bool same_a; /* A is the same body in all lanes */
} vpair;

static LANES_APART void read_pair(const hail_narrow_job *job, const vpair_sides *sides, vpair *p) {
    const vbodies *a = &sides->a, *b = &sides->b;
    const hail_side *one = &job->one, *two = &job->two;
    const vf unit = vf_set1(1.0f), zero = vf_set1(0.0f);
    const vf ca = one->cos ? read_floats(one->cos, a) : unit, sa = one->sin ? read_floats(one->sin, a) : zero;
    const vf cb = two->cos ? read_floats(two->cos, b) : unit, sb = two->sin ? read_floats(two->sin, b) : zero;
    p->row_a = side_rows(one, a);
    p->row_b = side_rows(two, b);
    p->same_a = a->places == SAME;
    p->ca = ca;
    p->sa = sa;
    p->ka = side_scale(one, a);
    p->kb = side_scale(two, b);
    p->ra = core_rounding(job, p->row_a, p->ka);
    p->rb = core_rounding(job, p->row_b, p->kb);
    p->r = vf_add(p->ra, p->rb);
    p->cr = vf_add(vf_mul(ca, cb), vf_mul(sa, sb));
    p->sr = vf_sub(vf_mul(ca, sb), vf_mul(sa, cb));
    p->at = sides->at_a;
    p->u = vrotate_back(ca, sa, vminus(sides->at_b, sides->at_a));
}

/* A vertex of B's, scaled, in A's frame; B's origin is at u. */
static LANES_INLINE vpoint b_in_a(const vpair *p, vpoint u, vpoint vertex) {
    const vpoint rotated = vrotate(p->cr, p->sr, vertex);
    return (vpoint){vf_add(rotated.x, u.x), vf_add(rotated.y, u.y)};
}

/* Normals and vertices, as many as each side has edges. */
typedef struct vcores {
    uint32_t edges_a, edges_b;
    vf n_x[8], n_y[8], a_x[8], a_y[8]; /* A's */
    vf m_x[8], m_y[8], b_x[8], b_y[8]; /* B's, in A's frame */
} vcores;

/* A row's column, for all lanes. */
static LANES_INLINE void set_columns(const float *columns, uint32_t edges, vf out[8]) {
    LANES_ROLLED
    for (uint32_t i = 0; i < edges; i++)
        out[i] = vf_set1(columns[i]);
}

static LANES_INLINE void load_columns(const float *columns, const uint32_t *row, uint32_t edges, vf out[8]) {
    if (edges <= 4)
        vf_load_rows4(columns, row, out);
    else
        vf_load_rows8(columns, row, out);
}

static LANES_INLINE void scale_columns(vf *x, vf *y, uint32_t count, vf scale) {
    LANES_ROLLED
    for (uint32_t i = 0; i < count; i++) {
        x[i] = vf_mul(x[i], scale);
        y[i] = vf_mul(y[i], scale);
    }
}

static LANES_APART void load_cores(const hail_narrow_job *job, const vpair *p, vcores *c) {
    uint32_t row_a[HAIL_LANES], row_b[HAIL_LANES];
    vi_store(row_a, p->row_a);
    vi_store(row_b, p->row_b);
    c->edges_a = job->edges_one;
    c->edges_b = job->edges_two;
    /* How many edges separate() reads. */
    const uint32_t read_a = c->edges_a <= 4 ? 4 : c->edges_a <= 6 ? 6 : 8;
    const uint32_t read_b = c->edges_b <= 4 ? 4 : c->edges_b <= 6 ? 6 : 8;
    if (p->same_a) {
        const float *own = job->templates + row_a[0];
        set_columns(own + HAIL_TEMPLATE_NX, read_a, c->n_x);
        set_columns(own + HAIL_TEMPLATE_NY, read_a, c->n_y);
        set_columns(own + HAIL_TEMPLATE_VX, read_a, c->a_x);
        set_columns(own + HAIL_TEMPLATE_VY, read_a, c->a_y);
    } else {
        load_columns(job->templates + HAIL_TEMPLATE_NX, row_a, c->edges_a, c->n_x);
        load_columns(job->templates + HAIL_TEMPLATE_NY, row_a, c->edges_a, c->n_y);
        load_columns(job->templates + HAIL_TEMPLATE_VX, row_a, c->edges_a, c->a_x);
        load_columns(job->templates + HAIL_TEMPLATE_VY, row_a, c->edges_a, c->a_y);
    }
    load_columns(job->templates + HAIL_TEMPLATE_NX, row_b, c->edges_b, c->m_x);
    load_columns(job->templates + HAIL_TEMPLATE_NY, row_b, c->edges_b, c->m_y);
    load_columns(job->templates + HAIL_TEMPLATE_VX, row_b, c->edges_b, c->b_x);
    load_columns(job->templates + HAIL_TEMPLATE_VY, row_b, c->edges_b, c->b_y);
    if (job->one.scale) /* otherwise times 1 */
        scale_columns(c->a_x, c->a_y, read_a, p->ka);
    if (job->two.scale)
        scale_columns(c->b_x, c->b_y, read_b, p->kb);
    LANES_ROLLED
    for (uint32_t j = 0; j < read_b; j++) {
        const vpoint vertex = b_in_a(p, p->u, (vpoint){c->b_x[j], c->b_y[j]});
        const vpoint normal = vrotate(p->cr, p->sr, (vpoint){c->m_x[j], c->m_y[j]});
        c->b_x[j] = vertex.x;
        c->b_y[j] = vertex.y;
        c->m_x[j] = normal.x;
        c->m_y[j] = normal.y;
    }
}

/* Each edge's separation: how far the other side's nearest vertex lies beyond it. Callers pass a constant as `others`,
 * so the inner loop is unrolled. Templates are padded, so 4, 6 and 8 are enough. */
static LANES_INLINE void separate_from(const vf *n_x, const vf *n_y, const vf *x, const vf *y, uint32_t edges,
                                       const vf *other_x, const vf *other_y, uint32_t others, vf *separation) {
    LANES_ROLLED
    for (uint32_t i = 0; i < edges; i++) {
        const vpoint normal = {n_x[i], n_y[i]};
        vf nearest = vdot(normal, (vpoint){other_x[0], other_y[0]});
        for (uint32_t k = 1; k < others; k++)
            nearest = vf_min(nearest, vdot(normal, (vpoint){other_x[k], other_y[k]}));
        separation[i] = vf_sub(nearest, vdot(normal, (vpoint){x[i], y[i]}));
    }
    if (edges & 1) /* edges are compared in pairs; an odd last one is paired with the first */
        separation[edges] = separation[0];
    if (edges == 2)
        separation[2] = separation[3] = separation[0];
}

typedef struct vseparations {
    vf a[8], b[8]; /* by edge of A, of B */
} vseparations;

static LANES_APART void separate(const vcores *c, vseparations *s) {
    s->a[0] = s->b[0] = vf_set1(0.0f); /* for compilers that cannot see that there is always an edge */
    if (c->edges_b <= 4)
        separate_from(c->n_x, c->n_y, c->a_x, c->a_y, c->edges_a, c->b_x, c->b_y, 4, s->a);
    else if (c->edges_b <= 6)
        separate_from(c->n_x, c->n_y, c->a_x, c->a_y, c->edges_a, c->b_x, c->b_y, 6, s->a);
    else
        separate_from(c->n_x, c->n_y, c->a_x, c->a_y, c->edges_a, c->b_x, c->b_y, 8, s->a);
    if (c->edges_a <= 4)
        separate_from(c->m_x, c->m_y, c->b_x, c->b_y, c->edges_b, c->a_x, c->a_y, 4, s->b);
    else if (c->edges_a <= 6)
        separate_from(c->m_x, c->m_y, c->b_x, c->b_y, c->edges_b, c->a_x, c->a_y, 6, s->b);
    else
        separate_from(c->m_x, c->m_y, c->b_x, c->b_y, c->edges_b, c->a_x, c->a_y, 8, s->b);
}

/* ---- The reference edge ------------------------------------------------------------------------------------------ */

typedef struct vreference {
    vm of_b;
    vi edge;
    vf separation;
} vreference;

/* The edge of one side with the largest separation. Ties go to the first. */
typedef struct vwidest {
    vf separation;
    vi edge;
} vwidest;

/* The wider of two; ties go to the first. Edges are compared as a tree: its steps need not wait for each other, as a
 * chain's do. */
static LANES_INLINE vwidest wider_of(vwidest first, vwidest second) {
    const vm wider = vf_gt(second.separation, first.separation);
    return (vwidest){vf_select(wider, second.separation, first.separation), vi_select(wider, second.edge, first.edge)};
}

static LANES_INLINE vwidest wider_at(const vf *separation, uint32_t i) {
    const vm wider = vf_gt(separation[i + 1], separation[i]);
    return (vwidest){vf_select(wider, separation[i + 1], separation[i]),
                     vi_select(wider, vi_set1((int32_t)i + 1), vi_set1((int32_t)i))};
}

static LANES_INLINE vwidest widest_of(const vf *separation, uint32_t edges) {
    vwidest best = wider_of(wider_at(separation, 0), wider_at(separation, 2));
    if (edges > 6)
        best = wider_of(best, wider_of(wider_at(separation, 4), wider_at(separation, 6)));
    else if (edges > 4)
        best = wider_of(best, wider_at(separation, 4));
    return best;
}

static LANES_INLINE vreference widest_edge(const vcores *c, const vseparations *s) {
    const vwidest a = widest_of(s->a, c->edges_a), b = widest_of(s->b, c->edges_b);
    const vm of_b = vf_lt(a.separation, b.separation);
    return (vreference){of_b, vi_select(of_b, b.edge, a.edge), vf_select(of_b, b.separation, a.separation)};
}

/* ---- The two edges ---------------------------------------------------------------------------------------------- */

typedef struct vedge {
    vpoint normal, end1, end2;
    vi features; /* edge, first corner, second corner: a byte each */
    vf rounding;
} vedge;

/* Loads an edge of A's, or of B's in the lanes of_b. u is B's origin in A's frame; a sweep moves it. */
static LANES_INLINE vedge load_edge(const hail_narrow_job *job, const vpair *p, vpoint u, vm of_b, vi edge) {
    vf word[8];
    uint32_t row[HAIL_LANES];
    vi_store(row, vi_add(vi_select(of_b, p->row_b, p->row_a), vi_shift_left(edge, 3)));
    vf_load_rows8(job->templates + HAIL_TEMPLATE_EDGES, row, word);
    const vpoint normal = {word[0], word[1]};
    const vpoint end1 = {word[3], word[4]}, end2 = {word[5], word[6]};
    return (vedge){.normal = vpick(of_b, vrotate(p->cr, p->sr, normal), normal),
                   .end1 = vpick(of_b, b_in_a(p, u, vtimes(end1, p->kb)), vtimes(end1, p->ka)),
                   .end2 = vpick(of_b, b_in_a(p, u, vtimes(end2, p->kb)), vtimes(end2, p->ka)),
                   .features = vi_from_bits(word[HAIL_TEMPLATE_FEATURES]),
                   .rounding = vf_select(of_b, p->rb, p->ra)};
}

/* The square of the distance between edge k's normal, of the other side, and the reference edge's opposite. (Their
 * product would not do: where edges hardly turn, a cosine is the same for both.) The same sums serve B's edges and A's.
 */
static LANES_INLINE vf off_opposite(const vcores *c, vm of_b, vpoint normal, uint32_t k) {
    /* Past its last edge, the side with fewer edges repeats its first. */
    const uint32_t i = k < c->edges_a ? k : 0, j = k < c->edges_b ? k : 0;
    const vpoint sum = {vf_add(normal.x, vf_select(of_b, c->n_x[i], c->m_x[j])),
                        vf_add(normal.y, vf_select(of_b, c->n_y[i], c->m_y[j]))};
    return vdot(sum, sum);
}

/* The incident edge: the first of the other side whose normal is nearest to the reference edge's opposite. */
static LANES_INLINE vi incident_edge(const vcores *c, vm of_b, vpoint normal) {
    const uint32_t edges = c->edges_a > c->edges_b ? c->edges_a : c->edges_b;
    vf nearest = off_opposite(c, of_b, normal, 0);
    vi incident = vi_set1(0), edge = incident;
    LANES_ROLLED
    for (uint32_t k = 1; k < edges; k++) {
        const vf off = off_opposite(c, of_b, normal, k);
        const vm less = vf_lt(off, nearest);
        edge = vi_add(edge, vi_set1(1));
        nearest = vf_select(less, off, nearest);
        incident = vi_select(less, edge, incident);
    }
    return incident;
}

/* ---- Their nearest points -----------------------------------------------------------------------------------------
 */

/* A point of the incident edge: s along the reference edge from its first end, h above it. */
typedef struct vfoot {
    vf s, h;
    vf own; /* s before it is clipped */
} vfoot;

typedef struct vfacing {
    vedge reference, incident;
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

/* Finds the edges that face each other, and their nearest points. Corners are measured only if some lane's separation
 * is within `reach`, with room for rounding and for numbers whose square is 0. Otherwise the cores are further apart
 * anyway. g is FURTHEST where a corner is not measured. */
static LANES_APART void find_facing(const hail_narrow_job *job, const vpair *p, const vcores *c,
                                    const vreference *reference, const vpoint *u, const vf *reach, vfacing *m) {
    const vf zero = vf_set1(0.0f);
    const vm of_b = reference->of_b, of_a = vm_and_not(vm_first(HAIL_LANES), of_b);
    m->of_b = of_b;
    m->reference = load_edge(job, p, *u, of_b, reference->edge);
    m->incident = load_edge(job, p, *u, of_a, incident_edge(c, of_b, m->reference.normal));
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
    const vm touchable = vf_le(reference->separation, vf_add(*reach, beyond));
    if (vm_bits(vm_and(m->corner, touchable))) {
        measure_corner(m, p1, p2);
        const vf apart = vf_sqrt(vdot(m->d, m->d));
        m->g = vf_select(m->corner, apart, m->g);
        const vpoint away = vunit(m->d, apart, near, (vpoint){zero, vf_set1(1.0f)});
        m->normal = vpick(m->corner, out_of_edge(n, away.x, away.y), n);
    }
}

/* The same of a pair as it stands. */
static LANES_APART void find_edges(const hail_narrow_job *job, const vpair *p, const vf *reach, vfacing *to) {
    vcores cores;
    vseparations separations;
    load_cores(job, p, &cores);
    separate(&cores, &separations);
    const vreference reference = widest_edge(&cores, &separations);
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

static LANES_INLINE vpoint to_world(const vpair *p, vpoint at, vpoint point) {
    const vpoint rotated = vrotate(p->ca, p->sa, point);
    return (vpoint){vf_add(at.x, rotated.x), vf_add(at.y, rotated.y)};
}

/* The nearest points of the two surfaces, in the world. */
typedef struct vsurfaces {
    vpoint a, b;
} vsurfaces;

static LANES_APART void find_surfaces(const vpair *p, const vfacing *m, vsurfaces *to) {
    const vpoint foot = foot_at(m, deepest_along(m)), up = vtimes(m->normal, m->reference.rounding),
                 over = vtimes(m->normal, vf_sub(m->g, m->incident.rounding));
    const vpoint reference = to_world(p, p->at, vplus(foot, up)), incident = to_world(p, p->at, vplus(foot, over));
    to->a = vpick(m->of_b, incident, reference);
    to->b = vpick(m->of_b, reference, incident);
}

/* From a to b, in the world. */
static LANES_INLINE vpoint world_normal(const vpair *p, const vfacing *m, vpoint normal) {
    const vpoint from_a = {vf_select(m->of_b, vf_negate(normal.x), normal.x),
                           vf_select(m->of_b, vf_negate(normal.y), normal.y)};
    return vrotate(p->ca, p->sa, from_a);
}

/* ---- Features ---------------------------------------------------------------------------------------------------- */

static LANES_INLINE vi feature_of(vi features, vm first, vm second) {
    const vi first_or_edge = vi_select(first, vi_shift_right(features, 8), features);
    return vi_and(vi_select(second, vi_shift_right(features, 16), first_or_edge), vi_set1(0xff));
}

/* The reference's and the incident's features as a's and b's. */
static LANES_INLINE vi order_features(const vfacing *m, vi reference, vi incident) {
    return pack_features(vi_select(m->of_b, incident, reference), vi_select(m->of_b, reference, incident));
}

static LANES_INLINE vi edge_features(const vfacing *m) {
    const vm none = vm_first(0);
    return order_features(m, feature_of(m->reference.features, none, none),
                          feature_of(m->incident.features, none, none));
}

/* The features of the corner, or of the deepest point alone. */
static LANES_APART vi point_features(const vfacing *m) {
    const vf zero = vf_set1(0.0f), own = vf_select(m->v_deeper, m->v.own, m->u.own);
    const vm before = vf_lt(own, zero), after = vm_and_not(vf_gt(own, m->length), before);
    const vm inside = vm_and_not(vm_and_not(vm_first(HAIL_LANES), before), after);
    const vm on_first = vf_eq(m->w, zero), on_second = vm_and_not(vf_eq(m->w, vf_set1(1.0f)), on_first);
    const vm reference_1 = vm_or(vm_and_not(m->corner, m->second), vm_and_not(before, m->corner));
    const vm reference_2 = vm_or(vm_and(m->corner, m->second), vm_and_not(after, m->corner));
    const vm incident_1 = vm_or(vm_and(m->corner, on_first), vm_and_not(vm_and_not(inside, m->v_deeper), m->corner));
    const vm incident_2 = vm_or(vm_and(m->corner, on_second), vm_and_not(vm_and(inside, m->v_deeper), m->corner));
    return order_features(m, feature_of(m->reference.features, reference_1, reference_2),
                          feature_of(m->incident.features, incident_1, incident_2));
}

#endif
