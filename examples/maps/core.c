/* maps/core.c - maps in memory, and tile maps of Hail made from them. */
#include "inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void maps_say(maps_error *error, const char *format, ...) {
    va_list values;
    va_start(values, format);
    vsnprintf(error->text, sizeof error->text, format, values);
    va_end(values);
}

void maps_say_file(maps_error *error, const char *path) {
    const maps_error reason = *error;
    /* Only the end of a long path, so that the reason still fits. */
    const size_t length = strlen(path), most = sizeof error->text / 2;
    const char *end = length > most ? path + (length - most) : path;
    maps_say(error, "%s%s: %s", end == path ? "" : "...", end, reason.text);
}

void maps_say_part(maps_error *error, const char *part, const char *name) {
    const maps_error reason = *error;
    maps_say(error, "%s \"%.60s\": %s", part, name, reason.text);
}

bool maps_grow(void *list_pointer, size_t count, size_t element) {
    if ((count & (count - 1)) != 0)
        return true;
    void *list;
    memcpy(&list, list_pointer, sizeof list); /* memcpy, because C does not let every pointer be read as void * */
    list = realloc(list, (count == 0 ? 1 : 2 * count) * element);
    if (list != NULL)
        memcpy(list_pointer, &list, sizeof list);
    return list != NULL;
}

void maps_free(maps_map *map) {
    for (size_t i = 0; i < map->tile_count; i++)
        free(map->tiles[i].rgba);
    for (size_t i = 0; i < map->layer_count; i++) {
        free(map->layers[i].name);
        free(map->layers[i].cells);
    }
    for (size_t i = 0; i < map->object_count; i++)
        maps_free_object(&map->objects[i]);
    free(map->tiles);
    free(map->layers);
    free(map->objects);
    *map = (maps_map){0};
}

static void copy_pixels(const maps_map *map, const maps_image *image, uint32_t x, uint32_t y, uint8_t *rgba) {
    const size_t width = map->tile_width, from = image->width;
    if (x >= image->width || y >= image->height)
        return;
    const size_t across = image->width - x < width ? image->width - x : width;
    const size_t down = image->height - y < map->tile_height ? image->height - y : map->tile_height;
    for (size_t row = 0; row < down; row++)
        memcpy(rgba + row * width * 4, image->rgba + ((y + row) * from + x) * 4, across * 4);
}

bool maps_add_tile(maps_map *map, const maps_image *image, uint32_t x, uint32_t y, maps_tile tile, uint32_t *number,
                   maps_error *error) {
    if (map->tile_count >= HAIL_MAX_TILES)
        return maps_fail(error, "more than %d tiles", (int)HAIL_MAX_TILES);
    const size_t size = (size_t)map->tile_width * map->tile_height * 4;
    tile.rgba = calloc(size, 1);
    if (tile.rgba == NULL || !maps_grow(&map->tiles, map->tile_count, sizeof *map->tiles)) {
        free(tile.rgba);
        return maps_no_memory(error);
    }
    if (image != NULL)
        copy_pixels(map, image, x, y, tile.rgba);
    else
        for (size_t i = 0; i < size; i++)
            tile.rgba[i] = i % 4 == 3 ? 255 : 128;
    map->tiles[map->tile_count++] = tile;
    *number = (uint32_t)map->tile_count;
    return true;
}

bool maps_add_layer(maps_map *map, const char *name, uint32_t columns, uint32_t rows, maps_error *error) {
    size_t cells = (size_t)columns * rows;
    if (columns == 0 || rows == 0 || columns > HAIL_MAX_MAP_SIDE / map->tile_width ||
        rows > HAIL_MAX_MAP_SIDE / map->tile_height)
        return maps_fail(error, "invalid map size: %u x %u cells", columns, rows);
    for (size_t i = 0; i < map->layer_count; i++)
        cells += (size_t)map->layers[i].columns * map->layers[i].rows;
    if (cells > MAPS_MAX_CELLS || map->layer_count >= MAPS_MAX_LAYERS)
        return maps_fail(error, "more than %d cells or %d layers", (int)MAPS_MAX_CELLS, (int)MAPS_MAX_LAYERS);
    maps_layer layer = {.columns = columns, .rows = rows};
    layer.name = malloc(strlen(name) + 1);
    layer.cells = calloc((size_t)columns * rows, sizeof *layer.cells);
    if (layer.name == NULL || layer.cells == NULL || !maps_grow(&map->layers, map->layer_count, sizeof *map->layers)) {
        free(layer.name);
        free(layer.cells);
        return maps_no_memory(error);
    }
    memcpy(layer.name, name, strlen(name) + 1);
    map->layers[map->layer_count++] = layer;
    return true;
}

