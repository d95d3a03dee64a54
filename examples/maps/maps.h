/* maps/maps.h - loads tile maps from Tiled's TMX, SuperTux's levels and PNG.
 *
 * Not part of the library: it shows how a game loads its own maps, and gives tests and examples real data.
 *
 *     maps_map map;
 *     maps_error error;
 *     hail_tileset *set;
 *     hail_tilemap *walls;
 *     if (maps_load("island.tmx", &map, &error) && maps_make(&map, 0, 1, &set, &walls, &error))
 *         play(walls);
 *     else
 *         puts(error.text);
 *
 * Units: pixels, x to the right, y down; cells in rows from the top left.
 *
 * Errors: a function that fails returns false, writes a message to `error` that starts with the file's name, and zeroes
 * what it would have filled. Files are untrusted: any content is loaded or rejected. Limits: files 64 MiB
 * (decompressed), images 2^25 pixels, all layers of a map 2^25 cells. */
#ifndef MAPS_MAPS_H
#define MAPS_MAPS_H

#include <hail/shape.h>
#include <hail/tilemap.h>

/* What a tile is; becomes its kind. In Tiled's maps all tiles are MAPS_SOLID whose properties do not say otherwise. */
enum {
    MAPS_SOLID = 0,
    MAPS_UNISOLID, /* solid from above only */
    MAPS_HURTS,    /* spikes and the like that are not solid */
    MAPS_LIQUID,   /* water, lava */
    MAPS_OPEN      /* decoration */
};
#define MAPS_STOPS (HAIL_KIND(MAPS_SOLID) | HAIL_KIND(MAPS_UNISOLID)) /* the kinds that stop things */

typedef struct maps_error {
    char text[512];
} maps_error;

typedef struct maps_tile {
    uint32_t id;   /* in the file: Tiled's global id, or SuperTux's id */
    uint32_t kind; /* MAPS_..., or a kind of the game's own */
    bool open;     /* Tiled's property solid is false: none of its pixels is solid, opaque or not */
    uint8_t *rgba; /* tile_height rows of tile_width pixels, 4 bytes each, alpha last and not multiplied in */
} maps_tile;

typedef struct maps_layer {
    char *name;             /* of a SuperTux level "sector" or "sector/tilemap"; may be empty, need not be unique */
    uint32_t columns, rows; /* 1 or more */
    float x, y;             /* px: its top left corner */
    uint32_t *cells;        /* columns * rows: 0, or 1 + the tile's index in `tiles`, and HAIL_FLIP_ flags */
} maps_layer;

/* A custom property of Tiled's: its value as text. */
typedef struct maps_property {
    char *name, *value;
} maps_property;

typedef enum maps_object_kind {
    MAPS_POINT,
    MAPS_RECTANGLE,
    MAPS_ELLIPSE,
    MAPS_POLYGON,
    MAPS_POLYLINE
} maps_object_kind;

/* An object of one of Tiled's object layers. */
typedef struct maps_object {
    char *name, *type, *layer; /* type: Tiled's class; layer: the object layer's name. Any may be empty */
    maps_object_kind kind;
    float x, y;                 /* px: the centre of a rectangle or ellipse; else where Tiled puts it */
    float angle;                /* radians about (x, y), from +x towards +y */
    float width, height;        /* px of a rectangle or ellipse; else 0 */
    float *corner_x, *corner_y; /* px from (x, y), not rotated: of a polygon or polyline */
    size_t corner_count;
    maps_property *properties;
    size_t property_count;
} maps_object;

/* The content of a file, with those tiles that a layer uses. maps_free frees it. */
typedef struct maps_map {
    uint32_t tile_width, tile_height; /* px: 1 to HAIL_MAX_TILE */
    maps_tile *tiles;
    size_t tile_count;
    maps_layer *layers;
    size_t layer_count;
    maps_object *objects; /* in the order of the file */
    size_t object_count;
    uint32_t one_way; /* HAIL_KIND bits of the kinds that are solid from above only; maps_make tells the set */
} maps_map;

