/* engine/outline/polygons.h - builds hail_polygons. */
#ifndef HAIL_OUTLINE_POLYGONS_H
#define HAIL_OUTLINE_POLYGONS_H

#include <hail/outline.h>

/* Makes an object without loops. NULL: no memory. context NULL: the defaults. */
hail_polygons *hail_polygons_new(const hail_context *context);

/* Adds a vertex to the open loop. hail_polygons_close closes the loop, and the next vertex starts another one.
 * hail_polygons_loops only shows closed loops. False: no memory, and nothing was added. */
bool hail_polygons_add(hail_polygons *polygons, float x, float y);
bool hail_polygons_close(hail_polygons *polygons);

#endif
