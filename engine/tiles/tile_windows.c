/* engine/tiles/tile_windows.c - see tile_windows.h; hail_tile_view says how they are stored. Columns and rows are
 * counted from the border here. */
#include "tile_windows.h"

#include <string.h>

#include "known_cells.h"

enum { WINDOW_CELLS = 8 }; /* of a word */

static uint32_t words_in_row(const hail_tilemap *map) { return (map->stride + WINDOW_CELLS - 1) / WINDOW_CELLS; }

static inline uint32_t *word_at(const hail_tilemap *map, const hail_empty_cells *empty, uint32_t column, uint32_t row) {
    return (uint32_t *)empty->windows.data + (size_t)row * words_in_row(map) + column / WINDOW_CELLS;
}
static inline uint32_t shift_of(uint32_t column) { return column % WINDOW_CELLS * HAIL_WINDOW_BITS; }

bool hail_tile_windows_create(hail_tilemap *map, hail_empty_cells *empty) {
    const size_t bytes = ((size_t)words_in_row(map) * (map->options.rows + 2) + 1) * sizeof(uint32_t); /* 1 readable */
    if (!hail_state_grow(&map->heap, &empty->windows, bytes))
        return false;
    memset(empty->windows.data, 0xff, bytes);
    return true;
}

/* The bits of one window's corner after the other, from column to column + columns. */
static void update_corners(const hail_tilemap *map, hail_empty_cells *empty, uint32_t column, uint32_t columns,
                           uint32_t row) {
    const uint16_t *here = row_at(map, empty, row), *below = row_at(map, empty, row + 1);
    uint32_t first = !is_empty(here[in_row(column)]), under = !is_empty(below[in_row(column)]);
    for (uint32_t c = column; c <= column + columns; c++) {
        const uint32_t next = !is_empty(here[in_row(c + 1)]), beyond = !is_empty(below[in_row(c + 1)]);
        const uint32_t wide = first | next, high = first | under, all = wide | under | beyond;
        const uint32_t bits = first | wide << 1 | high << 2 | all << 3, shift = shift_of(c);
        uint32_t *word = word_at(map, empty, c, row);
        *word = (*word & ~(15u << shift)) | bits << shift;
        first = next;
        under = beyond;
    }
}

/* Bit k: cell k of a word's cells is not empty. */
static inline uint32_t full_cells(const uint16_t *known) {
    uint32_t bits = 0;
    for (uint32_t k = 0; k < WINDOW_CELLS; k++)
        bits |= (uint32_t)!is_empty(known[k]) << k;
    return bits;
}

/* Bit k of 8 becomes bit 4 * k. */
static inline uint32_t spread(uint32_t bits) {
    bits = (bits | bits << 12) & 0x000f000fu;
    bits = (bits | bits << 6) & 0x03030303u;
    return (bits | bits << 3) & 0x11111111u;
}

/* Whole words, from that of `column` to that of column + columns. Cells past a row's end are not empty. */
static void update_words(const hail_tilemap *map, hail_empty_cells *empty, uint32_t column, uint32_t columns,
                         uint32_t row) {
    const uint32_t words = words_in_row(map), last = (column + columns) / WINDOW_CELLS;
    const uint16_t *here = row_at(map, empty, row), *below = row_at(map, empty, row + 1);
    uint32_t w = column / WINDOW_CELLS, *word = word_at(map, empty, column, row);
    uint32_t full = full_cells(here + in_row(w * WINDOW_CELLS)), under = full_cells(below + in_row(w * WINDOW_CELLS));
    for (; w <= last; w++, word++) {
        const size_t at = in_row((w + 1) * WINDOW_CELLS);
        const uint32_t next = w + 1 < words ? full_cells(here + at) : 1,
                       beyond = w + 1 < words ? full_cells(below + at) : 1;
        const uint32_t wide = full | full >> 1 | (next & 1) << 7, low = under | under >> 1 | (beyond & 1) << 7;
        *word = spread(full) | spread(wide & 255) << 1 | spread(full | under) << 2 | spread((wide | low) & 255) << 3;
        full = next;
        under = beyond;
    }
}

void hail_tile_windows_update(const hail_tilemap *map, hail_empty_cells *empty, uint32_t column, uint32_t row,
                              uint32_t columns, uint32_t rows) {
    for (uint32_t r = row; r <= row + rows; r++) /* from the cells to the left and above on */
        (columns > WINDOW_CELLS ? update_words : update_corners)(map, empty, column, columns, r);
}

void hail_tile_windows_filled(const hail_tilemap *map, hail_empty_cells *empty, uint32_t column, uint32_t row) {
    *word_at(map, empty, column + 1, row + 1) |= 15u << shift_of(column + 1);
    *word_at(map, empty, column, row + 1) |= 10u << shift_of(column);
    *word_at(map, empty, column + 1, row) |= 12u << shift_of(column + 1);
    *word_at(map, empty, column, row) |= 8u << shift_of(column);
}
