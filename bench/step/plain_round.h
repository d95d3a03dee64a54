/* plain_round.h - circles against circles, capsules and polygons in scalar C, from the caller's arrays, with any
 * template. */
#ifndef PLAIN_ROUND_H
#define PLAIN_ROUND_H

#include "plain_sweep.h"

static inline void plain_one_point(bench_manifold *out, float nx, float ny, float x, float y, float depth, float t) {
    out->count = 1;
    out->t = t;
    out->normal_x = nx;
    out->normal_y = ny;
    out->x[0] = x;
    out->y[0] = y;
    out->depth[0] = depth > 0.0f ? depth : 0.0f;
    out->x[1] = out->y[1] = out->depth[1] = 0.0f;
    out->feature_a = out->feature_b = 0;
}

static inline bool plain_circles(float ax, float ay, float a_radius, float bx, float by, float b_radius,
                                 bench_manifold *out) {
    float dx = bx - ax, dy = by - ay, square = dx * dx + dy * dy, radius = a_radius + b_radius;
    if (square > radius * radius)
        return false;
    float d = sqrtf(square), nx = d > 0.0f ? dx / d : 1.0f, ny = d > 0.0f ? dy / d : 0.0f;
    float m = ((a_radius + d) - b_radius) * 0.5f;
    plain_one_point(out, nx, ny, ax + nx * m, ay + ny * m, radius - d, 0.0f);
    return true;
}

/* The circle's centre in the frame of the other. */
static inline void plain_into(const plain_pose *pose, float x, float y, float *to_x, float *to_y) {
    float dx = x - pose->x, dy = y - pose->y;
    *to_x = pose->cos * dx + pose->sin * dy;
    *to_y = pose->cos * dy - pose->sin * dx;
}

/* A circle (a) against a capsule or segment: the segment's nearest point. */
static inline bool plain_circle_capsule(float x, float y, float radius, const plain_core *core, const plain_pose *pose,
                                        bench_manifold *out) {
    float lx, ly;
    plain_into(pose, x, y, &lx, &ly);
    float ex = core->x[1] - core->x[0], ey = core->y[1] - core->y[0], px = lx - core->x[0], py = ly - core->y[0];
    float along = px * ex + py * ey, square = ex * ex + ey * ey;
    along = along < 0.0f ? 0.0f : along > square ? square : along;
    float part = square > 0.0f ? along / square : 0.0f, dx = px - ex * part, dy = py - ey * part;
    float apart = dx * dx + dy * dy, sum = radius + core->rounding;
    if (apart > sum * sum)
        return false;
    float g = sqrtf(apart), nx = g > 0.0f ? dx / g : core->normal_x[0], ny = g > 0.0f ? dy / g : core->normal_y[0];
    float wx = pose->cos * nx - pose->sin * ny, wy = pose->sin * nx + pose->cos * ny;
    float m = (radius + (g - core->rounding)) * 0.5f;
    plain_one_point(out, -wx, -wy, x - wx * m, y - wy * m, sum - g, 0.0f);
    return true;
}

/* A circle (a) against a polygon: the edge of the largest separation, or one of its ends (C. Ericson, "Real-Time
 * Collision Detection", 5.1). */
static inline bool plain_circle_core(float x, float y, float radius, const plain_core *core, uint32_t count,
                                     const plain_pose *pose, bench_manifold *out) {
    float lx, ly, most = -INFINITY, sum = radius + core->rounding;
    plain_into(pose, x, y, &lx, &ly);
    uint32_t edge = 0;
    for (uint32_t i = 0; i < count; i++) {
        float separation = (core->normal_x[i] * lx + core->normal_y[i] * ly) - core->offset[i];
        edge = separation > most ? i : edge;
        most = separation > most ? separation : most;
    }
    if (most > sum)
        return false;
    float nx = core->normal_x[edge], ny = core->normal_y[edge], g = most;
    float px = lx - core->x[edge], py = ly - core->y[edge], qx = lx - core->x[edge + 1], qy = ly - core->y[edge + 1];
    bool first = nx * py - ny * px<0.0f, second = nx * qy - ny * qx> 0.0f;
    uint32_t feature = edge;
    if (most > 0.0f && (first || second)) {
        float dx = first ? px : qx, dy = first ? py : qy, square = dx * dx + dy * dy;
        if (square > sum * sum)
            return false;
        g = sqrtf(square);
        nx = dx / g;
        ny = dy / g;
        feature = PLAIN_CORNER + (first ? edge : edge + 1 < count ? edge + 1 : 0);
    }
    float wx = pose->cos * nx - pose->sin * ny, wy = pose->sin * nx + pose->cos * ny;
    float m = (radius + (g - core->rounding)) * 0.5f;
    plain_one_point(out, -wx, -wy, x - wx * m, y - wy * m, sum - g, 0.0f);
    out->feature_b = feature;
    return true;
}

/* Both are at their starts. */
static inline bool plain_sweep_circles(float ax, float ay, float a_radius, float a_dx, float a_dy, float bx, float by,
                                       float b_radius, float b_dx, float b_dy, bench_manifold *out) {
    float dx = bx - ax, dy = by - ay, radius = a_radius + b_radius, vx = b_dx - a_dx, vy = b_dy - a_dy, t = 0.0f;
    bool apart = dx * dx + dy * dy > radius * radius;
    if (apart) {
        t = plain_arc(dx, dy, vx, vy, radius);
        if (t > 1.0f)
            return false;
        dx += vx * t, dy += vy * t;
    }
    float g = sqrtf(dx * dx + dy * dy), nx = g > 0.0f ? dx / g : 1.0f, ny = g > 0.0f ? dy / g : 0.0f;
    float m = ((a_radius + g) - b_radius) * 0.5f;
    plain_one_point(out, nx, ny, (ax + a_dx * t) + nx * m, (ay + a_dy * t) + ny * m, apart ? 0.0f : radius - g, t);
    return true;
}

#endif
