/* bench/world/city.h - movers among bodies that stand still and the tiles of a map: city/<bodies>/<contender>. */
#ifndef CITY_H
#define CITY_H

#include "tiles/movers.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CITY_STILL_RADIUS 8.0f /* px: of what stands still */

/* Circles of MOVER_RADIUS that move over the tiles of `movers`, and circles that stand still. */
typedef struct city_scene {
    mover_scene *movers;
    float *x, *y; /* px: of what stands still */
    size_t still;
} city_scene;

/* create: NULL: no memory. step: moves and wraps the movers, and finds what still circles and what cells each touches;
 * returns how many contacts. destroy: NULL is allowed. */
typedef struct city_contender {
    const char *name;
    void *(*create)(const city_scene *scene, const char *variant);
    size_t (*step)(void *self);
    void (*destroy)(void *self);
} city_contender;

extern const city_contender city_contender_hail;
extern const city_contender city_contender_plain;

/* Registers the benchmarks. smoke: a small city, once. Contenders are compared before they are timed. */
void measure_city(bool smoke);

#ifdef __cplusplus
}
#endif

#endif
