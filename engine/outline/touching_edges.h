/* engine/outline/touching_edges.h - whether and where two edges touch or cross. */
#ifndef HAIL_OUTLINE_TOUCHING_EDGES_H
#define HAIL_OUTLINE_TOUCHING_EDGES_H

#include <stdbool.h>

#include "base/exact.h"

static inline bool hail_same_point(hail_point a, hail_point b) { return a.x == b.x && a.y == b.y; }

/* Whether a comes before b in the order of x, then y. */
bool hail_point_before(hail_point a, hail_point b);

/* Whether the edges a b and c d have a point in common. Exact. */
bool hail_edges_touch(hail_point a, hail_point b, hail_point c, hail_point d);

/* A point that two touching edges have in common, rounded to floats. */
hail_point hail_edges_touch_at(hail_point a, hail_point b, hail_point c, hail_point d);

#endif
