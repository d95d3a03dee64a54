/* simd/kernels/queries/nearest_kernels.h - signatures of the kernels that look for the bodies nearest to a point.
 *
 * A body's key tells how near it is: key = sqrt(dx*dx + dy*dy) * shrink - radius * grow. It is the distance to a circle
 * (shrink and grow 1) or to a position (1 and 0), or a number that the distance to another shape is never below. See
 * docs/arithmetic.md. */
#ifndef HAIL_SIMD_KERNELS_QUERIES_NEAREST_KERNELS_H
#define HAIL_SIMD_KERNELS_QUERIES_NEAREST_KERNELS_H

#include "kernels/broad/broad_kernels.h"

/* ---- The few nearest --------------------------------------------------------------------------------------------- */

enum {
    HAIL_NEAR_KEEP = 24, /* bodies that are kept for a point at most */
    HAIL_NEAR_ROOM =
        64, /* bodies within a point's circle at most: of more it is not known which ones are the nearest */
    HAIL_NEAR_CELLS = 4, /* the radius of a circle around a point among the bodies is at most so many cells */
    HAIL_NEAR_ROWS = 16  /* rows of cells that a circle reaches at most: more are not searched */
};

#define HAIL_NEAR_ANY 0x1p127f /* px^2: less is a limit */

/* Around each point lies a circle: its radius is the least of sqrt(area / n) and `largest`, plus `spread`. n, 1 or
 * more, is how many bodies the point's cell and the 8 cells around it hold. For a point outside of the box of the
 * bodies, the radius reaches about as far into the box. The circle of a limit is never exceeded. */
typedef struct hail_near_few_job {
    const hail_grid_view *grid;       /* its border is 1 cell wide */
    const float *x, *y;               /* points */
    float min_x, min_y, max_x, max_y; /* px: no position is outside of this box */
    float shrink, grow;
    float reach;         /* px: no radius is larger */
    float area;          /* px^2 */
    float largest;       /* px^2; INFINITY: circles are those of the limits */
    float spread;        /* px */
    const float *limits; /* px^2, by point: positions that are farther away are not there; -1: none is there */
    const float *within; /* px, by point: nor are bodies with a larger key; read only if there is a filter, counts, or
                            a column of radii that matters */
    uint32_t keep;       /* 1 to HAIL_NEAR_KEEP */
    uint32_t base;       /* is added to positions */
    uint32_t stride;     /* number j of point i goes to j * stride + i */
    bool merges;         /* the lists are not empty */
    /* What is let through. */
    const uint32_t *order;                   /* by position: index; NULL: every body, and the next six are not read */
    const uint32_t *group, *category, *mask; /* by index; NULL: not asked about */
    const uint32_t *no_index;                /* by point: an index that is not let through; UINT32_MAX: none */
    const uint32_t *no_group;                /* by point: nor is this group; 0: none */
    const uint32_t *in_category, *in_mask;   /* by point: bits, of which the column has one at least; 0: not asked */
    const uint32_t *allowed; /* near_allowed of the grid, for all points, and a word of slack; then order is NULL.
                                NULL: not told */
    /* Results. */
    float *key; /* lists of keep + 1; INFINITY: there are no more */
    uint32_t *position;
    float *beyond;   /* by point: no body that is there and was not kept has a smaller key; INFINITY: all were kept that
                        are there, -INFINITY: nothing is known. Of what was merged, too */
    uint32_t *there; /* by point: how many are there, if its limit is below HAIL_NEAR_ANY and `beyond` is not -INFINITY.
                        NULL: not wanted */
} hail_near_few_job;

/* Adds the bodies with the smallest keys in the circle of each of points [begin, end) to its list, which stays in
 * order: `keep` of them, and the next one. Equal keys come in any order. The circle of a point that counts is the
 * limit's. Columns have slack. */
typedef void hail_near_few_fn(const hail_near_few_job *job, uint32_t begin, uint32_t end);

/* A filter that all points share: see hail_near_few_job. */
typedef struct hail_near_allowed_job {
    const uint32_t *order; /* by position: index */
    const uint32_t *group, *category, *mask;
    uint32_t no_index, no_group, in_category, in_mask;
} hail_near_allowed_job;

/* Tells which of the bodies at positions [0, count) a filter lets through: position p is bit p % 32 of allowed[p / 32];
 * the last word's other bits are 0. Returns how many it lets through. */
typedef uint32_t hail_near_allowed_fn(const hail_near_allowed_job *job, uint32_t count, uint32_t *allowed);

/* ---- All in some cells ------------------------------------------------------------------------------------------- */

/* A block of a grid's cells, without its border. The ends belong to it. */
typedef struct hail_cell_block {
    uint32_t from_column, to_column, from_row, to_row;
} hail_cell_block;

typedef struct hail_near_bodies_job {
    const hail_grid_view *grid;
    float x, y;
    hail_cell_block block; /* where to look */
    hail_cell_block done;  /* but not in here: it lies within the block. from_row > to_row: everywhere */
    float shrink, grow;
    float bound; /* bodies with a larger key are left out */
} hail_near_bodies_job;

/* Lists the positions and keys of the bodies in some cells whose keys are at most `bound`, in no particular order.
 * Returns how many. cursor starts at 0; body counts the block's rows that are done. It stops before the last row is
 * done only when it has listed more than capacity - HAIL_SLACK bodies. Capacity is at least HAIL_SLACK; slack. */
typedef uint32_t hail_near_bodies_fn(const hail_near_bodies_job *job, hail_cursor *cursor, uint32_t *position,
                                     float *key, uint32_t capacity);

/* ---- Results ----------------------------------------------------------------------------------------------------- */

enum { HAIL_QUERY_HIT_WORDS = 12 };

typedef struct hail_near_rows_job {
    const hail_grid_view *grid; /* of circles */
    const uint32_t *order;      /* by position: index */
    const uint32_t *handle;     /* by index: slot, generation */
    const uint32_t *user;       /* by index: two words; NULL: zeros */
    const float *x, *y;         /* points */
    bool to_centre;             /* distances are those to the centres */
    uint32_t header, inside;    /* word 5 of a hail_query_hit; what is or-ed to it if the circle contains the point */
    uint32_t *rows;             /* hail_query_hit, of HAIL_QUERY_HIT_WORDS */
} hail_near_rows_job;

/* Writes row[i] of the circle at position[i] and point[i]. */
typedef void hail_near_rows_fn(const hail_near_rows_job *job, const uint32_t *point, const uint32_t *position,
                               const uint32_t *row, uint32_t count);

#endif
