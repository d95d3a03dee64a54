/* plain_core.h - convex shapes as the scalar narrowphases read them. */
#ifndef PLAIN_CORE_H
#define PLAIN_CORE_H

#include "contender.h"

#include <math.h>

/* A segment (2 corners, 2 edges) or a convex polygon, and its rounding. Corner `count` is corner 0 again. */
typedef struct plain_core {
    uint32_t count;
    float rounding; /* px */
    float normal_x[SCENE_MAX_VERTICES], normal_y[SCENE_MAX_VERTICES], offset[SCENE_MAX_VERTICES];
    float x[SCENE_MAX_VERTICES + 1], y[SCENE_MAX_VERTICES + 1];
} plain_core;

/* A body's position and rotation. */
typedef struct plain_pose {
    float x, y, cos, sin;
} plain_pose;

static inline plain_core plain_core_of(const float *x, const float *y, uint32_t count, float rounding) {
    plain_core core = {.count = count, .rounding = rounding};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = i + 1 < count ? i + 1 : 0;
        float edge_x = x[j] - x[i], edge_y = y[j] - y[i], length = sqrtf(edge_x * edge_x + edge_y * edge_y);
        core.normal_x[i] = edge_y / length;
        core.normal_y[i] = -edge_x / length;
        core.offset[i] = core.normal_x[i] * x[i] + core.normal_y[i] * y[i];
        core.x[i] = x[i], core.y[i] = y[i];
        core.x[count] = x[0], core.y[count] = y[0];
    }
    return core;
}

/* b's pose in a's frame. */
typedef struct plain_turn {
    float cos, sin, x, y;
} plain_turn;

static inline plain_turn plain_turn_of(const plain_pose *a, const plain_pose *b) {
    float dx = b->x - a->x, dy = b->y - a->y;
    return (plain_turn){
        .cos = a->cos * b->cos + a->sin * b->sin,
        .sin = a->cos * b->sin - a->sin * b->cos,
        .x = a->cos * dx + a->sin * dy,
        .y = a->cos * dy - a->sin * dx,
    };
}

/* A point of a's frame in the world. */
static inline void plain_place(const plain_pose *pose, float x, float y, float *to_x, float *to_y) {
    *to_x = pose->x + (pose->cos * x - pose->sin * y);
    *to_y = pose->y + (pose->sin * x + pose->cos * y);
}

#endif
