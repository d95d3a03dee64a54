/* engine/step/collide_tiles.h - a layer's contacts with the map of tiles. */
#ifndef HAIL_STEP_COLLIDE_TILES_H
#define HAIL_STEP_COLLIDE_TILES_H

#include "statics.h"

void hail_search_tiles(hail_static_search *s);

#endif
