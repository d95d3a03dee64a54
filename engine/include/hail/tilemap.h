/* hail/tilemap.h - tile maps with solid pixels, which can be edited while the game runs.
 *
 *     uint32_t stone;
 *     hail_tileset *set;
 *     hail_tilemap *map;
 *     hail_tileset_create(NULL, 16, 16, &set);
 *     hail_tileset_add_rgba(set, pixels, 16 * 4, 1, 0, &stone);
 *     hail_tilemap_create(set, &(hail_tilemap_options){.columns = 200, .rows = 100}, &map);
 *     hail_tilemap_fill(map, 0, 90, 200, 10, stone);
 *     hail_tilemap_paint_disc(map, 800, 1440, 40, false, 0);
 *
 * A tile set holds one mask per tile: which of its pixels are solid. A tile map places tiles in a grid of cells and
 * answers which pixels are solid. Neither needs a world; hail_world_set_tilemap lets a world use a map.
 *
 * Pixel (i, j) of a map is the square from (x + i, y + j) to (x + i + 1, y + j + 1), where (x, y) is the map's corner,
 * at its top left. A point belongs to the pixel given by its coordinates rounded down. Rows go down, as y does.
 *
 * A call that fails changes nothing, but after HAIL_NO_MEMORY it may keep memory that it got, for later use. Every call
 * answers HAIL_BAD_ARGUMENT if a pointer that it needs is NULL; the comments name the other errors.
 *
 * Threads: any number of threads may call functions that take a const map or set at the same time, as long as no thread
 * changes the map or its set. */
#ifndef HAIL_TILEMAP_H
#define HAIL_TILEMAP_H

#include "lists.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HAIL_MAX_TILE = 64,          /* px: largest width and height of a tile */
    HAIL_MAX_TILES = 1 << 20,    /* most tiles in a set; most cells with edited pixels in a map */
    HAIL_MAX_SMOOTH = 8,         /* px: largest radius of smoothed normals */
    HAIL_MAX_KINDS = 32,         /* kinds of tile: 0 to 31 */
    HAIL_MAX_PREPARED = 4,       /* sets of kinds that a map can be prepared for */
    HAIL_MAX_MAP_SIDE = 4000000, /* px: longest side of a map */
    HAIL_MAX_MAP_CELLS = 1 << 30 /* most cells of a map, a border of one cell included */
};

/* px: how far what moves may be below the surface of a one-way tile and still be stopped by it, besides the rounding of
 * its position (2^-22 of it). hail_tilemap_slide adds its skin. */
#define HAIL_ONE_WAY_SLACK 0.015625f

/* What a cell holds: a tile's number (1 or more; 0: empty) and flip flags. The flags are Tiled's, and are applied in
 * Tiled's order: first diagonal (swaps x and y; square tiles only), then x, then y. */
#define HAIL_FLIP_X        0x80000000u
#define HAIL_FLIP_Y        0x40000000u
#define HAIL_FLIP_DIAGONAL 0x20000000u
#define HAIL_TILE_NUMBER   0x00ffffffu /* the bits of the number */

/* The bit of kind k, to be or-ed together in queries. 0 selects every kind wherever `kinds` is asked for. */
#define HAIL_KIND(k) (1u << (k))

/* From which side the tiles of a kind stop what moves. */
typedef enum hail_one_way {
    HAIL_BOTH_WAYS = 0, /* from every side: the default */
    HAIL_ONE_WAY_LEFT,  /* what comes from the left, and moves right */
    HAIL_ONE_WAY_TOP,   /* what comes from above: platforms to jump through */
    HAIL_ONE_WAY_RIGHT,
    HAIL_ONE_WAY_BOTTOM
} hail_one_way;

/* How much of a tile is solid. */
typedef enum hail_fill { HAIL_TILE_EMPTY = 0, HAIL_TILE_PARTIAL, HAIL_TILE_FULL } hail_fill;

/* ---- Tile sets --------------------------------------------------------------------------------------------------- */

typedef struct hail_tileset hail_tileset;

typedef struct hail_tile_info {
    uint32_t kind;
    uint32_t fill;                /* a hail_fill */
    uint32_t solid;               /* number of solid pixels */
    uint64_t rows[HAIL_MAX_TILE]; /* solid pixels: bit x of row y */
} hail_tile_info;

typedef struct hail_tileset_size {
    uint32_t width, height; /* px: of each tile */
    uint32_t tiles;         /* their numbers are 1 to this */
    size_t bytes;           /* of the caller's allocator */
} hail_tileset_size;

