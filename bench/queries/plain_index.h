/* bench/queries/plain_index.h - `plain`: a grid of the circles' centres by counting sort, with copies of the positions
 * in the order of the cells. It does what a game would: rays walk from cell to cell and stop at the first hit that
 * nothing can be in front of; boxes read rows of cells; nearest searches rings of cells. Bodies are written as numbers,
 * in no order. It has one mask for all, but no layers, shapes, handles or other filters, and checks nothing. */
#ifndef PLAIN_INDEX_H
#define PLAIN_INDEX_H

#include "query_results.h"
#include "step/plain.h"

/* One ring of empty cells lies around the cells with bodies; positions outside of the scene are clamped into it. */
typedef struct plain_index {
    const query_scene *scene;
    plain_bodies bodies; /* by number */
    plain_grid grid;
    float cell, radius;      /* px; of circles that are cast, the sum of both radii */
    float *x, *y;            /* the bodies in the order of the cells */
    uint32_t *id, *category; /* category: 1 or 0 */
    uint32_t *rare;          /* room for a list of bodies */
    query_results results;
} plain_index;

size_t query_plain_rays(plain_index *index, const query_batch *batch);
size_t query_plain_boxes(plain_index *index, const query_batch *batch);
size_t query_plain_picks(plain_index *index, const query_batch *batch);
size_t query_plain_nearest(plain_index *index, const query_batch *batch);
size_t query_plain_filtered(plain_index *index, const query_batch *batch);
size_t query_plain_rare(plain_index *index, const query_batch *batch);
size_t query_plain_shapes(plain_index *index, const query_batch *batch);
size_t query_plain_casts(plain_index *index, const query_batch *batch);
size_t query_plain_box_casts(plain_index *index, const query_batch *batch);
size_t query_plain_sight(plain_index *index, const query_batch *batch);
size_t query_plain_some_rays(plain_index *index, const query_batch *batch);
size_t query_plain_some_casts(plain_index *index, const query_batch *batch);
size_t query_plain_some_box_casts(plain_index *index, const query_batch *batch);
size_t query_plain_count_rays(plain_index *index, const query_batch *batch);
size_t query_plain_count_casts(plain_index *index, const query_batch *batch);
size_t query_plain_count_boxes(plain_index *index, const query_batch *batch);
size_t query_plain_count_picks(plain_index *index, const query_batch *batch);
size_t query_plain_count_shapes(plain_index *index, const query_batch *batch);
size_t query_plain_count_nearest(plain_index *index, const query_batch *batch);

/* The column or row of a coordinate, of `count` with the ring. */
static inline int plain_cell_of(const plain_index *index, float at, int count) {
    const float cell = at * index->grid.inverse + 1.0f;
    return cell < 0.0f ? 0 : cell >= (float)(count - 1) ? count - 1 : (int)cell;
}

#endif