/* ---- Images as maps ---- */

static bool transparent(const maps_map *map, const maps_image *image, uint32_t x, uint32_t y) {
    for (uint32_t j = y; j < y + map->tile_height && j < image->height; j++)
        for (uint32_t i = x; i < x + map->tile_width && i < image->width; i++)
            if (image->rgba[((size_t)j * image->width + i) * 4 + 3] != 0)
                return false;
    return true;
}

static bool cut(const maps_image *image, maps_map *map, maps_error *error) {
    const uint32_t side = MAPS_PNG_TILE;
    if (!maps_add_layer(map, "", (image->width + side - 1) / side, (image->height + side - 1) / side, error))
        return false;
    uint32_t *cell = map->layers[0].cells;
    for (uint32_t y = 0; y < image->height; y += side)
        for (uint32_t x = 0; x < image->width; x += side, cell++)
            if (!transparent(map, image, x, y) &&
                !maps_add_tile(map, image, x, y, (maps_tile){.id = (uint32_t)map->tile_count, .kind = MAPS_SOLID}, cell,
                               error))
                return false;
    return true;
}

bool maps_cut(const uint8_t *rgba, uint32_t width, uint32_t height, maps_map *map, maps_error *error) {
    const maps_image image = {width, height, (uint8_t *)rgba}; /* read only */
    *map = (maps_map){.tile_width = MAPS_PNG_TILE, .tile_height = MAPS_PNG_TILE};
    *error = (maps_error){{0}};
    if (width != 0 && height != 0 && (uint64_t)width * height <= MAPS_MAX_PIXELS) {
        if (cut(&image, map, error))
            return true;
    } else
        maps_say(error, "invalid image size: %u x %u pixels", width, height);
    maps_free(map);
    return false;
}

/* ---- Maps as Hail's ---- */

static hail_status fill_set(const maps_map *map, uint8_t threshold, hail_tileset *set) {
    static const uint64_t none[HAIL_MAX_TILE];
    hail_status status = HAIL_OK;
    uint32_t number;
    for (size_t i = 0; i < map->tile_count && status == HAIL_OK; i++)
        status = map->tiles[i].open ? hail_tileset_add_bits(set, none, map->tiles[i].kind, &number)
                                    : hail_tileset_add_rgba(set, map->tiles[i].rgba, (size_t)map->tile_width * 4,
                                                            threshold, map->tiles[i].kind, &number);
    if (status == HAIL_OK && map->one_way != 0)
        status = hail_tileset_set_one_way(set, map->one_way, HAIL_ONE_WAY_TOP);
    return status;
}

bool maps_make(const maps_map *map, size_t layer, uint8_t threshold, hail_tileset **set, hail_tilemap **tiles,
               maps_error *error) {
    *set = NULL;
    *tiles = NULL;
    *error = (maps_error){{0}};
    if (layer >= map->layer_count)
        return maps_fail(error, "the map has no layer %zu", layer);
    const maps_layer *from = &map->layers[layer];
    const hail_tilemap_options options = {.columns = from->columns, .rows = from->rows, .x = from->x, .y = from->y};
    hail_status status = hail_tileset_create(NULL, map->tile_width, map->tile_height, set);
    if (status == HAIL_OK)
        status = fill_set(map, threshold, *set);
    if (status == HAIL_OK)
        status = hail_tilemap_create(*set, &options, tiles);
    if (status == HAIL_OK)
        status = hail_tilemap_set(*tiles, 0, 0, from->columns, from->rows, from->cells, from->columns);
    if (status == HAIL_OK)
        return true;
    hail_tilemap_destroy(*tiles);
    hail_tileset_destroy(*set);
    *set = NULL;
    *tiles = NULL;
    maps_say(error, "%s", hail_status_text(status));
    return maps_blame_layer(error, from->name);
}
