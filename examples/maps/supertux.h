/* maps/supertux.h - SuperTux's tile file, as its levels need it. */
#ifndef MAPS_SUPERTUX_H
#define MAPS_SUPERTUX_H

#include "inside.h"

enum { SUPERTUX_TILE = 32, SUPERTUX_MAX_ID = 65535 };

/* The tiles' numbers in a map, by id. */
typedef struct supertux_tiles {
    bool wanted[SUPERTUX_MAX_ID + 1];
    uint32_t number[SUPERTUX_MAX_ID + 1]; /* 0: none */
} supertux_tiles;

/* Adds the wanted tiles of a tiles.strf to the map. */
bool supertux_add_tiles(const char *path, supertux_tiles *tiles, maps_map *map, maps_error *error);

#endif
