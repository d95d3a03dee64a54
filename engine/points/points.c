/* engine/points/points.c - which points are inside a polygon: blocks of points against parts of its edges, in lanes. */
#include <string.h>

#include <hail/points.h>

#include "base/check.h"
#include "polygon.h"
#include "tasks/run_tasks.h"

enum {
    BLOCK = 1024, /* points */
    GRAIN = 2048, /* points of a task at least: it copies the edges */
    FEW = 2       /* fewer are answered in exact arithmetic: that takes less time than preparing the edges */
};

/* The state of one call. */
typedef struct inside_call {
    const hail_kernels *kernels;
    const hail_tasks *tasks;
    const hail_points *points;
    const hail_loops *polygon;
    hail_inside_method method;
    uint8_t *inside; /* answers go to one of the two */
    int32_t *winding;
    bool whole; /* all edges fit into a part, which holds them */
    hail_edge_part edges;
    hail_line_part lines; /* HAIL_BY_EDGES: instead of edges */
    int turn;             /* HAIL_BY_EDGES */
    float reach;          /* HAIL_BY_EDGES */
    uint32_t result[BLOCK];
    uint32_t fallback[BLOCK]; /* not 0: the kernel cannot decide, exact arithmetic does */
} inside_call;

/* The result of a method's kernel for a point with that winding number. */
static uint32_t result_of(hail_inside_method method, int32_t winding) {
    switch (method) {
    case HAIL_BY_CROSSINGS:
        return (uint32_t)winding & 1u;
    case HAIL_BY_QUADRANTS:
        return 4u * (uint32_t)winding;
    case HAIL_BY_EDGES:
        return winding == 0;
    default:
        return (uint32_t)winding;
    }
}

static bool means_inside(hail_inside_method method, uint32_t result) {
    switch (method) {
    case HAIL_BY_QUADRANTS:
        return result == 4 || result == (uint32_t)-4;
    case HAIL_BY_EDGES:
        return result == 0;
    default:
        return result != 0;
    }
}

static void take_part(inside_call *call, hail_edge_walk *walk) {
    if (call->method == HAIL_BY_EDGES)
        hail_take_lines(call->polygon, walk, call->turn, &call->lines);
    else
        hail_take_edges(call->polygon, walk, call->method == HAIL_BY_QUADRANTS, &call->edges);
}

static bool ask_lines(inside_call *call, const float *x, const float *y, uint32_t count, uint32_t *result) {
    const hail_half_planes_job job = {.x = x,
                                      .y = y,
                                      .tiny = HAIL_TINY,
                                      .lines = call->lines.lines,
                                      .count = call->lines.count,
                                      .reach = call->reach,
                                      .result = result,
                                      .fallback = call->fallback};
    return call->kernels->half_planes(&job, 0, count);
}

static bool ask_part(inside_call *call, const float *x, const float *y, uint32_t count, uint32_t *result) {
    if (call->method == HAIL_BY_EDGES)
        return ask_lines(call, x, y, count, result);
    const hail_inside_job job = {.x = x,
                                 .y = y,
                                 .tiny = HAIL_TINY,
                                 .edges = call->edges.edges,
                                 .start = call->edges.start,
                                 .chains = call->edges.chains,
                                 .result = result,
                                 .fallback = call->fallback};
    if (call->method == HAIL_BY_CROSSINGS)
        return call->kernels->crossings(&job, 0, count);
    if (call->method == HAIL_BY_QUADRANTS)
        return call->kernels->quadrants(&job, 0, count);
    return call->kernels->windings(&job, 0, count);
}

static void ask_exactly(const inside_call *call, size_t first, uint32_t i, uint32_t *result) {
    result[i] = result_of(call->method,
                          hail_winding_exactly(call->polygon, call->points->x[first + i], call->points->y[first + i]));
}

/* Results of a block of points; those that the kernels cannot decide are decided in exact arithmetic. */
static void ask_block(inside_call *call, size_t first, uint32_t count, uint32_t *result) {
    const float *x = call->points->x + first, *y = call->points->y + first;
    bool fallbacks = false;
    memset(result, 0, count * sizeof *result);
    memset(call->fallback, 0, count * sizeof *call->fallback);
    if (call->whole)
        fallbacks = ask_part(call, x, y, count, result);
    for (hail_edge_walk walk = {0}; !call->whole && walk.loop < call->polygon->count;) {
        take_part(call, &walk);
        fallbacks = ask_part(call, x, y, count, result) || fallbacks;
    }
    for (uint32_t i = 0; fallbacks && i < count; i++)
        if (call->fallback[i])
            ask_exactly(call, first, i, result);
}

