/* rays/fan.h - rays all round one point. */
#ifndef RAYS_FAN_H
#define RAYS_FAN_H

#include "options.h"

#include <hail/march.h>

typedef struct fan {
    float x, y, length; /* px */
    size_t count;
    hail_ray_hit *hits; /* in the order of their angles, from +x towards +y */
    size_t hit_count;
    double mean; /* px: mean distance of the hits; 0: there are none */
} fan;

/* Marches the fan from (x, y). Give *of to fan_free, even after a failure. */
hail_status fan_march(const hail_tilemap *map, const rays_options *options, float x, float y, float length, fan *of);
void fan_free(fan *of);

/* Finds an open point near the middle of an area, with walls on many sides within `length` px. */
hail_status fan_place(const hail_tilemap *map, const rays_options *options, const rays_view *area, float length,
                      float *x, float *y);

#endif