/* Makes an empty set of tiles of width x height px, each 1 to HAIL_MAX_TILE. context NULL: the defaults. The caller
 * owns the set: hail_tileset_destroy. On failure *set is NULL.
 *
 * HAIL_OK, or HAIL_OUT_OF_RANGE (width, height), HAIL_NO_MEMORY. */
HAIL_API hail_status hail_tileset_create(const hail_context *context, uint32_t width, uint32_t height,
                                         hail_tileset **set);

/* Frees the set. Destroy all maps that use it first. NULL is fine. */
HAIL_API void hail_tileset_destroy(hail_tileset *set);

/* Adds a tile from the alpha channel of an image and writes its number (1, 2, 3, ...).
 *
 *   rgba       height rows of width pixels of 4 bytes: red, green, blue, alpha
 *   pitch      bytes from one row to the next, 4 * width to 2^31 - 1
 *   threshold  a pixel is solid if its alpha is at least this; 1: every pixel that is not fully transparent; 0: all
 *   kind       0 to HAIL_MAX_KINDS - 1
 *
 * HAIL_OK, or: HAIL_OUT_OF_RANGE (kind), HAIL_FULL (the set has HAIL_MAX_TILES tiles, or 2^31 pixels),
 * HAIL_BAD_ARGUMENT, HAIL_NO_MEMORY. */
HAIL_API hail_status hail_tileset_add_rgba(hail_tileset *set, const uint8_t *rgba, size_t pitch, uint8_t threshold,
                                           uint32_t kind, uint32_t *tile);

/* Adds a tile from bits and writes its number: `height` rows, bit x of row y is pixel (x, y). Fails as
 * hail_tileset_add_rgba does, and with HAIL_BAD_ARGUMENT if a bit from `width` on is not 0. */
HAIL_API hail_status hail_tileset_add_bits(hail_tileset *set, const uint64_t *rows, uint32_t kind, uint32_t *tile);

/* Makes kinds of tile (HAIL_KIND bits) one-way, in all maps that use the set: they stop only what moves onto their
 * `side`.
 *
 *   kinds  HAIL_KIND bits; 0: every kind
 *   side   a hail_one_way, the side of the map, however a cell is flipped. HAIL_BOTH_WAYS: they are ordinary again
 *
 * What moves (hail_tilemap_sweep, hail_tilemap_slide, hail_tilemap_march, swept rules, casts) is stopped by a one-way
 * tile of side HAIL_ONE_WAY_TOP if all of these are true, and passes through it otherwise; the other sides work the
 * same way:
 *   - It moves down.
 *   - It was wholly above the surface at the start of its motion, or no more than HAIL_ONE_WAY_SLACK px below. Of a
 *     compound that means all of its parts.
 *   - Its lowest point, or a point of its flat lower side (of any part of a compound), comes down on the upper edge of
 *     a solid pixel that has an open one above it. So a slope of pixels carries a shape by its lowest point. The ends
 *     of an edge stop nothing.
 *
 * What only asks where something is does not stop at them:
 *   - hail_tilemap_overlap, rules of mode HAIL_PAIRS and HAIL_MANIFOLD, and sprites' overlaps with tiles in a world do
 *     not know one-way tiles. hail_tilemap_slide pushes nothing out of them but what stands on them.
 *   - hail_tilemap_solid, hail_tilemap_normals, hail_sprite_tilemap_overlaps and the overlaps of hail/query.h tell of
 *     all solid pixels. hail_query_sight stops at all of them.
 *
 * To let something drop through, leave the kind out of `kinds`, or see hail_tilemap_movers.through.
 *
 *   - To ordinary tiles, the pixels of one-way tiles count as open. To one-way tiles, those of one-way tiles with
 *     another side do. Stacked tiles with the same side are one thick platform.
 *   - What lies outside a map is solid from every side, whatever its kind.
 *   - Do not call it while another thread uses a map of the set, or in a callback of a world that has such a map.
 *   - HAIL_BAD_ARGUMENT: set is NULL, an unknown side. */
HAIL_API hail_status hail_tileset_set_one_way(hail_tileset *set, uint32_t kinds, uint32_t side);

/* Describes a tile. HAIL_OUT_OF_RANGE: the set has no tile of that number. */
HAIL_API hail_status hail_tileset_describe(const hail_tileset *set, uint32_t tile, hail_tile_info *info);

/* Measures a set. */
HAIL_API hail_status hail_tileset_measure(const hail_tileset *set, hail_tileset_size *size);

/* ---- Maps -------------------------------------------------------------------------------------------------------- */

typedef struct hail_tilemap hail_tilemap;

