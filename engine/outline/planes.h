/* engine/outline/planes.h - the vertices of outlines of pixels: what is in the way of taking one out. */
#ifndef HAIL_OUTLINE_PLANES_H
#define HAIL_OUTLINE_PLANES_H

#include "base/memory.h"

/* A vertex, in quarters of a pixel from the image's left top corner. Corners of pixels have multiples of 4; where one
 * is drawn back, the two vertices instead of it lie a quarter px from there, to the left or right and up or down. */
typedef struct hail_corner {
    uint16_t x, y;
} hail_corner;

/* Twice the area: exact. More than 0 if it turns from +x towards +y. */
static inline int64_t corner_turn(hail_corner a, hail_corner b, hail_corner c) {
    return (int64_t)(b.x - a.x) * (c.y - a.y) - (int64_t)(b.y - a.y) * (c.x - a.x);
}

/* From p to the segment from a to b. */
static inline double corner_distance_squared(hail_corner p, hail_corner a, hail_corner b) {
    const double ex = b.x - a.x, ey = b.y - a.y, px = p.x - a.x, py = p.y - a.y;
    const double along = px * ex + py * ey, length = ex * ex + ey * ey, across = px * ey - py * ex;
    if (along <= 0.0)
        return px * px + py * py;
    if (along >= length)
        return (px - ex) * (px - ex) + (py - ey) * (py - ey);
    return across * across / length;
}

/* A bit for each corner of pixels: in one plane for the vertices that lie there, in another for each way of being drawn
 * back. */
enum { HAIL_PLANES = 5 };
typedef struct hail_planes {
    hail_buffer memory;
    uint64_t *bits[HAIL_PLANES];  /* NULL: there are none of that kind */
    int32_t columns, rows, words; /* words: of a row */
    double slack;                 /* squared; and rounded up: */
    int32_t slack_reach;
} hail_planes;

/* Holds `count` (1 or more) vertices, no two in one place. New edges are to keep further than slack, in quarters of a
 * px, from vertices that are not their ends. False: no memory. */
bool hail_planes_init(hail_heap *heap, hail_planes *planes, const hail_corner *corners, size_t count, double slack);
void hail_planes_free(hail_heap *heap, hail_planes *planes);

/* Takes a vertex out, or puts it back. */
void hail_planes_flip(hail_planes *planes, hail_corner p);

/* Whether the triangle of a, v and b, its sides included, holds another vertex, or one is too near to the edge from a
 * to b. */
bool hail_planes_blocked(const hail_planes *planes, hail_corner a, hail_corner v, hail_corner b);

#endif
