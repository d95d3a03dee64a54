/* bench/tiles/plain_rays.h - two scalar marches. plain: what a careful engine programmer writes in a day
 * (plain_march.h). plain:tuned: scalar C with Hail's methods except SIMD: a distance field that leaps over empty tiles,
 * another in every mask, many rays in flight at once. Both write what Hail writes of a hit; they know one map and one
 * kind of ray, and check nothing. */
#ifndef PLAIN_RAYS_H
#define PLAIN_RAYS_H

#include "plain_march.h"

typedef struct tuned_map tuned_map;

tuned_map *tuned_map_create(const plain_map *map);
void tuned_map_destroy(tuned_map *map);
void tuned_march(const tuned_map *map, const tile_rays *rays, tile_hit *hits);

#endif
