/* engine/meet_walls.h - a layer's contacts with the walls of a map of sectors. */
#ifndef HAIL_ENGINE_MEET_WALLS_H
#define HAIL_ENGINE_MEET_WALLS_H

#include "meet_fixed.h"

/* What a search works with, for the map that there is now; false without memory. */
bool hail_walling_reserve(hail_world *world);

void hail_search_walls(hail_search *s);

#endif
