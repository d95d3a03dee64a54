/* maps/check.c - maps-check tiled|supertux: every installed map must be loaded, or rejected for a reason that maps.h
 * gives, and become a tile map with the same cells and pixels. maps-check FILE tells what is in a map. */
#include "maps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SKIPPED = 77 }; /* what meson takes for a skipped test */

typedef struct sums {
    size_t files, rejected, layers, cells, walls, flipped, tiles, partly, wrong;
} sums;

static bool wrong(sums *sum, const char *path, const char *what) {
    printf("%s: %s\n", path, what);
    sum->wrong++;
    return false;
}

/* Compares a tile's alpha with its bits. */
static bool same_tile(const maps_map *map, size_t number, const hail_tileset *set, sums *sum) {
    const maps_tile *tile = &map->tiles[number];
    hail_tile_info info;
    if (hail_tileset_describe(set, (uint32_t)number + 1, &info) != HAIL_OK || info.kind != tile->kind)
        return false;
    for (uint32_t y = 0; y < map->tile_height; y++)
        for (uint32_t x = 0; x < map->tile_width; x++)
            if ((!tile->open && tile->rgba[((size_t)y * map->tile_width + x) * 4 + 3] != 0) !=
                ((info.rows[y] >> x & 1) != 0))
                return false;
    sum->partly += info.fill == HAIL_TILE_PARTIAL;
    return true;
}

static bool same_cells(const maps_map *map, const maps_layer *layer, const hail_tilemap *tiles, sums *sum) {
    hail_cell_info info;
    for (uint32_t row = 0; row < layer->rows; row++)
        for (uint32_t column = 0; column < layer->columns; column++) {
            const uint32_t cell = layer->cells[(size_t)row * layer->columns + column];
            if (hail_tilemap_cell(tiles, column, row, &info) != HAIL_OK || info.tile != cell)
                return false;
            const uint32_t number = cell & HAIL_TILE_NUMBER;
            sum->walls += number != 0 && (MAPS_STOPS & HAIL_KIND(map->tiles[number - 1].kind)) != 0;
            sum->flipped += cell != number;
        }
    return true;
}

static bool check_layer(const char *path, const maps_map *map, size_t layer, sums *sum) {
    hail_tileset *set;
    hail_tilemap *tiles;
    maps_error error;
    if (!maps_make(map, layer, 1, &set, &tiles, &error))
        return wrong(sum, path, error.text);
    bool good = same_cells(map, &map->layers[layer], tiles, sum) || wrong(sum, path, "other cells than in the file");
    for (size_t i = 0; layer == 0 && i < map->tile_count && good; i++)
        good = same_tile(map, i, set, sum) || wrong(sum, path, "other pixels than in the file");
    hail_tilemap_destroy(tiles);
    hail_tileset_destroy(set);
    sum->layers++;
    sum->cells += (size_t)map->layers[layer].columns * map->layers[layer].rows;
    return good;
}

/* The reasons in maps.h for rejecting some of Tiled's example maps. */
static bool expected(const char *why) {
    static const char *const REASONS[] = {"only orthogonal maps", "without a tile layer", " pixels in a map of "};
    for (size_t i = 0; i < sizeof REASONS / sizeof REASONS[0]; i++)
        if (strstr(why, REASONS[i]) != NULL)
            return true;
    return false;
}

static void check_file(const char *path, bool all, sums *sum) {
    maps_map map;
    maps_error error;
    sum->files++;
    if (!maps_load(path, &map, &error)) {
        sum->rejected++;
        if (all || !expected(error.text))
            wrong(sum, "rejected", error.text);
        return;
    }
    sum->tiles += map.tile_count;
    for (size_t i = 0; i < map.layer_count; i++)
        if (!check_layer(path, &map, i, sum))
            break;
    maps_free(&map);
}

/* ---- One map ---- */

static bool show_object(const maps_object *of, hail_shapeset *shapes) {
    static const char *const KINDS[] = {"point", "rectangle", "ellipse", "polygon", "polyline"};
    hail_shape shape;
    maps_error error;
    printf("%s \"%s\" of type \"%s\" in layer \"%s\" at %.2f, %.2f: %.2f x %.2f, angle %.4f, %zu corners",
           KINDS[of->kind], of->name, of->type, of->layer, (double)of->x, (double)of->y, (double)of->width,
           (double)of->height, (double)of->angle, of->corner_count);
    for (size_t i = 0; i < of->property_count; i++)
        printf(", %s = %s", of->properties[i].name, maps_value(of, of->properties[i].name));
    puts("");
    if (of->kind == MAPS_POINT || of->kind == MAPS_POLYLINE || maps_object_shape(of, shapes, &shape, &error))
        return true;
    puts(error.text);
    return false;
}

static int show(const char *path) {
    sums sum = {0};
    maps_map map;
    maps_error error;
    hail_shapeset *shapes;
    if (!maps_load(path, &map, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    bool good = hail_shapeset_create(NULL, &shapes) == HAIL_OK;
    for (size_t i = 0; i < map.layer_count && good; i++)
        good = check_layer(path, &map, i, &sum);
    for (size_t i = 0; i < map.tile_count; i++)
        printf("tile %u: kind %u%s%s\n", map.tiles[i].id, map.tiles[i].kind, map.tiles[i].open ? ", open" : "",
               map.one_way >> map.tiles[i].kind & 1 ? ", one way" : "");
    for (size_t i = 0; i < map.object_count && good; i++)
        good = show_object(&map.objects[i], shapes);
    hail_shapeset_destroy(shapes);
    maps_free(&map);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int skip(const char *why) {
    printf("skipped: %s\n", why);
    return SKIPPED;
}

int main(int argc, char **argv) {
    const bool supertux = argc == 2 && strcmp(argv[1], "supertux") == 0;
    maps_paths paths;
    sums sum = {0};
    if (argc != 2) {
        fputs("usage: maps-check tiled|supertux|FILE\n", stderr);
        return EXIT_FAILURE;
    }
    if (!maps_possible())
        return skip("cannot read maps: built without libxml2, zlib or libpng");
    if (!supertux && strcmp(argv[1], "tiled") != 0)
        return show(argv[1]);
    if (!(supertux ? maps_installed_supertux(&paths) : maps_installed_tiled(&paths)))
        return EXIT_FAILURE;
    if (paths.count == 0)
        return skip(supertux ? "no levels of SuperTux found (Debian's package supertux-data has them)"
                             : "no example maps of Tiled found (Debian's package tiled has them)");
    for (size_t i = 0; i < paths.count; i++)
        check_file(paths.path[i], supertux, &sum);
    maps_paths_free(&paths);
    printf("%zu files, %zu rejected; %zu layers, %zu cells, %zu solid, %zu flipped; %zu tiles, %zu of "
           "them partly transparent; %zu wrong\n",
           sum.files, sum.rejected, sum.layers, sum.cells, sum.walls, sum.flipped, sum.tiles, sum.partly, sum.wrong);
    return sum.wrong == 0 && sum.layers > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
