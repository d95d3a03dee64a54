/* maps/inside.h - what the readers of maps share. */
#ifndef MAPS_INSIDE_H
#define MAPS_INSIDE_H

#include "maps.h"

enum {
    MAPS_MAX_BYTES = 64 << 20,  /* of a file, decompressed */
    MAPS_MAX_PIXELS = 1 << 25,  /* of an image */
    MAPS_MAX_CELLS = 1 << 25,   /* of all layers of a map */
    MAPS_MAX_LAYERS = 4096,     /* of a map */
    MAPS_MAX_SETS = 1024,       /* of a map */
    MAPS_MAX_OBJECTS = 1 << 16, /* of a map */
    MAPS_MAX_FILE_ID = 1 << 20, /* above all tile ids of one set */
    MAPS_PNG_TILE = 32          /* px: the tiles that an image is cut into */
};

#if defined(__GNUC__)
#define MAPS_PRINTF __attribute__((format(printf, 2, 3)))
#else
#define MAPS_PRINTF
#endif

/* Writes the reason; puts a file's or layer's name before it. */
void maps_say(maps_error *error, const char *format, ...) MAPS_PRINTF;
void maps_say_file(maps_error *error, const char *path);
void maps_say_part(maps_error *error, const char *part, const char *name);

/* The same, with the value false: macros, so that linters, which see one file at a time, know that value. */
#define maps_fail(...)                 (maps_say(__VA_ARGS__), false)
#define maps_no_memory(error)          (maps_say((error), "out of memory"), false)
#define maps_blame(error, path)        (maps_say_file((error), (path)), false)
#define maps_blame_layer(error, name)  (maps_say_part((error), "layer", (name)), false)
#define maps_blame_tile(error, name)   (maps_say_part((error), "tile", (name)), false)
#define maps_blame_object(error, name) (maps_say_part((error), "object", (name)), false)

/* ---- core.c: maps as they grow ---- */

/* Makes room for one more element in the list that list_pointer points to; the list doubles whenever its count is a
 * power of 2. False: no memory. */
bool maps_grow(void *list_pointer, size_t count, size_t element);

/* An image: `height` rows of `width` pixels of 4 bytes; its owner frees rgba. */
typedef struct maps_image {
    uint32_t width, height;
    uint8_t *rgba;
} maps_image;

/* Adds a tile: the image's pixels from (x, y) on, cut off at the tile's size, the rest transparent. image NULL: all
 * solid. *number: 1 + its index. */
bool maps_add_tile(maps_map *map, const maps_image *image, uint32_t x, uint32_t y, maps_tile tile, uint32_t *number,
                   maps_error *error);

/* ---- objects.c ---- */
void maps_free_object(maps_object *of);
void maps_free_properties(maps_property *list, size_t count);

/* Adds a layer of empty cells at the end of map->layers. */
bool maps_add_layer(maps_map *map, const char *name, uint32_t columns, uint32_t rows, maps_error *error);

/* ---- file.c ---- */

/* Reads a whole file, decompressed, and adds a 0. The caller frees it. */
bool maps_read(const char *path, char **data, size_t *size, maps_error *error);

/* The path of a file that another file names: in the same folder, unless the name starts with a slash. The caller frees
 * it. NULL: no memory. */
char *maps_beside(const char *path, const char *name);

/* ---- image.c ---- */

/* Reads a PNG. The caller frees image->rgba. */
bool maps_read_png(const char *path, maps_image *image, maps_error *error);

/* ---- One reader a format, for maps_load. When one fails it may leave part of a map behind. ---- */
bool maps_load_tmx(const char *path, maps_map *map, maps_error *error);
bool maps_load_supertux(const char *path, maps_map *map, maps_error *error);
bool maps_load_supertux_tiles(const char *path, maps_map *map, maps_error *error);

#endif
