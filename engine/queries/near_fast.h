/* engine/queries/near_fast.h - nearest queries of the usual kind, many points at once: a few bodies of one layer, all
 * of one size or measured to their positions. Points that it cannot answer for sure are left to hail_near_look. */
#ifndef HAIL_QUERIES_NEAR_FAST_H
#define HAIL_QUERIES_NEAR_FAST_H

#include "near_results.h"
#include "query_seek.h"

enum { NEAR_BLOCK = 128 }; /* points at once */

typedef struct hail_near_fast {
    const hail_seek *seek;
    bool to_centre; /* distances are those to the bodies' positions */
    uint32_t layer_number;
    const hail_layer *layer;
    const hail_level *level;
    hail_near_few_job job;
    bool circles; /* of one radius: a kernel writes the results */
    float radius; /* px: farther bodies are not found */
    size_t capacity;
    hail_query_hit *hits; /* all */
    /* A block. */
    uint32_t position[NEAR_BLOCK * HAIL_NEAR_KEEP];
    float distance[NEAR_BLOCK * HAIL_NEAR_KEEP];
    uint8_t found[NEAR_BLOCK];
    uint32_t rows; /* results to be written by the kernel */
    uint32_t row_point[NEAR_BLOCK * HAIL_NEAR_KEEP], row_position[NEAR_BLOCK * HAIL_NEAR_KEEP],
        row_number[NEAR_BLOCK * HAIL_NEAR_KEEP];
    uint32_t doubt[NEAR_BLOCK], doubts; /* the points that are left, as numbers in the block */
} hail_near_fast;

/* Sets up a call. Returns whether it is of the usual kind; results are then to be flushed by the caller.
 *
 *   radius  of all points, FLT_MAX: any */
bool hail_near_fast_open(hail_near_fast *fast, const hail_seek *seek, bool to_centre, float radius, size_t capacity,
                         hail_query_hit *hits);

/* Answers points [first, first + count), at most NEAR_BLOCK, but those that it lists as doubts. */
void hail_near_fast_answer(hail_near_fast *fast, const hail_points *points, size_t first, uint32_t count,
                           hail_near_results *results);

#endif
