/* bench/tiles/plain_rays.c - `plain` and `plain:tuned` of rays as contenders. */
#include "plain_rays.h"

#include <stdlib.h>
#include <string.h>

struct plain_rays {
    plain_map map;
    tuned_map *tuned; /* NULL: plain */
    tile_hit *hits;
    float *distance;
};

bool plain_map_create(const tile_scene *scene, plain_map *map) {
    size_t pitch = (size_t)scene->columns + 2;
    *map = (plain_map){.pitch = (int)pitch, .mask = scene->mask, .tile = malloc(pitch * pitch)};
    if (!map->tile)
        return false;
    memset(map->tile, PLAIN_EDGE, pitch * pitch);
    for (size_t row = 0; row < scene->columns; row++)
        memcpy(map->tile + (row + 1) * pitch + 1, scene->tile + row * scene->columns, scene->columns);
    return true;
}

void plain_map_destroy(plain_map *map) { free(map->tile); }

static void destroy(void *self) {
    struct plain_rays *plain = self;
    if (!plain)
        return;
    tuned_map_destroy(plain->tuned);
    plain_map_destroy(&plain->map);
    free(plain->hits);
    free(plain->distance);
    free(plain);
}

static void *create(const tile_scene *scene, size_t most_rays, const char *variant) {
    struct plain_rays *plain = calloc(1, sizeof *plain);
    if (!plain)
        return NULL;
    bool made = plain_map_create(scene, &plain->map);
    plain->hits = calloc(most_rays, sizeof *plain->hits);
    plain->distance = calloc(most_rays, sizeof *plain->distance);
    if (made && variant)
        plain->tuned = tuned_map_create(&plain->map);
    if (made && plain->hits && plain->distance && (plain->tuned || !variant))
        return plain;
    destroy(plain);
    return NULL;
}

static void march(void *self, const tile_rays *rays) {
    struct plain_rays *plain = self;
    if (plain->tuned)
        tuned_march(plain->tuned, rays, plain->hits);
    else
        for (size_t i = 0; i < rays->count; i++)
            plain_march(&plain->map, rays->x[i], rays->y[i], rays->dx[i], rays->dy[i], rays->length[i],
                        &plain->hits[i]);
}

static tile_hit hit(const void *self, size_t ray) { return ((const struct plain_rays *)self)->hits[ray]; }

const tile_contender tile_contender_plain = {
    .name = "plain",
    .create = create,
    .march = march,
    .hit = hit,
    .destroy = destroy,
};

static void march_distance(void *self, const tile_rays *rays) {
    struct plain_rays *plain = self;
    for (size_t i = 0; i < rays->count; i++) {
        tile_hit hit;
        plain_march(&plain->map, rays->x[i], rays->y[i], rays->dx[i], rays->dy[i], rays->length[i], &hit);
        plain->distance[i] = hit.distance;
    }
}

static tile_hit hit_distance(const void *self, size_t ray) {
    return (tile_hit){.distance = ((const struct plain_rays *)self)->distance[ray]};
}

const tile_contender tile_contender_plain_distance = {
    .name = "plain",
    .distance = true,
    .create = create,
    .march = march_distance,
    .hit = hit_distance,
    .destroy = destroy,
};
