/* maps/tmx.h - what the readers of TMX share. */
#ifndef MAPS_TMX_H
#define MAPS_TMX_H

#include "inside.h"

#include <libxml/parser.h>

/* Parses a file whose root element has this name. NULL after a failure, with a message that lacks the file's name. The
 * caller calls xmlFreeDoc. */
xmlDoc *tmx_open(const char *path, const char *root, maps_error *error);

bool tmx_is(const xmlNode *node, const char *name);
/* The next element of that name among the siblings from `node` on; NULL: none. */
xmlNode *tmx_next(xmlNode *node, const char *name);
xmlNode *tmx_child(const xmlNode *node, const char *name);

/* The text of an attribute; the caller calls xmlFree. NULL: there is none. */
char *tmx_text(const xmlNode *node, const char *name);
bool tmx_equals(const xmlNode *node, const char *name, const char *value);
/* Reads an integer from low to high; without the attribute `value` stays as it is. */
bool tmx_whole(const xmlNode *node, const char *name, int64_t low, int64_t high, int64_t *value, maps_error *error);
/* Reads a position in px, within HAIL_MAX_BOUND. */
bool tmx_number(const xmlNode *node, const char *name, float *value, maps_error *error);

/* ---- tmx_properties.c ---- */

/* Adds the custom properties of an element to a list. */
bool tmx_properties(const xmlNode *element, maps_property **list, size_t *count, maps_error *error);

/* What the properties of a tile's element say about the tile. */
bool tmx_tile_kind(const xmlNode *element, maps_tile *tile, uint32_t *one_way, maps_error *error);

/* ---- tmx_objects.c ---- */

/* Adds the objects of an <objectgroup>, (x, y) px from where they say; `path` is the map's. */
bool tmx_objects(const char *path, xmlNode *group, float x, float y, maps_map *map, maps_error *error);

/* ---- tmx_cells.c ---- */

/* The cells of a <data> or <chunk>: `count` global ids with their flags. `data` is the <data> with the encoding. */
bool tmx_cells(xmlNode *data, xmlNode *from, uint32_t *cells, size_t count, maps_error *error);

/* ---- tmx_sets.c ---- */

/* A tile set, with the map's numbers of those of its tiles that are in use so far. */
typedef struct tmx_set {
    char *path; /* the file that it is in */
    xmlDoc *file;
    xmlNode *node;
    int64_t first; /* global id of its first tile */
    int64_t tile_width, tile_height, spacing, margin, columns, rows;
    bool ready;       /* `image`, `number` and `columns` are set */
    maps_image image; /* rgba NULL: one a tile */
    uint32_t *number; /* `count` of them; 0: not in use yet */
    size_t count;
} tmx_set;

typedef struct tmx_sets {
    tmx_set *set;
    size_t count;
} tmx_sets;

/* All sets of a map; reads their files, but no images. */
bool tmx_sets_read(const char *path, const xmlNode *map, tmx_sets *sets, maps_error *error);
void tmx_sets_free(tmx_sets *sets);

/* Turns a global id with flags into a cell of the map, and adds the tile to the map if it is new. */
bool tmx_sets_cell(tmx_sets *sets, maps_map *map, uint32_t *cell, maps_error *error);

#endif
