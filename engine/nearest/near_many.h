/* engine/nearest/near_many.h - nearest queries over several layers and sizes, with filters and counts, many points at
 * once: level by level a kernel finds the few nearest bodies of each point, which are merged. Points that it cannot
 * answer for sure are left to hail_near_look. */
#ifndef HAIL_NEAREST_NEAR_MANY_H
#define HAIL_NEAREST_NEAR_MANY_H

#include "near_fast.h"
#include "near_grids.h"

/* A level, and how it is searched. */
typedef struct hail_near_source {
    uint32_t number; /* the layer's */
    const hail_layer *layer;
    const hail_level *level;
    bool round; /* its bodies are circles: a kernel writes the results */
    hail_near_filtered_job job;
} hail_near_source;

/* A body that was kept. */
typedef struct hail_near_kept {
    float distance;
    uint32_t source, position;
} hail_near_kept;

typedef struct hail_near_many {
    const hail_seek *seek;
    const hail_query_near *near;
    bool to_centre, counting;
    size_t capacity;
    hail_query_hit *hits; /* all */
    uint32_t *counts;     /* all; of points with a radius; NULL: not wanted */
    bool asks;            /* the filter was not asked yet */
    hail_near_source source[NEAR_GRIDS];
    uint32_t sources;
    /* A block. */
    const uint16_t *place; /* its points, as numbers from `first` on; NULL: in order */
    size_t first;          /* the point that place 0 means */
    uint32_t count;
    const float *x, *y;
    float own_x[NEAR_BLOCK + HAIL_SLACK], own_y[NEAR_BLOCK + HAIL_SLACK]; /* if there are places: the points */
    float radius[NEAR_BLOCK];
    uint32_t group[NEAR_BLOCK], in_mask[NEAR_BLOCK], in_category[NEAR_BLOCK]; /* wishes */
    hail_near_kept kept[NEAR_BLOCK * HAIL_NEAR_KEEP];
    uint32_t keeps[NEAR_BLOCK], total[NEAR_BLOCK]; /* how many are kept; how many there are */
    bool doubtful[NEAR_BLOCK];
    /* A source's part of it. */
    float limits[NEAR_BLOCK], within[NEAR_BLOCK];
    uint32_t no_index[NEAR_BLOCK];
    uint32_t position[NEAR_BLOCK * HAIL_NEAR_KEEP];
    float distance[NEAR_BLOCK * HAIL_NEAR_KEEP];
    uint8_t found[NEAR_BLOCK];
    uint32_t there[NEAR_BLOCK];
    uint32_t rows; /* results to be written by the kernel */
    uint32_t row_point[NEAR_BLOCK * HAIL_NEAR_KEEP], row_position[NEAR_BLOCK * HAIL_NEAR_KEEP],
        row_number[NEAR_BLOCK * HAIL_NEAR_KEEP];
    uint32_t doubt[NEAR_BLOCK], doubts; /* the points that are left, as numbers from `first` on */
} hail_near_many;

/* Sets up a call of `count` points that looks in some grids. Returns whether the kernel can answer it; results are then
 * to be flushed by the caller. */
bool hail_near_many_open(hail_near_many *many, const hail_seek *seek, const hail_near_grids *grids,
                         const hail_query_near *near, size_t count, size_t capacity, hail_query_hit *hits,
                         uint32_t *counts);

/* As hail_near_fast_answer. */
void hail_near_many_answer(hail_near_many *many, const hail_points *points, size_t first, const uint16_t *place,
                           uint32_t count, hail_near_results *results);

#endif
