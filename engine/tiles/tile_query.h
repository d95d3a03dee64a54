/* engine/tiles/tile_query.h - a map as shapes meet it: which of its kinds count, and what is solid in and beside a
 * cell.
 */
#ifndef HAIL_TILES_TILE_QUERY_H
#define HAIL_TILES_TILE_QUERY_H

#include "tile_data.h"
#include "tile_numbers.h"

/* The sides of a rectangle. */
typedef enum hail_side_of { SIDE_LEFT, SIDE_TOP, SIDE_RIGHT, SIDE_BOTTOM } hail_side_of;

static inline bool side_is_vertical(hail_side_of side) { return side == SIDE_LEFT || side == SIDE_RIGHT; }

typedef struct hail_tile_query {
    const hail_kernels *kernels;
    const hail_tilemap *map;
    hail_tile_view view; /* its kinds: those that are solid from every side */
    double cells_per_px_x, cells_per_px_y;
    double size_x, size_y; /* px: of the map */
    uint32_t kinds;        /* HAIL_KIND bits: all that are asked for */
    uint32_t one_way;      /* those of them that are one-way */
    uint32_t special;      /* bits: contacts with tiles of these kinds are exposed one at a time */
    uint32_t cover[5];     /* by hail_one_way: the kinds in front of which an edge of such a tile is not exposed */
    bool whole_cells;      /* any cell that is not empty is solid from edge to edge */
    bool outside;          /* what lies outside the map is solid */
    float long_way;        /* px, |dx| + |dy|: longer ways are searched piece by piece */
} hail_tile_query;

/* Starts queries against a map; kinds 0: every kind. */
void hail_tile_query_begin(hail_tile_query *q, const hail_kernels *kernels, const hail_tilemap *map, uint32_t kinds,
                           bool whole_cells);

/* Whether a side of a tile has more pixels than a word has bits. */
static inline bool hail_tiles_are_large(const hail_tile_query *q) { return q->map->width > 32 || q->map->height > 32; }

/* How many pixels from (x, y) on, to the right or down, are known to be solid in tiles of `kinds` (HAIL_KIND bits); 0:
 * that pixel is open. Pixels are counted from the map's corner. */
int32_t hail_tile_solid_run(const hail_tile_query *q, uint32_t kinds, int32_t x, int32_t y, bool down);

/* Whether a pixel is solid from every side; with whole cells, whether any pixel of its cell is. */
static inline bool hail_tile_solid(const hail_tile_query *q, int32_t x, int32_t y) {
    return hail_tile_solid_run(q, q->cover[HAIL_BOTH_WAYS], x, y, false) > 0;
}

/* ---- Cells ------------------------------------------------------------------------------------------------------- */

/* Whether a cell is solid in tiles of `kinds` (HAIL_KIND bits). */
static inline bool word_is_solid(const hail_tile_query *q, uint32_t kinds, uint32_t word) {
    return word && word_solid(q->map, word) && (kinds >> word_kind(word) & 1u); /* 0: empty */
}

/* The column, or row, of a pixel's cell. A pixel's centre is further from any cell's edge than rounding takes it. */
static inline int32_t cell_of(int32_t pixel, double cells_per_px) {
    const double cell = ((double)pixel + 0.5) * cells_per_px;
    const int32_t towards_zero = (int32_t)cell;
    return towards_zero - ((double)towards_zero > cell);
}

static inline bool in_map(const hail_tile_query *q, int32_t column, int32_t row) {
    return (uint32_t)column < q->map->options.columns && (uint32_t)row < q->map->options.rows;
}

/* Whether a solid cell is solid from edge to edge. */
static inline bool word_is_full(const hail_tile_query *q, uint32_t word) {
    return q->whole_cells || word_solid(q->map, word) == q->map->width * q->map->height;
}

/* What is solid of a cell: nothing, all of it, or some pixels. */
typedef struct neighbour {
    uint32_t word; /* with some pixels */
    bool some, all;
} neighbour;

static inline neighbour neighbour_at(const hail_tile_query *q, uint32_t kinds, int32_t column, int32_t row) {
    if (!in_map(q, column, row))
        return (neighbour){.all = q->outside};
    const uint32_t word = tilemap_word(q->map, (uint32_t)column, (uint32_t)row);
    if (!word_is_solid(q, kinds, word))
        return (neighbour){0};
    const bool full = word_is_full(q, word);
    return (neighbour){word, !full, full};
}

/* One of its rows: bit x is pixel x. */
static inline uint64_t neighbour_row(const hail_tile_query *q, const neighbour *n, uint32_t y) {
    if (!n->some)
        return n->all ? low_bits(q->map->width) : 0;
    return hail_tilemap_row_bits(q->map, n->word, y);
}

/* One of its columns: bit y is pixel y. */
static inline uint64_t neighbour_column(const hail_tile_query *q, const neighbour *n, uint32_t x) {
    if (!n->some)
        return n->all ? low_bits(q->map->height) : 0;
    return hail_tilemap_column_bits(q->map, n->word, x);
}

/* A cell beside a cell (one_way: that one's hail_one_way), as far as it covers that one's edge. */
static inline neighbour neighbour_beside(const hail_tile_query *q, uint32_t one_way, int32_t column, int32_t row,
                                         hail_side_of side) {
    static const int32_t right[4] = {-1, 0, 1, 0}, down[4] = {0, -1, 0, 1};
    return neighbour_at(q, q->cover[one_way], column + right[side], row + down[side]);
}

#endif
