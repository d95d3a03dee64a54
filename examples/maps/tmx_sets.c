/* maps/tmx_sets.c - tile sets, in a map or in files of their own; a picture is read when a cell first needs it. */
#include "tmx.h"

#include <stdlib.h>
#include <string.h>

/* The flags in Tiled's global ids, highest bit first: flipped in x, in y, diagonally (the same bits as Hail's), and
 * rotated, for hexagonal maps only. */
#define TURNED (HAIL_FLIP_X | HAIL_FLIP_Y | HAIL_FLIP_DIAGONAL)
#define ID     0x0fffffffu

void tmx_sets_free(tmx_sets *sets) {
    for (size_t i = 0; i < sets->count; i++) {
        tmx_set *set = &sets->set[i];
        if (set->file != NULL)
            xmlFreeDoc(set->file);
        free(set->path);
        free(set->image.rgba);
        free(set->number);
    }
    free(sets->set);
    *sets = (tmx_sets){0};
}

/* ---- Their elements ---- */

/* The element in the map has everything, or names a file that has. */
static bool find_set(const char *path, xmlNode *node, tmx_set *set, maps_error *error) {
    char *source = tmx_text(node, "source");
    set->node = node;
    set->path = source != NULL ? maps_beside(path, source) : maps_beside("", path);
    bool good = set->path != NULL || maps_no_memory(error);
    if (source != NULL && good) {
        set->file = tmx_open(set->path, "tileset", error);
        good = set->file != NULL || maps_blame(error, source);
        if (good)
            set->node = xmlDocGetRootElement(set->file);
    }
    xmlFree(source);
    return good;
}

static bool read_set(const char *path, xmlNode *node, tmx_set *set, maps_error *error) {
    const int64_t most = 1 << 20;
    return tmx_whole(node, "firstgid", 1, ID, &set->first, error) && find_set(path, node, set, error) &&
           tmx_whole(set->node, "tilewidth", 1, most, &set->tile_width, error) &&
           tmx_whole(set->node, "tileheight", 1, most, &set->tile_height, error) &&
           tmx_whole(set->node, "spacing", 0, most, &set->spacing, error) &&
           tmx_whole(set->node, "margin", 0, most, &set->margin, error) &&
           tmx_whole(set->node, "columns", 0, most, &set->columns, error);
}

bool tmx_sets_read(const char *path, const xmlNode *map, tmx_sets *sets, maps_error *error) {
    for (xmlNode *node = tmx_child(map, "tileset"); node != NULL; node = tmx_next(node->next, "tileset")) {
        if (sets->count >= MAPS_MAX_SETS)
            return maps_fail(error, "more than %d tile sets", (int)MAPS_MAX_SETS);
        if (!maps_grow(&sets->set, sets->count, sizeof *sets->set))
            return maps_no_memory(error);
        tmx_set *set = &sets->set[sets->count++];
        *set = (tmx_set){0};
        if (!read_set(path, node, set, error))
            return false;
        if (set->first == 0)
            return maps_fail(error, "a tile set without firstgid");
    }
    return true;
}

/* ---- Their pictures ---- */

/* trans="ff00ff": pixels of that colour are transparent. */
static bool clear_colour(const xmlNode *element, maps_image *image, maps_error *error) {
    char *text = tmx_text(element, "trans"), *end = NULL;
    if (text == NULL)
        return true;
    const char *digits = text[0] == '#' ? text + 1 : text;
    const unsigned long colour = strtoul(digits, &end, 16);
    const bool good = strlen(digits) == 6 && end == digits + 6;
    if (!good)
        maps_say(error, "trans=\"%.40s\" is not a colour", text);
    xmlFree(text);
    for (size_t i = 0; i < (size_t)image->width * image->height && good; i++) {
        uint8_t *pixel = image->rgba + i * 4;
        if (((unsigned long)pixel[0] << 16 | (unsigned long)pixel[1] << 8 | pixel[2]) == colour)
            pixel[3] = 0;
    }
    return good;
}

static bool read_image(const tmx_set *set, const xmlNode *element, maps_image *image, maps_error *error) {
    char *source = tmx_text(element, "source");
    if (source == NULL)
        return maps_fail(error, "a tile set's <image> without a source");
    char *path = maps_beside(set->path, source);
    xmlFree(source);
    bool good = path != NULL ? maps_read_png(path, image, error) : maps_no_memory(error);
    free(path);
    if (good && !clear_colour(element, image, error)) {
        free(image->rgba);
        *image = (maps_image){0};
        good = false;
    }
    return good;
}

/* How many tiles of `size` px fit into `length` px, less margin and spacing. */
static int64_t fit(int64_t length, int64_t size, const tmx_set *set) {
    const int64_t left = length - set->margin + set->spacing;
    return left > 0 ? left / (size + set->spacing) : 0;
}

static bool read_sheet(tmx_set *set, const xmlNode *element, maps_error *error) {
    if (!read_image(set, element, &set->image, error))
        return false;
    const int64_t across = fit(set->image.width, set->tile_width, set);
    set->rows = fit(set->image.height, set->tile_height, set);
    if (set->columns == 0)
        set->columns = across;
    return (set->columns > 0 && set->columns <= across && set->rows > 0) ||
           maps_fail(error, "an image of %u x %u pixels is too small for its tile set", set->image.width,
                     set->image.height);
}

