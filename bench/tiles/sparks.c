/* bench/tiles/sparks.c - see sparks.h. */
#include "sparks.h"

#include <stdlib.h>

/* Random rays give all that is needed: open origins, directions, and lengths to make speeds of. */
static void make_sparks(spark_scene *scene, const tile_rays *rays, size_t column) {
    scene->y = scene->x + column;
    scene->vx = scene->x + 2 * column;
    scene->vy = scene->x + 3 * column;
    for (size_t i = 0; i < rays->count; i++) {
        float speed = 1.0f + 5.0f * (rays->length[i] - 64.0f) / 960.0f;
        scene->x[i] = rays->x[i];
        scene->y[i] = rays->y[i];
        scene->vx[i] = rays->dx[i] * speed;
        scene->vy[i] = rays->dy[i] * speed;
    }
}

spark_scene *spark_scene_create(uint32_t columns, size_t count) {
    spark_scene *scene = calloc(1, sizeof *scene);
    if (!scene)
        return NULL;
    size_t column = (count + 31) / 16 * 16;
    scene->count = count;
    scene->tiles = tile_scene_create(0, columns);
    scene->x = aligned_alloc(64, 4 * column * sizeof *scene->x);
    tile_rays *rays = scene->tiles ? tile_rays_create(scene->tiles, count, true, 1) : NULL;
    if (rays && scene->x)
        make_sparks(scene, rays, column);
    bool made = rays && scene->x;
    tile_rays_destroy(rays);
    if (made)
        return scene;
    spark_scene_destroy(scene);
    return NULL;
}

void spark_scene_destroy(spark_scene *scene) {
    if (!scene)
        return;
    tile_scene_destroy(scene->tiles);
    free(scene->x);
    free(scene);
}
