/* engine/meet_tiles.h - a layer's contacts with the map of tiles. */
#ifndef HAIL_ENGINE_MEET_TILES_H
#define HAIL_ENGINE_MEET_TILES_H

#include "meet_fixed.h"

void hail_search_tiles(hail_search *s);

#endif
