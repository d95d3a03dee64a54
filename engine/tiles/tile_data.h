/* engine/tiles/tile_data.h - what tile sets and tile maps are made of. */
#ifndef HAIL_TILES_TILE_DATA_H
#define HAIL_TILES_TILE_DATA_H

#include <hail/march.h>

#include "kernels.h"
#include "base/invariant.h"
#include "base/memory.h"

/* Masks of one size: a set's tiles, or the masks of a map's cells with edited pixels. */
typedef struct hail_masks {
    uint32_t width, height;
    uint32_t count;     /* numbers that are or were in use: 0 to count; free ones included */
    hail_buffer rows;   /* u64, `height` per mask: bit x of row y is solid */
    hail_buffer fields; /* u16, width * height per mask: as in hail_tile_view */
    hail_buffer solid;  /* u32 per mask: how many pixels are solid */
} hail_masks;

struct hail_tileset {
    hail_heap heap;
    hail_masks masks;    /* number 0 is empty */
    hail_buffer kinds;   /* u8 per tile */
    hail_buffer digests; /* u64 per tile: of the tiles up to it, pixels and kinds; number 0: of their size */
    hail_buffer rects;   /* hail_convex: boxes of 1 to HAIL_MAX_TILE px in a row, then one of a whole tile */
    hail_buffer runs, sides, run_rows; /* hail_tile_run; u32: as in hail_cell_runs */
    uint32_t run_count;
    uint32_t one_way_kinds;          /* HAIL_KIND bits */
    uint8_t one_way[HAIL_MAX_KINDS]; /* by kind: a hail_one_way */
    uint32_t side_kinds[5];          /* by hail_one_way: HAIL_KIND bits of those with this side; of both ways: 0 */
};

enum { PALETTE_HASH = 2048 };

/* Which cells are empty of a set of kinds, and what follows from that. */
typedef struct hail_empty_cells {
    uint32_t kinds;             /* HAIL_KIND bits: cells of others count as empty */
    hail_buffer known, windows; /* as in hail_tile_view */
} hail_empty_cells;

struct hail_tilemap {
    hail_heap heap;
    const hail_tileset *set;
    hail_tilemap_options options;
    uint32_t width, height, stride;                /* stride: cells per row, border included */
    hail_buffer cells;                             /* as in hail_tile_view */
    hail_empty_cells empty[1 + HAIL_MAX_PREPARED]; /* of every kind, then of those prepared for */
    uint32_t empty_count;
    uint32_t palette[HAIL_KNOWN_RARE + 1], palette_count; /* the first cell words that were set; 0 is the border's */
    uint16_t palette_hash[PALETTE_HASH];                  /* indices into the palette, by hash; 0: none */
    hail_masks own;
    hail_buffer free; /* u32: numbers of own masks that are not in use */
    uint32_t free_count;
    bool flipped;    /* some cell may be flipped */
    uint64_t digest; /* the sum of what all cells add to the map's hash */
};

static inline const uint64_t *masks_rows(const hail_masks *masks, uint32_t number) {
    return (const uint64_t *)masks->rows.data + (size_t)number * masks->height;
}
static inline uint32_t masks_solid(const hail_masks *masks, uint32_t number) {
    return ((const uint32_t *)masks->solid.data)[number];
}

/* Makes room for `count` masks; false: no memory, or too many. */
bool hail_masks_fit(hail_heap *heap, hail_masks *masks, uint32_t count);
void hail_masks_free(hail_heap *heap, hail_masks *masks);

/* Writes a mask, with its field of free squares and its number of solid pixels. */
void hail_masks_write(hail_masks *masks, uint32_t number, const uint64_t *rows);

/* A digest of the first so many tiles of a set. */
static inline uint64_t tileset_digest(const hail_tileset *set, uint32_t tiles) {
    return ((const uint64_t *)set->digests.data)[tiles];
}

/* Takes a mask's rows into a digest. */
uint64_t hail_rows_digest(uint64_t digest, const uint64_t *rows, uint32_t height);

/* ---- Cells ----------------------------------------------------------------------------------------------------- */

static inline size_t tilemap_cell(const hail_tilemap *map, uint32_t column, uint32_t row) {
    return (size_t)(row + 1) * map->stride + column + 1;
}
static inline uint32_t tilemap_word(const hail_tilemap *map, uint32_t column, uint32_t row) {
    return ((const uint32_t *)map->cells.data)[tilemap_cell(map, column, row)];
}
static inline const hail_masks *word_masks(const hail_tilemap *map, uint32_t word) {
    return word & HAIL_CELL_OWN ? &map->own : &map->set->masks;
}
/* The number of solid pixels of a cell. */
static inline uint32_t word_solid(const hail_tilemap *map, uint32_t word) {
    return masks_solid(word_masks(map, word), word & HAIL_CELL_NUMBER);
}
static inline uint32_t word_kind(uint32_t word) { return word >> HAIL_CELL_KIND_SHIFT & 31u; }

