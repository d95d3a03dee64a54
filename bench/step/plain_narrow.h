/* plain_narrow.h - the manifolds of docs/arithmetic.md in scalar C, without branches whose outcome cannot be
 * predicted. */
#ifndef PLAIN_NARROW_H
#define PLAIN_NARROW_H

#include "plain.h"

#include <math.h>
#include <stdbool.h>

enum { PLAIN_VERTEX = 8 };

/* Writes the manifold; returns whether they touch. The circle is a, the polygon b. */
static inline bool plain_circle_polygon(float x, float y, float radius, uint32_t a, const plain_enemies *enemies,
                                        uint32_t b, bench_contact *contact) {
    const plain_hull *hull = &enemies->hull[enemies->shape[b]];
    float c = enemies->cos[b], s = enemies->sin[b];
    float dx = x - enemies->bodies.x[b], dy = y - enemies->bodies.y[b];
    float lx = c * dx + s * dy, ly = c * dy - s * dx;
    float separation[SCENE_MAX_VERTICES];
    for (int i = 0; i < SCENE_MAX_VERTICES; i++)
        separation[i] = (hull->normal_x[i] * lx + hull->normal_y[i] * ly) - hull->offset[i];
    float sep = separation[0];
    uint32_t edge = 0;
    for (uint32_t i = 1; i < SCENE_MAX_VERTICES; i++) {
        edge = separation[i] > sep ? i : edge;
        sep = separation[i] > sep ? separation[i] : sep;
    }
    float x1 = hull->x1[edge], y1 = hull->y1[edge], x2 = hull->x2[edge], y2 = hull->y2[edge];
    float ex = x2 - x1, ey = y2 - y1, px = lx - x1, py = ly - y1, qx = lx - x2, qy = ly - y2;
    float u = px * ex + py * ey, w = qx * ex + qy * ey;
    bool outside = sep > 0.0f;
    bool first = outside & (u <= 0.0f), corner = outside & ((u <= 0.0f) | (w > 0.0f));
    float kx = first ? px : qx, ky = first ? py : qy;
    float distance = sqrtf(kx * kx + ky * ky);
    float gap = corner ? distance : sep;
    bool by_corner = corner & (distance > 0.0f);
    float divisor = by_corner ? distance : 1.0f;
    float nx = (by_corner ? kx : hull->normal_x[edge]) / divisor;
    float ny = (by_corner ? ky : hull->normal_y[edge]) / divisor;
    float wx = c * nx - s * ny, wy = s * nx + c * ny;
    float m = (radius + gap) * 0.5f, depth = radius - gap;
    *contact = (bench_contact){
        .a = a,
        .b = b,
        .normal_x = -wx,
        .normal_y = -wy,
        .x = x - wx * m,
        .y = y - wy * m,
        .depth = depth > 0.0f ? depth : 0.0f,
        .feature_b = corner ? PLAIN_VERTEX + (first ? edge : (edge + 1) % SCENE_MAX_VERTICES) : edge,
    };
    return gap <= radius;
}

/* For two circles that touch; d2 is their squared distance. i and j come in any order, the lower id becomes a. */
static inline void plain_circle_circle(const float *restrict x, const float *restrict y, const uint32_t *restrict id,
                                       float radius, uint32_t i, uint32_t j, float d2, bench_contact *contact) {
    bool swap = id[i] > id[j];
    uint32_t a = swap ? j : i, b = swap ? i : j;
    float dx = x[b] - x[a], dy = y[b] - y[a];
    float d = sqrtf(d2);
    float divisor = d > 0.0f ? d : 1.0f;
    float nx = d > 0.0f ? dx / divisor : 1.0f, ny = dy / divisor;
    float m = ((radius + d) - radius) * 0.5f, depth = 2.0f * radius - d;
    *contact = (bench_contact){
        .a = id[a],
        .b = id[b],
        .normal_x = nx,
        .normal_y = ny,
        .x = x[a] + nx * m,
        .y = y[a] + ny * m,
        .depth = depth > 0.0f ? depth : 0.0f,
    };
}

#endif
