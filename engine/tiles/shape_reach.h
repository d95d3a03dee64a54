/* engine/tiles/shape_reach.h - how far shapes that are not rotated reach in x and in y, for the kernel near_tiles.
 * Their radius may be much more: half as much again for a box of 10 x 14 px, to each of its sides. */
#ifndef HAIL_TILES_SHAPE_REACH_H
#define HAIL_TILES_SHAPE_REACH_H

#include <stddef.h>

enum { REACH_SHAPES = 32 };

/* Fills the table, x and y by shape, from `count` rows of templates, and returns it. NULL: there are too many. */
const float *hail_shape_reach(const float *rows, size_t count, float table[2 * REACH_SHAPES]);

#endif