/* The HAIL_KIND bit of a cell; 0: it is empty. */
static inline uint32_t word_kinds(const hail_tilemap *map, uint32_t word) {
    return word_solid(map, word) ? HAIL_KIND(word_kind(word)) : 0;
}

/* Whether a set of kinds holds a kind; the set 0 holds every one. */
static inline bool kinds_have(uint32_t kinds, uint32_t kind) { return !kinds || (kinds >> kind & 1u); }

/* The lowest `count` bits, 64 at most. */
static inline uint64_t low_bits(uint32_t count) { return count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX; }

/* Those of the kinds asked for (0: every kind) that are not one-way. */
static inline uint32_t tilemap_ordinary(const hail_tilemap *map, uint32_t kinds) {
    return (kinds ? kinds : UINT32_MAX) & ~map->set->one_way_kinds;
}

/* Those of the kinds in front of which an edge of a one-way tile with this side is not exposed. */
static inline uint32_t tileset_cover(const hail_tileset *set, uint32_t kinds, uint32_t side) {
    return kinds & (~set->one_way_kinds | set->side_kinds[side]);
}

/* A row of a cell's pixels, flips applied. */
uint64_t hail_tilemap_row_bits(const hail_tilemap *map, uint32_t word, uint32_t y);
/* A column of them: bit y is pixel y. */
uint64_t hail_tilemap_column_bits(const hail_tilemap *map, uint32_t word, uint32_t x);

/* Up to 64 pixels of a map's row, from pixel x on, counted from the map's corner: bit i is pixel x + i. The map's
 * options say whether its outside is solid. */
uint64_t hail_tilemap_bits(const hail_tilemap *map, int32_t x, int32_t y, uint32_t count, uint32_t kinds);

/* Writes a cell, and frees the mask of its own that it had if it gets none. rows: its pixels, if it has a mask of its
 * own, which is the one that it had or a new one; else not read. Free squares are updated by the caller. */
void hail_tilemap_write(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t word, const uint64_t *rows);

/* A cell's word without what is not state: the number of its own mask. */
static inline uint32_t word_state(uint32_t word) {
    return word & HAIL_CELL_OWN ? word & ~(uint32_t)HAIL_CELL_NUMBER : word;
}

/* A number of a mask that is not in use. There must be room for it. */
static inline uint32_t tilemap_new_mask(hail_tilemap *map) {
    hail_invariant(map->free_count || map->own.count < map->own.solid.bytes / sizeof(uint32_t));
    return map->free_count ? ((uint32_t *)map->free.data)[--map->free_count] : map->own.count++;
}

/* Makes room for `count` own masks, and for the case that all of them become free; false: no memory. */
bool hail_tilemap_fit_own(hail_tilemap *map, uint32_t count);

/* Checks that [first, first + count) lies within `size`. names: of the first one and of the count. */
hail_status hail_tilemap_check_range(const hail_tilemap *map, const char *const names[2], uint32_t first,
                                     uint32_t count, uint32_t size);

/* A map as the kernels see it. Later its kinds may become fewer, but not others. */
hail_tile_view hail_tilemap_view(const hail_tilemap *map, uint32_t kinds);

/* Which cells are empty: of no more kinds than prepared for, but of all of these (0: every kind). */
const hail_empty_cells *hail_tilemap_empty(const hail_tilemap *map, uint32_t kinds);

/* Replaces a hit's normal by the smoothed one, unless that points into the side that was entered. */
void hail_tiles_smooth(const hail_tilemap *map, uint32_t kinds, uint32_t radius, hail_ray_hit *hit);

/* ---- Free squares: how far each cell is from the nearest one that is not empty ----------------------------------- */

/* Makes the free squares and windows of a map's cells as they are; false: no memory. */
bool hail_free_squares_create(hail_tilemap *map, hail_empty_cells *empty);
/* How many blocks of 64 bytes four rows of cells take. */
uint32_t hail_free_squares_blocks(const hail_tilemap *map);

/* Recomputes them in and around a rectangle whose cells were written. */
void hail_free_squares_update(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t columns, uint32_t rows);
/* The same after one cell was written. before: its word_kinds before that. */
void hail_free_squares_changed(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t before);

#endif
