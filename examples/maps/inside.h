/* inside.h - what the files of maps/ share. */
#ifndef MAPS_INSIDE_H
#define MAPS_INSIDE_H

#include "maps.h"

enum {
    MAPS_MAX_BYTES = 64 << 20,  /* of a file, unpacked */
    MAPS_MAX_PIXELS = 1 << 25,  /* of an image */
    MAPS_MAX_CELLS = 1 << 25,   /* of all layers of a map */
    MAPS_MAX_LAYERS = 4096,     /* of a map */
    MAPS_MAX_SETS = 1024,       /* of a map */
    MAPS_MAX_FILE_ID = 1 << 20, /* tile ids within one set of a file lie below */
    MAPS_PNG_TILE = 32          /* px: what terrain is cut into */
};

#if defined(__GNUC__)
#define MAPS_PRINTF __attribute__((format(printf, 2, 3)))
#else
#define MAPS_PRINTF
#endif

/* Write the reason; put a file's or layer's name before it. */
void maps_say(maps_error *error, const char *format, ...) MAPS_PRINTF;
void maps_say_file(maps_error *error, const char *path);
void maps_say_layer(maps_error *error, const char *name);

/* The same as an answer: macros, so that linters, which see one file at a time, know that it is false. */
#define maps_fail(...)                (maps_say(__VA_ARGS__), false)
#define maps_no_memory(error)         (maps_say((error), "no memory"), false)
#define maps_blame(error, path)       (maps_say_file((error), (path)), false)
#define maps_blame_layer(error, name) (maps_say_layer((error), (name)), false)

/* ---- core.c: maps as they grow ---- */

/* Room for one more in the list that list_pointer points to,
 * a list that doubles whenever its count is a power of 2. False: no memory. */
bool maps_grow(void *list_pointer, size_t count, size_t element);

/* Pixels, `height` rows of `width`, 4 bytes each; `rgba` is to be freed. */
typedef struct maps_image {
    uint32_t width, height;
    uint8_t *rgba;
} maps_image;

/* A new tile: the image's pixels from (x, y) on, as many as fit into width x height; the rest is transparent. image
 * NULL: solid throughout. *number: 1 + its place. */
bool maps_add_tile(maps_map *map, const maps_image *image, uint32_t x, uint32_t y, maps_tile tile, uint32_t *number,
                   maps_error *error);

/* A new layer of empty cells, which is the last of map->layers. */
bool maps_add_layer(maps_map *map, const char *name, uint32_t columns, uint32_t rows, maps_error *error);

/* ---- file.c ---- */

/* The whole file, unpacked, with a 0 behind it; to be freed. */
bool maps_read(const char *path, char **data, size_t *size, maps_error *error);

/* The path of a file that another file names: beside it, unless the name starts with a slash. To be freed; NULL:
 * no memory. */
char *maps_beside(const char *path, const char *name);

/* ---- image.c ---- */

/* image->rgba is to be freed. */
bool maps_read_png(const char *path, maps_image *image, maps_error *error);

/* ---- the formats: what maps_load sends a file to. They may leave a part of a map behind when they fail. ---- */
bool maps_load_tmx(const char *path, maps_map *map, maps_error *error);
bool maps_load_supertux(const char *path, maps_map *map, maps_error *error);
bool maps_load_supertux_tiles(const char *path, maps_map *map, maps_error *error);

#endif
