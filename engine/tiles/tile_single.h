/* engine/tiles/tile_single.h - one shape against a map by itself: its rectangles do not fit into a batch, or its way is
 * long, and is searched piece by piece. */
#ifndef HAIL_TILES_TILE_SINGLE_H
#define HAIL_TILES_TILE_SINGLE_H

#include "tile_batch.h"

/* Answers for a mover. The batch's pairs are empty, before and after. */
void hail_tile_single(hail_tile_batch *b, const hail_tile_mover *mover);

#endif
