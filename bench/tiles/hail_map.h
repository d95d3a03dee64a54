/* bench/tiles/hail_map.h - a scene as a Hail tile map. Any failure ends the program with a message. */
#ifndef HAIL_MAP_H
#define HAIL_MAP_H

#include "tiles.h"

#include <hail/hail.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hail_map {
    hail_tileset *set;
    hail_tilemap *map;
    uint32_t full;  /* the number of the full tile */
    uint32_t kinds; /* that rays ask for */
} hail_map;

void hail_map_must(hail_status status, const char *what);

/* Without water rays ask for every kind. */
void hail_map_create(const tile_scene *scene, hail_map *made);
void hail_map_destroy(hail_map *map);

/* `count` rays from `first` on. */
hail_tilemap_rays hail_map_rays(const hail_map *map, const hail_context *context, const tile_rays *rays, size_t first,
                                size_t count);
void hail_map_march(const hail_map *map, const hail_context *context, hail_walk walk, const tile_rays *rays,
                    size_t first, size_t count, hail_ray_hit *hits);

#ifdef __cplusplus
}
#endif

#endif
