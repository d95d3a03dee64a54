/* plain_rays.h - the two scalar ways through a map. plain: what a careful engine programmer writes in a day
 * (plain_march.h). plain:tuned: scalar C that has taken over what Hail does apart from lanes: a field of distances that
 * leaps over what is empty, another one in every mask, many rays in flight at once. */
#ifndef PLAIN_RAYS_H
#define PLAIN_RAYS_H

#include "plain_march.h"

typedef struct tuned_map tuned_map;

tuned_map *tuned_map_create(const plain_map *map);
void tuned_map_destroy(tuned_map *map);
void tuned_march(const tuned_map *map, const tile_rays *rays, tile_hit *hits);

#endif
