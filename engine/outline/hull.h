/* engine/outline/hull.h - the convex hull of points. */
#ifndef HAIL_OUTLINE_HULL_H
#define HAIL_OUTLINE_HULL_H

#include "base/exact.h"
#include "base/memory.h"

/* Finds the hull of `count` (1 or more) points, and sorts the points. *hull gets hail_point vertices that wind from +x
 * towards +y, none of them on a straight edge: 2 if all points lie on a line, 1 if they coincide. False: no memory. */
bool hail_hull(hail_heap *heap, hail_point *points, uint32_t count, hail_buffer *hull, uint32_t *vertices);

#endif