typedef struct hail_tilemap_options {
    const hail_context *context; /* copied; NULL: the defaults */
    uint32_t columns, rows;      /* cells, 1 or more; no side longer than HAIL_MAX_MAP_SIDE px */
    float x, y;                  /* px: the map's top left corner; absolute values at most HAIL_MAX_BOUND */
    uint32_t outside_solid;      /* true: everything outside the map is solid; default: open */
    uint32_t outside_kind;       /* kind of the outside, if it is solid */
} hail_tilemap_options;

/* A cell as it is now. */
typedef struct hail_cell_info {
    uint32_t tile;                /* the tile as it was set, with flips; 0: empty, or pixels edited */
    uint32_t own;                 /* 1: the cell's pixels were edited: it has a mask of its own */
    uint32_t kind;                /* 0 if the cell is empty */
    uint32_t fill;                /* a hail_fill */
    uint64_t rows[HAIL_MAX_TILE]; /* solid pixels, flips applied: bit x of row y */
} hail_cell_info;

typedef struct hail_tilemap_size {
    uint32_t columns, rows;           /* cells */
    uint32_t tile_width, tile_height; /* px */
    float x, y;                       /* px: the corner */
    uint32_t own_masks;               /* cells with edited pixels */
    size_t bytes;                     /* of the caller's allocator */
} hail_tilemap_size;

/* Makes a map of empty cells. It keeps a pointer to the set, which must outlive it. The caller owns the map:
 * hail_tilemap_destroy. On failure *map is NULL. Memory: 6.5 bytes a cell, and one mask for every cell with edited
 * pixels.
 *
 * HAIL_OK, or HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE (options), HAIL_NO_MEMORY. */
HAIL_API hail_status hail_tilemap_create(const hail_tileset *set, const hail_tilemap_options *options,
                                         hail_tilemap **map);

/* Frees the map. No world may use it any more. NULL is fine. */
HAIL_API void hail_tilemap_destroy(hail_tilemap *map);

/* Puts tiles into a rectangle of cells. tiles[r * pitch + c] (a number with flips, or 0) goes to cell (column + c, row
 * + r). The time depends on the rectangle and 14 cells around it, not on the map. Pixel edits in these cells are lost.
 *
 * HAIL_OK, or nothing is set:
 *   HAIL_OUT_OF_RANGE  cells outside the map, or a tile that is not in the set
 *   HAIL_BAD_ARGUMENT  a diagonal flip of tiles that are not square, unknown flags, a null pointer, pitch < columns
 *                      or above 2^31 - 1 */
HAIL_API hail_status hail_tilemap_set(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t columns, uint32_t rows,
                                      const uint32_t *tiles, size_t pitch);

/* Puts one tile into every cell of a rectangle, which must lie inside the map. Fails as hail_tilemap_set does. */
HAIL_API hail_status hail_tilemap_fill(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t columns,
                                       uint32_t rows, uint32_t tile);

/* Makes the pixels of a rectangle solid or open, to pile up terrain or dig it away. (x, y): its first pixel, counted
 * from the map's corner.
 *
 *   - A cell that is partly covered gets a mask of its own; the set's tile stays as it is.
 *   - A cell that becomes empty frees its mask.
 *   - `kind` is for cells that were empty; others keep theirs.
 *
 * HAIL_OK, or nothing is painted: HAIL_OUT_OF_RANGE (pixels outside the map, kind), HAIL_FULL or HAIL_NO_MEMORY (no
 * room for another mask), HAIL_BAD_ARGUMENT. */
HAIL_API hail_status hail_tilemap_paint(hail_tilemap *map, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                                        bool solid, uint32_t kind);

/* Makes the pixels of a disc solid or open, as hail_tilemap_paint does: `kind` is for cells that were empty, and (x, y)
 * counts from the map's corner. These are the pixels whose centres are within `radius` px of (x, y). Parts outside the
 * map are ignored. HAIL_OUT_OF_RANGE: a negative radius, or a number beyond HAIL_MAX_BOUND; HAIL_NOT_FINITE. */
HAIL_API hail_status hail_tilemap_paint_disc(hail_tilemap *map, float x, float y, float radius, bool solid,
                                             uint32_t kind);

