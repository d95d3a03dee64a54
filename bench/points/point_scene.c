/* bench/points/point_scene.c - polygons, maps and points to ask about. */
#include "point_scene.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

point_scene *point_scene_room(const char *name, size_t vertices, size_t walls) {
    point_scene *scene = calloc(1, sizeof *scene);
    if (!scene)
        return NULL;
    strncpy(scene->name, name, sizeof scene->name - 1);
    scene->vertices = vertices;
    scene->walls = walls;
    scene->x = calloc(vertices + 1, sizeof *scene->x);
    scene->y = calloc(vertices + 1, sizeof *scene->y);
    scene->wall = calloc(walls + 1, sizeof *scene->wall);
    if (scene->x && scene->y && scene->wall)
        return scene;
    point_scene_destroy(scene);
    return NULL;
}

void point_scene_destroy(point_scene *scene) {
    if (!scene)
        return;
    free(scene->x);
    free(scene->y);
    free(scene->wall);
    free(scene);
}

void point_scene_finish(point_scene *scene) {
    for (size_t w = 0; w < scene->walls; w++)
        if (scene->wall[w].right == POINT_NOWHERE || scene->wall[w].left == POINT_NOWHERE)
            scene->wall[w].solid = true;
    scene->min_x = scene->min_y = HUGE_VALF;
    scene->max_x = scene->max_y = -HUGE_VALF;
    for (size_t v = 0; v < scene->vertices; v++) {
        scene->min_x = fminf(scene->min_x, scene->x[v]);
        scene->min_y = fminf(scene->min_y, scene->y[v]);
        scene->max_x = fmaxf(scene->max_x, scene->x[v]);
        scene->max_y = fmaxf(scene->max_y, scene->y[v]);
    }
}

point_scene *point_polygon_create(size_t corners, uint64_t seed) {
    point_scene *scene = point_scene_room("star", corners, 0);
    for (size_t i = 0; scene && i < corners; i++) {
        const double angle = 6.283185307179586 * (double)i / (double)corners,
                     out = random_between(&seed, 300.0, 1000.0);
        scene->x[i] = (float)(out * cos(angle));
        scene->y[i] = (float)(out * sin(angle));
    }
    if (scene)
        point_scene_finish(scene);
    return scene;
}

/* A board of rooms: corners are at most a quarter of a room out of place; every wall between rooms exists, one in three
 * solid. */
static point_scene *board(size_t side, uint64_t seed) {
    const double room = 96.0;
    point_scene *scene = point_scene_room("board", (side + 1) * (side + 1), 2 * side * (side + 1));
    if (!scene)
        return NULL;
    scene->sectors = (uint32_t)(side * side);
    for (size_t v = 0; v < scene->vertices; v++) {
        scene->x[v] = (float)(room * (double)(v % (side + 1)) + random_between(&seed, -24.0, 24.0));
        scene->y[v] = (float)(room * (double)(v / (side + 1)) + random_between(&seed, -24.0, 24.0));
    }
    point_wall *wall = scene->wall;
    for (size_t row = 0; row <= side; row++)
        for (size_t column = 0; column <= side; column++) {
            const uint32_t at = (uint32_t)(row * (side + 1) + column);
            const uint32_t here = (uint32_t)(row * side + column);
            const bool solid = random_bits(&seed) % 3 == 0;
            const uint32_t self = row < side && column < side ? here : POINT_NOWHERE;
            if (column < side)
                *wall++ = (point_wall){at, at + 1, self, row ? here - (uint32_t)side : POINT_NOWHERE, solid};
            if (row < side)
                *wall++ = (point_wall){at, at + (uint32_t)side + 1, column ? here - 1 : POINT_NOWHERE, self, !solid};
        }
    point_scene_finish(scene);
    return scene;
}

point_scene *point_map_create(bool small, uint64_t seed) {
#ifdef HAVE_DOOM
    bool there = false;
    point_scene *scene = small ? NULL : doom_scene_create(&there);
    if (there)
        return scene;
#endif
    return board(small ? 10 : 70, seed);
}

static void point_set_free(point_set *set) {
    if (!set)
        return;
    free(set->x);
    free(set->y);
    free(set);
}

void point_set_destroy(point_set *set) { point_set_free(set); }

/* One step along an axis; it turns back where it would leave the box. */
static float go(float at, float *speed, float min, float max) {
    if (at + *speed < min || at + *speed > max)
        *speed = -*speed;
    return at + *speed;
}

point_set *point_set_create(const point_scene *scene, size_t count, size_t rounds, float speed, uint64_t seed) {
    point_set *set = calloc(1, sizeof *set);
    if (!set)
        return NULL;
    *set = (point_set){.count = count,
                       .rounds = rounds,
                       .x = calloc(count * rounds, sizeof *set->x),
                       .y = calloc(count * rounds, sizeof *set->y)};
    if (!set->x || !set->y) {
        point_set_free(set);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        const double angle = random_between(&seed, 0.0, 6.283185307179586);
        float dx = (float)((double)speed * cos(angle)), dy = (float)((double)speed * sin(angle));
        for (size_t r = 0; r < rounds; r++) {
            float *x = set->x + r * count + i, *y = set->y + r * count + i;
            if (r == 0 || speed <= 0.0f) {
                *x = (float)random_between(&seed, (double)scene->min_x, (double)scene->max_x);
                *y = (float)random_between(&seed, (double)scene->min_y, (double)scene->max_y);
            } else {
                *x = go(x[-(ptrdiff_t)count], &dx, scene->min_x, scene->max_x);
                *y = go(y[-(ptrdiff_t)count], &dy, scene->min_y, scene->max_y);
            }
        }
    }
    return set;
}
