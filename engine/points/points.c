/* engine/points/points.c - points in polygons. Blocks of points are asked about the polygon's edges in lanes, a part of
 * them after the other; of whom that is not sure is asked again in exact arithmetic. */
#include <string.h>

#include <hail/points.h>

#include "base/check.h"
#include "variants.h"
#include "polygon.h"

enum {
    BLOCK = 1024, /* points */
    FEW = 2       /* a single one is asked exactly at once: it takes less time than making edges ready */
};

typedef struct asked {
    const hail_kernels *kernels;
    const hail_points *points;
    const hail_loops *polygon;
    hail_inside_method method;
    int turn;    /* HAIL_BY_EDGES */
    float reach; /* likewise */
    bool whole;  /* all edges fit into a part, which is ready */
    hail_edge_part edges;
    hail_line_part lines; /* HAIL_BY_EDGES */
    uint32_t result[BLOCK], doubt[BLOCK];
} asked;

/* What a method's kernel tells of a point that the boundary goes round so often. */
static uint32_t tally_of(hail_inside_method method, int32_t winding) {
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

static bool tells_inside(hail_inside_method method, uint32_t result) {
    switch (method) {
    case HAIL_BY_QUADRANTS:
        return result == 4 || result == (uint32_t)-4;
    case HAIL_BY_EDGES:
        return result == 0;
    default:
        return result != 0;
    }
}

static void take_part(asked *a, hail_walk *walk) {
    if (a->method == HAIL_BY_EDGES)
        hail_take_lines(a->polygon, walk, a->turn, &a->lines);
    else
        hail_take_edges(a->polygon, walk, a->method == HAIL_BY_QUADRANTS, &a->edges);
}

static bool ask_lines(asked *a, const float *x, const float *y, uint32_t count, uint32_t *result) {
    const hail_half_planes_job job = {.x = x,
                                      .y = y,
                                      .tiny = HAIL_TINY,
                                      .lines = a->lines.lines,
                                      .count = a->lines.count,
                                      .reach = a->reach,
                                      .result = result,
                                      .doubt = a->doubt};
    return a->kernels->half_planes(&job, 0, count);
}

static bool ask_part(asked *a, const float *x, const float *y, uint32_t count, uint32_t *result) {
    if (a->method == HAIL_BY_EDGES)
        return ask_lines(a, x, y, count, result);
    const hail_inside_job job = {.x = x,
                                 .y = y,
                                 .tiny = HAIL_TINY,
                                 .edges = a->edges.edges,
                                 .start = a->edges.start,
                                 .chains = a->edges.chains,
                                 .result = result,
                                 .doubt = a->doubt};
    if (a->method == HAIL_BY_CROSSINGS)
        return a->kernels->crossings(&job, 0, count);
    if (a->method == HAIL_BY_QUADRANTS)
        return a->kernels->quadrants(&job, 0, count);
    return a->kernels->windings(&job, 0, count);
}

static void ask_exactly(const asked *a, size_t first, uint32_t i, uint32_t *result) {
    result[i] = tally_of(a->method, hail_winding_exactly(a->polygon, a->points->x[first + i], a->points->y[first + i]));
}

/* Tallies of at most BLOCK points. */
static void ask_block(asked *a, size_t first, uint32_t count, uint32_t *result) {
    const float *x = a->points->x + first, *y = a->points->y + first;
    bool doubts = false;
    memset(result, 0, count * sizeof *result);
    memset(a->doubt, 0, count * sizeof *a->doubt);
    if (a->whole)
        doubts = ask_part(a, x, y, count, result);
    for (hail_walk walk = {0}; !a->whole && walk.loop < a->polygon->count;) {
        take_part(a, &walk);
        doubts = ask_part(a, x, y, count, result) || doubts;
    }
    for (uint32_t i = 0; doubts && i < count; i++)
        if (a->doubt[i])
            ask_exactly(a, first, i, result);
}

/* Tallies of a block, or of few points. */
static void ask(asked *a, size_t first, uint32_t count, uint32_t *result) {
    if (a->points->count >= FEW)
        ask_block(a, first, count, result);
    else
        for (uint32_t i = 0; i < count; i++)
            ask_exactly(a, first, i, result);
}

static hail_status begin(asked *a, const hail_points *points, const hail_loops *polygon, hail_inside_method method,
                         const void *out) {
    if (!points || (points->count && !out) || (unsigned)method > HAIL_BY_EDGES ||
        (method == HAIL_BY_EDGES && polygon->count > 1))
        return HAIL_BAD_ARGUMENT;
    a->kernels = points->isa ? points->isa : hail_variant_default();
    if (!a->kernels)
        return HAIL_UNKNOWN_ISA;
    hail_status status = hail_check_points(a->kernels, points);
    if (status == HAIL_OK)
        status = hail_check_loops(a->kernels, polygon);
    if (status == HAIL_OK && method == HAIL_BY_EDGES && polygon->count)
        status = hail_check_convex(polygon, &a->turn);
    if (status != HAIL_OK)
        return status;
    a->points = points;
    a->polygon = polygon;
    a->method = method;
    a->reach = method == HAIL_BY_EDGES && polygon->count ? hail_polygon_reach(polygon) : 0.0f;
    a->whole = false;
    if (points->count >= FEW && polygon->count) {
        hail_walk walk = {0};
        take_part(a, &walk);
        a->whole = walk.loop == polygon->count;
    }
    return HAIL_OK;
}

static uint32_t block_of(const hail_points *points, size_t first) {
    return points->count - first < BLOCK ? (uint32_t)(points->count - first) : BLOCK;
}

hail_status hail_points_inside(const hail_points *points, hail_loops polygon, hail_inside_method method,
                               uint8_t *inside) {
    asked a;
    const hail_status status = begin(&a, points, &polygon, method, inside);
    if (status != HAIL_OK)
        return status;
    for (size_t first = 0; first < points->count; first += BLOCK) {
        const uint32_t n = block_of(points, first);
        ask(&a, first, n, a.result);
        for (uint32_t i = 0; i < n; i++)
            inside[first + i] = polygon.count && tells_inside(method, a.result[i]);
    }
    return HAIL_OK;
}

hail_status hail_points_winding(const hail_points *points, hail_loops polygon, int32_t *winding) {
    asked a;
    const hail_status status = begin(&a, points, &polygon, HAIL_BY_WINDING, winding);
    if (status != HAIL_OK)
        return status;
    for (size_t first = 0; first < points->count; first += BLOCK)
        ask(&a, first, block_of(points, first), (uint32_t *)winding + first);
    return HAIL_OK;
}
