/* engine/tiles/tile_windows.c - see tile_windows.h; hail_tile_view says how they are stored. Columns and rows are
 * counted from the border here. */
#include "tile_windows.h"

#include <string.h>

#include "known_cells.h"

enum { WINDOW_CELLS = 8 }; /* of a word */

static uint32_t words_in_row(const hail_tilemap *map) { return (map->stride + WINDOW_CELLS - 1) / WINDOW_CELLS; }

static inline uint32_t *word_at(const hail_tilemap *map, uint32_t column, uint32_t row) {
    return (uint32_t *)map->windows.data + (size_t)row * words_in_row(map) + column / WINDOW_CELLS;
}
static inline uint32_t shift_of(uint32_t column) { return column % WINDOW_CELLS * HAIL_WINDOW_BITS; }

bool hail_tile_windows_create(hail_tilemap *map) {
    const size_t bytes = (size_t)words_in_row(map) * (map->options.rows + 2) * sizeof(uint32_t);
    if (!hail_state_grow(&map->heap, &map->windows, bytes))
        return false;
    memset(map->windows.data, 0xff, bytes);
    return true;
}

void hail_tile_windows_update(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t columns, uint32_t rows) {
    for (uint32_t r = row; r <= row + rows; r++) { /* from the cells to the left and above on */
        const uint16_t *here = row_at(map, r), *below = row_at(map, r + 1);
        uint32_t first = !is_empty(here[in_row(column)]), under = !is_empty(below[in_row(column)]);
        for (uint32_t c = column; c <= column + columns; c++) {
            const uint32_t next = !is_empty(here[in_row(c + 1)]), beyond = !is_empty(below[in_row(c + 1)]);
            const uint32_t wide = first | next, high = first | under, all = wide | under | beyond;
            const uint32_t bits = first | wide << 1 | high << 2 | all << 3, shift = shift_of(c);
            uint32_t *word = word_at(map, c, r);
            *word = (*word & ~(15u << shift)) | bits << shift;
            first = next;
            under = beyond;
        }
    }
}

void hail_tile_windows_filled(hail_tilemap *map, uint32_t column, uint32_t row) {
    *word_at(map, column + 1, row + 1) |= 15u << shift_of(column + 1);
    *word_at(map, column, row + 1) |= 10u << shift_of(column);
    *word_at(map, column + 1, row) |= 12u << shift_of(column + 1);
    *word_at(map, column, row) |= 8u << shift_of(column);
}
