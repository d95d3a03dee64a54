/* simd/kernels/queries/cast_kernels.h - signatures of the kernels that find the bodies of a grid that circles hit as
 * they move (docs/arithmetic.md, "Casts"). */
#ifndef HAIL_SIMD_KERNELS_QUERIES_CAST_KERNELS_H
#define HAIL_SIMD_KERNELS_QUERIES_CAST_KERNELS_H

#include "kernels/broad/broad_kernels.h"

/* Words of a cast's row. */
enum {
    HAIL_CAST_X,
    HAIL_CAST_Y,
    HAIL_CAST_DX,
    HAIL_CAST_DY,
    HAIL_CAST_FROM,   /* the times at which its segment begins and ends */
    HAIL_CAST_TO,     /* 2: it is the last one */
    HAIL_CAST_SQUARE, /* of the sum of radii, with a grid's uniform radius */
    HAIL_CAST_BESIDE, /* the sum of HAIL_CAST_SIDE and that radius, times the displacement's length, a little more */
    HAIL_CAST_STEP,   /* how long a segment is, as a time */
    HAIL_CAST_SEARCH, /* px: cells so far from its path are searched */
    HAIL_CAST_RADIUS,
    HAIL_CAST_MORE,   /* px: what a sum of radii grows by, besides a factor */
    HAIL_CAST_LENGTH, /* px: of the displacement, a little more */
    HAIL_CAST_SIDE,   /* px: how far it reaches beside its path */
    HAIL_CAST_REST,   /* what its radius is more, times the displacement's length */
    HAIL_CAST_BEHIND, /* HAIL_CAST_BESIDE and that */
    HAIL_CAST_WORDS = 16
};

/* A segment is at least this fraction of a cast, so that it moves on even where floats are coarse. */
#define HAIL_CAST_LEAST 0x1p-20f

/* The cells that are searched reach this much further than the circles do: a factor, and a share of the coordinates and
 * displacements. It is many times the rounding of a time and of the place of a segment. */
#define HAIL_CAST_GROWTH 1.0005f
#define HAIL_CAST_SHARE  0x1p-18f

/* A circle that is hit lies no further beside the path, nor behind its start, than the sum of radii. Both are compared
 * as products with the displacement's length; these factors and summands are many times the rounding. Squares of a
 * length below HAIL_CAST_SHORT may be too small for a float. */
#define HAIL_CAST_MUCH  (1.0f + 0x1p-16f)
#define HAIL_CAST_SOME  0x1p-60f
#define HAIL_CAST_SHORT 1.0e-15f

/* Elements of a list of hits. */
enum { HAIL_CAST_ROOM = 8 * HAIL_SLACK };

/* Circles that move among the bodies of a grid. */
typedef struct hail_cast_job {
    hail_grid_view grid;
    float reach;                    /* no body of the grid has a larger radius */
    float max_x, max_y;             /* px: the end of the grid's cells */
    float segment;                  /* px: of a cast, along its longer axis, in one go */
    float inflate_rel, inflate_abs; /* the sum of two radii grows to r * rel + (|x| + |y| + |dx| + |dy|) * abs; 1 and 0:
                                       times are those of hail_batch_sweep */
    float *rows;                    /* by cast */
} hail_cast_job;

/* The casts' starts, displacements and radii. */
typedef struct hail_cast_columns {
    const float *x, *y, *dx, *dy;
    const float *radius; /* NULL: 0 */
    const float *side;   /* px: how far a cast reaches beside its path, at most its radius; NULL: its radius */
} hail_cast_columns;

/* Writes the rows of casts [0, count), whose first segment is still to come. */
typedef void hail_cast_rows_fn(const hail_cast_job *job, const hail_cast_columns *columns, uint32_t count);

/* Takes the casts that active[cursor->body] to active[end - 1] name on by one segment. Lists what they hit there:
 * (cast, position in the grid, time), from <= time < to, in any order; but no body that lies further beside the path
 * than the cast's side and the body's radius reach. Returns how many; is done when cursor->body >= end. Before that it
 * stops only for lack of room. cast, position and time have `capacity` elements, at least HAIL_CAST_ROOM. */
typedef uint32_t hail_cast_circles_fn(const hail_cast_job *job, const uint32_t *active, hail_cursor *cursor,
                                      uint32_t end, uint32_t *cast, uint32_t *position, float *time, uint32_t capacity);

/* The time of a pair that does not touch. */
#define HAIL_CAST_MISS 2.0f

#endif
