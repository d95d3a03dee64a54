/* simd/kernels/narrow/nearest_times.c - when two cores that miss each other are nearest (docs/arithmetic.md,
 * "Grazes"): one pair a lane. */
#include "polygon_lanes.h"

/* A core at the start of the step, about the start of b. */
typedef struct vcore {
    vf x[8], y[8];
    uint32_t edges;
    vm edged; /* it has more than one vertex */
} vcore;

/* The least squared distances so far. */
typedef struct vnearest {
    vf start, end, passing; /* at t = 0, at t = 1, and at t between */
    vf t;                   /* of `passing` */
} vnearest;

static LANES_INLINE vpoint vplus(vpoint a, vpoint b) { return (vpoint){vf_add(a.x, b.x), vf_add(a.y, b.y)}; }

/* 1 / a; 0 if a is next to nothing. */
static LANES_INLINE vf inverse_of(vf a) {
    const vm enough = vf_ge(a, vf_set1(HAIL_NEXT_TO_NOTHING));
    return vf_select(enough, vf_div(vf_set1(1.0f), vf_select(enough, a, vf_set1(1.0f))), vf_set1(0.0f));
}

static LANES_INLINE void read_core(const hail_narrow_job *job, const hail_side *side, const vbodies *bodies,
                                   uint32_t edges, vpoint at, vcore *core) {
    const vf c = side->cos ? read_floats(side->cos, bodies) : vf_set1(1.0f);
    const vf s = side->sin ? read_floats(side->sin, bodies) : vf_set1(0.0f);
    const vi rows = side_rows(side, bodies);
    const vf scale = side_scale(side, bodies);
    uint32_t row[HAIL_LANES];
    vi_store(row, rows);
    core->edges = edges;
    load_columns(job->templates + HAIL_TEMPLATE_VX, row, edges, core->x);
    load_columns(job->templates + HAIL_TEMPLATE_VY, row, edges, core->y);
    LANES_ROLLED
    for (uint32_t i = 0; i < edges; i++) {
        const vpoint vertex = vtimes((vpoint){core->x[i], core->y[i]}, scale), turned = vrotate(c, s, vertex);
        core->x[i] = vf_add(turned.x, at.x);
        core->y[i] = vf_add(turned.y, at.y);
    }
    core->edged = vi_gt(vi_from_bits(vf_gather(job->templates + HAIL_TEMPLATE_COUNT, rows)), vi_set1(1));
}

static LANES_INLINE vpoint vertex_of(const vcore *core, uint32_t i) { return (vpoint){core->x[i], core->y[i]}; }

/* The squared distance of a point, given from the start of an edge e. That of the start itself counts as well: then an
 * edge of length 0, with which templates are padded, changes nothing. */
static LANES_INLINE vf from_edge(vpoint p, vpoint e, vf inverse) {
    const vf along = vf_min(vf_max(vf_mul(vdot(p, e), inverse), vf_set1(0.0f)), vf_set1(1.0f));
    const vpoint off = vminus(p, vtimes(e, along));
    return vf_min(vdot(off, off), vdot(p, p));
}

/* The points of one core with the edges of another, where these count: at the start, and when the points have moved. */
static LANES_INLINE void consider_edges(vnearest *best, const vcore *points, const vcore *core, vm counts,
                                        vpoint moved) {
    const vf never = vf_set1(FURTHEST);
    vf start = never, end = never;
    LANES_ROLLED
    for (uint32_t i = 0; i < core->edges; i++) {
        const vpoint from = vertex_of(core, i), e = vminus(vertex_of(core, i + 1 < core->edges ? i + 1 : 0), from);
        const vf inverse = inverse_of(vdot(e, e));
        LANES_ROLLED
        for (uint32_t k = 0; k < points->edges; k++) {
            const vpoint p = vminus(vertex_of(points, k), from);
            start = vf_min(start, from_edge(p, e, inverse));
            end = vf_min(end, from_edge(vplus(p, moved), e, inverse));
        }
    }
    best->start = vf_min(best->start, vf_select(counts, start, never));
    best->end = vf_min(best->end, vf_select(counts, end, never));
}

