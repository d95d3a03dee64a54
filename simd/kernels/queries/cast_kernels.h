/* simd/kernels/queries/cast_kernels.h - signature of the kernel that finds the bodies of a grid that circles hit as
 * they move (docs/arithmetic.md, "Queries"). */
#ifndef HAIL_SIMD_KERNELS_QUERIES_CAST_KERNELS_H
#define HAIL_SIMD_KERNELS_QUERIES_CAST_KERNELS_H

#include "kernels/broad/broad_kernels.h"

/* Words of a cast's row in a kernel's scratch memory. */
enum { HAIL_CAST_WORDS = 16 };

/* A stretch is at least this fraction of a cast, so that it moves on even where floats are coarse. */
#define HAIL_CAST_STEP 0x1p-20f

/* The cells that are searched reach this much further than the circles do: a factor, and a share of the coordinates and
 * displacements. It is many times the rounding of a time and of the place of a stretch. */
#define HAIL_CAST_GROWTH 1.0005f
#define HAIL_CAST_SHARE  0x1p-18f

typedef struct hail_cast_job {
    hail_grid_view grid;
    float reach;        /* no body of the grid has a larger radius */
    float max_x, max_y; /* px: the end of the grid's cells */
    float stretch;      /* px: of a cast, along its longer axis, in one go */
    /* Of casts: where they start, displacements, radii. */
    const float *x, *y, *dx, *dy, *radius;
    float inflate_rel, inflate_abs; /* the sum of two radii grows to r * rel + (|x| + |y| + |dx| + |dy|) * abs; 1 and 0:
                                       times are those of hail_batch_sweep */
    const float *from;              /* the time at which a cast's stretch begins, below 1 */
    float *to;                      /* the time at which it ends; 2 if it is the last */
    float *rows;                    /* HAIL_CAST_WORDS a cast: scratch memory */
} hail_cast_job;

/* Takes each cast from cursor->body to `end` on by one stretch. Lists what it hits there: (cast, position in the grid,
 * time), from <= time < to, in any order. Stops as a finder does (broad_kernels.h). */
typedef uint32_t hail_cast_circles_fn(const hail_cast_job *job, hail_cursor *cursor, uint32_t end, uint32_t *cast,
                                      uint32_t *position, float *time, uint32_t capacity);

#endif
