/* engine/tiles/solid_cells.h - what is solid of cells, and of the cells beside them. */
#ifndef HAIL_TILES_SOLID_CELLS_H
#define HAIL_TILES_SOLID_CELLS_H

#include "obstacles.h"

/* Whether a cell is solid in tiles of `kinds` (HAIL_KIND bits). */
static inline bool word_is_solid(const hail_obstacles *o, uint32_t kinds, uint32_t word) {
    return word && word_solid(o->map, word) && (kinds >> word_kind(word) & 1u); /* 0: empty */
}

/* The column, or row, of a pixel's cell. A pixel's centre is further from any cell's edge than rounding takes it. */
static inline int32_t cell_of(int32_t pixel, double cells_per_px) {
    const double cell = ((double)pixel + 0.5) * cells_per_px;
    const int32_t towards_zero = (int32_t)cell;
    return towards_zero - ((double)towards_zero > cell);
}

static inline bool in_map(const hail_obstacles *o, int32_t column, int32_t row) {
    return (uint32_t)column < o->map->options.columns && (uint32_t)row < o->map->options.rows;
}

/* Whether a solid cell is solid from edge to edge. */
static inline bool word_is_full(const hail_obstacles *o, uint32_t word) {
    return o->whole_cells || word_solid(o->map, word) == o->map->width * o->map->height;
}

/* ---- Cells beside a cell ----------------------------------------------------------------------------------------- */

/* What is solid of a cell: nothing, all of it, or some pixels. */
typedef struct neighbour {
    uint32_t word; /* with some pixels */
    bool some, all;
} neighbour;

static inline neighbour neighbour_at(const hail_obstacles *o, uint32_t kinds, int32_t column, int32_t row) {
    if (!in_map(o, column, row))
        return (neighbour){.all = o->outside};
    const uint32_t word = tilemap_word(o->map, (uint32_t)column, (uint32_t)row);
    if (!word_is_solid(o, kinds, word))
        return (neighbour){0};
    const bool full = word_is_full(o, word);
    return (neighbour){word, !full, full};
}

/* One of its rows: bit x is pixel x. */
static inline uint64_t neighbour_row(const hail_obstacles *o, const neighbour *n, uint32_t y) {
    if (!n->some)
        return n->all ? low_bits(o->map->width) : 0;
    return hail_tilemap_row_bits(o->map, n->word, y);
}

/* One of its columns: bit y is pixel y. */
static inline uint64_t neighbour_column(const hail_obstacles *o, const neighbour *n, uint32_t x) {
    if (!n->some)
        return n->all ? low_bits(o->map->height) : 0;
    return hail_tilemap_column_bits(o->map, n->word, x);
}

/* A cell beside a cell (one_way: that one's hail_one_way), as far as it covers that one's edge. */
static inline neighbour neighbour_beside(const hail_obstacles *o, uint32_t one_way, int32_t column, int32_t row,
                                         hail_side_of side) {
    static const int32_t right[4] = {-1, 0, 1, 0}, down[4] = {0, -1, 0, 1};
    return neighbour_at(o, o->cover[one_way], column + right[side], row + down[side]);
}

#endif
