/* engine/outline/hull.h - convex hulls of points. */
#ifndef HAIL_OUTLINE_HULL_H
#define HAIL_OUTLINE_HULL_H

#include "base/exact.h"
#include "base/memory.h"

/* The hull of `count` (1 or more) points: *hull gets hail_point vertices that turn from +x towards +y, none of them
 * straight; 2 where all points lie on a line, 1 where they coincide. The points are sorted. False: no memory. */
bool hail_hull(hail_heap *heap, hail_point *points, uint32_t count, hail_buffer *hull, uint32_t *vertices);

#endif
