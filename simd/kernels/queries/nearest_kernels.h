/* simd/kernels/queries/nearest_kernels.h - signatures of the kernels that look for the bodies nearest to a point. */
#ifndef HAIL_SIMD_KERNELS_QUERIES_NEAREST_KERNELS_H
#define HAIL_SIMD_KERNELS_QUERIES_NEAREST_KERNELS_H

#include "kernels/broad/broad_kernels.h"

/* A block of a grid's cells, without its border. The ends belong to it. */
typedef struct hail_cell_block {
    uint32_t from_column, to_column, from_row, to_row;
} hail_cell_block;

typedef struct hail_near_bodies_job {
    const hail_grid_view *grid;
    float x, y;
    hail_cell_block block; /* where to look */
    hail_cell_block done;  /* but not in here: it lies within the block. from_row > to_row: everywhere */
    float shrink, grow;    /* a body's key is sqrt(dx*dx + dy*dy) * shrink - radius * grow: see docs/arithmetic.md */
    float bound;           /* bodies with a larger key are left out */
} hail_near_bodies_job;

/* Lists the positions and keys of the bodies in some cells whose keys are at most `bound`, in no particular order.
 * Returns how many. cursor starts at 0; body counts the block's rows that are done. It stops before the last row is
 * done only when it has listed more than capacity - HAIL_SLACK bodies. Capacity is at least HAIL_SLACK; slack. */
typedef uint32_t hail_near_bodies_fn(const hail_near_bodies_job *job, hail_cursor *cursor, uint32_t *position,
                                     float *key, uint32_t capacity);

#endif
