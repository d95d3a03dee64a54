/* hail/tilemap.h - tile maps: solid pixels in tiles, tiles in cells, changed while the game runs.
 *
 * A tile set holds the masks: which pixels of a tile are solid. A tile map lays tiles over the cells of a rectangle and
 * answers where the world is solid. Neither needs a world; hail_world_set_tiles lends a map to one.
 *
 * After HAIL_NO_MEMORY nothing has changed but that room which was had before may be kept.
 *
 * Pixels: pixel (i, j) of a map is the square from (x + i, y + j) to (x + i + 1, y + j + 1), where (x, y) is the map's
 * origin; a point belongs to the pixel that its coordinates, rounded down, name. Rows go down, as y does.
 *
 * Threads: reading (everything that takes a const map) may go on in any number of threads at once, while nobody changes
 * the map or its set. */
#ifndef HAIL_TILEMAP_H
#define HAIL_TILEMAP_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HAIL_MAX_TILE = 64,          /* px: the widest and highest tile */
    HAIL_MAX_TILES = 1 << 20,    /* of a set, and changed cells of a map */
    HAIL_MAX_SMOOTH = 8,         /* px: of normals from the pixels around */
    HAIL_MAX_KINDS = 32,         /* kinds of tile: 0 to 31 */
    HAIL_MAX_MAP_SIDE = 4000000, /* px: the longest side of a map */
    HAIL_MAX_MAP_CELLS = 1 << 30 /* with a border of one cell */
};

/* What lies in a cell: a tile's number (1 or more; 0: nothing), and how it is turned. The flags are Tiled's, and are
 * applied in its order: first the diagonal flip (x and y change places; square tiles only), then x, then y. */
#define HAIL_FLIP_X        0x80000000u
#define HAIL_FLIP_Y        0x40000000u
#define HAIL_FLIP_DIAGONAL 0x20000000u
#define HAIL_TILE_NUMBER   0x00ffffffu /* the bits of the number */

/* A set of queries' kinds: bit k stands for kind k. Wherever one is asked for, 0 means every kind. */
#define HAIL_KIND(k) (1u << (k))

/* How much of a tile is solid. */
typedef enum hail_fill { HAIL_TILE_EMPTY = 0, HAIL_TILE_PARTIAL, HAIL_TILE_FULL } hail_fill;

/* ---- Tile sets --------------------------------------------------------------------------------------------------- */

typedef struct hail_tileset hail_tileset;

/* Makes an empty set of tiles of width x height px, 1 to HAIL_MAX_TILE each. allocator NULL: malloc and free. On
 * failure *set is NULL. */
HAIL_API hail_status hail_tileset_create(const hail_allocator *allocator, uint32_t width, uint32_t height,
                                         hail_tileset **set);

/* Frees the set; the maps that use it must be gone. NULL is fine. */
HAIL_API void hail_tileset_destroy(hail_tileset *set);

/* Adds a tile: rgba is height rows of width pixels of 4 bytes (red, green, blue, alpha), `pitch` bytes from one row to
 * the next (at least 4 * width). A pixel is solid if its alpha is `threshold` or more (1: what is not wholly
 * transparent). kind: 0 to HAIL_MAX_KINDS - 1. Writes the tile's number, counted from 1 up. HAIL_OUT_OF_RANGE: no such
 * kind. HAIL_FULL: the set has HAIL_MAX_TILES, or 2^31 pixels. */
HAIL_API hail_status hail_tileset_add_rgba(hail_tileset *set, const uint8_t *rgba, size_t pitch, uint8_t threshold,
                                           uint32_t kind, uint32_t *tile);

/* The same from bits: `height` rows; bit x of row y is pixel (x, y). Bits from `width` on must be 0. */
HAIL_API hail_status hail_tileset_add_bits(hail_tileset *set, const uint64_t *rows, uint32_t kind, uint32_t *tile);

typedef struct hail_tile_info {
    uint32_t kind;
    hail_fill fill;
    uint32_t solid;               /* pixels */
    uint64_t rows[HAIL_MAX_TILE]; /* bit x of row y */
} hail_tile_info;

/* HAIL_OUT_OF_RANGE: no tile of that number. */
HAIL_API hail_status hail_tileset_describe(const hail_tileset *set, uint32_t tile, hail_tile_info *info);

typedef struct hail_tileset_size {
    uint32_t width, height; /* px: of each tile */
    uint32_t tiles;         /* numbers 1 to this */
    size_t bytes;           /* of the caller's allocator */
} hail_tileset_size;

HAIL_API hail_tileset_size hail_tileset_measure(const hail_tileset *set);

/* ---- Maps -------------------------------------------------------------------------------------------------------- */