/* In a collection of images ids may have gaps. */
static bool count_collection(tmx_set *set, maps_error *error) {
    set->columns = 0;
    for (xmlNode *tile = tmx_child(set->node, "tile"); tile != NULL; tile = tmx_next(tile->next, "tile")) {
        int64_t id = 0;
        if (!tmx_whole(tile, "id", 0, MAPS_MAX_FILE_ID - 1, &id, error))
            return false;
        set->columns = id >= set->columns ? id + 1 : set->columns;
    }
    set->rows = 1;
    return set->columns > 0 || maps_fail(error, "a tile set without tiles");
}

static bool make_ready(tmx_set *set, const maps_map *map, maps_error *error) {
    const xmlNode *image = tmx_child(set->node, "image");
    if (set->ready)
        return true;
    if (image != NULL && (set->tile_width != map->tile_width || set->tile_height != map->tile_height))
        return maps_fail(error, "tiles of %lld x %lld pixels in a map of %u x %u", (long long)set->tile_width,
                         (long long)set->tile_height, map->tile_width, map->tile_height);
    if (image != NULL ? !read_sheet(set, image, error) : !count_collection(set, error))
        return false;
    if (set->columns * set->rows > MAPS_MAX_FILE_ID)
        return maps_fail(error, "a tile set of more than %d tiles", (int)MAPS_MAX_FILE_ID);
    set->count = (size_t)(set->columns * set->rows);
    set->number = calloc(set->count, sizeof *set->number);
    set->ready = set->number != NULL;
    return set->ready || maps_no_memory(error);
}

/* ---- Their tiles ---- */

/* The element of a tile; *element stays NULL if there is none. */
static bool find_tile(const tmx_set *set, size_t local, xmlNode **element, maps_error *error) {
    for (xmlNode *node = tmx_child(set->node, "tile"); node != NULL; node = tmx_next(node->next, "tile")) {
        int64_t id = 0;
        if (!tmx_whole(node, "id", 0, MAPS_MAX_FILE_ID - 1, &id, error))
            return false;
        if ((size_t)id == local) {
            *element = node;
            return true;
        }
    }
    return true;
}

static bool add_single(tmx_set *set, size_t local, const xmlNode *element, maps_map *map, maps_tile tile,
                       maps_error *error) {
    const xmlNode *picture = element != NULL ? tmx_child(element, "image") : NULL;
    maps_image image;
    if (picture == NULL)
        return maps_fail(error, "tile %u has no picture", tile.id);
    if (!read_image(set, picture, &image, error))
        return false;
    const bool good = image.width == map->tile_width && image.height == map->tile_height
                          ? maps_add_tile(map, &image, 0, 0, tile, &set->number[local], error)
                          : maps_fail(error, "a tile of %u x %u pixels in a map of %u x %u", image.width, image.height,
                                      map->tile_width, map->tile_height);
    free(image.rgba);
    return good;
}

static bool add_tile(tmx_set *set, size_t local, maps_map *map, uint32_t id, maps_error *error) {
    maps_tile tile = {.id = id, .kind = MAPS_SOLID};
    xmlNode *element = NULL;
    if (!find_tile(set, local, &element, error) ||
        (element != NULL && !tmx_tile_kind(element, &tile, &map->one_way, error)))
        return false;
    if (set->image.rgba == NULL)
        return add_single(set, local, element, map, tile, error);
    const int64_t column = (int64_t)local % set->columns, row = (int64_t)local / set->columns;
    return maps_add_tile(map, &set->image, (uint32_t)(set->margin + column * (set->tile_width + set->spacing)),
                         (uint32_t)(set->margin + row * (set->tile_height + set->spacing)), tile, &set->number[local],
                         error);
}

/* The set of a global id: the one with the highest first id not above it. */
static tmx_set *set_of(tmx_sets *sets, uint32_t id) {
    tmx_set *best = NULL;
    for (size_t i = 0; i < sets->count; i++)
        if (sets->set[i].first <= id && (best == NULL || sets->set[i].first > best->first))
            best = &sets->set[i];
    return best;
}

bool tmx_sets_cell(tmx_sets *sets, maps_map *map, uint32_t *cell, maps_error *error) {
    const uint32_t id = *cell & ID, turned = *cell & TURNED;
    if (id == 0) {
        *cell = 0;
        return true;
    }
    tmx_set *set = set_of(sets, id);
    if (set == NULL)
        return maps_fail(error, "tile %u does not belong to any tile set", id);
    if (!make_ready(set, map, error))
        return false;
    const size_t local = (size_t)(id - set->first);
    if (local >= set->count)
        return maps_fail(error, "tile %u does not belong to any tile set: the preceding one has only %zu tiles", id,
                         set->count);
    if ((turned & HAIL_FLIP_DIAGONAL) != 0 && map->tile_width != map->tile_height)
        return maps_fail(error, "a diagonally flipped tile of %u x %u pixels; it must be square", map->tile_width,
                         map->tile_height);
    if (set->number[local] == 0 && !add_tile(set, local, map, id, error))
        return false;
    *cell = set->number[local] | turned;
    return true;
}
