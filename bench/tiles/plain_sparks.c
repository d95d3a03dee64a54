/* bench/tiles/plain_sparks.c - `plain` of sparks, one particle after the other. Only a particle with a tile near its
 * path that is not empty marches through the map.
 * It reflects velocities itself; it writes no contacts, and checks nothing. */
#include "sparks.h"

#include "plain_march.h"
#include "wrap.h"

#include <stdlib.h>
#include <string.h>

struct plain_sparks {
    plain_map map;
    float side; /* px */
    size_t count;
    float *x, *y, *vx, *vy; /* one block */
};

static void destroy(void *self) {
    struct plain_sparks *sparks = self;
    if (!sparks)
        return;
    plain_map_destroy(&sparks->map);
    free(sparks->x);
    free(sparks);
}

static void *create(const spark_scene *scene, const char *variant) {
    (void)variant;
    struct plain_sparks *sparks = calloc(1, sizeof *sparks);
    if (!sparks)
        return NULL;
    size_t column = (scene->count + 31) / 16 * 16;
    float *memory = aligned_alloc(64, 4 * column * sizeof *memory);
    sparks->x = memory;
    if (!plain_map_create(scene->tiles, &sparks->map) || !memory) {
        destroy(sparks);
        return NULL;
    }
    sparks->side = tile_scene_side(scene->tiles);
    sparks->count = scene->count;
    sparks->y = memory + column;
    sparks->vx = memory + 2 * column;
    sparks->vy = memory + 3 * column;
    memcpy(sparks->x, scene->x, scene->count * sizeof *memory);
    memcpy(sparks->y, scene->y, scene->count * sizeof *memory);
    memcpy(sparks->vx, scene->vx, scene->count * sizeof *memory);
    memcpy(sparks->vy, scene->vy, scene->count * sizeof *memory);
    return sparks;
}

/* The tile of a coordinate, from one tile before the map to one after it. */
static inline int with_border(float value) { return (int)(value + TILE_SIDE) / TILE_SIDE; }

/* Whether any of the four tiles spanned by the ends of a path is not empty. */
static inline bool near_something(const plain_map *map, float x, float y, float to_x, float to_y) {
    int left = with_border(x), right = with_border(to_x);
    const uint8_t *from = map->tile + with_border(y) * map->pitch, *to = map->tile + with_border(to_y) * map->pitch;
    return (from[left] | from[right] | to[left] | to[right]) != 0;
}

/* The fraction of a displacement at which a line ahead is reached; 0: it is not ahead. */
static inline float ahead(float origin, float direction, float side) {
    float line = origin < 0.0f ? 0.0f : side;
    return (origin < 0.0f || origin >= side) && direction != 0.0f ? (line - origin) / direction : 0.0f;
}

/* A particle beyond the edge first enters the map: its first pixel is entered through the edge. */
static bool march_in(const plain_map *map, float side, float x, float y, float dx, float dy, tile_hit *hit) {
    float at_x = ahead(x, dx, side), at_y = ahead(y, dy, side), at = at_x > at_y ? at_x : at_y;
    float in_x = fminf(fmaxf(x + dx * at, 0.0f), nextafterf(side, 0.0f));
    float in_y = fminf(fmaxf(y + dy * at, 0.0f), nextafterf(side, 0.0f));
    if (at > 1.0f || !plain_march(map, in_x, in_y, dx, dy, 1.0f - at, hit))
        return false;
    if (hit->distance == 0.0f) {
        hit->normal_x = at_x < at_y ? 0.0f : dx > 0.0f ? -1.0f : 1.0f;
        hit->normal_y = at_x < at_y ? dy > 0.0f ? -1.0f : 1.0f : 0.0f;
    }
    hit->distance += at;
    return true;
}

static bool meets(const struct plain_sparks *sparks, float x, float y, float dx, float dy, tile_hit *hit) {
    float side = sparks->side;
    if (x >= 0.0f && x < side && y >= 0.0f && y < side)
        return plain_march(&sparks->map, x, y, dx, dy, 1.0f, hit);
    return march_in(&sparks->map, side, x, y, dx, dy, hit);
}

static size_t step(void *self) {
    struct plain_sparks *sparks = self;
    float side = sparks->side, *x = sparks->x, *y = sparks->y, *vx = sparks->vx, *vy = sparks->vy;
    size_t hits = 0;
    for (size_t i = 0; i < sparks->count; i++) {
        float dx = vx[i], dy = vy[i];
        x[i] = wrap(x[i] + dx, side);
        y[i] = wrap(y[i] + dy, side);
        float from_x = x[i] - dx, from_y = y[i] - dy;
        tile_hit hit;
        if (!near_something(&sparks->map, from_x, from_y, x[i], y[i]) || !meets(sparks, from_x, from_y, dx, dy, &hit))
            continue;
        if (hit.normal_x == 0.0f && hit.normal_y == 0.0f) /* rounding put it inside: it flies on until it is out */
            continue;
        hits++;
        x[i] = from_x + dx * hit.distance + SPARK_APART * hit.normal_x;
        y[i] = from_y + dy * hit.distance + SPARK_APART * hit.normal_y;
        vx[i] = hit.normal_x != 0.0f ? -SPARK_BOUNCE * dx : dx;
        vy[i] = hit.normal_y != 0.0f ? -SPARK_BOUNCE * dy : dy;
    }
    return hits;
}

static void places(void *self, float *x, float *y) {
    const struct plain_sparks *sparks = self;
    memcpy(x, sparks->x, sparks->count * sizeof *x);
    memcpy(y, sparks->y, sparks->count * sizeof *y);
}

const spark_contender spark_contender_plain = {
    .name = "plain", .create = create, .step = step, .places = places, .destroy = destroy};
