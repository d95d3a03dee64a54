/* engine/step/collide_walls.h - a layer's contacts with the walls of a map of sectors. */
#ifndef HAIL_STEP_COLLIDE_WALLS_H
#define HAIL_STEP_COLLIDE_WALLS_H

#include "statics.h"

/* What a search works with, for the map that there is now; false without memory. */
bool hail_wall_scratch_reserve(hail_world *world);

void hail_search_walls(hail_static_search *s);

#endif
