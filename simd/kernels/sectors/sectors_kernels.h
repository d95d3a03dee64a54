/* simd/kernels/sectors/sectors_kernels.h - signatures of the sector kernels, and the grids that they search
 * (docs/arithmetic.md, "Sectors").
 *
 * Two grids lie over the walls of a map. Coarse cells list the walls near them, for the distance to walls. Fine cells
 * list sides, for the sector of a point. "Near" includes a margin above any rounding error. */
#ifndef HAIL_SIMD_KERNELS_SECTORS_SECTORS_KERNELS_H
#define HAIL_SIMD_KERNELS_SECTORS_SECTORS_KERNELS_H

#include "kernels/kernel_types.h"

/* ---- Sides ----------------------------------------------------------------------------------------------------- */

/* Words of a side. It crosses every y with top <= y < bottom, at x + (y - top) * slope. Most sides are walls: those
 * that are not horizontal and have different sectors on both sides. Where walls cut a fine cell's right border, the
 * pieces of the border between them are sides too. */
enum {
    HAIL_SIDE_TOP = 0,
    HAIL_SIDE_BOTTOM,
    HAIL_SIDE_X, /* of the upper end */
    HAIL_SIDE_SLOPE,
    HAIL_SIDE_WEST, /* integer: the sector to the left (-x) of it */
    HAIL_SIDE_WORDS
};

/* A fine cell's word is its sector if it holds only one. If this bit is set and the highest is not, the rest says where
 * the cell's list begins in `sides`: two integers, then the sides. A point's sector is that to the left of the first
 * side to its right; without such a side, it is HAIL_LIST_EAST. If the nearest two sides are too close together to tell
 * apart, the walls themselves decide. The grid's outermost cells have no lists, and stand for all that lies beyond
 * them. */
#define HAIL_LISTED UINT32_C(0x40000000)
enum {
    HAIL_LIST_EAST = 0, /* the sector where no side is to the right */
    HAIL_LIST_COUNT,    /* sides */
    HAIL_LIST_SIDES
};

/* ---- Walls ----------------------------------------------------------------------------------------------------- */

enum { HAIL_BLOCK = 8 };

/* Words of a wall: from a, which is either end, to b. They lie in blocks of HAIL_BLOCK walls: word f of wall k is
 * words[f * HAIL_BLOCK + k]. The unused walls of a cell's last block never match: they stop nothing, are of no kind,
 * and their words are finite. One block past the last is readable. */
enum {
    HAIL_WALL_X = 0, /* of a */
    HAIL_WALL_Y,
    HAIL_WALL_EX, /* b - a */
    HAIL_WALL_EY,
    HAIL_WALL_INVERSE, /* 1 / (ex * ex + ey * ey); 0 if the wall is practically a point */
    HAIL_WALL_STOPS,   /* integer: the bit of its kind if it stops; all bits if it has no sector on one side */
    HAIL_WALL_KIND,    /* integer: the bit of its kind */
    HAIL_WALL_ID,      /* integer, below 2^31 */
    HAIL_WALL_BX,      /* of b */
    HAIL_WALL_BY,
    HAIL_WALL_WORDS
};

typedef struct hail_wall_cell {
    uint32_t first, count; /* block, walls */
    uint32_t stops;        /* how many of them stop; they come first */
} hail_wall_cell;

typedef struct hail_walls_view {
    hail_grid_layout map; /* of coarse cells: pad 0; a cell's number is row * columns + column */
    float max_x, max_y;   /* px: that grid's end; min_x and min_y are in `map` */
    float cell;           /* px */
    uint32_t columns, rows;
    hail_grid_layout fine;            /* of fine cells: pad 0 */
    float tolerance;                  /* px: more than the rounding error of the x at which a side crosses a y */
    float tiny;                       /* px: a point's coordinate nearer to 0 is 0 */
    const uint32_t *side_cells;       /* by fine cell */
    const float *sides;               /* lists; 4 words more are readable */
    const hail_wall_cell *wall_cells; /* by coarse cell */
    const float *walls;               /* blocks of HAIL_WALL_WORDS * HAIL_BLOCK words */
    uint32_t entries;                 /* of all coarse cells together */
} hail_walls_view;

