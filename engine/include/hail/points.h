/* hail/points.h - points against polygons: which are inside, and where the boundary is nearest.
 *
 *     hail_points points = {.x = x, .y = y, .count = n};
 *     hail_status status = hail_points_inside(&points, polygon, HAIL_BY_CROSSINGS, inside);
 *
 * The boundary rule, for all methods here and for the sectors of hail/sectors.h: a point on an edge belongs to what is
 * to the right of it (+x), on a level edge to what is below it (+y); on a vertex to what holds the points a little to
 * the right of it and a far smaller bit below. So of polygons that share edges, and together fill the plane, every
 * point belongs to exactly one. Answers are exact: those of real numbers, for the coordinates as they are given (where
 * one is nearer to 0 than HAIL_TINY it is 0). What lanes cannot tell is asked again in exact arithmetic; that takes
 * points nearer to an edge than about 2^-20 of the coordinates.
 *
 * Every function checks everything before it writes anything: HAIL_BAD_ARGUMENT (a null pointer where an array is
 * needed, more than 2^31 - 1 points or 2^24 vertices, `start` that does not ascend from 0), HAIL_NOT_FINITE,
 * HAIL_OUT_OF_RANGE (a coordinate beyond HAIL_MAX_BOUND), HAIL_TOO_FEW_VERTICES (a loop of fewer than 3),
 * HAIL_DEGENERATE (two equal vertices in a row), HAIL_UNKNOWN_ISA. A polygon without loops is empty. Nothing is
 * allocated; up to 64 KB of stack are used. Any number of threads may call at once. Inputs and outputs must not
 * overlap. The same point gives the same bits wherever it stands, on every instruction set. */
#ifndef HAIL_POINTS_H
#define HAIL_POINTS_H

#include "outline.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hail_points {
    const hail_isa *isa; /* from hail_isa_find; NULL: looked for in every call (some microseconds) */
    const float *x, *y;  /* px */
    size_t count;        /* of each array */
} hail_points;

/* Loops may be concave, turn either way, lie in one another (holes, islands in them) and cross themselves and each
 * other. As long as they do not overlap, and holes turn against what they are in, the first three methods agree; else
 * they answer different questions, which is what they are for. HAIL_BY_EDGES agrees with them, too. */
typedef enum hail_inside_method {
    /* Inside an odd number of loops: a ray to the right crosses an odd number of edges (E. Haines, Point in Polygon
     * Strategies, Graphics Gems IV, 1994). Overlaps are holes, whichever way they turn. The fastest of the three. */
    HAIL_BY_CROSSINGS = 0,
    /* The boundary goes round the point exactly once, either way: quarter turns between the vertices' quadrants come to
     * 4 or -4 (K. Weiler, An Incremental Angle Point in Polygon Test, Graphics Gems IV, 1994). What is gone round twice
     * is outside. The sum of angles, without an angle. */
    HAIL_BY_QUADRANTS,
    /* The boundary goes round the point at all: its winding number is not 0 (D. Sunday, Inclusion of a Point in a
     * Polygon, 2001). Overlaps are inside; holes that turn as what they are in do not count. */
    HAIL_BY_WINDING,
    /* On the inner side of every edge: one convex loop, of any number of vertices, either way round, flat corners
     * allowed. HAIL_CONCAVE: it is not convex, or goes round more than once; HAIL_BAD_ARGUMENT: more loops than one. */
    HAIL_BY_EDGES
} hail_inside_method;

/* inside[i]: 1 if point i is inside the polygon, else 0; points->count of them. */
HAIL_API hail_status hail_points_inside(const hail_points *points, hail_loops polygon, hail_inside_method method,
                                        uint8_t *inside);

/* winding[i]: how often the loops go round point i, positive from +x towards +y; points->count of them. */
HAIL_API hail_status hail_points_winding(const hail_points *points, hail_loops polygon, int32_t *winding);

/* Where something is nearest to a point: 16 bytes. */
typedef struct hail_nearest {
    float x, y;    /* px: the nearest point */
    float squared; /* px^2: the squared distance to it */
    uint32_t edge; /* whose it is; of equally near ones the first */
} hail_nearest;

/* nearest[i]: the point of the segment from (x1[i], y1[i]) to (x2[i], y2[i]) that is nearest to point i; edge is i. A
 * segment may be a point. points->count of everything.
 *
 * Precision, here and below: x and y are right to 4 ulps of the largest coordinate that goes in, the distance (the
 * root of `squared`) to 8; or to HAIL_TINY and twice that, where those are more. The one that is named is nearest but
 * for such errors. */
HAIL_API hail_status hail_nearest_on_segments(const hail_points *points, const float *x1, const float *y1,
                                              const float *x2, const float *y2, hail_nearest *nearest);

/* nearest[i]: the point of the polygon's boundary that is nearest to point i; edge is the number of the vertex that the
 * edge starts at. Of a polygon without loops it is HAIL_NO_EDGE, the place (0, 0) and the squared distance
 * HAIL_NOWHERE. */
#define HAIL_NO_EDGE UINT32_MAX
HAIL_API hail_status hail_nearest_on_loops(const hail_points *points, hail_loops polygon, hail_nearest *nearest);

#ifdef __cplusplus
}
#endif

#endif
