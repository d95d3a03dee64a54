/* bench/stars/star_sweeps.c - see star_sweeps.h. */
#include "star_sweeps.h"

#include <stdlib.h>

static const float faster = STAR_SWEEP_MOST / 3.0f; /* than in stars.h */

star_sweep_scene *star_sweep_scene_create(bool tiles, size_t count) {
    star_sweep_scene *scene = calloc(1, sizeof *scene);
    if (!scene)
        return NULL;
    scene->count = count;
    scene->stars = star_scene_create(true, tiles ? count : 2 * count);
    if (scene->stars && tiles)
        scene->tiles = tile_scene_create(0, (uint32_t)(scene->stars->side / (float)TILE_SIDE) + 1);
    if (!scene->stars || (tiles && !scene->tiles)) {
        star_sweep_scene_destroy(scene);
        return NULL;
    }
    for (size_t i = 0; i < scene->stars->group.count; i++) {
        scene->stars->group.vx[i] *= faster;
        scene->stars->group.vy[i] *= faster;
    }
    return scene;
}

void star_sweep_scene_destroy(star_sweep_scene *scene) {
    if (!scene)
        return;
    tile_scene_destroy(scene->tiles);
    star_scene_destroy(scene->stars);
    free(scene);
}
