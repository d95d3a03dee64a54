/* simd/kernels/narrow/polygon_graze.c - docs/arithmetic.md, "Grazes", of polygons: when two that miss each other are
 * nearest, and their gap then. One pair a lane. */
#include "polygon_facing.h"

/* A core at the start of the step, about the start of b. */
typedef struct vcore {
    vf x[8], y[8];
    uint32_t edges;
} vcore;

/* The least squared distances so far. */
typedef struct vnearest {
    vf start, end, passing; /* at t = 0, at t = 1, and at t between */
    vf t;                   /* of `passing` */
} vnearest;

static LANES_APART void read_core(const hail_narrow_job *job, const hail_side *side, const vbodies *bodies,
                                  uint32_t edges, const vpoint *at, vcore *core) {
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
        core->x[i] = vf_add(turned.x, at->x);
        core->y[i] = vf_add(turned.y, at->y);
    }
}

static LANES_INLINE vpoint vertex_of(const vcore *core, uint32_t i) { return (vpoint){core->x[i], core->y[i]}; }

/* The squared distance of a point, given from the start of an edge e. That of the start itself counts as well: then an
 * edge of length 0, with which templates are padded, changes nothing. */
static LANES_INLINE vf from_edge(vpoint p, vpoint e, vf inverse) {
    const vf along = vclamp_unit(vf_mul(vdot(p, e), inverse));
    const vpoint off = vminus(p, vtimes(e, along));
    return vf_min(vdot(off, off), vdot(p, p));
}

/* The points of one core with the edges of another: at the start, and when the points have moved. */
static LANES_APART void consider_edges(vnearest *best, const vcore *points, const vcore *core, const vpoint *moved) {
    const vf never = vf_set1(FURTHEST);
    vf start = never, end = never;
    LANES_ROLLED
    for (uint32_t i = 0; i < core->edges; i++) {
        const vpoint from = vertex_of(core, i), e = vminus(vertex_of(core, i + 1 < core->edges ? i + 1 : 0), from);
        const vf inverse = vinverse(vdot(e, e));
        LANES_ROLLED
        for (uint32_t k = 0; k < points->edges; k++) {
            const vpoint p = vminus(vertex_of(points, k), from);
            start = vf_min(start, from_edge(p, e, inverse));
            end = vf_min(end, from_edge(vplus(p, *moved), e, inverse));
        }
    }
    best->start = vf_min(best->start, start);
    best->end = vf_min(best->end, end);
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

/* The nearest of all; ties go to the smallest t. */
static LANES_INLINE vf time_of(const vnearest *best) {
    const vf zero = vf_set1(0.0f), unit = vf_set1(1.0f);
    const vm passing = vf_lt(best->passing, best->start);
    const vf least = vf_select(passing, best->passing, best->start), t = vf_select(passing, best->t, zero);
    return vf_select(vf_lt(best->end, least), unit, t);
}

/* When the cores are nearest; a moves by m, as b sees it. */
static LANES_INLINE vf nearest_time(const hail_narrow_job *job, const vpair_sides *sides, vpoint m) {
    const vf never = vf_set1(FURTHEST), zero = vf_set1(0.0f);
    const vpoint from = vminus(sides->at_a, sides->at_b), origin = {zero, zero},
                 back = {vf_negate(m.x), vf_negate(m.y)};
    vcore a, b;
    vnearest best = {never, never, never, zero};
    read_core(job, &job->one, &sides->a, job->edges_one, &from, &a);
    read_core(job, &job->two, &sides->b, job->edges_two, &origin, &b);
    consider_edges(&best, &a, &b, &m);
    consider_edges(&best, &b, &a, &back);
    consider_vertices(&best, &a, &b, m, vinverse(vdot(m, m)));
    return time_of(&best);
}

uint32_t HAIL_KERNEL(polygon_polygon_graze)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                            const uint32_t *row, uint32_t count) {
    const vf any = vf_set1(FURTHEST);
    uint32_t grazed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vpair_sides sides;
        vpolygons p;
        vfacing m;
        vsurfaces at;
        read_moving_sides(job, one + i, two + i, n, &sides);
        const vf t = nearest_time(job, &sides, vminus(sides.by_a, sides.by_b));
        read_polygons(job, &sides, &p);
        p.u = vplus(p.u, vtimes(vrotate_back(p.ca, p.sa, vminus(sides.by_b, sides.by_a)), t));
        p.at = vplus(sides.at_a, vtimes(sides.by_a, t));
        find_edges(job, &p, &any, &m);
        find_surfaces(&p, &m, &at);
        grazed += write_grazes(job, one + i, two + i, row + i, vf_sub(m.g, p.r), t, at.a, at.b,
                               world_normal(&p, &m, m.normal), point_features(&m), n, count - i);
    }
    return grazed;
}
