/* engine/tiles/free_squares.c - the widest square of empty cells from each cell on, for each of the four quadrants that
 * a ray can go into; kept up to date while the map changes.
 *
 * A cell's square is one cell wider than the smallest of the three cells ahead, and no wider than HAIL_FIELD_FAR. So a
 * change affects no cell further behind than that, and if it changes nothing in one ring behind it, it changes nothing
 * in the rings further behind. The layout is hail_tile_view's: neighbours share a cache line. Columns and rows are
 * counted from the border here. */
#include <string.h>

#include "compiler.h"
#include "known_cells.h"
#include "tile_windows.h"

enum { QUADRANTS = 4 };   /* bit 0: to the right, bit 1: down */
enum { READ_BEYOND = 2 }; /* bytes that gathers read past the last */

uint32_t hail_free_squares_blocks(const hail_tilemap *map) { return known_blocks(map); }

/* A cell's square in one quadrant; 0 if the cell is not empty. */
static inline uint32_t square_of(uint16_t known, uint32_t quadrant) {
    return is_empty(known) ? known >> 4 * quadrant & HAIL_FIELD_FAR : 0;
}

static inline void put_square(uint16_t *known, uint32_t quadrant, uint32_t square) {
    *known = (uint16_t)((*known & ~((uint32_t)HAIL_FIELD_FAR << 4 * quadrant)) | square << 4 * quadrant);
}

/* ---- Cells by themselves ---------------------------------------------------------------------------------------- */

/* A cell word's index in the palette, shifted to its place. The first words that are set get one and keep it; the rest,
 * and own masks, share HAIL_KNOWN_RARE. That changes the speed only. */
static uint16_t known_word(hail_tilemap *map, uint32_t word) {
    uint32_t at = (word * 2654435761u) >> 21; /* D. Knuth's multiplier; 11 bits are left */
    for (; map->palette_hash[at]; at = (at + 1) % PALETTE_HASH)
        if (map->palette[map->palette_hash[at]] == word)
            return (uint16_t)(map->palette_hash[at] << 4);
    if ((word & HAIL_CELL_OWN) || map->palette_count + 1 >= HAIL_KNOWN_RARE)
        return HAIL_KNOWN_RARE << 4;
    map->palette[++map->palette_count] = word;
    map->palette_hash[at] = (uint16_t)map->palette_count;
    return (uint16_t)(map->palette_count << 4);
}

static void update_known(hail_tilemap *map, hail_empty_cells *empty, uint32_t column, uint32_t row) {
    const uint32_t word = tilemap_word(map, column, row);
    *known_at(map, empty, column + 1, row + 1) =
        word_kinds(map, word) & empty->kinds ? known_word(map, word) : UINT16_MAX;
}

/* ---- Windows ---------------------------------------------------------------------------------------------------- */

/* A range of columns and rows, and a quadrant. */
typedef struct window {
    uint32_t left, top, right, bottom;
    uint32_t quadrant;
} window;

