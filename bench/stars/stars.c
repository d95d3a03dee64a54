/* bench/stars/stars.c - see stars.h. */
#include "stars.h"
#include "random.h"

#include <hail/outline.h>

#include <math.h>
#include <stdlib.h>

static const double full_turn = 6.283185307179586, inner_radius = 8.0;
static const float spacing = 36.0f; /* px */

static float pick_between(uint64_t *state, float from, float to) { return from + (to - from) * random_part(state); }

static void make_outline(star_scene *scene) {
    for (int i = 0; i < STAR_CORNERS; i++) {
        double angle = full_turn * i / STAR_CORNERS, radius = i % 2 ? inner_radius : (double)STAR_RADIUS;
        scene->x[i] = (float)(cos(angle) * radius);
        scene->y[i] = (float)(sin(angle) * radius);
    }
}

/* By the edges that a line to the right crosses. */
static bool inside(const star_scene *scene, float x, float y) {
    bool odd = false;
    for (int i = 0; i < STAR_CORNERS; i++) {
        int next = (i + 1) % STAR_CORNERS;
        float x1 = scene->x[i], y1 = scene->y[i], x2 = scene->x[next], y2 = scene->y[next];
        if ((y < y1) != (y < y2) && x < x1 + (y - y1) * (x2 - x1) / (y2 - y1))
            odd = !odd;
    }
    return odd;
}

static void make_pixels(star_scene *scene) {
    const float middle = STAR_SIDE / 2.0f;
    for (int y = 0; y < STAR_SIDE; y++) {
        scene->rows[y] = 0;
        for (int x = 0; x < STAR_SIDE; x++)
            if (inside(scene, (float)x + 0.5f - middle, (float)y + 0.5f - middle))
                scene->rows[y] |= UINT64_C(1) << x;
    }
}

static bool make_parts(star_scene *scene) {
    const uint32_t start[2] = {0, STAR_CORNERS};
    const hail_loops polygon = {.x = scene->x, .y = scene->y, .start = start, .count = 1};
    hail_polygons *parts;
    if (hail_decompose(&polygon, NULL, &parts, NULL) != HAIL_OK)
        return false;
    const hail_loops *loops = hail_polygons_loops(parts);
    scene->parts = loops->count < STAR_MAX_PARTS ? loops->count : STAR_MAX_PARTS;
    for (size_t p = 0; p < scene->parts; p++) {
        scene_template *part = &scene->part[p];
        part->count = loops->start[p + 1] - loops->start[p];
        for (uint32_t i = 0; i < part->count; i++) {
            part->x[i] = loops->x[loops->start[p] + i];
            part->y[i] = loops->y[loops->start[p] + i];
        }
    }
    hail_polygons_destroy(parts);
    return true;
}

static void make_bodies(star_scene *scene, size_t column) {
    scene_group *g = &scene->group;
    uint64_t state = 7;
    float **columns[] = {&g->x, &g->y, &g->vx, &g->vy, &g->angle, &g->cos, &g->sin};
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++)
        *columns[c] = scene->memory + c * column;
    for (size_t i = 0; i < g->count; i++) {
        double angle = (double)pick_between(&state, 0.0f, (float)full_turn);
        float speed = pick_between(&state, 0.0f, 3.0f) / SCENE_DT;
        double way = (double)pick_between(&state, 0.0f, (float)full_turn);
        g->x[i] = pick_between(&state, 0.0f, scene->side);
        g->y[i] = pick_between(&state, 0.0f, scene->side);
        g->vx[i] = (float)cos(way) * speed;
        g->vy[i] = (float)sin(way) * speed;
        g->angle[i] = (float)angle;
        g->cos[i] = (float)cos(angle);
        g->sin[i] = (float)sin(angle);
    }
}

star_scene *star_scene_create(bool sprites, size_t count) {
    star_scene *scene = calloc(1, sizeof *scene);
    if (!scene)
        return NULL;
    size_t column = (count + 31) / 16 * 16;
    scene->sprites = sprites;
    scene->side = spacing * sqrtf((float)count);
    scene->group = (scene_group){.count = count, .polygons = true, .radius = STAR_RADIUS};
    scene->memory = aligned_alloc(64, 7 * column * sizeof *scene->memory);
    make_outline(scene);
    make_pixels(scene);
    if (!scene->memory || !make_parts(scene)) {
        star_scene_destroy(scene);
        return NULL;
    }
    make_bodies(scene, column);
    return scene;
}

void star_scene_destroy(star_scene *scene) {
    if (!scene)
        return;
    free(scene->memory);
    free(scene);
}
