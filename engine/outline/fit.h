/* engine/outline/fit.h - polygons of few lines around points. */
#ifndef HAIL_OUTLINE_FIT_H
#define HAIL_OUTLINE_FIT_H

#include <hail/shape.h>

#include "base/exact.h"

typedef struct hail_vertex {
    double x, y;
} hail_vertex;

/* What is inside lies where a turn from +x towards +y leads. */
typedef struct hail_line {
    double x, y, dx, dy;
} hail_line;

static inline double cross(double ax, double ay, double bx, double by) { return ax * by - ay * bx; }

static inline hail_line line_between(hail_vertex a, hail_vertex b) {
    return (hail_line){a.x, a.y, b.x - a.x, b.y - a.y};
}

/* Where line p, followed, meets q; false: they part. */
bool hail_lines_meet(hail_line p, hail_line q, hail_vertex *at);

typedef struct hail_polygon {
    uint32_t count;
    float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
} hail_polygon;

/* Whether hail_convex_polygon takes it. */
bool hail_polygon_taken(const hail_polygon *polygon);

/* What is to be inside, and by how much: px. */
typedef struct hail_inside {
    const hail_point *points;
    uint32_t count;
    double spare;
} hail_inside;

/* Of `count` (3 to HAIL_MAX_VERTICES) lines around the points, in order, at most `most`: those that make the least
 * polygon that is taken, moved outwards by the spare and rounding. Or three of which one goes through a corner of the
 * best four. False: there are none. */
bool hail_fit_lines(const hail_inside *inside, const hail_line *lines, uint32_t count, uint32_t most,
                    hail_polygon *polygon);

#endif
