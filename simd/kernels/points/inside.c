/* simd/kernels/points/inside.c - docs/arithmetic.md, "Points": crossings, winding numbers, half-planes. Points lie in
 * lanes; edges come one after the other. Two vectors of points at a time share an edge's broadcasts. Conditions are
 * kept in sign bits, which take fewer operations than masks. */
#include "point_lanes.h"

typedef struct group {
    vf x, y;
    vf above; /* the points' y less the last vertex's; negative if the point is above */
    vi result, fallback;
} group;

typedef struct edge {
    vf x, slope, tolerance, next;
    vi up; /* all bits if the edge goes up */
} edge;

/* Adds an edge's crossing, 1 or -1 if directed. ~1 is -2 and ~0 is -1, so an edge that goes up is one too low for every
 * point; cross_all counts these. */
static LANES_INLINE void cross_edge(group *g, const edge *e, bool directed) {
    const vf above = vf_sub(g->y, e->next);
    const vi span = vi_xor(vi_from_bits(g->above), vi_from_bits(above));
    const vf beyond = vf_sub(vf_sub(g->x, e->x), vf_mul(g->above, e->slope)); /* negative: the edge is to the right */
    const vi crossed = vi_and(span, vi_from_bits(beyond));
    g->result = directed ? vi_add(g->result, vi_xor(vi_shift_right(crossed, 31), e->up)) : vi_xor(g->result, crossed);
    const vi near_to = vi_from_bits(vf_sub(vf_abs(beyond), e->tolerance));
    g->fallback = vi_or(g->fallback, vi_and(span, near_to));
    g->above = above;
}

/* Returns how many of the edges go up. */
static LANES_INLINE int32_t cross_all(const hail_inside_job *job, group *g, int groups, bool directed) {
    int32_t ups = 0;
    for (uint32_t c = 0; c < job->chains; c++) {
        const hail_edge *at = job->edges + job->start[c], *last = job->edges + job->start[c + 1] - 1;
        for (int k = 0; k < groups; k++)
            g[k].above = vf_sub(g[k].y, vf_set1(at->y));
        LANES_ROLLED
        for (; at < last; at++) {
            const edge e = {vf_set1(at->x), vf_set1(at->slope), vf_set1(at->tolerance), vf_set1(at[1].y),
                            vi_set1(at->up)};
            ups -= at->up;
            for (int k = 0; k < groups; k++)
                cross_edge(&g[k], &e, directed);
        }
    }
    return ups;
}

/* Tests vectors of points from i on: the last has n points, the others are whole. */
static LANES_INLINE vi pass(const hail_inside_job *job, uint32_t i, uint32_t n, int groups, bool directed) {
    group g[2];
    for (int k = 0; k < groups; k++) {
        const uint32_t at = i + (uint32_t)k * HAIL_LANES, some = k + 1 < groups ? HAIL_LANES : n;
        g[k].x = read_points(job->x + at, some, job->tiny);
        g[k].y = read_points(job->y + at, some, job->tiny);
        g[k].result = g[k].fallback = vi_set1(0);
    }
    const int32_t ups = cross_all(job, g, groups, directed);
    vi any = vi_set1(0);
    for (int k = 0; k < groups; k++) {
        const uint32_t at = i + (uint32_t)k * HAIL_LANES, some = k + 1 < groups ? HAIL_LANES : n;
        const vi before = vi_load_n(job->result + at, some), fallback = vi_shift_right(g[k].fallback, 31);
        const vi result = directed ? vi_add(before, vi_add(g[k].result, vi_set1(ups)))
                                   : vi_xor(before, vi_shift_right(g[k].result, 31));
        vi_store_n(job->result + at, result, some);
        any = vi_or(any, add_fallback(job->fallback + at, fallback, some));
    }
    return any;
}

static LANES_INLINE bool pass_all(const hail_inside_job *given, uint32_t begin, uint32_t end, bool directed) {
    const hail_inside_job job = *given;
    vi any = vi_set1(0);
    uint32_t i = begin;
    for (; i < end && end - i > HAIL_LANES; i += 2 * HAIL_LANES)
        any = vi_or(any, pass(&job, i, lanes_left(i + HAIL_LANES, end), 2, directed));
    if (i < end)
        any = vi_or(any, pass(&job, i, end - i, 1, directed));
    return vm_bits(vi_gt(any, vi_set1(0))) != 0;
}

bool HAIL_KERNEL(crossings)(const hail_inside_job *job, uint32_t begin, uint32_t end) {
    return pass_all(job, begin, end, false);
}

bool HAIL_KERNEL(windings)(const hail_inside_job *job, uint32_t begin, uint32_t end) {
    return pass_all(job, begin, end, true);
}

/* ---- Half-planes ----------------------------------------------------------------------------------------------- */

static LANES_INLINE vi test_lines(const hail_half_planes_job *job, uint32_t i, uint32_t n, int groups) {
    vf x[2], y[2], height[2];
    for (int k = 0; k < groups; k++) {
        const uint32_t at = i + (uint32_t)k * HAIL_LANES, some = k + 1 < groups ? HAIL_LANES : n;
        x[k] = read_points(job->x + at, some, job->tiny);
        y[k] = read_points(job->y + at, some, job->tiny);
        height[k] = vf_set1(HAIL_HEIGHT_UNSET);
    }
    for (const hail_half_plane *line = job->lines, *last = line + job->count; line < last; line++) {
        const vf nx = vf_set1(line->nx), ny = vf_set1(line->ny), offset = vf_set1(line->offset);
        for (int k = 0; k < groups; k++)
            height[k] = vf_min(height[k], vf_sub(vf_add(vf_mul(nx, x[k]), vf_mul(ny, y[k])), offset));
    }
    const vi one = vi_set1(1), none = vi_set1(0);
    vi any = none;
    for (int k = 0; k < groups; k++) {
        const uint32_t at = i + (uint32_t)k * HAIL_LANES, some = k + 1 < groups ? HAIL_LANES : n;
        const vf size = vf_add(vf_add(vf_abs(x[k]), vf_abs(y[k])), vf_set1(job->reach));
        const vf tolerance = vf_mul(size, vf_set1(HAIL_LINE_TOLERANCE));
        const vi outside = vi_select(vf_lt(height[k], vf_negate(tolerance)), one, none);
        const vi fallback = vi_select(vf_le(vf_abs(height[k]), tolerance), one, none);
        vi_store_n(job->result + at, vi_or(vi_load_n(job->result + at, some), outside), some);
        any = vi_or(any, add_fallback(job->fallback + at, fallback, some));
    }
    return any;
}

bool HAIL_KERNEL(half_planes)(const hail_half_planes_job *given, uint32_t begin, uint32_t end) {
    const hail_half_planes_job job = *given;
    vi any = vi_set1(0);
    uint32_t i = begin;
    for (; i < end && end - i > HAIL_LANES; i += 2 * HAIL_LANES)
        any = vi_or(any, test_lines(&job, i, lanes_left(i + HAIL_LANES, end), 2));
    if (i < end)
        any = vi_or(any, test_lines(&job, i, end - i, 1));
    return vm_bits(vi_gt(any, vi_set1(0))) != 0;
}
