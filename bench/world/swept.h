/* bench/world/swept.h - circles that are swept against circles: swarm_swept/<bodies>/<contender>, all against all, and
 * city_swept/<bodies>/<contender>, ten of eleven of which stand still. Both contenders know which ones: Hail has them
 * in a static layer; hail:not_static has them in a layer that may move at any time. */
#ifndef SWEPT_H
#define SWEPT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SWEPT_RADIUS 8.0f /* px: of every circle */

/* Circles in a square that wrap at its edge. */
typedef struct swept_scene {
    float side;           /* px */
    const float *x, *y;   /* px: those that move, then those that stand still */
    const float *dx, *dy; /* px a step, each way at most `most`: of those that move */
    size_t moving, still; /* still 0: those that move collide with each other; else with these alone */
    float most;
} swept_scene;

/* In scalar C: a grid of where circles start (those that stand still are sorted once), and a test of the relative
 * motion. It writes the time, the normal and the point of each hit, in the order in which it finds them, into a window
 * that is used again. NULL: no memory. */
void *swept_plain_create(const swept_scene *scene);
size_t swept_plain_step(void *plain); /* returns how many hits there are */
void swept_plain_destroy(void *plain);

/* Registers the benchmarks. smoke: few circles, once. Contenders are compared before they are timed. */
void measure_swept(bool smoke);

#ifdef __cplusplus
}
#endif

#endif
