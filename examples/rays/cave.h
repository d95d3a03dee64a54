/* cave.h - a map that needs no file. */
#ifndef RAYS_CAVE_H
#define RAYS_CAVE_H

#include "../maps/maps.h"

/* As maps_load. */
bool cave_make(maps_map *map, maps_error *error);

#endif
