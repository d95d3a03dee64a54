/* bench/points/doom_scene.c - the largest map of freedoom2.wad as a scene of points. */
#include <doom.h>

#include <string.h>

#include "point_scene.h"

static point_scene *scene_of(const doom_map *map) {
    point_scene *scene = point_scene_room(map->name, map->vertices, map->wall_count);
    if (!scene)
        return NULL;
    memcpy(scene->x, map->x, map->vertices * sizeof *scene->x);
    memcpy(scene->y, map->y, map->vertices * sizeof *scene->y);
    for (size_t i = 0; i < map->wall_count; i++) {
        const hail_wall *wall = &map->walls[i];
        scene->wall[i] = (point_wall){wall->a, wall->b, wall->right, wall->left, wall->solid};
    }
    scene->sectors = (uint32_t)map->sector_count;
    point_scene_finish(scene);
    return scene;
}

point_scene *doom_scene_create(bool *there) {
    const char *path = doom_installed(1);
    doom_wad wad;
    doom_map map;
    doom_error error;
    *there = path && doom_open(path, &wad, &error);
    if (!*there)
        return NULL;
    point_scene *scene = NULL;
    if (doom_read(&wad, doom_find(&wad, "MAP12"), &map, &error)) {
        scene = scene_of(&map);
        doom_free(&map);
    }
    doom_close(&wad);
    return scene;
}
