/* simd/kernels/points/points_kernels.h - signatures of the kernels that test points against polygons of any kind
 * (docs/arithmetic.md, "Points").
 *
 * Edges lie in chains. Entries start[c] to start[c + 1] - 1 are consecutive vertices, with an edge from each to the
 * next. Of the last entry only the vertex counts. A polygon of many edges comes in parts, one after the other; a part's
 * results are added to what was found before. A point's coordinate nearer to 0 than `tiny` is 0. */
#ifndef HAIL_SIMD_KERNELS_POINTS_POINTS_KERNELS_H
#define HAIL_SIMD_KERNELS_POINTS_POINTS_KERNELS_H

#include "kernels/kernel_types.h"

/* ---- Inside ---------------------------------------------------------------------------------------------------- */

/* A vertex and the edge that starts there. e = (point's x - x) - (point's y - y) * slope says on which side of the edge
 * the point lies. That is sure if |e| is `tolerance` or more. */
typedef struct hail_edge {
    float x, y;      /* px */
    float slope;     /* change in x per change in y; 0 for a horizontal edge */
    float tolerance; /* px */
    int32_t up;      /* -1: the next vertex has a smaller y; otherwise 0 */
} hail_edge;

typedef struct hail_inside_job {
    const float *x, *y;
    float tiny;
    const hail_edge *edges;
    const uint32_t *start; /* chains + 1 */
    uint32_t chains;
    uint32_t *result, *fallback; /* by point; in and out */
} hail_inside_job;

/* Adds a part's edges to the results of points [begin, end). fallback becomes 1 for a point if the side of an edge that
 * counts is not sure. Returns whether any point needs the fallback. There are three kernels. The first two also take
 * chains whose horizontal edges are left out.
 *
 *   crossings  whether the number of edges to the right is odd: 1, otherwise 0
 *   windings   how often the edges go round (integer, positive from +x towards +y)
 *   quadrants  quarter turns between quadrants (likewise) */
typedef bool hail_inside_fn(const hail_inside_job *job, uint32_t begin, uint32_t end);

/* ---- Half-planes ----------------------------------------------------------------------------------------------- */

/* A half-plane (nx*x + ny*y) - offset > 0. The sign is sure if the size is more than ((|x| + |y|) + reach) *
 * HAIL_LINE_TOLERANCE: five roundings of 2^-24. */
#define HAIL_LINE_TOLERANCE 0x5p-24f
typedef struct hail_half_plane {
    float nx, ny, offset;
} hail_half_plane;

/* px: the least height above a line before any line was tested; higher than any. */
#define HAIL_HEIGHT_UNSET 3.0e38f

typedef struct hail_half_planes_job {
    const float *x, *y;
    float tiny;
    const hail_half_plane *lines;
    uint32_t count;
    float reach;                 /* px: |x| + |y| of a vertex, at most */
    uint32_t *result, *fallback; /* by point; in and out */
} hail_half_planes_job;

/* result becomes 1 for points of [begin, end) that are surely outside of a line. The line above which a point has the
 * least height decides; fallback becomes 1 where its answer is not sure. Returns whether any point needs the fallback.
 */
typedef bool hail_half_planes_fn(const hail_half_planes_job *job, uint32_t begin, uint32_t end);

/* ---- Nearest --------------------------------------------------------------------------------------------------- */

/* A vertex and the edge that starts there. */
typedef struct hail_near_edge {
    float x, y, ex, ey; /* px: the edge as a vector; 0 if it is shorter than `tiny` in x and in y */
    float squared;      /* ex * ex + ey * ey */
    float inverse;      /* 1 / squared, or 0 */
    uint32_t number;
    uint32_t unused;
} hail_near_edge;

typedef struct hail_near_edge_job {
    const float *x, *y;
    float tiny;
    const hail_near_edge *edges;
    const uint32_t *start; /* chains + 1 */
    uint32_t chains;
    float *squared;   /* by point; in and out: the smallest squared distance so far */
    uint32_t *number; /* by point; in and out: the edge with that distance */
} hail_near_edge_job;

/* Finds the nearest edge of points [begin, end). Ties go to the first. */
typedef void hail_nearest_edge_fn(const hail_near_edge_job *job, uint32_t begin, uint32_t end);

typedef struct hail_segments_job {
    const float *x, *y;
    const float *x1, *y1, *x2, *y2;
    float tiny;
    const uint32_t *number; /* by point; NULL: its own */
    float *rows;            /* 4 words by point: x, y, squared distance, number (integer) */
} hail_segments_job;

/* Finds the nearest point of each of points [begin, end) on its own segment. */
typedef void hail_nearest_point_fn(const hail_segments_job *job, uint32_t begin, uint32_t end);

#endif
