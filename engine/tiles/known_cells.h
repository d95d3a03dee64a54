/* engine/tiles/known_cells.h - where a cell lies in `known` (hail_tile_view), and whether it is empty. Columns and rows
 * are counted from the border. */
#ifndef HAIL_TILES_KNOWN_CELLS_H
#define HAIL_TILES_KNOWN_CELLS_H

#include "tile_data.h"

/* How many blocks of 8 x 4 cells a row of them has. */
static inline uint32_t known_blocks(const hail_tilemap *map) { return (map->stride + 7) / 8; }

/* Where a row begins, and where a column lies within it. */
static inline uint16_t *row_at(const hail_tilemap *map, const hail_empty_cells *empty, uint32_t row) {
    return (uint16_t *)empty->known.data + (size_t)(row >> 2) * known_blocks(map) * 32 + (row & 3) * 8;
}
static inline size_t in_row(uint32_t column) { return (size_t)(column >> 3) * 32 + (column & 7); }

static inline uint16_t *known_at(const hail_tilemap *map, const hail_empty_cells *empty, uint32_t column,
                                 uint32_t row) {
    return row_at(map, empty, row) + in_row(column);
}

static inline bool is_empty(uint16_t known) { return known & HAIL_FIELD_FAR; }

#endif
