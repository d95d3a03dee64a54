/* engine/casts/cast_sources.h - what casts can hit: each adds the hits of a block's queries. */
#ifndef HAIL_CASTS_CAST_SOURCES_H
#define HAIL_CASTS_CAST_SOURCES_H

#include "cast.h"

void hail_cast_tiles(hail_cast *cast);
void hail_cast_walls(hail_cast *cast);
void hail_cast_bodies(hail_cast *cast);

#endif