typedef struct hail_tilemap hail_tilemap;

typedef struct hail_tilemap_options {
    hail_allocator allocator; /* zeros: malloc and free */
    uint32_t columns, rows;   /* cells, 1 or more; no side longer than HAIL_MAX_MAP_SIDE px */
    float x, y;               /* px: where the map's first corner lies; at most HAIL_MAX_BOUND either way */
    bool outside_solid;       /* what lies outside the map is solid; default: open */
    uint32_t outside_kind;    /* its kind then */
} hail_tilemap_options;

/* Makes a map of empty cells. The set must outlive it. On failure *map is NULL. Memory: 6 bytes a cell, and one tile
 * for every cell whose pixels were changed by themselves. */
HAIL_API hail_status hail_tilemap_create(const hail_tileset *set, const hail_tilemap_options *options,
                                         hail_tilemap **map);
HAIL_API void hail_tilemap_destroy(hail_tilemap *map);

/* Puts tiles into the cells of a rectangle: tiles[r * pitch + c] (tile numbers with flips, or 0) goes to (column + c,
 * row + r). All or none. Costs time by the rectangle and its surroundings of 14 cells, not by the map. What had been
 * changed in those cells pixel by pixel is gone.
 * HAIL_OUT_OF_RANGE: cells outside the map, or a number that the set has not. HAIL_BAD_ARGUMENT: a diagonal flip of
 * tiles that are not square, or unknown flags. */
HAIL_API hail_status hail_tilemap_set(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t columns, uint32_t rows,
                                      const uint32_t *tiles, size_t pitch);

/* The same with one tile for all. */
HAIL_API hail_status hail_tilemap_fill(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t columns,
                                       uint32_t rows, uint32_t tile);

/* Makes the pixels of a rectangle solid or open: terrain that is dug and piled up. (x, y): the first pixel, counted
 * from the map's corner. A cell that is partly covered gets a mask of its own, which the set's tile does not feel; one
 * that becomes empty gives it back. `kind` is for cells that were empty; others keep theirs. All or none.
 * HAIL_OUT_OF_RANGE: pixels outside the map. HAIL_NO_MEMORY, HAIL_FULL: no room for another mask. */
HAIL_API hail_status hail_tilemap_paint(hail_tilemap *map, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                                        bool solid, uint32_t kind);

/* The same for the pixels of a disc: those whose centres lie within `radius` px of (x, y), both from the map's corner.
 * What of it lies outside the map is left out. */
HAIL_API hail_status hail_tilemap_paint_disc(hail_tilemap *map, float x, float y, float radius, bool solid,
                                             uint32_t kind);

/* A cell as it is now. */
typedef struct hail_cell_info {
    uint32_t tile; /* what was set, flips included; 0: nothing, or a mask of its own */
    bool own;      /* its pixels were changed by themselves */
    uint32_t kind; /* 0 where nothing is */
    hail_fill fill;
    uint64_t rows[HAIL_MAX_TILE]; /* its solid pixels as they lie in the map: bit x of row y */
} hail_cell_info;

HAIL_API hail_status hail_tilemap_cell(const hail_tilemap *map, uint32_t column, uint32_t row, hail_cell_info *info);

typedef struct hail_tilemap_size {
    uint32_t columns, rows;           /* cells */
    uint32_t tile_width, tile_height; /* px */
    float x, y;                       /* px: the corner */
    uint32_t own_masks;               /* cells whose pixels were changed by themselves */
    size_t bytes;                     /* of the caller's allocator */
} hail_tilemap_size;

HAIL_API hail_tilemap_size hail_tilemap_measure(const hail_tilemap *map);

/* solid[i]: 1 if the pixel at (x[i], y[i]) is solid in a tile of these kinds, else 0; `count` of each. isa NULL: as in
 * hail_batch. HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE (beyond HAIL_MAX_BOUND): nothing is written. */
HAIL_API hail_status hail_tilemap_solid(const hail_tilemap *map, const hail_isa *isa, const float *x, const float *y,
                                        size_t count, uint32_t kinds, uint8_t *solid);

/* Out of the solid pixels around points: normal_x[i], normal_y[i] is a unit vector from the centre of mass of the solid
 * pixels within `radius` (1 to 8) px of (x[i], y[i]), in a square, towards the point's own pixel; so that a stair of
 * pixels has the slope's normal. (0, 0) where there are none, or where they lie evenly around. Integer sums: exact. */
HAIL_API hail_status hail_tilemap_normals(const hail_tilemap *map, const float *x, const float *y, size_t count,
                                          uint32_t kinds, uint32_t radius, float *normal_x, float *normal_y);

#ifdef __cplusplus
}
#endif

#endif