/* Loads a file of any of these types:
 *
 * - .tmx: a Tiled map, orthogonal, finite or infinite. Layers, also in groups, as CSV, base64 (plain, zlib, gzip) or
 *   elements. Tile sets in the map or in files of their own, with one PNG, or one a tile; margin, spacing and a
 *   transparent colour. Rejected: other orientations and compressions, tiles of another size than the cells,
 *   diagonally flipped tiles that are not square, maps without a tile layer. Object layers, with templates; one with a
 *   picture counts as its rectangle. Image layers and texts are skipped. Custom properties of a tile in its set say
 *   what it is:
 *   - solid: false is MAPS_OPEN, and none of its pixels is solid.
 *   - one_way: true is MAPS_UNISOLID, and solid from above only.
 *   - kind: solid, one_way, hurts, liquid, open, or a number from 0 to HAIL_MAX_KINDS - 1. It decides alone over the
 *     kind.
 * - .stl: a SuperTux level: the solid tile maps of all sectors, with the tiles of images/tiles.strf in the nearest
 *   parent folder that has one. An animated tile is its first picture, cut off at the cell's size; a solid tile
 *   without a picture is all solid. Ids that tiles.strf lacks are empty cells.
 * - .strf: a SuperTux tile file: all its tiles, no layer.
 * - .png: terrain, of all pixels that are not fully transparent, cut into tiles of 32 px; one layer.
 *
 * If the file does not exist, its name with ".gz" is tried. Compressed files are decompressed. */
bool maps_load(const char *path, maps_map *map, maps_error *error);

/* Frees a map; a zeroed one is allowed. */
void maps_free(maps_map *map);

/* Whether this build can load maps (it needs libxml2, zlib and libpng). If not, maps_load always fails. */
bool maps_possible(void);

/* Makes a map of one layer from an image (`height` rows of `width` pixels of 4 bytes, tightly packed), as from a .png.
 * Copies the pixels. */
bool maps_cut(const uint8_t *rgba, uint32_t width, uint32_t height, maps_map *map, maps_error *error);

/* Makes a tile set of all tiles, and a tile map of one layer. A pixel is solid if its alpha is at least `threshold` (1:
 * all that is not fully transparent). Tile i gets the number i + 1. The caller destroys *tiles, then *set; the maps_map
 * may be freed before. Memory is by malloc and free. */
bool maps_make(const maps_map *map, size_t layer, uint8_t threshold, hail_tileset **set, hail_tilemap **tiles,
               maps_error *error);

/* ---- Objects ---- */

/* The first object of a name; NULL: there is none. */
const maps_object *maps_find(const maps_map *map, const char *name);

/* The value of an object's property; NULL: it has none of that name. */
const char *maps_value(const maps_object *of, const char *name);

/* Adds the shape of a rectangle, ellipse or polygon to a set: a body of that shape at (x, y), with the object's angle,
 * covers the object. An ellipse that is no circle becomes a polygon of 8 corners on it. Points and polylines have no
 * shape. Brings Hail's functions for shapes. */
bool maps_object_shape(const maps_object *of, hail_shapeset *shapes, hail_shape *shape, maps_error *error);

/* ---- Installed maps ---------------------------------------------------------------------------------------------- */

typedef struct maps_paths {
    char **path; /* `count` of them, in strcmp's order */
    size_t count;
} maps_paths;

/* Lists the example maps of Debian's package tiled: *.tmx and *.tmx.gz below /usr/share/doc/tiled/examples or
 * /usr/share/tiled/examples, or below the folder in the environment variable HAIL_TILED_MAPS. maps_load rejects some of
 * them: hexagonal and isometric maps, and maps with objects only. If none is found the count is 0. False: out of
 * memory. The caller calls maps_paths_free. */
bool maps_installed_tiled(maps_paths *paths);

/* Lists the levels of Debian's package supertux-data in the same way: *.stl below /usr/share/games/supertux2/levels or
 * /usr/share/supertux2/levels, or below HAIL_SUPERTUX_MAPS. */
bool maps_installed_supertux(maps_paths *paths);

void maps_paths_free(maps_paths *paths);

#endif
