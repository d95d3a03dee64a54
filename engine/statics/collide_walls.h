/* engine/statics/collide_walls.h - a layer's contacts with the walls of a map of sectors. */
#ifndef HAIL_STATICS_COLLIDE_WALLS_H
#define HAIL_STATICS_COLLIDE_WALLS_H

#include "static_query.h"

/* Returns the bytes of scratch.walls for a map of `walls` walls. */
size_t hail_collide_walls_bytes(uint32_t walls);

/* Adds the contacts of the query's layer with walls. */
void hail_collide_walls(hail_static_query *query);

#endif
