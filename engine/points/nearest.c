/* engine/points/nearest.c - where segments and polygons are nearest to points. */
#include <hail/points.h>

#include "base/check.h"
#include "variants.h"
#include "polygon.h"

_Static_assert(sizeof(hail_nearest) == 4 * sizeof(float) && offsetof(hail_nearest, squared) == 2 * 4 &&
                   offsetof(hail_nearest, edge) == 3 * 4,
               "the nearest place is a row of 4 words");

static hail_status begin(const hail_points *points, const hail_nearest *nearest, const hail_kernels **kernels) {
    if (!points || (points->count && !nearest))
        return HAIL_BAD_ARGUMENT;
    *kernels = points->isa ? points->isa : hail_variant_default();
    return *kernels ? hail_check_points(*kernels, points) : HAIL_UNKNOWN_ISA;
}

hail_status hail_nearest_on_segments(const hail_points *points, const float *x1, const float *y1, const float *x2,
                                     const float *y2, hail_nearest *nearest) {
    const hail_kernels *kernels;
    hail_status status = begin(points, nearest, &kernels);
    if (status != HAIL_OK)
        return status;
    if (!points->count)
        return HAIL_OK;
    const float *const ends[4] = {x1, y1, x2, y2};
    for (int k = 0; k < 4; k++)
        if (!ends[k])
            return HAIL_BAD_ARGUMENT;
    for (int k = 0; k < 4 && status == HAIL_OK; k++)
        status = hail_check_floats(kernels, ends[k], points->count, -HAIL_MAX_BOUND, HAIL_MAX_BOUND);
    if (status != HAIL_OK)
        return status;
    const hail_segments_job job = {
        .x = points->x, .y = points->y, .x1 = x1, .y1 = y1, .x2 = x2, .y2 = y2, .tiny = HAIL_TINY, .rows = &nearest->x};
    kernels->nearest_point(&job, 0, (uint32_t)points->count);
    return HAIL_OK;
}

/* ---- Polygons -------------------------------------------------------------------------------------------------- */

enum { BLOCK = 1024 }; /* points */

typedef struct asked {
    const hail_kernels *kernels;
    const hail_loops *polygon;
    bool whole; /* all edges fit into a part, which is ready */
    hail_near_part part;
    float squared[BLOCK];
    uint32_t edge[BLOCK];
    float x1[BLOCK], y1[BLOCK], x2[BLOCK], y2[BLOCK];
} asked;

static void ask_part(asked *a, const float *x, const float *y, uint32_t count) {
    const hail_near_edge_job job = {.x = x,
                                    .y = y,
                                    .tiny = HAIL_TINY,
                                    .edges = a->part.edges,
                                    .start = a->part.start,
                                    .chains = a->part.chains,
                                    .squared = a->squared,
                                    .number = a->edge};
    a->kernels->nearest_edge(&job, 0, count);
}

/* First which edge, then where on it. */
static void ask_block(asked *a, const float *x, const float *y, uint32_t count, hail_nearest *nearest) {
    for (uint32_t i = 0; i < count; i++) {
        a->squared[i] = HAIL_NOWHERE;
        a->edge[i] = HAIL_NO_EDGE;
    }
    if (a->whole)
        ask_part(a, x, y, count);
    for (hail_walk walk = {0}; !a->whole && walk.loop < a->polygon->count;) {
        hail_take_near_edges(a->polygon, &walk, &a->part);
        ask_part(a, x, y, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t from = a->edge[i], to = hail_vertex_after(a->polygon, from);
        a->x1[i] = a->polygon->x[from];
        a->y1[i] = a->polygon->y[from];
        a->x2[i] = a->polygon->x[to];
        a->y2[i] = a->polygon->y[to];
    }
    const hail_segments_job job = {.x = x,
                                   .y = y,
                                   .x1 = a->x1,
                                   .y1 = a->y1,
                                   .x2 = a->x2,
                                   .y2 = a->y2,
                                   .tiny = HAIL_TINY,
                                   .number = a->edge,
                                   .rows = &nearest->x};
    a->kernels->nearest_point(&job, 0, count);
}

hail_status hail_nearest_on_loops(const hail_points *points, hail_loops polygon, hail_nearest *nearest) {
    asked a;
    hail_status status = begin(points, nearest, &a.kernels);
    if (status == HAIL_OK)
        status = hail_check_loops(a.kernels, &polygon);
    if (status != HAIL_OK)
        return status;
    for (size_t i = 0; !polygon.count && i < points->count; i++)
        nearest[i] = (hail_nearest){.squared = HAIL_NOWHERE, .edge = HAIL_NO_EDGE};
    if (!polygon.count)
        return HAIL_OK;
    hail_walk walk = {0};
    a.polygon = &polygon;
    hail_take_near_edges(&polygon, &walk, &a.part);
    a.whole = walk.loop == polygon.count;
    for (size_t i = 0; i < points->count; i += BLOCK) {
        const uint32_t n = points->count - i < BLOCK ? (uint32_t)(points->count - i) : BLOCK;
        ask_block(&a, points->x + i, points->y + i, n, nearest + i);
    }
    return HAIL_OK;
}