static void ask(inside_call *call, size_t first, uint32_t count, uint32_t *result) {
    if (call->points->count >= FEW)
        ask_block(call, first, count, result);
    else
        for (uint32_t i = 0; i < count; i++)
            ask_exactly(call, first, i, result);
}

static hail_status check_question(hail_checks *checks, const hail_points *points, const hail_loops *polygon,
                                  hail_inside_method method, const hail_needed *out) {
    const hail_needed needed[] = {{"polygon", polygon}, points->count ? *out : (hail_needed){"points", points}};
    hail_error *error = context_error(points->context);
    HAIL_REQUIRE(hail_check_needed(error, needed, 2));
    if ((unsigned)method > HAIL_BY_EDGES)
        return hail_fail_above(error, HAIL_BAD_ARGUMENT, "method", (unsigned)method, HAIL_BY_EDGES,
                               "is no hail_inside_method");
    if (method == HAIL_BY_EDGES)
        HAIL_REQUIRE(hail_check_count_to(error, "polygon->count", polygon->count, 1));
    HAIL_REQUIRE(hail_checks_open(checks, points->context));
    HAIL_REQUIRE(hail_check_points(checks, points));
    return hail_check_loops(checks, polygon);
}

static void set_up(inside_call *call, const hail_points *points, const hail_loops *polygon, hail_inside_method method) {
    call->points = points;
    call->polygon = polygon;
    call->method = method;
    call->reach = method == HAIL_BY_EDGES && polygon->count ? hail_polygon_reach(polygon) : 0.0f;
    call->whole = false;
    if (points->count >= FEW && polygon->count) {
        hail_edge_walk walk = {0};
        take_part(call, &walk);
        call->whole = walk.loop == polygon->count;
    }
}

static hail_status begin(inside_call *call, const hail_points *points, const hail_loops *polygon,
                         hail_inside_method method, const hail_needed *out) {
    if (!points)
        return HAIL_BAD_ARGUMENT;
    hail_checks checks = {0};
    HAIL_REQUIRE(check_question(&checks, points, polygon, method, out));
    call->kernels = checks.kernels;
    call->tasks = checks.tasks;
    if (method == HAIL_BY_EDGES && polygon->count)
        HAIL_REQUIRE(hail_check_convex(checks.error, polygon, &call->turn));
    set_up(call, points, polygon, method);
    return HAIL_OK;
}

static void inside_block(inside_call *call, uint32_t first, uint32_t count) {
    ask(call, first, count, call->result);
    for (uint32_t i = 0; i < count; i++)
        call->inside[first + i] = call->polygon->count && means_inside(call->method, call->result[i]);
}

static void answer_range(inside_call *call, uint32_t first, uint32_t last) {
    for (uint32_t i = first; i < last; i += BLOCK) {
        const uint32_t n = last - i < BLOCK ? last - i : BLOCK;
        if (call->inside)
            inside_block(call, i, n);
        else
            ask(call, i, n, (uint32_t *)call->winding + i);
    }
}

/* A piece of the points: with a copy of the call, whose blocks are its own. */
static void answer_piece(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    inside_call copy = *(const inside_call *)task;
    (void)worker;
    answer_range(&copy, first, last);
}

static void answer_all(inside_call *call) {
    const uint32_t count = (uint32_t)call->points->count;
    if (call->tasks)
        hail_run_tasks(call->tasks, count, GRAIN, answer_piece, call);
    else
        answer_range(call, 0, count);
}

hail_status hail_points_inside(const hail_points *points, const hail_loops *polygon, hail_inside_method method,
                               uint8_t *inside) {
    inside_call call;
    const hail_status status = begin(&call, points, polygon, method, &(hail_needed){"inside", inside});
    if (status != HAIL_OK)
        return status;
    call.inside = inside;
    answer_all(&call);
    return HAIL_OK;
}

hail_status hail_points_winding(const hail_points *points, const hail_loops *polygon, int32_t *winding) {
    inside_call call;
    const hail_status status = begin(&call, points, polygon, HAIL_BY_WINDING, &(hail_needed){"winding", winding});
    if (status != HAIL_OK)
        return status;
    call.inside = NULL;
    call.winding = winding;
    answer_all(&call);
    return HAIL_OK;
}
