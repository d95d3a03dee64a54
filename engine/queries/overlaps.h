/* engine/queries/overlaps.h - what hail_query_points, _boxes and _shapes have in common: which bodies, cells and walls
 * touch what is asked for. */
#ifndef HAIL_QUERIES_OVERLAPS_H
#define HAIL_QUERIES_OVERLAPS_H

#include "query_scope.h"

/* A call whose arguments are checked. */
typedef struct hail_overlaps {
    const hail_query_scope *scope;
    size_t count, capacity;
    hail_query_match *matches;
    uint32_t *counts;          /* NULL: not wanted */
    const hail_shapes *shapes; /* NULL: points or boxes */
    bool points;
    const float *min_x, *min_y, *max_x, *max_y; /* of boxes; of points both ends are the point */
} hail_overlaps;

/* tasks NULL: on the calling thread. */
void hail_overlaps_run(hail_overlaps *call, const hail_tasks *tasks);

#endif