/* A distance from a point to a cell or a wall is off by at most HAIL_DISTANCE_ERROR * (|x| + |y|) +
 * HAIL_DISTANCE_TOLERANCES * the view's tolerance. */
#define HAIL_DISTANCE_ERROR      0x1p-19f
#define HAIL_DISTANCE_TOLERANCES 6.0f

/* ---- Points ---------------------------------------------------------------------------------------------------- */

/* Writes sector[i] of point i where that is sure, and lists the other points in `unsure` (slack). A point is sure if
 * every crossing at its y is further than `tolerance`, and the first two sides to its right are more than two
 * tolerances apart. */
typedef uint32_t hail_locate_fn(const hail_walls_view *view, const float *x, const float *y, uint32_t begin,
                                uint32_t end, uint32_t *sector, uint32_t *unsure);

/* px: a reach of this or more means any distance. Squares of smaller reaches are finite floats. */
#define HAIL_REACH_ANY 1.0e19f

typedef struct hail_near_job {
    const float *x, *y;
    bool portals;   /* walls that do not stop count too */
    uint32_t kinds; /* bits: the kinds of walls that count */
    float reach;    /* px: no wall further off counts; HAIL_REACH_ANY or more: any */
    float nowhere;
    float *rows; /* 4 words by point: x, y, squared distance, wall (integer) */
} hail_near_job;

/* Finds the nearest walls of points. Ties go to the lowest wall. Without a wall, the row is 0, 0, nowhere, UINT32_MAX.
 */
typedef void hail_nearest_wall_fn(const hail_walls_view *view, const hail_near_job *job, uint32_t begin, uint32_t end);

/* ---- Discs ----------------------------------------------------------------------------------------------------- */

/* A disc that moves by (dx, dy). */
typedef struct hail_disc {
    float x, y, dx, dy, radius;
    uint32_t stops; /* a wall counts if it has one of these bits */
} hail_disc;

typedef struct hail_wall_hit {
    float t;       /* HAIL_NO_HIT: none */
    uint32_t wall; /* UINT32_MAX: none */
} hail_wall_hit;

#define HAIL_NO_HIT 2.0f /* t of the displacement that a hit never has */

/* Every wall counts as larger by HAIL_WALL_SPARE of its |ex| + |ey|. A disc that seems to move away by up to
 * HAIL_WALL_SLIP of the products in its speed still counts as moving in. */
#define HAIL_WALL_SPARE 0x1p-21f
#define HAIL_WALL_SLIP  0x1p-21f

/* Finds the first wall that the disc hits and moves into. Ties go to the lowest wall. */
typedef void hail_wall_hit_fn(const hail_walls_view *view, const hail_disc *disc, hail_wall_hit *hit);

/* Lists at least all walls that have one of the disc's bits and come within its radius as it moves. Their order is
 * arbitrary, and a wall may come several times. Works on the grid's rows from cursor->body on. It is done when
 * cursor->body is view->rows; until then it stops only when it has written more than capacity - HAIL_BLOCK (slack).
 * capacity is at least HAIL_BLOCK. */
typedef uint32_t hail_near_walls_fn(const hail_walls_view *view, const hail_disc *disc, hail_cursor *cursor,
                                    uint32_t *walls, uint32_t capacity);

typedef struct hail_cull_walls_job {
    const float *x, *y;   /* the bodies' positions, */
    const float *dx, *dy; /* and their displacements to there; both NULL: at rest */
    const float *radius;  /* NULL: uniform_radius */
    float uniform_radius;
    float inflate_rel, extra, inflate_abs, bound;
} hail_cull_walls_job;

/* Lists the bodies that may come near a wall (slack). A body's box holds its path from (x - dx, y - dy) to (x, y),
 * grown on all sides by (radius * inflate_rel + extra) + (|dx| + |dy|) * inflate_abs. The body is listed if its box
 * touches the grid and either spans more than two columns or rows or touches a cell with walls that stop. A body whose
 * x, y, dx or dy is beyond `bound` is not listed. */
typedef uint32_t hail_cull_walls_fn(const hail_walls_view *view, const hail_cull_walls_job *job, uint32_t begin,
                                    uint32_t end, uint32_t *list);

#endif
