/* sparks.h - particles that fly through a map, bounce off what is solid, and come back over its edge. */
#ifndef SPARKS_H
#define SPARKS_H

#include "tiles.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SPARK_BOUNCE 0.9f           /* of the speed along the normal is left */
#define SPARK_APART  (1.0f / 64.0f) /* px from the surface, where a particle that hit is put: as Hail does */

/* Points in the open, 1 to 6 px a step. NULL: no memory. */
typedef struct spark_scene {
    tile_scene *tiles;
    size_t count;
    float *x, *y;   /* px */
    float *vx, *vy; /* px a step */
} spark_scene;

spark_scene *spark_scene_create(uint32_t columns, size_t count);
void spark_scene_destroy(spark_scene *scene);

/* create: NULL: it cannot be made. step: moves and wraps every particle, finds the first solid pixel on its way, puts
 * it there and turns its velocity round; answers how many hit something. places: where they are, by number. destroy:
 * NULL is fine. */
typedef struct spark_contender {
    const char *name;
    bool moves_only; /* finds nothing */
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
