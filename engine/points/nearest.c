/* engine/points/nearest.c - the nearest points on segments and on the boundary of polygons. */
#include <hail/points.h>

#include "base/check.h"
#include "polygon.h"
#include "tasks/run_tasks.h"

_Static_assert(sizeof(hail_nearest_point) == 4 * sizeof(float) && offsetof(hail_nearest_point, squared) == 2 * 4 &&
                   offsetof(hail_nearest_point, edge) == 3 * 4,
               "a nearest point is a row of 4 words");

enum { SEGMENT_GRAIN = 4096, GRAIN = 2048 }; /* points of a task at least */

/* Finds the kernels and checks the points. */
static hail_status begin(hail_checks *checks, const hail_points *points, const hail_nearest_point *nearest) {
    HAIL_REQUIRE(hail_checks_open(checks, points->context));
    HAIL_REQUIRE(hail_check_needed(checks->error, &(hail_needed){"nearest", nearest}, points->count ? 1 : 0));
    return hail_check_points(checks, points);
}

/* What tasks know of a call about segments. */
typedef struct segments_call {
    const hail_kernels *kernels;
    hail_segments_job job;
} segments_call;

static void segments_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const segments_call *c = task;
    (void)worker;
    c->kernels->nearest_point(&c->job, first, last);
}

hail_status hail_nearest_on_segments(const hail_points *points, const float *x1, const float *y1, const float *x2,
                                     const float *y2, hail_nearest_point *nearest) {
    hail_checks checks = {0};
    if (!points)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(begin(&checks, points, nearest));
    if (!points->count)
        return HAIL_OK;
    const hail_needed ends[] = {{"x1", x1}, {"y1", y1}, {"x2", x2}, {"y2", y2}};
    HAIL_REQUIRE(hail_check_needed(checks.error, ends, 4));
    for (int k = 0; k < 4; k++)
        HAIL_REQUIRE(hail_check_coordinates(&checks, ends[k].field, ends[k].pointer, points->count));
    segments_call call = {.kernels = checks.kernels};
    call.job = (hail_segments_job){
        .x = points->x, .y = points->y, .x1 = x1, .y1 = y1, .x2 = x2, .y2 = y2, .tiny = HAIL_TINY, .rows = &nearest->x};
    hail_run_tasks(checks.tasks, (uint32_t)points->count, SEGMENT_GRAIN, segments_range, &call);
    return HAIL_OK;
}

/* ---- Polygons ---------------------------------------------------------------------------------------------------- */

enum { BLOCK = 1024 }; /* points */

/* What tasks know of a call. */
typedef struct loops_call {
    const hail_kernels *kernels;
    const hail_points *points;
    const hail_loops *polygon;
    hail_nearest_point *nearest;
} loops_call;

/* The state of a piece of the points. */
typedef struct nearest_call {
    const hail_kernels *kernels;
    const hail_loops *polygon;
    bool whole; /* all edges fit into `part`, which holds them */
    hail_near_part part;
    float squared[BLOCK];
    uint32_t edge[BLOCK];
    float x1[BLOCK], y1[BLOCK], x2[BLOCK], y2[BLOCK];
} nearest_call;

static void ask_part(nearest_call *call, const float *x, const float *y, uint32_t count) {
    const hail_near_edge_job job = {.x = x,
                                    .y = y,
                                    .tiny = HAIL_TINY,
                                    .edges = call->part.edges,
                                    .start = call->part.start,
                                    .chains = call->part.chains,
                                    .squared = call->squared,
                                    .number = call->edge};
    call->kernels->nearest_edge(&job, 0, count);
}

/* Finds the nearest edge of each point, then the nearest point on that edge. */
static void ask_block(nearest_call *call, const float *x, const float *y, uint32_t count, hail_nearest_point *nearest) {
    for (uint32_t i = 0; i < count; i++) {
        call->squared[i] = HAIL_NOWHERE;
        call->edge[i] = HAIL_NO_EDGE;
    }
    if (call->whole)
        ask_part(call, x, y, count);
    for (hail_edge_walk walk = {0}; !call->whole && walk.loop < call->polygon->count;) {
        hail_take_near_edges(call->polygon, &walk, &call->part);
        ask_part(call, x, y, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t from = call->edge[i], to = hail_vertex_after(call->polygon, from);
        call->x1[i] = call->polygon->x[from];
        call->y1[i] = call->polygon->y[from];
        call->x2[i] = call->polygon->x[to];
        call->y2[i] = call->polygon->y[to];
    }
    const hail_segments_job job = {.x = x,
                                   .y = y,
                                   .x1 = call->x1,
                                   .y1 = call->y1,
                                   .x2 = call->x2,
                                   .y2 = call->y2,
                                   .tiny = HAIL_TINY,
                                   .number = call->edge,
                                   .rows = &nearest->x};
    call->kernels->nearest_point(&job, 0, count);
}

static void answer_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const loops_call *all = task;
    const hail_points *points = all->points;
    nearest_call call; /* field by field: most of it need not be cleared */
    hail_edge_walk walk = {0};
    (void)worker;
    call.kernels = all->kernels;
    call.polygon = all->polygon;
    hail_take_near_edges(call.polygon, &walk, &call.part);
    call.whole = walk.loop == call.polygon->count;
    for (uint32_t i = first; i < last; i += BLOCK) {
        const uint32_t n = last - i < BLOCK ? last - i : BLOCK;
        ask_block(&call, points->x + i, points->y + i, n, all->nearest + i);
    }
}

hail_status hail_nearest_on_loops(const hail_points *points, const hail_loops *polygon, hail_nearest_point *nearest) {
    hail_checks checks = {0};
    if (!points)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_check_needed(context_error(points->context), &(hail_needed){"polygon", polygon}, 1));
    HAIL_REQUIRE(begin(&checks, points, nearest));
    HAIL_REQUIRE(hail_check_loops(&checks, polygon));
    for (size_t i = 0; !polygon->count && i < points->count; i++)
        nearest[i] = (hail_nearest_point){.squared = HAIL_NOWHERE, .edge = HAIL_NO_EDGE};
    if (!polygon->count)
        return HAIL_OK;
    loops_call call = {checks.kernels, points, polygon, nearest};
    hail_run_tasks(checks.tasks, (uint32_t)points->count, GRAIN, answer_range, &call);
    return HAIL_OK;
}