/* Prepares a map for calls that ask for some kinds of tile only, such as shots that fly through water.
 *
 * The map then also stores which cells hold no tile of these kinds. Calls that ask for these kinds, or for some of
 * them, pass such cells as if they were empty, instead of looking at each one. No answer changes, only the time.
 *
 *   kinds  HAIL_KIND bits; 0: every kind, which each map is prepared for
 *
 * Call it once for each set of kinds: the map stays prepared, and a second call does nothing. A set takes 2.5 bytes a
 * cell and makes edits slower. It pays where many cells hold other kinds.
 *
 * HAIL_OK, or nothing changes: HAIL_FULL (HAIL_MAX_PREPARED other sets), HAIL_NO_MEMORY, HAIL_BAD_ARGUMENT (map is
 * NULL). */
HAIL_API hail_status hail_tilemap_prepare(hail_tilemap *map, uint32_t kinds);

/* Describes a cell. HAIL_OUT_OF_RANGE: the map has no such cell. */
HAIL_API hail_status hail_tilemap_cell(const hail_tilemap *map, uint32_t column, uint32_t row, hail_cell_info *info);

/* Measures a map. */
HAIL_API hail_status hail_tilemap_measure(const hail_tilemap *map, hail_tilemap_size *size);

/* Tells which points are solid: solid[i], of points->count, is 1 if the pixel at point i is solid in a tile of these
 * kinds (HAIL_KIND bits; 0: every kind), else 0. HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE (beyond HAIL_MAX_BOUND),
 * HAIL_BAD_ARGUMENT, HAIL_UNKNOWN_VARIANT: nothing is written. */
HAIL_API hail_status hail_tilemap_solid(const hail_tilemap *map, const hail_points *points, uint32_t kinds,
                                        uint8_t *solid);

/* Computes smoothed surface normals, points->count of them, so that a staircase of pixels gets the normal of its slope.
 *
 * (normal_x[i], normal_y[i]) is the unit vector from the centre of mass of the solid pixels around point i to the
 * pixel at that point. Around it means the square that extends `radius` (1 to HAIL_MAX_SMOOTH) px to each side. The
 * sums are exact.
 *
 *   - (0, 0) if no pixel there is solid, or they lie evenly around the point.
 *   - Fails as hail_tilemap_solid does, and with HAIL_OUT_OF_RANGE for a bad radius. */
HAIL_API hail_status hail_tilemap_normals(const hail_tilemap *map, const hail_points *points, uint32_t kinds,
                                          uint32_t radius, float *normal_x, float *normal_y);

/* ---- Save and restore -------------------------------------------------------------------------------------------- *
 * A map's state is its cells: their tiles with flips, and the pixels of those that were edited. It is not: the set and
 * its one-way sides; the kinds that the map is prepared for; its memory. */

/* Hashes a map's state, with its size, corner and outside, to 64 bits: equal maps have equal hashes on every processor,
 * others almost never do. The map keeps it up to date, so that it takes no time. Never 0.
 *
 * The hash tells tiles by number and kind, not by their pixels. It may change with the version of Hail. */
HAIL_API hail_status hail_tilemap_hash(const hail_tilemap *map, uint64_t *hash);

/* Tells how many bytes an image of the map takes: 80, 4 a cell, 8 a row of pixels in each cell with edited pixels. */
HAIL_API hail_status hail_tilemap_save_size(const hail_tilemap *map, size_t *size);

/* Saves a map to an image: bytes, little endian, the same on every processor. Allocates nothing.
 *
 *   flags    0 or HAIL_TRUSTED (hail/base.h)
 *   image    receives it; at any address
 *   size     bytes that there is room for
 *   written  receives how many the image takes; NULL: not wanted
 *
 * HAIL_OK, or HAIL_FULL (less than hail_tilemap_save_size tells), HAIL_BAD_ARGUMENT. */
HAIL_API hail_status hail_tilemap_save(const hail_tilemap *map, uint32_t flags, void *image, size_t size,
                                       size_t *written);

/* Makes a map's state that of an image: of this map at another time, or of one made alike. Only cells that differ are
 * written; the rest takes as long as reading the image.
 *
 *   flags  0 or HAIL_TRUSTED. 0: an image that hail_tilemap_save did not write, or that was changed since, is refused,
 *          whatever is in it
 *   image  at any address
 *   size   bytes, at least those of the image
 *
 * HAIL_OK, or, with the map as it was:
 *   HAIL_BAD_ARGUMENT  a bad argument; an image that is cut short, corrupt or of another version; or of a map with
 *                      another size, corner or outside, or other tiles: the hail_error says which. The map's set may
 *                      have more tiles than it had then
 *   HAIL_NO_MEMORY     never once the map had as many cells with edited pixels: then nothing is allocated */
HAIL_API hail_status hail_tilemap_restore(hail_tilemap *map, uint32_t flags, const void *image, size_t size);

#ifdef __cplusplus
}
#endif

#endif
