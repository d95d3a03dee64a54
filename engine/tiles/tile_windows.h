/* engine/tiles/tile_windows.h - which windows of up to 2 x 2 cells are empty, in a few bits a cell: the kernels that
 * move particles look there first. */
#ifndef HAIL_TILES_TILE_WINDOWS_H
#define HAIL_TILES_TILE_WINDOWS_H

#include "tile_data.h"

/* Makes the windows of a map of which no cell is empty; false: no memory. */
bool hail_tile_windows_create(hail_tilemap *map, hail_empty_cells *empty);

/* Recomputes the windows with cells of a rectangle, of which `known` says which are empty. */
void hail_tile_windows_update(const hail_tilemap *map, hail_empty_cells *empty, uint32_t column, uint32_t row,
                              uint32_t columns, uint32_t rows);

/* The same after one cell is no longer empty. */
void hail_tile_windows_filled(const hail_tilemap *map, hail_empty_cells *empty, uint32_t column, uint32_t row);

#endif
