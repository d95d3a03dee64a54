/* bench/stars/star_sweeps.h - stars as sprites that sweep: two layers against each other, or one layer against a tile
 * map. */
#ifndef STAR_SWEEPS_H
#define STAR_SWEEPS_H

#include "stars.h"
#include "tiles/tiles.h"

#ifdef __cplusplus
extern "C" {
#endif

#define STAR_SWEEP_MOST 30.0f /* px a step */

/* Against a map there is one layer: all stars. Else the first `count` are layer 0, as many more are layer 1. */
typedef struct star_sweep_scene {
    star_scene *stars;
    tile_scene *tiles; /* NULL: against each other; its corner is that of the area */
    size_t count;
} star_sweep_scene;

/* Makes a scene of one star for every 36 x 36 px, of both layers together, 0 to STAR_SWEEP_MOST px a step; 2 percent of
 * a map's cells are not empty. NULL: no memory. */
star_sweep_scene *star_sweep_scene_create(bool tiles, size_t count);
void star_sweep_scene_destroy(star_sweep_scene *scene);

/* The first touch of a star of layer 0 with another star, or with the map. */
typedef struct star_hit {
    uint32_t a, b, cell; /* b: the other star; 0 on a map. cell: row * columns + column; 0 of stars */
    float t;             /* 0 to 1 */
    float normal_x, normal_y, x, y;
} star_hit;

/* create: NULL: it failed. step: moves, wraps and sweeps; returns how many hits there are. out NULL: nobody reads
 * them; else it writes at most `capacity`, in any order. destroy: NULL is allowed. */
typedef struct star_sweep_contender {
    const char *name;
    void *(*create)(const star_sweep_scene *scene, const char *variant);
    size_t (*step)(void *self, star_hit *out, size_t capacity);
    void (*destroy)(void *self);
} star_sweep_contender;

extern const star_sweep_contender star_sweep_hail;
extern const star_sweep_contender star_sweep_plain;

#ifdef __cplusplus
}
#endif

#endif
