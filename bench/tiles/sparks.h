/* bench/tiles/sparks.h - particles that fly through a map, bounce off solid pixels, and wrap at its edges. */
#ifndef SPARKS_H
#define SPARKS_H

#include "tiles.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SPARK_BOUNCE 0.9f           /* the fraction of the normal speed that is left */
#define SPARK_APART  (1.0f / 64.0f) /* px: the distance from the surface at which a particle stops, as in Hail */

/* Makes particles at open points, with speeds of 1 to 6 px a step. NULL: no memory. */
typedef struct spark_scene {
    tile_scene *tiles;
    size_t count;
    float *x, *y;   /* px */
    float *vx, *vy; /* px a step */
} spark_scene;

spark_scene *spark_scene_create(uint32_t columns, size_t count);
void spark_scene_destroy(spark_scene *scene);

/* create: NULL: it failed. step: moves and wraps every particle, finds the first solid pixel that it hits, stops it
 * there and reflects its velocity; returns how many hit something. places: their positions, by index. destroy: NULL is
 * allowed. */
typedef struct spark_contender {
    const char *name;
    bool moves_only; /* does not look for hits */
    void *(*create)(const spark_scene *scene, const char *variant);
    size_t (*step)(void *self);
    void (*places)(void *self, float *x, float *y);
    void (*destroy)(void *self);
} spark_contender;

extern const spark_contender spark_contender_hail;
extern const spark_contender spark_contender_move; /* Hail's world without a rule */
extern const spark_contender spark_contender_plain;

#ifdef __cplusplus
}
#endif

#endif
