/* bench/tiles/hail_map.c - see hail_map.h. */
#include "hail_map.h"

#include <stdio.h>
#include <stdlib.h>

void hail_map_must(hail_status status, const char *what) {
    if (status == HAIL_OK)
        return;
    fprintf(stderr, "hail-bench: %s: %s\n", what, hail_status_text(status));
    exit(1);
}

static void add_tile(hail_tileset *set, const uint16_t *mask, uint32_t kind, uint32_t *number) {
    uint64_t rows[TILE_SIDE];
    for (int y = 0; y < TILE_SIDE; y++)
        rows[y] = mask ? mask[y] : 0xffff;
    hail_map_must(hail_tileset_add_bits(set, rows, kind, number), "hail_tileset_add_bits");
}

/* Ordinary tiles have kind 0, and water kind 1. */
static uint32_t kind_of_side(uint32_t side) { return side ? 1 + side : 0; }

static void make_one_way(const tile_scene *scene, hail_tileset *set) {
    for (int tile = 1; tile <= TILE_FULL; tile++)
        if (scene->side[tile])
            hail_map_must(hail_tileset_set_one_way(set, HAIL_KIND(kind_of_side(scene->side[tile])), scene->side[tile]),
                          "hail_tileset_set_one_way");
}

void hail_map_create(const tile_scene *scene, hail_map *made) {
    uint32_t number[TILE_FULL + 1] = {0};
    hail_map_must(hail_tileset_create(NULL, TILE_SIDE, TILE_SIDE, &made->set), "hail_tileset_create");
    for (int tile = 1; tile <= TILE_FULL; tile++)
        add_tile(made->set, tile == TILE_FULL ? NULL : scene->mask[tile - 1], kind_of_side(scene->side[tile]),
                 &number[tile]);
    make_one_way(scene, made->set);
    made->full = number[TILE_FULL];
    made->kinds = scene->water ? HAIL_KIND(0) : 0;
    uint32_t water;
    add_tile(made->set, NULL, 1, &water);
    hail_tilemap_options options = {.columns = scene->columns, .rows = scene->columns};
    hail_map_must(hail_tilemap_create(made->set, &options, &made->map), "hail_tilemap_create");
    size_t cells = (size_t)scene->columns * scene->columns;
    uint32_t *tiles = malloc(cells * sizeof *tiles);
    if (!tiles)
        hail_map_must(HAIL_NO_MEMORY, "tiles");
    for (size_t i = 0; i < cells; i++)
        tiles[i] = scene->tile[i] || !scene->water || !scene->water[i] ? number[scene->tile[i]] : water;
    hail_map_must(hail_tilemap_set(made->map, 0, 0, scene->columns, scene->columns, tiles, scene->columns),
                  "hail_tilemap_set");
    free(tiles);
}

void hail_map_destroy(hail_map *map) {
    hail_tilemap_destroy(map->map);
    hail_tileset_destroy(map->set);
}

hail_tilemap_rays hail_map_rays(const hail_map *map, const hail_context *context, const tile_rays *rays, size_t first,
                                size_t count) {
    return (hail_tilemap_rays){.map = map->map,
                               .rays = {.context = context,
                                        .x = rays->x + first,
                                        .y = rays->y + first,
                                        .dx = rays->dx + first,
                                        .dy = rays->dy + first,
                                        .count = count},
                               .length = rays->length + first,
                               .kinds = map->kinds};
}

void hail_map_march(const hail_map *map, const hail_context *context, hail_walk walk, const tile_rays *rays,
                    size_t first, size_t count, hail_ray_hit *hits) {
    hail_tilemap_rays asked = hail_map_rays(map, context, rays, first, count);
    asked.walk = walk;
    hail_map_must(hail_tilemap_march(&asked, &(hail_ray_answers){.hits = hits}), "hail_tilemap_march");
}