/* Two vertices, d apart at the start, that pass each other at t. */
static LANES_INLINE void consider_passing(vnearest *best, vpoint d, vpoint m, vf t, vm passes) {
    const vpoint off = vplus(d, vtimes(m, t));
    const vf square = vdot(off, off);
    const vm ties = vf_eq(square, best->passing);
    const vm nearer = vm_or(vf_lt(square, best->passing), vm_and(ties, vf_lt(t, best->t)));
    best->passing = vf_select(vm_and(passes, nearer), square, best->passing);
    best->t = vf_select(vm_and(passes, nearer), t, best->t);
}

/* Vertices that pass each other. */
static LANES_INLINE void consider_vertices(vnearest *best, const vcore *a, const vcore *b, vpoint m, vf inverse) {
    const vf zero = vf_set1(0.0f), unit = vf_set1(1.0f);
    LANES_ROLLED
    for (uint32_t i = 0; i < a->edges; i++) {
        LANES_ROLLED
        for (uint32_t k = 0; k < b->edges; k++) {
            const vpoint d = vminus(vertex_of(a, i), vertex_of(b, k));
            const vf t = vf_mul(vf_negate(vdot(d, m)), inverse);
            consider_passing(best, d, m, t, vm_and(vf_gt(t, zero), vf_lt(t, unit)));
        }
    }
}

/* All of it of a core that is one point, against a core of any kind: each difference is computed once. */
static LANES_INLINE void consider_point(vnearest *best, vpoint point, const vcore *core, vpoint m, vf inverse) {
    const vf zero = vf_set1(0.0f), unit = vf_set1(1.0f);
    LANES_ROLLED
    for (uint32_t i = 0; i < core->edges; i++) {
        const vpoint from = vertex_of(core, i), e = vminus(vertex_of(core, i + 1 < core->edges ? i + 1 : 0), from);
        const vpoint p = vminus(point, from);
        const vf edge = inverse_of(vdot(e, e));
        best->start = vf_min(best->start, from_edge(p, e, edge));
        best->end = vf_min(best->end, from_edge(vplus(p, m), e, edge));
        const vf t = vf_mul(vf_negate(vdot(p, m)), inverse);
        consider_passing(best, p, m, t, vm_and(vf_gt(t, zero), vf_lt(t, unit)));
    }
}

/* The nearest of all; ties go to the smallest t. */
static LANES_INLINE vf time_of(const vnearest *best) {
    const vf zero = vf_set1(0.0f), unit = vf_set1(1.0f);
    const vm passing = vf_lt(best->passing, best->start);
    const vf least = vf_select(passing, best->passing, best->start), t = vf_select(passing, best->t, zero);
    return vf_select(vf_lt(best->end, least), unit, t);
}

void HAIL_KERNEL(nearest_times)(const hail_narrow_job *given, const uint32_t *one, const uint32_t *two, uint32_t count,
                                float *t) {
    const hail_narrow_job job = *given;
    const vf never = vf_set1(FURTHEST), zero = vf_set1(0.0f);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vbodies bodies_a = read_bodies(one + i, n), bodies_b = read_bodies(two + i, n);
        const vpoint of_a = side_motion(&job.one, &bodies_a), of_b = side_motion(&job.two, &bodies_b);
        const vpoint m = vminus(of_a, of_b);
        const vpoint apart =
            vminus(side_start(&job, &job.one, &bodies_a, of_a), side_start(&job, &job.two, &bodies_b, of_b));
        vcore a, b;
        read_core(&job, &job.two, &bodies_b, job.edges_two, (vpoint){zero, zero}, &b);
        const vf square = vdot(m, m), inverse = inverse_of(square);
        vnearest best = {never, never, never, zero};
        if (job.edges_one == 1) { /* circles: their cores are their centres */
            consider_point(&best, apart, &b, m, inverse);
            vf_store_n(t + i, time_of(&best), n);
            continue;
        }
        read_core(&job, &job.one, &bodies_a, job.edges_one, apart, &a);
        consider_edges(&best, &a, &b, vm_or(b.edged, vm_and_not(vm_first(HAIL_LANES), a.edged)), m);
        if (job.edges_one > 1)
            consider_edges(&best, &b, &a, a.edged, (vpoint){vf_negate(m.x), vf_negate(m.y)});
        consider_vertices(&best, &a, &b, m, inverse);
        vf_store_n(t + i, time_of(&best), n);
    }
}
