/* rays/cave.h - a generated map, which needs no file. */
#ifndef RAYS_CAVE_H
#define RAYS_CAVE_H

#include "../maps/maps.h"

/* Makes the map; maps_free frees it. False after a message in *error. */
bool cave_make(maps_map *map, maps_error *error);

#endif
