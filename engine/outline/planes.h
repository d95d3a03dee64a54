/* engine/outline/planes.h - the vertices of pixel outlines as bit planes, to test whether one may be removed. */
#ifndef HAIL_OUTLINE_PLANES_H
#define HAIL_OUTLINE_PLANES_H

#include "base/memory.h"

/* A vertex, in quarters of a pixel from the image's left top corner. Corners of pixels have multiples of 4.
 * A corner that is drawn back becomes two vertices a quarter px from it: one to the left or right, one above or below.
 */
typedef struct hail_corner {
    uint16_t x, y;
} hail_corner;

/* Twice the signed area of the triangle a b c, exact: positive if it winds from +x towards +y. */
static inline int64_t corner_turn(hail_corner a, hail_corner b, hail_corner c) {
    return (int64_t)(b.x - a.x) * (c.y - a.y) - (int64_t)(b.y - a.y) * (c.x - a.x);
}

/* The squared distance from p to the segment from a to b. */
static inline double corner_distance_squared(hail_corner p, hail_corner a, hail_corner b) {
    const double ex = b.x - a.x, ey = b.y - a.y, px = p.x - a.x, py = p.y - a.y;
    const double along = px * ex + py * ey, length = ex * ex + ey * ey, across = px * ey - py * ex;
    if (along <= 0.0)
        return px * px + py * py;
    if (along >= length)
        return (px - ex) * (px - ex) + (py - ey) * (py - ey);
    return across * across / length;
}

/* A bit in each plane for each corner of pixels: one plane for vertices at the corner, and one for each direction that
 * vertices are drawn back in. */
enum { HAIL_PLANES = 5 };
typedef struct hail_planes {
    hail_buffer memory;
    uint64_t *bits[HAIL_PLANES];  /* NULL: the plane has no vertices */
    int32_t columns, rows, words; /* words: u64 per row */
    double slack_squared;
    int32_t slack_ceil; /* the slack, rounded up */
} hail_planes;

/* Makes planes of `count` (1 or more) vertices, all different. New edges must keep more than `slack`, in quarters of a
 * px, from vertices that are not their ends. False: no memory. */
bool hail_planes_init(hail_heap *heap, hail_planes *planes, const hail_corner *corners, size_t count, double slack);
void hail_planes_free(hail_heap *heap, hail_planes *planes);

/* Removes a vertex, or puts it back. */
void hail_planes_flip(hail_planes *planes, hail_corner p);

/* Whether another vertex is in the way of removing v from between a and b: it lies in the triangle a v b, sides
 * included, or too near to the edge from a to b. */
bool hail_planes_blocked(const hail_planes *planes, hail_corner a, hail_corner v, hail_corner b);

#endif
