/* engine/outline/polygons.h - loops of vertices while they are made, and after. */
#ifndef HAIL_OUTLINE_POLYGONS_H
#define HAIL_OUTLINE_POLYGONS_H

#include <hail/outline.h>

/* No loops yet; NULL when the allocator gives nothing. allocator NULL: malloc and free. */
hail_polygons *hail_polygons_new(const hail_allocator *allocator);

/* Adds a vertex to the loop that is being made; hail_polygons_close ends it, and the next vertex starts another. What
 * was added since the last close is not in hail_polygons_loops. False: no memory, and nothing was added. */
bool hail_polygons_add(hail_polygons *polygons, float x, float y);
bool hail_polygons_close(hail_polygons *polygons);

#endif
