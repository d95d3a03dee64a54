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

/* ---- The few nearest --------------------------------------------------------------------------------------------- */

enum {
    HAIL_NEAR_KEEP = 8,  /* bodies that are kept for a point at most */
    HAIL_NEAR_ROOM = 32, /* bodies within a point's circle at most: if there are more, it is in doubt */
    HAIL_NEAR_CELLS = 4, /* a circle's radius is at most so many cells */
    HAIL_NEAR_DOUBT = 255
};

/* Around each point lies a circle. Its squared radius is the least of area / n, largest and limit: n, 1 or more, is how
 * many bodies the point's cell and the 8 cells around it hold. */
typedef struct hail_near_few_job {
    const hail_grid_view *grid; /* its border is 1 cell wide */
    const float *x, *y;         /* points */
    float area, largest, limit; /* px^2 */
    const float *limits;        /* px^2: by point, instead of `limit`; NULL: none */
    float radius;               /* px: distances are sqrt(dx*dx + dy*dy) - radius */
    uint32_t keep;              /* 1 to HAIL_NEAR_KEEP */
    uint32_t stride;            /* number j of point i goes to j * stride + i */
    uint32_t *position;
    float *distance;
    uint8_t *found; /* by point: how many were kept, or HAIL_NEAR_DOUBT: nothing else is told of it */
} hail_near_few_job;

/* Writes the `keep` bodies nearest to each of points [begin, end), the nearest first, and their distances; fewer if
 * fewer lie within the circle. Equal distances come in any order. A point is in doubt if fewer lie in its circle and
 * the circle is not the limit's and does not hold all bodies of the grid; if too many lie in it; or if the last body
 * that is kept and the first one that is not are equally far away. */
typedef void hail_near_few_fn(const hail_near_few_job *job, uint32_t begin, uint32_t end);

#define HAIL_NEAR_ANY 0x1p127f /* px^2, px: less is a limit */

/* The same for bodies that a filter lets through. */
typedef struct hail_near_filtered_job {
    hail_near_few_job few; /* its radius is not read */
    bool to_centre;        /* distances are those to the bodies' positions */
    float reach;           /* px: no body of the grid has a larger radius */
    float spread;          /* px: circles are larger than the job's by this, for the differences between radii */
    const float
        *within; /* px, by point: bodies that are farther away are not there. The limits' circles hold all others */
    uint32_t *counts; /* by point: how many bodies are there, if the limit is below HAIL_NEAR_ANY; NULL: not wanted */
    /* What is let through. */
    const uint32_t *order;                   /* by position: index; NULL: every body */
    const uint32_t *group, *category, *mask; /* by index; NULL: not asked about */
    const uint32_t *no_index;                /* by point: an index that is not let through; UINT32_MAX: none */
    const uint32_t *no_group;                /* by point: nor is this group; 0: none */
    const uint32_t *in_category, *in_mask;   /* by point: bits, of which the column has one at least; 0: not asked */
    const uint32_t *allowed; /* near_allowed of the grid, for all points, and a word of slack; then order is NULL.
                                NULL: not told */
} hail_near_filtered_job;

/* Writes the bodies nearest to each of points [begin, end), as near_few. A point is in doubt, too, if a body outside
 * its circle may be as near as the last one that is kept; but not because the circle holds all bodies of the grid. A
 * circle is the limit's for points that count. Columns have slack. */
typedef void hail_near_filtered_fn(const hail_near_filtered_job *job, uint32_t begin, uint32_t end);

/* A filter that all points share: see hail_near_filtered_job. */
typedef struct hail_near_allowed_job {
    const uint32_t *order; /* by position: index */
    const uint32_t *group, *category, *mask;
    uint32_t no_index, no_group, in_category, in_mask;
} hail_near_allowed_job;

/* Tells which of the bodies at positions [0, count) a filter lets through: position p is bit p % 32 of allowed[p / 32];
 * the last word's other bits are 0. Returns how many it lets through. */
typedef uint32_t hail_near_allowed_fn(const hail_near_allowed_job *job, uint32_t count, uint32_t *allowed);

/* A share of a point's place in the grid, in cells, that is many times what rounding makes of it. */
#define HAIL_NEAR_SHARE 0x1p-20f

/* The same for keep = 1, but looks at the 9 cells around each point instead of a circle; of the circle only the limit
 * counts. A point is in doubt if another cell may hold a body that is as near, or within the limit if there is none;
 * or if the two nearest bodies are equally far away. */
typedef void hail_near_one_fn(const hail_near_few_job *job, uint32_t begin, uint32_t end);

#endif
