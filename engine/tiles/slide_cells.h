/* engine/tiles/slide_cells.h - slides of queued movers that have one full cell near, or a few side by side, before
 * cells are looked up for pairs. Most movers that stand on tiles, or on floors of them, are such. */
#ifndef HAIL_TILES_SLIDE_CELLS_H
#define HAIL_TILES_SLIDE_CELLS_H

#include "slide_alone.h"

/* Slides what it can of the queue's movers, which were looked around. The others are left in its list. */
void hail_slide_cells(const hail_alone *a);

#endif
