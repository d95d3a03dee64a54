/* bench/tiles/walker_maps.h - maps of slopes, stairs, slabs and one-way platforms made of pixels. */
#ifndef WALKER_MAPS_H
#define WALKER_MAPS_H

#include "tiles.h"

/* Storeys of 8 rows, each a way over hills, stairs, steps and walls, with gaps, and platforms to jump through above it.
 * Or, `open`: 7 % of the cells are full, 3 % half solid. */
void walker_map_make(tile_scene *tiles, bool open, uint32_t *random);

/* Xorshift: G. Marsaglia, "Xorshift RNGs", 2003. */
static inline uint32_t walker_bits(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static inline float walker_between(uint32_t *state, float from, float to) {
    return from + (to - from) * (float)(walker_bits(state) >> 8) * 0x1p-24f;
}

#endif
