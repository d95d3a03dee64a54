/* bench/queries/tuned_index.h - `plain:tuned`: the fastest scalar C that was found. For rays and picks each circle is
 * listed in every cell that it touches, so that a ray or a point looks at one list a cell; for boxes and nearest it is
 * in the cell of its centre. Copies of the positions lie in the order of the cells. Branches that a processor cannot
 * predict are avoided. What it writes, and what it lacks, is as in plain_index.h. */
#ifndef TUNED_INDEX_H
#define TUNED_INDEX_H

#include "query_results.h"

#include <stddef.h>

typedef struct tuned_index {
    const query_scene *scene;
    bool listed;                 /* in every cell that a circle touches; else in that of the centre */
    float cell, inverse, radius; /* px; 1 / cell */
    float ring; /* 1 if there is a ring of cells around the scene, for what reaches beyond its edge; else 0 */
    int columns, rows;
    uint32_t *start, *place; /* by cell: where its bodies begin; while filling: where the next one goes */
    float *x, *y;            /* in the order of the cells, and TUNED_SLACK far ones after them */
    uint32_t *id;
    size_t capacity;
    query_results results;
} tuned_index;

enum { TUNED_SLACK = 16 };

size_t query_tuned_rays(tuned_index *index, const query_batch *batch);
size_t query_tuned_boxes(tuned_index *index, const query_batch *batch);
size_t query_tuned_picks(tuned_index *index, const query_batch *batch);
size_t query_tuned_nearest(tuned_index *index, const query_batch *batch);

/* The column or row of a coordinate, of `count`; those outside are in the first or last. */
static inline int tuned_cell_of(const tuned_index *index, float at, int count) {
    const int cell = (int)(at * index->inverse + index->ring);
    return cell < 0 ? 0 : cell >= count ? count - 1 : cell;
}

#endif
