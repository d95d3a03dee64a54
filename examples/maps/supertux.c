/* maps/supertux.c - the solid tile maps of a level: (supertux-level (sector (name ..) (tilemap (solid #t) (width ..)
 * (height ..) (tiles ..)) ..) ..). */
#define _XOPEN_SOURCE 700
#include "lisp.h"
#include "supertux.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void print_word(const lisp *of, lisp_at node, char *to, size_t size) {
    const lisp_node *at = &of->nodes[node];
    if (node == 0 || at->list) /* names for translation are lists: (_ "name") */
        snprintf(to, size, "%s", "");
    else
        snprintf(to, size, "%.*s", (int)(at->length < 100 ? at->length : 100), of->text + at->text);
}

/* Cells hold the file's ids until all tiles are loaded. */
static bool read_tilemap(const lisp *of, lisp_at list, const char *name, supertux_tiles *tiles, maps_map *map,
                         maps_error *error) {
    uint32_t columns, rows, id;
    if (!lisp_number(of, lisp_value(of, list, "width"), MAPS_MAX_CELLS, &columns) ||
        !lisp_number(of, lisp_value(of, list, "height"), MAPS_MAX_CELLS, &rows))
        return maps_fail(error, "no width or height");
    if (!maps_add_layer(map, name, columns, rows, error))
        return false;
    uint32_t *cells = map->layers[map->layer_count - 1].cells;
    const size_t count = (size_t)columns * rows;
    lisp_at node = lisp_value(of, list, "tiles");
    for (size_t i = 0; i < count; i++, node = of->nodes[node].next) {
        if (!lisp_number(of, node, SUPERTUX_MAX_ID, &id))
            return maps_fail(error, "cell %zu of %zu does not contain a valid tile id", i, count);
        cells[i] = id;
        tiles->wanted[id] = true;
    }
    return node == 0 || maps_fail(error, "more than %u x %u tiles", columns, rows);
}

static bool read_sector(const lisp *of, lisp_at list, supertux_tiles *tiles, maps_map *map, maps_error *error) {
    char sector[128], own[128], name[sizeof sector + sizeof own];
    print_word(of, lisp_value(of, list, "name"), sector, sizeof sector);
    for (lisp_at thing = of->nodes[list].first; thing != 0; thing = of->nodes[thing].next) {
        if (!lisp_heads(of, thing, "tilemap") || !lisp_true(of, thing, "solid"))
            continue;
        print_word(of, lisp_value(of, thing, "name"), own, sizeof own);
        snprintf(name, sizeof name, "%s%s%s", sector, own[0] == '\0' ? "" : "/", own);
        if (!read_tilemap(of, thing, name, tiles, map, error))
            return maps_blame_layer(error, name);
    }
    return true;
}

static bool read_level(const lisp *of, supertux_tiles *tiles, maps_map *map, maps_error *error) {
    const lisp_at level = of->nodes[0].first;
    if (!lisp_heads(of, level, "supertux-level"))
        return maps_fail(error, "not a SuperTux level");
    *map = (maps_map){.tile_width = SUPERTUX_TILE, .tile_height = SUPERTUX_TILE};
    for (lisp_at part = of->nodes[level].first; part != 0; part = of->nodes[part].next)
        if (lisp_heads(of, part, "sector") && !read_sector(of, part, tiles, map, error))
            return false;
    return map->layer_count > 0 || maps_fail(error, "a level without a solid tile map");
}

/* The path of images/tiles.strf in the nearest parent folder of the level. The caller frees it. */
static char *find_tiles(const char *level, maps_error *error) {
    static const char NAME[] = "/images/tiles.strf";
    struct stat about;
    char *folder = realpath(level, NULL);
    const size_t size = folder == NULL ? 0 : strlen(folder) + sizeof NAME;
    char *path = folder == NULL ? NULL : malloc(size);
    for (char *slash; path != NULL && (slash = strrchr(folder, '/')) != NULL;) {
        *slash = '\0';
        snprintf(path, size, "%s%s", folder, NAME);
        if (stat(path, &about) == 0) {
            free(folder);
            return path;
        }
    }
    free(folder);
    free(path);
    maps_say(error, "images/tiles.strf not found in any parent folder");
    return NULL;
}

static bool add_tiles(const char *level, supertux_tiles *tiles, maps_map *map, maps_error *error) {
    char *path = find_tiles(level, error);
    if (path == NULL)
        return false;
    const bool good = supertux_add_tiles(path, tiles, map, error);
    free(path);
    for (size_t l = 0; l < map->layer_count && good; l++) {
        const size_t count = (size_t)map->layers[l].columns * map->layers[l].rows;
        for (size_t i = 0; i < count; i++)
            map->layers[l].cells[i] = tiles->number[map->layers[l].cells[i]];
    }
    return good;
}

static bool load(const char *path, supertux_tiles *tiles, maps_map *map, maps_error *error) {
    char *text;
    size_t size;
    lisp level = {0};
    if (!maps_read(path, &text, &size, error))
        return false;
    const bool good = lisp_parse(text, size, &level, error) && read_level(&level, tiles, map, error);
    lisp_free(&level);
    free(text);
    tiles->wanted[0] = false; /* id 0: an empty cell */
    return good && add_tiles(path, tiles, map, error);
}

bool maps_load_supertux(const char *path, maps_map *map, maps_error *error) {
    supertux_tiles *tiles = calloc(1, sizeof *tiles);
    const bool good = tiles != NULL ? load(path, tiles, map, error) : maps_no_memory(error);
    free(tiles);
    return good || maps_blame(error, path);
}

bool maps_load_supertux_tiles(const char *path, maps_map *map, maps_error *error) {
    supertux_tiles *tiles = calloc(1, sizeof *tiles);
    if (tiles == NULL)
        return maps_no_memory(error) || maps_blame(error, path);
    memset(tiles->wanted + 1, true, sizeof tiles->wanted - sizeof tiles->wanted[0]);
    *map = (maps_map){.tile_width = SUPERTUX_TILE, .tile_height = SUPERTUX_TILE};
    const bool good = supertux_add_tiles(path, tiles, map, error);
    free(tiles);
    return good;
}