static uint32_t min_of(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void measure_row(const hail_tilemap *map, const hail_empty_cells *empty, const window *w, uint32_t row) {
    const uint32_t quadrant = w->quadrant, count = w->right - w->left, shift = 4 * quadrant, far = HAIL_FIELD_FAR;
    const bool right = quadrant & 1;
    uint16_t *here = row_at(map, empty, row);
    const uint16_t *there = row_at(map, empty, quadrant & 2 ? row + 1 : row - 1);
    uint32_t column = right ? w->right : w->left - 1;
    uint32_t ahead = square_of(here[in_row(column)], quadrant), beyond = square_of(there[in_row(column)], quadrant);
    for (uint32_t i = 0; i < count; i++) {
        column += right ? UINT32_MAX : 1;
        uint16_t *at = here + in_row(column);
        const uint32_t side = square_of(there[in_row(column)], quadrant);
        const uint32_t square = min_of(min_of(min_of(ahead, side), beyond) + 1, far);
        beyond = side;
        ahead = is_empty(*at) ? square : 0;
        if (ahead)
            *at = (uint16_t)((*at & ~(far << shift)) | square << shift);
    }
}

/* Recomputes the squares of a window from those ahead of it, which are up to date. */
static void measure(const hail_tilemap *map, const hail_empty_cells *empty, const window *w) {
    for (uint32_t i = 0; i < w->bottom - w->top; i++)
        measure_row(map, empty, w, w->quadrant & 2 ? w->bottom - 1 - i : w->top + i);
}

/* A rectangle and the cells up to `by` behind it, seen along a quadrant. */
static window behind(const hail_tilemap *map, uint32_t column, uint32_t row, uint32_t columns, uint32_t rows,
                     uint32_t by, uint32_t quadrant) {
    const uint32_t end = map->options.columns + 1, last = map->options.rows + 1;
    window w = {column, row, column + columns, row + rows, quadrant};
    if (quadrant & 1)
        w.left = column > by ? column - by : 1;
    else
        w.right = end - w.right > by ? w.right + by : end;
    if (quadrant & 2)
        w.top = row > by ? row - by : 1;
    else
        w.bottom = last - w.bottom > by ? w.bottom + by : last;
    return w;
}

static void update(hail_tilemap *map, hail_empty_cells *empty, uint32_t column, uint32_t row, uint32_t columns,
                   uint32_t rows) {
    for (uint32_t r = row; r < row + rows; r++)
        for (uint32_t c = column; c < column + columns; c++)
            update_known(map, empty, c, r);
    hail_tile_windows_update(map, empty, column, row, columns, rows);
    for (uint32_t quadrant = 0; quadrant < QUADRANTS; quadrant++) {
        const window w = behind(map, column + 1, row + 1, columns, rows, HAIL_FIELD_FAR - 1, quadrant);
        measure(map, empty, &w);
    }
}

void hail_free_squares_update(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t columns, uint32_t rows) {
    for (uint32_t i = 0; columns && rows && i < map->empty_count; i++)
        update(map, &map->empty[i], column, row, columns, rows);
}

bool hail_free_squares_create(hail_tilemap *map, hail_empty_cells *empty) {
    const size_t blocks = (size_t)hail_free_squares_blocks(map) * ((map->options.rows + 2 + 3) / 4);
    if (!hail_state_grow(&map->heap, &empty->known, blocks * 64 + READ_BEYOND) || !hail_tile_windows_create(map, empty))
        return false;
    update(map, empty, 0, 0, map->options.columns, map->options.rows);
    return true;
}

/* ---- Single cells ----------------------------------------------------------------------------------------------- */

/* Called for a cell `ring` moves behind a change. True: the change affects this cell. */
typedef bool ring_fn(uint16_t *known, uint32_t quadrant, uint32_t ring);

static bool lower_square(uint16_t *known, uint32_t quadrant, uint32_t ring) {
    const bool lowers = square_of(*known, quadrant) > ring;
    if (lowers)
        put_square(known, quadrant, ring);
    return lowers;
}

static bool has_square(uint16_t *known, uint32_t quadrant, uint32_t ring) {
    return square_of(*known, quadrant) == ring;
}

/* Visits the cells that (column, row) is `ring` moves ahead of: the window's outer row and column. */
static inline bool on_ring(const hail_tilemap *map, const hail_empty_cells *empty, const window *w, uint32_t column,
                           uint32_t row, uint32_t ring, ring_fn *visit) {
    const uint32_t quadrant = w->quadrant;
    const bool right = quadrant & 1, down = quadrant & 2;
    const bool has_row = down ? row - w->top == ring : w->bottom - 1 - row == ring;
    const bool has_column = right ? column - w->left == ring : w->right - 1 - column == ring;
    const uint32_t outer_row = down ? w->top : w->bottom - 1, outer_column = right ? w->left : w->right - 1;
    uint16_t *const row_begin = row_at(map, empty, outer_row);
    const size_t column_at = in_row(outer_column);
    bool any = false;
    for (uint32_t c = w->left; has_row && c < w->right; c++)
        any |= visit(row_begin + in_row(c), quadrant, ring);
    for (uint32_t r = w->top; has_column && r < w->bottom; r++)
        any |= visit(row_at(map, empty, r) + column_at, quadrant, ring);
    return any;
}

/* Prefetches the cells around one; most changes affect none further off. */
static void fetch_around(const hail_tilemap *map, const hail_empty_cells *empty, uint32_t column, uint32_t row) {
    enum { NEAR = 8 };
    const uint32_t right = min_of(column + NEAR, map->options.columns + 1), left = column > NEAR ? column - NEAR : 0;
    const uint32_t last = min_of(row + NEAR, map->options.rows + 1);
    for (uint32_t r = row > NEAR ? row - NEAR : 0; r <= last; r += 4)
        for (uint32_t c = left; c <= right; c += 8)
            HAIL_FETCH(known_at(map, empty, c, r));
}

static void filled(hail_tilemap *map, hail_empty_cells *empty, uint32_t column, uint32_t row) {
    fetch_around(map, empty, column + 1, row + 1);
    update_known(map, empty, column, row);
    hail_tile_windows_filled(map, empty, column, row);
    for (uint32_t quadrant = 0; quadrant < QUADRANTS; quadrant++)
        for (uint32_t ring = 1; ring < HAIL_FIELD_FAR; ring++) {
            const window w = behind(map, column + 1, row + 1, 1, 1, ring, quadrant);
            if (!on_ring(map, empty, &w, column + 1, row + 1, ring, lower_square))
                break;
        }
}

static void emptied(hail_tilemap *map, hail_empty_cells *empty, uint32_t column, uint32_t row) {
    fetch_around(map, empty, column + 1, row + 1);
    update_known(map, empty, column, row);
    hail_tile_windows_update(map, empty, column, row, 1, 1);
    for (uint32_t quadrant = 0; quadrant < QUADRANTS; quadrant++) {
        uint32_t ring = 1;
        for (; ring < HAIL_FIELD_FAR; ring++) {
            const window w = behind(map, column + 1, row + 1, 1, 1, ring, quadrant);
            if (!on_ring(map, empty, &w, column + 1, row + 1, ring, has_square))
                break;
        }
        const window w = behind(map, column + 1, row + 1, 1, 1, ring - 1, quadrant);
        measure(map, empty, &w);
    }
}

void hail_free_squares_changed(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t before) {
    const uint32_t after = word_kinds(map, tilemap_word(map, column, row));
    for (uint32_t i = 0; i < map->empty_count; i++) {
        hail_empty_cells *empty = &map->empty[i];
        const bool was = !(before & empty->kinds), is = !(after & empty->kinds);
        if (was && !is)
            filled(map, empty, column, row);
        else if (!was && is)
            emptied(map, empty, column, row);
        else if (!is)
            update_known(map, empty, column, row);
    }
}
