/* bench/stars/plain_star_tiles.h - a star that moves through a tile map, in scalar C. */
#ifndef PLAIN_STAR_TILES_H
#define PLAIN_STAR_TILES_H

#include "plain_star_rays.h"
#include "star_sweeps.h"
#include "step/plain_core.h"

/* Px: 6 cells, which is the most that a star reaches in a step. */
enum { PLAIN_WINDOW = 96 };

typedef struct plain_star_map {
    const tile_scene *tiles;
    const uint64_t *rows; /* the star's pixels */
    const plain_leading *leading;
    uint8_t window[PLAIN_WINDOW * PLAIN_WINDOW];
} plain_star_map;

/* Whether the star hits the map on its way by (dx, dy) from a pose. Writes the hit, except for its a and b. */
bool plain_star_map_hit(plain_star_map *map, const plain_pose *from, float dx, float dy, star_hit *hit);

#endif
