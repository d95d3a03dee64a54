/* engine/sprites/sprite_hull.h - the convex hull of a sprite's opaque pixels, as boxes need it. */
#ifndef HAIL_SPRITES_SPRITE_HULL_H
#define HAIL_SPRITES_SPRITE_HULL_H

#include "sprite_data.h"

/* One side of the hull, from the top down: the corners of pixels on it. */
typedef struct hail_chain {
    uint32_t count;
    uint16_t x[HAIL_MAX_SPRITE + 1], y[HAIL_MAX_SPRITE + 1];
} hail_chain;

typedef struct hail_chains {
    hail_chain left, right;
} hail_chains;

/* Finds the opaque pixels' bounds and the two chains of their hull. info gives the origin. Returns the hull's largest
 * distance from it. */
double hail_chains_find(const hail_mask *mask, uint32_t height, hail_sprite_info *info, hail_chains *chains);

/* How many more vertices the set must have room for. */
uint32_t hail_chains_words(const hail_sprite_info *info);

/* Appends the hull and the image's corners to the set's vertices, with their runs and arcs, for the next template. */
void hail_chains_put(hail_spriteset *set, const hail_sprite_info *info, const hail_chains *chains);

#endif
