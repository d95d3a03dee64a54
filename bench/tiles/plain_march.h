/* bench/tiles/plain_march.h - a ray through a tile map in scalar C: tile by tile, and pixel by pixel where a tile is
 * partly solid (J. Amanatides, A. Woo, A Fast Voxel Traversal Algorithm, 1987). */
#ifndef PLAIN_MARCH_H
#define PLAIN_MARCH_H

#include "tiles.h"

#include <math.h>

enum { PLAIN_EDGE = TILE_FULL + 1, PLAIN_NO_AXIS = 2 };

/* The map with a border of one tile, which ends every walk: so no step tests whether it leaves the map. */
typedef struct plain_map {
    int pitch; /* columns, border included */
    const uint16_t (*mask)[TILE_SIDE];
    uint8_t *tile; /* as in the scene, or PLAIN_EDGE */
} plain_map;

/* Makes the map; the scene must outlive it. False: no memory. */
bool plain_map_create(const tile_scene *scene, plain_map *map);
void plain_map_destroy(plain_map *map);

static inline int plain_clamp(int value, int last) { return value < 0 ? 0 : value > last ? last : value; }

/* Rounds down; floorf would be a function call on processors without an instruction for it. */
static inline int plain_floor(float value) {
    int whole = (int)value;
    return whole - ((float)whole > value);
}

/* px of the ray between two lines of a grid of 1 px, for a ray so flat that it crosses none. */
static inline float plain_slowness(float direction) {
    return fabsf(direction) > 1e-9f ? 1.0f / direction : direction < 0.0f ? -1e9f : 1e9f;
}

/* A ray's constants. x, y: from the corner of its first tile. */
typedef struct plain_ray {
    float x, y, dx, dy, length;
    float slow_x, slow_y;   /* 1 / dx, 1 / dy */
    int step_x, step_y;     /* 1 or -1 */
    int ahead_x, ahead_y;   /* 1: the ray leaves cells at their far side */
    int64_t pace_x, pace_y; /* between two lines of pixels, in 2^-24 px */
} plain_ray;

/* Distances are integers: the next line then takes three cheap dependent operations a step, and no error adds up. Any
 * distance longer than a ray stands for all of them. */
static inline int64_t plain_fixed(float distance) {
    return (int64_t)((distance < 65536.0f ? distance : 65536.0f) * 0x1p24f);
}

/* How much sooner the next line in y comes than that in x, in a grid of `side` px whose cell begins (x, y) before the
 * ray. Negative: x comes next, also if both come at once. */
static inline int64_t plain_lead(const plain_ray *ray, float x, float y, float side) {
    float next_x = (side * (float)ray->ahead_x - x) * ray->slow_x;
    float next_y = (side * (float)ray->ahead_y - y) * ray->slow_y;
    return plain_fixed(next_x) - plain_fixed(next_y) - 1;
}

static inline void plain_hit(const plain_ray *ray, int pixel_x, int pixel_y, int axis, float distance, tile_hit *hit) {
    hit->pixel_x = pixel_x;
    hit->pixel_y = pixel_y;
    hit->distance = distance;
    hit->normal_x = axis == 0 ? (float)-ray->step_x : 0.0f;
    hit->normal_y = axis == 1 ? (float)-ray->step_y : 0.0f;
    hit->hit = 1;
}

/* The distance at which the ray enters a cell along an axis; x, y: the ray's origin, from the cell's corner. */
static inline float plain_entry(const plain_ray *ray, float x, float y, float side, int axis) {
    if (axis == PLAIN_NO_AXIS)
        return 0.0f;
    return axis == 0 ? (side * (float)(1 - ray->ahead_x) - x) * ray->slow_x
                     : (side * (float)(1 - ray->ahead_y) - y) * ray->slow_y;
}

