/* rays/picture.h - --png: the map, the rays and their hits. */
#ifndef RAYS_PICTURE_H
#define RAYS_PICTURE_H

#include "../maps/maps.h"
#include "fan.h"

typedef struct picture {
    const maps_map *map;
    const maps_layer *layer;
    const fan *of;
    rays_view view;
} picture;

/* Whether this build can draw (needs cairo). */
bool picture_possible(void);

/* False after a message on stderr. */
bool picture_write(const picture *what, const char *path);

#endif
