/* engine/tiles/tile_data.h - tile sets and maps from the inside. */
#ifndef HAIL_TILES_TILE_DATA_H
#define HAIL_TILES_TILE_DATA_H

#include <hail/march.h>

#include "kernels.h"
#include "base/memory.h"

/* Masks of one size: a set's tiles, or the masks that cells of a map have of their own. */
typedef struct hail_masks {
    uint32_t width, height;
    uint32_t count;     /* numbers in use, or once used: 0 to this */
    hail_buffer rows;   /* u64, `height` a mask: bit x of row y is solid */
    hail_buffer fields; /* u16, width * height a mask: as in hail_tile_view */
    hail_buffer solid;  /* u32: pixels that are */
} hail_masks;

struct hail_tileset {
    hail_heap heap;
    hail_masks masks;  /* number 0 is empty */
    hail_buffer kinds; /* u8 */
    hail_buffer rects; /* hail_convex: boxes of 1 to HAIL_MAX_TILE px in a row, and of a tile */
};

enum { PALETTE_HASH = 2048 };

struct hail_tilemap {
    hail_heap heap;
    const hail_tileset *set;
    hail_tilemap_options options;
    uint32_t width, height, stride;                       /* of the cells with their border */
    hail_buffer cells, known;                             /* as in hail_tile_view */
    uint32_t palette[HAIL_KNOWN_RARE + 1], palette_count; /* the first words that were set; 0 is the border's */
    uint16_t palette_hash[PALETTE_HASH];                  /* places in it, by hash; 0: none */
    hail_masks own;
    hail_buffer free; /* u32: numbers of own masks that are not in use */
    uint32_t free_count;
    bool turned; /* some cell may be turned */
};

static inline const uint64_t *masks_rows(const hail_masks *masks, uint32_t number) {
    return (const uint64_t *)masks->rows.data + (size_t)number * masks->height;
}
static inline uint32_t masks_solid(const hail_masks *masks, uint32_t number) {
    return ((const uint32_t *)masks->solid.data)[number];
}

/* Room for `count` masks. */
bool hail_masks_fit(hail_heap *heap, hail_masks *masks, uint32_t count);
void hail_masks_free(hail_heap *heap, hail_masks *masks);

/* Writes a mask, and what follows from it. */
void hail_masks_write(hail_masks *masks, uint32_t number, const uint64_t *rows);

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
/* Solid pixels of a cell. */
static inline uint32_t word_solid(const hail_tilemap *map, uint32_t word) {
    return masks_solid(word_masks(map, word), word & HAIL_CELL_NUMBER);
}
static inline uint32_t word_kind(uint32_t word) { return word >> HAIL_CELL_KIND_SHIFT & 31u; }

/* 0 stands for every kind. */
static inline bool kinds_have(uint32_t kinds, uint32_t kind) { return !kinds || (kinds >> kind & 1u); }

/* A row of a cell's pixels as they lie in the map. */
uint64_t hail_tilemap_row_bits(const hail_tilemap *map, uint32_t word, uint32_t y);

/* Up to 64 pixels of a map's row, from pixel x on, counted from the map's corner: bit i is pixel x + i. What lies
 * outside is as the options say. */
uint64_t hail_tilemap_bits(const hail_tilemap *map, int32_t x, int32_t y, uint32_t count, uint32_t kinds);

/* A map as the kernels see it. */
hail_tile_view hail_tilemap_view(const hail_tilemap *map, uint32_t kinds);

/* Gives a hit the normal of the pixels around it, if that points out of the surface that was entered, too. */
void hail_tiles_smooth(const hail_tilemap *map, uint32_t kinds, uint32_t radius, hail_ray_hit *hit);

/* ---- Steps: how far from each cell the nearest one is that is not empty ------------------------------------------ */

/* Makes them, for a map of empty cells; false without memory. */
bool hail_free_squares_create(hail_tilemap *map);
uint32_t hail_free_squares_blocks(const hail_tilemap *map);

/* Works them out anew for a rectangle whose cells were written, and all around it. */
void hail_free_squares_update(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t columns, uint32_t rows);
/* The same after one cell became empty, or ceased to be, or holds something else. */
void hail_free_squares_emptied(hail_tilemap *map, uint32_t column, uint32_t row);
void hail_free_squares_filled(hail_tilemap *map, uint32_t column, uint32_t row);
void hail_free_squares_renamed(hail_tilemap *map, uint32_t column, uint32_t row);

#endif
