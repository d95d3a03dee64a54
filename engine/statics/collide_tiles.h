/* engine/statics/collide_tiles.h - a layer's contacts with the tile map. */
#ifndef HAIL_STATICS_COLLIDE_TILES_H
#define HAIL_STATICS_COLLIDE_TILES_H

#include "static_query.h"

/* Adds the contacts of the query's layer with tiles. */
void hail_collide_tiles(hail_static_query *query);

#endif
