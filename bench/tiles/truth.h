/* truth.h - holds answers about rays to a slow walk in double precision. */
#ifndef TRUTH_H
#define TRUTH_H

#include "tiles.h"

#ifdef __cplusplus
extern "C" {
#endif

/* px: how near to a pixel's edge a ray passes for two correct programs to disagree about it: 4 ulps of the map's
 * largest coordinate. */
double truth_tolerance(const tile_scene *scene);

/* The first solid pixel on the exact way of a ray. */
tile_hit truth_first(const tile_scene *scene, const tile_rays *rays, size_t i);

/* What is wrong with an answer, or NULL. Right is a pixel that the ray passes, by no more than the tolerance beside it,
 * after no solid pixel that it passes by more. Sets *doubtful where it is right, but not the exact pixel. */
const char *truth_judge(const tile_scene *scene, const tile_rays *rays, size_t i, const tile_hit *exact,
                        const tile_hit *answer, bool *doubtful);

/* The same for the pixels of Bresenham's line, of which pixel i from the lower end on is written down without walking
 * there; ends are those of the ray, give or take the tolerance. */
const char *truth_judge_line(const tile_scene *scene, const tile_rays *rays, size_t i, const tile_hit *answer);

#ifdef __cplusplus
}
#endif

#endif
