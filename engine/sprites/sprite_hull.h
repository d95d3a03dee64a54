/* engine/sprites/sprite_hull.h - the convex hull of a sprite's opaque pixels, and what boxes need of it. */
#ifndef HAIL_SPRITES_SPRITE_HULL_H
#define HAIL_SPRITES_SPRITE_HULL_H

#include "sprite_data.h"

/* A chain of the hull from the top down: by grid line, the outermost corner of pixels on one side. */
typedef struct hail_chain {
    uint32_t count;
    uint16_t x[HAIL_MAX_SPRITE + 1], y[HAIL_MAX_SPRITE + 1];
} hail_chain;

typedef struct hail_chains {
    hail_chain left, right;
} hail_chains;

/* The opaque pixels' bounds, the two chains of their hull, and how far they reach from the origin; info has the origin.
 */
double hail_chains_find(const hail_mask *mask, uint32_t height, hail_sprite_info *info, hail_chains *chains);

/* Vertices that the set must have room for. */
uint32_t hail_chains_words(const hail_sprite_info *info);

/* Writes them behind the set's others: runs and arcs of the template that is being made. */
void hail_chains_put(hail_spriteset *set, const hail_sprite_info *info, const hail_chains *chains);

#endif
