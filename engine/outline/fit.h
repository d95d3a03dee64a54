/* engine/outline/fit.h - fits polygons of few edges around points; hulls of points. */
#ifndef HAIL_OUTLINE_FIT_H
#define HAIL_OUTLINE_FIT_H

#include <hail/convex.h>

#include "base/exact.h"
#include "base/memory.h"

typedef struct hail_vertex {
    double x, y;
} hail_vertex;

/* A line through (x, y) in the direction (dx, dy). The inside lies on the side that +y is on for a line along +x. */
typedef struct hail_line {
    double x, y, dx, dy;
} hail_line;

static inline double cross(double ax, double ay, double bx, double by) { return ax * by - ay * bx; }

static inline hail_line line_between(hail_vertex a, hail_vertex b) {
    return (hail_line){a.x, a.y, b.x - a.x, b.y - a.y};
}

/* Finds the corner where a border along line p goes on along line q. False: the directions make no convex turn, or the
 * point is not finite. */
bool hail_lines_intersect(hail_line p, hail_line q, hail_vertex *at);

typedef struct hail_polygon {
    uint32_t count;
    float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
} hail_polygon;

/* Whether hail_convex_polygon accepts it. */
bool hail_polygon_accepted(const hail_polygon *polygon);

/* Points that must lie inside, at least `margin` px from the border. */
typedef struct hail_enclosed {
    const hail_point *points;
    uint32_t count;
    double margin;
} hail_enclosed;

/* Chooses at most max_lines of `count` (3 to HAIL_MAX_VERTICES) lines, given in order round the points: those that make
 * the smallest accepted polygon. Moves them outwards by the margin and by what rounding needs. Also tries three lines
 * of which one goes through a corner of the best four. False: no choice makes an accepted polygon. */
bool hail_fit_lines(const hail_enclosed *enclosed, const hail_line *lines, uint32_t count, uint32_t max_lines,
                    hail_polygon *polygon);

/* Finds the hull of `count` (1 or more) points, and sorts the points. *hull gets hail_point vertices that wind from +x
 * towards +y, none of them on a straight edge: 2 if all points lie on a line, 1 if they coincide. False: no memory. */
bool hail_hull(hail_heap *heap, hail_point *points, uint32_t count, hail_buffer *hull, uint32_t *vertices);

#endif
