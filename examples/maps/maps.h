/* maps.h - tile maps that people drew, from the formats that they are kept in: Tiled's TMX, SuperTux's levels, PNG.
 *
 * No part of the library: it shows how a game gets its own maps into one, and gives tests and examples real data.
 *
 *     maps_map map;
 *     maps_error error;
 *     hail_tileset *set;
 *     hail_tilemap *walls;
 *     if (maps_load("island.tmx", &map, &error) && maps_make(&map, 0, 1, &set, &walls, &error)) ...
 *     else puts(error.text);
 *
 * Units: pixels, x to the right, y down; cells in rows from the top left.
 *
 * Errors: a function that can fail returns false, and has then written a sentence to `error` that starts with the file
 * it is about. Nothing is left behind: what it would have filled is zeroed. Whatever a file holds, it is read or
 * refused; files are at most 64 MiB (unpacked), images 2^25 pixels, all layers together 2^25 cells. */
#ifndef MAPS_MAPS_H
#define MAPS_MAPS_H

#include <hail/tilemap.h>

/* What a tile is, which becomes its kind. Tiled's files do not say: all of theirs are MAPS_SOLID. */
enum {
    MAPS_SOLID = 0,
    MAPS_UNISOLID, /* solid from above only */
    MAPS_HURTS,    /* spikes and the like that are not solid */
    MAPS_LIQUID,   /* water, lava */
    MAPS_OPEN      /* only to be looked at */
};
#define MAPS_STOPS (HAIL_KIND(MAPS_SOLID) | HAIL_KIND(MAPS_UNISOLID)) /* the kinds that nothing goes through */

typedef struct maps_error {
    char text[512];
} maps_error;

typedef struct maps_tile {
    uint32_t id;   /* its number in the file: a global id of Tiled's, an id of SuperTux's */
    uint32_t kind; /* MAPS_... */
    uint8_t *rgba; /* tile_height rows of tile_width pixels, 4 bytes each, alpha last and not multiplied in */
} maps_tile;

typedef struct maps_layer {
    char *name;             /* of a SuperTux level "sector" or "sector/tilemap"; may be empty, need not be unique */
    uint32_t columns, rows; /* 1 or more */
    float x, y;             /* px: where its first corner lies */
    uint32_t *cells;        /* columns * rows: 0, or 1 + the tile's place in `tiles`, and HAIL_FLIP_ flags */
} maps_layer;

/* What a file holds. Only tiles that a layer uses are there. maps_free gives all of it back. */
typedef struct maps_map {
    uint32_t tile_width, tile_height; /* px: 1 to HAIL_MAX_TILE */
    maps_tile *tiles;
    size_t tile_count;
    maps_layer *layers;
    size_t layer_count;
} maps_map;

/* Reads a file; what it is, its name's ending says. A file that is not there is looked for with ".gz" behind it; what
 * is packed is unpacked on the way.
 *
 * .tmx   Tiled: orthogonal maps, finite or infinite; layers (also in groups) as CSV, base64 (plain, zlib, gzip) or
 *        elements; tile sets inside or beside the file, of one PNG or one a tile, with margin, spacing and a
 * transparent colour. Refused: other orientations, other compressions, tiles of another size than the map's cells,
 * turned tiles that are not square, maps without a tile layer. Layers of images and objects are passed over. .stl
 * SuperTux: the solid tile maps of all sectors, with the tiles of images/tiles.strf in the nearest folder above that
 * has one. An animated tile is its first picture; what reaches out of a cell is cut off; a solid tile without a picture
 * is solid throughout. Ids that tiles.strf does not know are empty cells. .strf  SuperTux: all tiles of such a file,
 * and no layer. .png   Terrain: what is not wholly transparent, cut into tiles of 32 px; one layer. */
bool maps_load(const char *path, maps_map *map, maps_error *error);

/* Zeros are fine. */
void maps_free(maps_map *map);

/* Whether this build has a reader for files (needs libxml2, zlib and libpng); without one maps_load always fails. */
bool maps_possible(void);

/* Cuts an image (`height` rows of `width` pixels of 4 bytes, without gaps) into the tiles of a map of one layer, as a
 * .png is. The pixels stay the caller's. */
bool maps_cut(const uint8_t *rgba, uint32_t width, uint32_t height, maps_map *map, maps_error *error);

/* Makes a tile set of all tiles, and a tile map of one layer, by malloc and free; a pixel is solid from the alpha
 * `threshold` on (1: what is not wholly transparent). Tile i has the number i + 1. The caller destroys *tiles first,
 * then *set; neither needs the maps_map any more. */
bool maps_make(const maps_map *map, size_t layer, uint8_t threshold, hail_tileset **set, hail_tilemap **tiles,
               maps_error *error);

/* ---- Installed maps ---------------------------------------------------------------------------------------------- */

typedef struct maps_paths {
    char **path; /* `count` of them, in strcmp's order */
    size_t count;
} maps_paths;

/* The example maps of Debian's package tiled: *.tmx and *.tmx.gz below /usr/share/doc/tiled/examples or
 * /usr/share/tiled/examples, or where the environment variable HAIL_TILED_MAPS says. There are some that maps_load
 * refuses: hexagonal and isometric ones, and maps made of objects only. None found: the count is 0. False when memory
 * ran out. The caller calls maps_paths_free. */
bool maps_installed_tiled(maps_paths *paths);

/* The levels of Debian's package supertux-data: *.stl below /usr/share/games/supertux2/levels or
 * /usr/share/supertux2/levels, or where HAIL_SUPERTUX_MAPS says. */
bool maps_installed_supertux(maps_paths *paths);

void maps_paths_free(maps_paths *paths);

#endif
