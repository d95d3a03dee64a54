/* simd/kernels/narrow/polygon_lanes.h - what the kernels of two polygons share (docs/arithmetic.md, "Polygon against
 * polygon"): their cores, separations, and the two edges that face each other; one pair a lane, all in A's frame. */
#ifndef HAIL_SIMD_KERNELS_NARROW_POLYGON_LANES_H
#define HAIL_SIMD_KERNELS_NARROW_POLYGON_LANES_H

#include "pair_lanes.h"

/* ---- A vector of pairs ------------------------------------------------------------------------------------------- */

typedef struct vpolygons {
    vi row_a, row_b;
    vf ca, sa, ka, ra, kb, rb;
    vf cr, sr; /* B's rotation in A's frame */
    vpoint at; /* A's origin in the world */
    vpoint u;  /* B's origin in A's frame */
    vf r;
} vpolygons;

static LANES_APART void read_polygons(const hail_narrow_job *job, const vpair_sides *sides, vpolygons *p) {
    const vbodies *a = &sides->a, *b = &sides->b;
    const hail_side *one = &job->one, *two = &job->two;
    const vf unit = vf_set1(1.0f), zero = vf_set1(0.0f);
    const vf ca = one->cos ? read_floats(one->cos, a) : unit, sa = one->sin ? read_floats(one->sin, a) : zero;
    const vf cb = two->cos ? read_floats(two->cos, b) : unit, sb = two->sin ? read_floats(two->sin, b) : zero;
    p->row_a = side_rows(one, a);
    p->row_b = side_rows(two, b);
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
static LANES_INLINE vpoint b_in_a(const vpolygons *p, vpoint u, vpoint vertex) {
    const vpoint rotated = vrotate(p->cr, p->sr, vertex);
    return (vpoint){vf_add(rotated.x, u.x), vf_add(rotated.y, u.y)};
}

/* Normals and vertices, as many as each side has edges. */
typedef struct vcores {
    uint32_t edges_a, edges_b;
    vf n_x[8], n_y[8], a_x[8], a_y[8]; /* A's */
    vf m_x[8], m_y[8], b_x[8], b_y[8]; /* B's, in A's frame */
} vcores;

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

static LANES_APART void load_cores(const hail_narrow_job *job, const vpolygons *p, vcores *c) {
    uint32_t row_a[HAIL_LANES], row_b[HAIL_LANES];
    vi_store(row_a, p->row_a);
    vi_store(row_b, p->row_b);
    c->edges_a = job->edges_one;
    c->edges_b = job->edges_two;
    /* How many edges separate() reads. */
    const uint32_t read_a = c->edges_a <= 4 ? 4 : c->edges_a <= 6 ? 6 : 8;
    const uint32_t read_b = c->edges_b <= 4 ? 4 : c->edges_b <= 6 ? 6 : 8;
    load_columns(job->templates + HAIL_TEMPLATE_NX, row_a, c->edges_a, c->n_x);
    load_columns(job->templates + HAIL_TEMPLATE_NY, row_a, c->edges_a, c->n_y);
    load_columns(job->templates + HAIL_TEMPLATE_VX, row_a, c->edges_a, c->a_x);
    load_columns(job->templates + HAIL_TEMPLATE_VY, row_a, c->edges_a, c->a_y);
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

typedef struct vedge_separations {
    vf a[8], b[8]; /* by edge of A, of B */
} vedge_separations;

static LANES_APART void separate(const vcores *c, vedge_separations *s) {
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

static LANES_INLINE vreference reference_edge(const vcores *c, const vedge_separations *s) {
    const vwidest a = widest_of(s->a, c->edges_a), b = widest_of(s->b, c->edges_b);
    const vm of_b = vf_lt(a.separation, b.separation);
    return (vreference){of_b, vi_select(of_b, b.edge, a.edge), vf_select(of_b, b.separation, a.separation)};
}

/* ---- The two edges ---------------------------------------------------------------------------------------------- */

typedef struct vpolygon_edge {
    vpoint normal, end1, end2;
    vi features; /* edge, first corner, second corner: a byte each */
    vf rounding;
} vpolygon_edge;

/* Loads an edge of A's, or of B's in the lanes of_b. u is B's origin in A's frame; a sweep moves it. */
static LANES_INLINE vpolygon_edge load_edge(const hail_narrow_job *job, const vpolygons *p, vpoint u, vm of_b,
                                            vi edge) {
    vf word[8];
    uint32_t row[HAIL_LANES];
    vi_store(row, vi_add(vi_select(of_b, p->row_b, p->row_a), vi_shift_left(edge, 3)));
    vf_load_rows8(job->templates + HAIL_TEMPLATE_EDGES, row, word);
    const vpoint normal = {word[0], word[1]};
    const vpoint end1 = {word[3], word[4]}, end2 = {word[5], word[6]};
    return (vpolygon_edge){.normal = vpick(of_b, vrotate(p->cr, p->sr, normal), normal),
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

/* Of edges that were looked at, the first whose normal is nearest to the reference edge's opposite. */
typedef struct vincident {
    vf off;
    vi edge;
} vincident;

static LANES_INLINE void consider_incident(vincident *best, const vcores *c, vm of_b, vpoint normal, uint32_t k) {
    const vf off = off_opposite(c, of_b, normal, k);
    const vm less = vf_lt(off, best->off);
    best->off = vf_select(less, off, best->off);
    best->edge = vi_select(less, vi_set1((int32_t)k), best->edge);
}

/* The incident edge: the first of the other side whose normal is nearest to the reference edge's opposite. */
static LANES_INLINE vi incident_edge(const vcores *c, vm of_b, vpoint normal) {
    const uint32_t edges = c->edges_a > c->edges_b ? c->edges_a : c->edges_b;
    vincident best = {off_opposite(c, of_b, normal, 0), vi_set1(0)};
    LANES_ROLLED
    for (uint32_t k = 1; k < edges; k++)
        consider_incident(&best, c, of_b, normal, k);
    return best.edge;
}

#endif