/* Walks through one tile that is not empty; (x, y): the ray's origin from the tile's corner; rows NULL: it is full. */
static inline bool plain_tile(const plain_ray *ray, const uint16_t *rows, float x, float y, int corner_x, int corner_y,
                              int axis, tile_hit *hit) {
    const int last = TILE_SIDE - 1;
    float distance = plain_entry(ray, x, y, TILE_SIDE, axis);
    if (distance > ray->length)
        return false;
    int pixel_x = axis == 0 ? last * (1 - ray->ahead_x) : plain_clamp((int)(x + ray->dx * distance), last);
    int pixel_y = axis == 1 ? last * (1 - ray->ahead_y) : plain_clamp((int)(y + ray->dy * distance), last);
    if (!rows) {
        plain_hit(ray, corner_x + pixel_x, corner_y + pixel_y, axis, distance, hit);
        return true;
    }
    int64_t lead = plain_lead(ray, x - (float)pixel_x, y - (float)pixel_y, 1.0f);
    while (!(rows[pixel_y] >> pixel_x & 1)) {
        int64_t in_x = lead >> 63;
        pixel_x += ray->step_x & (int)in_x;
        pixel_y += ray->step_y & ~(int)in_x;
        lead += (in_x & (ray->pace_x + ray->pace_y)) - ray->pace_y;
        axis = 1 + (int)in_x;
        if ((unsigned)(pixel_x | pixel_y) >= TILE_SIDE)
            return false;
    }
    distance = plain_entry(ray, x - (float)pixel_x, y - (float)pixel_y, 1.0f, axis);
    if (distance > ray->length)
        return false;
    plain_hit(ray, corner_x + pixel_x, corner_y + pixel_y, axis, distance, hit);
    return true;
}

static inline plain_ray plain_ray_make(float x, float y, float dx, float dy, float length) {
    plain_ray ray = {.x = x, .y = y, .dx = dx, .dy = dy, .length = length};
    ray.slow_x = plain_slowness(dx);
    ray.slow_y = plain_slowness(dy);
    ray.ahead_x = dx >= 0.0f;
    ray.ahead_y = dy >= 0.0f;
    ray.step_x = 2 * ray.ahead_x - 1;
    ray.step_y = 2 * ray.ahead_y - 1;
    ray.pace_x = plain_fixed(fabsf(ray.slow_x));
    ray.pace_y = plain_fixed(fabsf(ray.slow_y));
    return ray;
}

/* The current tile, and how many more the ray can enter. */
typedef struct plain_walk {
    int place, jump_x, jump_y, left;
    int64_t lead, pace_x, pace_y;
    int64_t in_x; /* all ones: the last step was in x; else 0 */
} plain_walk;

/* The chain from step to step does not contain `place`, so the processor can run ahead of the loads of tiles. */
static inline void plain_step(plain_walk *walk) {
    walk->in_x = walk->lead >> 63;
    walk->place += walk->in_x ? walk->jump_x : walk->jump_y;
    walk->lead = walk->lead - walk->pace_y + (walk->in_x & (walk->pace_x + walk->pace_y));
    walk->left--;
}

/* The origin is in the map. The distance is in lengths of (dx, dy), as `length` is. */
static inline bool plain_march(const plain_map *map, float x, float y, float dx, float dy, float length,
                               tile_hit *hit) {
    int column = (int)x / TILE_SIDE, row = (int)y / TILE_SIDE, start = (row + 1) * map->pitch + column + 1;
    plain_ray ray = plain_ray_make(x - (float)(column * TILE_SIDE), y - (float)(row * TILE_SIDE), dx, dy, length);
    int end_x = plain_floor((ray.x + dx * length) * (1.0f / TILE_SIDE));
    int end_y = plain_floor((ray.y + dy * length) * (1.0f / TILE_SIDE));
    plain_walk walk = {
        .place = start,
        .jump_x = ray.step_x,
        .jump_y = ray.step_y * map->pitch,
        .left = (end_x < 0 ? -end_x : end_x) + (end_y < 0 ? -end_y : end_y),
        .lead = plain_lead(&ray, ray.x, ray.y, TILE_SIDE),
        .pace_x = TILE_SIDE * ray.pace_x,
        .pace_y = TILE_SIDE * ray.pace_y,
    };
    for (;; plain_step(&walk)) {
        while (!map->tile[walk.place] && walk.left > 0)
            plain_step(&walk);
        int tile = map->tile[walk.place];
        if (!tile || tile == PLAIN_EDGE)
            break;
        int at_y = walk.place / map->pitch, at_x = walk.place - at_y * map->pitch; /* once or twice a ray */
        if (plain_tile(&ray, tile == TILE_FULL ? NULL : map->mask[tile - 1],
                       ray.x - (float)((at_x - 1 - column) * TILE_SIDE), ray.y - (float)((at_y - 1 - row) * TILE_SIDE),
                       (at_x - 1) * TILE_SIDE, (at_y - 1) * TILE_SIDE,
                       walk.place == start ? PLAIN_NO_AXIS : 1 + (int)walk.in_x, hit))
            return true;
        if (walk.left == 0)
            break;
    }
    *hit = (tile_hit){.distance = length};
    return false;
}

#endif
