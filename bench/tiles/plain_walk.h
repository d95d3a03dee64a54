/* bench/tiles/plain_walk.h - convex movers that slide, climb steps and keep to the floor, in scalar C. The same
 * questions and fields as hail_tilemap_slide; nothing is checked. */
#ifndef PLAIN_WALK_H
#define PLAIN_WALK_H

#include "plain_contacts.h"

#include <hail/slide.h>

/* shape: of the mover. near: room for what is near, its map set. */
void plain_walk(cells_near *near, const plain_convex *shape, const hail_slide_options *options, bool through, float x,
                float y, float dx, float dy, hail_slide *result);

#endif
