/* bench/tiles/hail_rays.c - hail_tilemap_march as contenders, with each of its walks. */
#include "hail_map.h"
#include "tasks.h"

#include <stdlib.h>

struct hail_rays_contender {
    hail_map map;
    hail_context context;
    hail_walk walk;
    hail_ray_hit *hits;
    float *distance;
};

static void destroy(void *self) {
    struct hail_rays_contender *hail = self;
    if (!hail)
        return;
    hail_map_destroy(&hail->map);
    free(hail->hits);
    free(hail->distance);
    free(hail);
}

static void *create_unprepared(const tile_scene *scene, size_t most_rays, const char *variant) {
    struct hail_rays_contender *hail = calloc(1, sizeof *hail);
    if (!hail)
        return NULL;
    bench_set_context(&hail->context, variant);
    hail->hits = calloc(most_rays, sizeof *hail->hits);
    hail->distance = calloc(most_rays, sizeof *hail->distance);
    hail_map_create(scene, &hail->map);
    if (hail->hits && hail->distance &&
        (hail->context.tasks || !variant || bench_has_tasks(variant) ||
         hail_variant_check(variant, NULL, 0) == HAIL_OK))
        return hail;
    destroy(hail);
    return NULL;
}

static void *create(const tile_scene *scene, size_t most_rays, const char *variant) {
    struct hail_rays_contender *hail = create_unprepared(scene, most_rays, variant);
    if (hail)
        hail_map_must(hail_tilemap_prepare(hail->map.map, hail->map.kinds), "hail_tilemap_prepare");
    return hail;
}

static void *create_line(const tile_scene *scene, size_t most_rays, const char *variant) {
    struct hail_rays_contender *hail = create(scene, most_rays, variant);
    if (hail)
        hail->walk = HAIL_WALK_BRESENHAM;
    return hail;
}

static void march(void *self, const tile_rays *rays) {
    struct hail_rays_contender *hail = self;
    hail_map_march(&hail->map, &hail->context, hail->walk, rays, 0, rays->count, hail->hits);
}

static tile_hit hit(const void *self, size_t ray) {
    const hail_ray_hit *found = &((const struct hail_rays_contender *)self)->hits[ray];
    return (tile_hit){.pixel_x = found->pixel_x,
                      .pixel_y = found->pixel_y,
                      .distance = found->distance,
                      .normal_x = found->normal_x,
                      .normal_y = found->normal_y,
                      .hit = found->hit};
}

static void march_distance(void *self, const tile_rays *rays) {
    struct hail_rays_contender *hail = self;
    const hail_tilemap_rays asked = hail_map_rays(&hail->map, &hail->context, rays, 0, rays->count);
    const hail_ray_answers answers = {.distance = hail->distance};
    hail_map_must(hail_tilemap_march(&asked, &answers), "hail_tilemap_march");
}

static tile_hit hit_distance(const void *self, size_t ray) {
    return (tile_hit){.distance = ((const struct hail_rays_contender *)self)->distance[ray]};
}

const tile_contender tile_contender_hail = {
    .name = "hail",
    .create = create,
    .march = march,
    .hit = hit,
    .destroy = destroy,
};

const tile_contender tile_contender_hail_unprepared = {
    .name = "hail_unprepared",
    .water = true,
    .create = create_unprepared,
    .march = march,
    .hit = hit,
    .destroy = destroy,
};

const tile_contender tile_contender_hail_line = {
    .name = "hail_bresenham",
    .line = true,
    .create = create_line,
    .march = march,
    .hit = hit,
    .destroy = destroy,
};

const tile_contender tile_contender_hail_distance = {
    .name = "hail",
    .distance = true,
    .create = create,
    .march = march_distance,
    .hit = hit_distance,
    .destroy = destroy,
};
