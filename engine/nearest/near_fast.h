/* engine/nearest/near_fast.h - nearest queries of the usual kind, many points at once: a few bodies of one layer, all
 * of one size or measured to their positions. Points that it cannot answer for sure are left to hail_near_look. */
#ifndef HAIL_NEAREST_NEAR_FAST_H
#define HAIL_NEAREST_NEAR_FAST_H

#include <float.h>

#include "near_results.h"
#include "queries/query_seek.h"

enum { NEAR_BLOCK = 128 }; /* points at once */

typedef struct hail_near_fast {
    const hail_seek *seek;
    const hail_kernels *kernels;
    bool to_centre; /* distances are those to the bodies' positions */
    uint32_t layer_number;
    const hail_layer *layer;
    const hail_level *level;
    hail_near_few_job job;
    bool circles;                /* of one radius: a kernel writes the results */
    const hail_query_near *near; /* px: farther bodies are not found */
    bool excepts;                /* bodies are left out */
    float limits[NEAR_BLOCK];    /* if points have radii of their own */
    size_t capacity;
    hail_query_hit *hits; /* all */
    /* A block. */
    const uint16_t *place; /* its points, as numbers from `first` on; NULL: in order */
    size_t first;          /* the point that place 0 means */
    float own_x[NEAR_BLOCK + HAIL_SLACK], own_y[NEAR_BLOCK + HAIL_SLACK]; /* if there are places: the points */
    uint32_t position[NEAR_BLOCK * HAIL_NEAR_KEEP];
    float distance[NEAR_BLOCK * HAIL_NEAR_KEEP];
    uint8_t found[NEAR_BLOCK];
    uint32_t rows; /* results to be written by the kernel */
    uint32_t row_point[NEAR_BLOCK * HAIL_NEAR_KEEP], row_position[NEAR_BLOCK * HAIL_NEAR_KEEP],
        row_number[NEAR_BLOCK * HAIL_NEAR_KEEP];
    uint32_t doubt[NEAR_BLOCK], doubts; /* the points that are left, as numbers from `first` on */
} hail_near_fast;

/* Sets up a call of `count` points. Returns whether it is of the usual kind; results are then to be flushed by the
 * caller. */
bool hail_near_fast_open(hail_near_fast *fast, const hail_seek *seek, const hail_query_near *near, size_t count,
                         size_t capacity, hail_query_hit *hits);

/* px: of point i of a call; FLT_MAX: any. */
static inline float near_radius(const hail_query_near *near, size_t i) {
    const float radius = near->each_radius ? near->each_radius[i] : near->radius;
    return radius > 0.0f ? radius : FLT_MAX;
}

/* Squared: how far away a body's centre may be. A factor covers the rounding of distances. own: the bodies' radius */
static inline float near_limit(float radius, float own) {
    const float limit = radius < FLT_MAX ? (radius + own) * (1.0f + 0x1p-20f) : FLT_MAX;
    return limit < FLT_MAX ? limit * limit : FLT_MAX;
}

/* Whether points of a grid are answered faster in the order of where they lie. */
bool hail_near_wants_order(const hail_grid_view *grid, size_t count);

/* Answers `count` points, at most NEAR_BLOCK, but those that it lists as doubts. place: which ones, as numbers from
 * `first` on; NULL: 0 to count - 1. */
void hail_near_fast_answer(hail_near_fast *fast, const hail_points *points, size_t first, const uint16_t *place,
                           uint32_t count, hail_near_results *results);

#endif
