/* bench/tiles/truth.h - checks answers about rays against a slow walk in double precision. */
#ifndef TRUTH_H
#define TRUTH_H

#include "tiles.h"

#ifdef __cplusplus
extern "C" {
#endif

/* px: if a ray passes this near a pixel's edge, correct programs may disagree: 4 ulps of the map's largest coordinate.
 */
double truth_tolerance(const tile_scene *scene);

/* The first solid pixel of a ray, exactly. */
tile_hit truth_first(const tile_scene *scene, const tile_rays *rays, size_t i);

/* Checks an answer: NULL, or what is wrong. Right is a pixel that the ray passes, within the tolerance, with no solid
 * pixel before it that the ray passes by more than that. Sets *doubtful if it is right but not the exact pixel. */
const char *truth_judge(const tile_scene *scene, const tile_rays *rays, size_t i, const tile_hit *exact,
                        const tile_hit *answer, bool *doubtful);

/* The same for the pixels of Bresenham's line, where pixel i from the lower end has a closed form. Ends are those of
 * the ray, within the tolerance. */
const char *truth_judge_line(const tile_scene *scene, const tile_rays *rays, size_t i, const tile_hit *answer);

#ifdef __cplusplus
}
#endif

#endif
