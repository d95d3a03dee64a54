/* hail/points.h - points against polygons: which points are inside, and where the boundary is nearest.
 *
 *     const float px[] = {0, 100, 50}, py[] = {0, 0, 80};
 *     const uint32_t start[] = {0, 3};
 *     hail_loops triangle = {.x = px, .y = py, .start = start, .count = 1};
 *     hail_points points = {.x = x, .y = y, .count = n};
 *     hail_status status = hail_points_inside(&points, &triangle, HAIL_BY_CROSSINGS, inside);
 *     status = hail_nearest_on_loops(&points, &triangle, nearest);
 *
 * Boundary rule, here and in hail/sectors.h: a point on an edge belongs to the area to its right (+x); on a horizontal
 * edge, to the area below it (+y). A point on a vertex counts as if it were moved a little to the right, and far
 * less down. So if polygons share edges and fill the plane, every point belongs to exactly one of them.
 *
 * Inside or outside is exact for the coordinates as given (numbers below HAIL_TINY count as 0). Points closer to an
 * edge than about 2^-20 of the coordinates take longer: they are tested again in exact arithmetic.
 * Time grows with the number of vertices: a polygon of 1,024 costs up to 15 times as much as one of 64.
 *
 * Every function validates everything before it writes anything. Errors:
 *   HAIL_BAD_ARGUMENT      a required array is NULL; more than 2^31 - 1 points or 2^24 vertices; `start` does not begin
 *                          at 0 or descends
 *   HAIL_NOT_FINITE        a NaN or an infinity
 *   HAIL_OUT_OF_RANGE      a coordinate beyond HAIL_MAX_BOUND
 *   HAIL_TOO_FEW_VERTICES  a loop of fewer than 3
 *   HAIL_DEGENERATE        two equal vertices in a row
 *   HAIL_UNKNOWN_VARIANT   the context's variant does not run here
 *
 * Outputs are arrays of the caller's with an element for each point: points->count of them.
 *
 * A polygon without loops is empty. A point's answer has the same bits at any place in the arrays, on every instruction
 * set. Nothing is allocated; a call uses up to 70 KB of stack. Any number of threads may call at once. Inputs and
 * outputs must not overlap. */
#ifndef HAIL_POINTS_H
#define HAIL_POINTS_H

#include "lists.h"
#include "outline.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HAIL_NO_EDGE UINT32_MAX

/* What "inside" means. Loops may be concave, have either winding, contain each other (holes, islands in them) and cross
 * themselves and each other. If they do not overlap, and holes wind opposite to the loop around them, the first three
 * methods agree, and so does HAIL_BY_EDGES for one convex loop. Otherwise they may differ. */
typedef enum hail_inside_method {
    /* The even-odd rule: inside if a ray to the right crosses an odd number of edges (E. Haines, Point in Polygon
     * Strategies, Graphics Gems IV, 1994). Overlaps are holes, whatever the winding. The fastest of the first three. */
    HAIL_BY_CROSSINGS = 0,
    /* Inside if the boundary winds round the point exactly once, in either direction: the quarter turns between the
     * vertices' quadrants add up to 4 or -4 (K. Weiler, An Incremental Angle Point in Polygon Test, Graphics Gems IV,
     * 1994). Outside if it winds round twice. Gives the answer of the angle-sum test, without angles. */
    HAIL_BY_QUADRANTS,
    /* The non-zero rule: inside if the winding number is not 0 (D. Sunday, Inclusion of a Point in a Polygon, 2001).
     * Overlaps are inside; so is a hole that winds the same way as the loop around it. */
    HAIL_BY_WINDING,
    /* Inside if the point is on the inner side of every edge. For one convex loop with any number of vertices and
     * either winding; flat corners are allowed. HAIL_CONCAVE: it is not convex, or winds more than once.
     * HAIL_BAD_ARGUMENT: there is more than one loop. */
    HAIL_BY_EDGES
} hail_inside_method;

/* The nearest point on something: 16 bytes. */
typedef struct hail_nearest_point {
    float x, y;    /* px */
    float squared; /* px^2: the squared distance to it */
    uint32_t edge; /* the edge it lies on; ties go to the lowest number */
} hail_nearest_point;

/* Tells which points are inside the polygon: inside[i] is 1 if point i is, otherwise 0. */
HAIL_API hail_status hail_points_inside(const hail_points *points, const hail_loops *polygon, hail_inside_method method,
                                        uint8_t *inside);

/* Computes winding numbers: winding[i] is how often the loops wind round point i, positive from +x towards +y. */
HAIL_API hail_status hail_points_winding(const hail_points *points, const hail_loops *polygon, int32_t *winding);

/* Finds the nearest point on a segment for each point: nearest[i] is for point i and the segment from (x1[i], y1[i]) to
 * (x2[i], y2[i]), and its edge is i. All arrays have points->count elements. A segment may be a single point.
 *
 * Precision, here and below: x and y are accurate to 4 ulps of the largest coordinate involved, or to HAIL_TINY if that
 * is more; the distance (the root of `squared`) to 8 ulps, or to twice HAIL_TINY. The named edge is the
 * nearest to within these errors. */
HAIL_API hail_status hail_nearest_on_segments(const hail_points *points, const float *x1, const float *y1,
                                              const float *x2, const float *y2, hail_nearest_point *nearest);

/* Finds the nearest point on the polygon's boundary for each point: nearest[i] is for point i, and its edge is the
 * number of the vertex at which the edge starts. If the polygon has no loops, every edge is HAIL_NO_EDGE, the point
 * (0, 0) and the squared distance HAIL_NOWHERE. */
HAIL_API hail_status hail_nearest_on_loops(const hail_points *points, const hail_loops *polygon,
                                           hail_nearest_point *nearest);

#ifdef __cplusplus
}
#endif

#endif
