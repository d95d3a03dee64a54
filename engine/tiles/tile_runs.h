/* engine/tiles/tile_runs.h - the solid rectangles of a set's tiles, listed once: a full tile, or the runs of pixels of
 * each row. The kernel rect_columns reads them (tiles_kernels.h). Only sets whose tiles are at most 32 px have them. */
#ifndef HAIL_TILES_TILE_RUNS_H
#define HAIL_TILES_TILE_RUNS_H

#include "tile_data.h"

enum { RUN_TILE_MOST = 32 /* px */ };

/* The sides of a tile, in hail_cell_runs. */
enum { TILE_OPEN_LEFT, TILE_OPEN_TOP, TILE_OPEN_RIGHT, TILE_OPEN_BOTTOM, TILE_SIDES };

static inline bool tileset_has_runs(const hail_tileset *set) {
    return set->masks.width <= RUN_TILE_MOST && set->masks.height <= RUN_TILE_MOST;
}

/* Makes room for tile `number`, and for its runs; false: no memory. */
bool hail_tile_runs_fit(hail_tileset *set, uint32_t number, const uint64_t *rows);

/* Lists the runs of a tile whose mask was written. Tiles come in order of their numbers. */
void hail_tile_runs_add(hail_tileset *set, uint32_t number);

#endif
