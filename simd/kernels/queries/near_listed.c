/* simd/kernels/queries/near_listed.c - the nearest of a few bodies, all of which every point looks at: one point a
 * lane. There are no cells, and so no branches that a point's place decides. */
#include "kernels/narrow/pair_lanes.h"
#include "near_insert.h"

enum { BODY_WORDS = sizeof(hail_listed_body) / sizeof(float) };

/* Points, a lane each, and what they look for. */
typedef struct vpoints {
    vf x, y, within;
    vi there; /* how many bodies are */
} vpoints;

static LANES_INLINE vpoints read_points(const hail_near_listed_job *job, uint32_t i, uint32_t n) {
    const vf radius = lanes_radius(job->each_radius, i, n, job->radius);
    return (vpoints){.x = vf_load_n(job->x + i, n),
                     .y = vf_load_n(job->y + i, n),
                     .within = vf_select(vf_gt(radius, vf_set1(0.0f)), radius, vf_set1(FLT_MAX)),
                     .there = vi_set1(0)};
}

/* Looks at all bodies. */
static LANES_INLINE vnearest look(const hail_near_listed_job *job, vpoints *points, uint32_t depth) {
    const vf none = vf_set1(INFINITY);
    vnearest best = no_nearest(depth);
    for (uint32_t b = 0; b < job->count; b++) {
        const hail_listed_body *body = &job->bodies[b];
        const vf dx = vf_sub(vf_set1(body->x), points->x), dy = vf_sub(vf_set1(body->y), points->y);
        const vf d = vf_sqrt(vf_add(vf_mul(dx, dx), vf_mul(dy, dy)));
        const vf distance = vf_sub(d, vf_set1(job->to_centre ? 0.0f : body->radius));
        const vm is_there = vf_le(distance, points->within);
        points->there = vi_count(points->there, is_there);
        insert_behind(&best, depth, vf_select(is_there, distance, none), vi_set1((int32_t)(b * BODY_WORDS)));
    }
    return best;
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

/* Results of some points, a lane each: those of the first `count` lanes. */
typedef struct results {
    uint32_t count;
    uint32_t body[HAIL_LANES], row[HAIL_LANES]; /* in words of the bodies; a number */
    float x[HAIL_LANES], y[HAIL_LANES];         /* the points */
} results;

/* Lists the results of the lanes `some`. */
static LANES_INLINE results list_results(unsigned some, const vpoints *points, vi body, vi row) {
    results list = {.count = vm_count_bits(some)};
    vi_compress_store(list.body, some, body);
    vi_compress_store(list.row, some, row);
    vf_compress_store(list.x, some, points->x);
    vf_compress_store(list.y, some, points->y);
    for (uint32_t i = list.count; i < HAIL_LANES; i++)
        list.body[i] = 0;
    return list;
}

static LANES_INLINE void write_results(const hail_near_listed_job *job, const results *list, uint32_t *rows) {
    const vf zero = vf_set1(0.0f);
    const vpoint right = {vf_set1(1.0f), zero};
    vf body[4]; /* x, y, radius, header */
    vf_load_rows4(&job->bodies->x, list->body, body);
    const vpoint centre = {body[0], body[1]};
    const vpoint d = vminus(centre, (vpoint){vf_load(list->x), vf_load(list->y)});
    const vf length = vf_sqrt(vdot(d, d)), gap = vf_sub(length, body[2]);
    const vpoint normal = vunit(d, length, zero, right), surface = vminus(centre, vtimes(normal, body[2]));
    const vi inside = vi_select(vf_le(gap, zero), vi_set1((int32_t)job->inside), vi_set1(0));
    const vf rest[8] = {zero,
                        vf_from_bits(vi_or(vi_from_bits(body[3]), inside)),
                        zero,
                        job->to_centre ? length : gap,
                        surface.x,
                        surface.y,
                        vf_sub(zero, normal.x),
                        vf_sub(zero, normal.y)};
    for (uint32_t i = 0; i < list->count; i++)
        memcpy(rows + (size_t)HAIL_QUERY_HIT_WORDS * list->row[i], &job->bodies[list->body[i] / BODY_WORDS],
               4 * sizeof *rows);
    vf_store_rows8((float *)(void *)rows + 4, HAIL_QUERY_HIT_WORDS, list->row, list->count, rest);
}

/* Ends the results of points [i, i + n) that have fewer than there is room for. */
static LANES_INLINE void end_results(const hail_near_listed_job *job, vi there, uint32_t n, uint32_t *rows) {
    uint32_t found[HAIL_LANES];
    vi_store(found, there);
    for (uint32_t lane = 0; lane < n; lane++)
        if (found[lane] < job->keep)
            rows[(size_t)HAIL_QUERY_HIT_WORDS * (lane * job->keep + found[lane]) + 5] = 0;
}

static LANES_INLINE void find(const hail_near_listed_job *job, uint32_t begin, uint32_t end, uint32_t depth) {
    const vi keep = vi_set1((int32_t)job->keep), first = vi_mul(vi_iota(), keep);
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        uint32_t *rows = job->rows + (size_t)HAIL_QUERY_HIT_WORDS * job->keep * i;
        vpoints points = read_points(job, i, n);
        const vnearest best = look(job, &points, depth);
        for (uint32_t j = 0; j < depth && j < job->keep; j++) {
            const unsigned some = vm_bits(vm_and(vm_first(n), vi_gt(points.there, vi_set1((int32_t)j))));
            const results list = list_results(some, &points, best.position[j], vi_add(first, vi_set1((int32_t)j)));
            if (some)
                write_results(job, &list, rows);
        }
        if (vm_bits(vi_gt(keep, points.there)))
            end_results(job, points.there, n, rows);
        if (job->counts)
            vi_store_n(job->counts + i, points.there, n);
    }
}

/* The number of registers that a list takes is known in each of these. */
void HAIL_KERNEL(near_listed)(const hail_near_listed_job *given, uint32_t begin, uint32_t end) {
    const hail_near_listed_job job = *given; /* a copy that no store can change */
    if (job.keep == 1)
        find(&job, begin, end, 1);
    else if (job.keep <= 4)
        find(&job, begin, end, 4);
    else
        find(&job, begin, end, HAIL_NEAR_KEEP);
}
