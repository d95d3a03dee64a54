/* plain_sweep.h - times of impact in scalar C: a ray against the Minkowski difference pushed out by the roundings:
 * its faces clip the ray (M. Cyrus and J. Beck, 1978), its corners are arcs. */
#ifndef PLAIN_SWEEP_H
#define PLAIN_SWEEP_H

#include "tuned_sat.h"

enum { PLAIN_CORNER = 8 };

/* px: a corner that is passed this closely is hit, or rays that hit two faces at once would slip through. */
#define PLAIN_GRAZE 1e-4f

typedef struct plain_hit {
    float t;
    float distance;           /* px between the cores at t: less than the roundings only at the start */
    float normal_x, normal_y; /* out of the shape that is hit, in its frame */
    uint32_t feature;
} plain_hit;

/* The t at which (x, y) + t (vx, vy) comes within `radius` of the origin from outside; INFINITY if never. */
static inline float plain_arc(float x, float y, float vx, float vy, float radius) {
    float a = vx * vx + vy * vy, b = -(x * vx + y * vy), cross = x * vy - y * vx;
    float root = a * (radius * radius) - cross * cross;
    if (b <= 0.0f || root < 0.0f)
        return INFINITY;
    float t = ((x * x + y * y) - radius * radius) / (b + sqrtf(root));
    return t > 0.0f ? t : 0.0f;
}

/* Clips a ray by an edge that is `apart` ahead and approached at `speed`; returns whether anything is left. */
static inline bool plain_clip_ray(float apart, float speed, float *enter, float *leave, uint32_t edge, uint32_t *met) {
    if (speed > 0.0f) {
        if (apart > *enter * speed) {
            *enter = apart / speed;
            *met = edge;
        }
    } else if (apart > 0.0f) {
        return false; /* outside and not coming nearer */
    } else if (speed < 0.0f && apart > *leave * speed) {
        *leave = apart / speed;
    }
    return *enter <= *leave;
}

/* A circle whose centre goes from (x, y) by (vx, vy) in the frame of a core of `count` corners; radius: the circle's
 * and the core's together. */
static inline bool plain_sweep_circle(const plain_core *core, uint32_t count, float radius, float x, float y, float vx,
                                      float vy, plain_hit *hit) {
    float enter = 0.0f, leave = 1.0f, most = -INFINITY;
    uint32_t edge = 0, nearest = 0;
    bool met = false;
    for (uint32_t i = 0; i < count; i++) {
        float nx = core->normal_x[i], ny = core->normal_y[i];
        float separation = (nx * x + ny * y) - core->offset[i], before = enter;
        if (!plain_clip_ray(separation - radius, -(nx * vx + ny * vy), &enter, &leave, i, &edge))
            return false;
        met |= enter > before;
        nearest = separation > most ? i : nearest;
        most = separation > most ? separation : most;
    }
    edge = met ? edge : nearest;
    float sx = x + vx * enter, sy = y + vy * enter, nx = core->normal_x[edge], ny = core->normal_y[edge];
    float px = sx - core->x[edge], py = sy - core->y[edge], qx = sx - core->x[edge + 1], qy = sy - core->y[edge + 1];
    float along = nx * py - ny * px, past = nx * qy - ny * qx;
    *hit = (plain_hit){.t = enter, .distance = met ? radius : most, .normal_x = nx, .normal_y = ny, .feature = edge};
    if ((!met && most < 0.0f) || (along >= 0.0f && past <= 0.0f))
        return met || most <= radius;
    bool first = along < 0.0f;
    float dx = first ? px : qx, dy = first ? py : qy, distance = sqrtf(dx * dx + dy * dy);
    hit->feature = PLAIN_CORNER + (first ? edge : edge + 1 < count ? edge + 1 : 0);
    if (distance > radius + (met ? PLAIN_GRAZE : 0.0f)) {
        float tau = plain_arc(dx, dy, vx, vy, radius);
        if (enter + tau > 1.0f || tau == INFINITY)
            return false;
        hit->t = enter + tau;
        dx += vx * tau, dy += vy * tau;
        distance = sqrtf(dx * dx + dy * dy);
    }
    hit->distance = distance;
    hit->normal_x = distance > 0.0f ? dx / distance : nx;
    hit->normal_y = distance > 0.0f ? dy / distance : ny;
    return true;
}

/* The manifold of a swept circle at `circle` against the shape whose frame is `pose`. The circle is a; both are
 * given at their starts, and go by (ax, ay). */
static inline void plain_circle_hit(const plain_hit *hit, const plain_pose *pose, float x, float y, float ax, float ay,
                                    float radius, float rounding, bench_manifold *out) {
    float nx = pose->cos * hit->normal_x - pose->sin * hit->normal_y;
    float ny = pose->sin * hit->normal_x + pose->cos * hit->normal_y;
    float middle = (radius + (hit->distance - rounding)) * 0.5f, depth = radius + rounding - hit->distance;
    out->count = 1;
    out->feature_a = 0;
    out->feature_b = hit->feature;
    out->t = hit->t;
    out->normal_x = -nx;
    out->normal_y = -ny;
    out->x[0] = (x + ax * hit->t) - nx * middle;
    out->y[0] = (y + ay * hit->t) - ny * middle;
    out->depth[0] = hit->t > 0.0f || depth < 0.0f ? 0.0f : depth;
    out->x[1] = out->y[1] = out->depth[1] = 0.0f;
}

/* One shape's edges, which clip the other's ray. */
static inline bool plain_clip_edges(const plain_core *a, uint32_t a_count, const plain_core *b, uint32_t b_count,
                                    float vx, float vy, float rounding, uint32_t base, float *enter, float *leave,
                                    uint32_t *met) {
    for (uint32_t i = 0; i < a_count; i++) {
        float nx = a->normal_x[i], ny = a->normal_y[i], least = nx * b->x[0] + ny * b->y[0];
        for (uint32_t k = 1; k < b_count; k++) {
            float along = nx * b->x[k] + ny * b->y[k];
            least = along < least ? along : least;
        }
        if (!plain_clip_ray((least - a->offset[i]) - rounding, -(nx * vx + ny * vy), enter, leave, base + i, met))
            return false;
    }
    return true;
}

static inline void plain_keep_deepest(bench_manifold *out) {
    uint32_t deepest = out->depth[1] > out->depth[0] ? 1 : 0;
    out->count = 1;
    out->x[0] = out->x[deepest];
    out->y[0] = out->y[deepest];
    out->depth[0] = out->depth[deepest];
    out->x[1] = out->y[1] = out->depth[1] = 0.0f;
}

/* The position of the incident edge when the ray hits a face: the corner of the face that it hangs over, or none. */
static inline bool plain_face_met(const tuned_clip *clip, tuned_corner *corner) {
    const float level = 1e-4f; /* px: both ends of the incident edge count as its deepest */
    *corner = tuned_corner_of(clip);
    float rise = clip->h2 - clip->h1;
    return corner->alone || (corner->beyond && !(rise < level && rise > -level));
}

/* Writes the hit; returns whether there is one. a and b are at their starts; a goes by (ax, ay), b by (bx, by). */
static inline bool plain_sweep_polygons(const plain_core *a, uint32_t a_count, const plain_pose *a_pose, float ax,
                                        float ay, const plain_core *b, uint32_t b_count, const plain_pose *b_pose,
                                        float bx, float by, bench_manifold *out) {
    plain_core local;
    tuned_into(b, b_count, plain_turn_of(a_pose, b_pose), &local);
    float rounding = a->rounding + b->rounding, enter = 0.0f, leave = 1.0f, mx = bx - ax, my = by - ay;
    const uint32_t none = 2 * SCENE_MAX_VERTICES;
    uint32_t met = none;
    float vx = a_pose->cos * mx + a_pose->sin * my, vy = a_pose->cos * my - a_pose->sin * mx;
    if (!plain_clip_edges(a, a_count, &local, b_count, vx, vy, rounding, 0, &enter, &leave, &met) ||
        !plain_clip_edges(&local, b_count, a, a_count, -vx, -vy, rounding, SCENE_MAX_VERTICES, &enter, &leave, &met))
        return false;
    bool other = met >= SCENE_MAX_VERTICES && met != none, start = met == none;
    uint32_t edge = met % SCENE_MAX_VERTICES;
    if (start) { /* already within the faces: touching, or in a rounded corner */
        out->t = 0.0f;
        if (tuned_polygons(a, a_count, a_pose, b, b_count, b_pose, true, out)) {
            plain_keep_deepest(out);
            return true;
        }
        uint32_t a_edge, b_edge;
        other = tuned_most(a, a_count, &local, b_count, &a_edge) < tuned_most(&local, b_count, a, a_count, &b_edge);
        edge = other ? b_edge : a_edge;
    }
    for (uint32_t i = 0; i <= b_count; i++)
        local.x[i] += vx * enter, local.y[i] += vy * enter;
    tuned_clip clip =
        tuned_clip_of(other ? &local : a, edge, a_pose, other ? a : &local, other ? a_count : b_count, other);
    tuned_corner corner;
    float nx = clip.normal_x, ny = clip.normal_y, s, distance = rounding;
    if (plain_face_met(&clip, &corner)) {
        float rx = other ? -vx : vx, ry = other ? -vy : vy, along = nx * ry - ny * rx, across = nx * rx + ny * ry;
        float dx = corner.s, dy = corner.h, near = rounding + (start ? 0.0f : PLAIN_GRAZE);
        if (dx * dx + dy * dy > near * near) {
            float tau = plain_arc(dx, dy, along, across, rounding);
            if (tau == INFINITY || enter + tau > 1.0f)
                return false;
            enter += tau, dx += along * tau, dy += across * tau;
            clip.x += other ? vx * tau : 0.0f; /* the frame is a's */
            clip.y += other ? vy * tau : 0.0f;
        }
        distance = sqrtf(dx * dx + dy * dy);
        if (distance > 0.0f) {
            nx = (clip.normal_x * dy - clip.normal_y * dx) / distance;
            ny = (clip.normal_y * dy + clip.normal_x * dx) / distance;
        }
        s = corner.end;
    } else {
        tuned_face face = tuned_face_of(&clip);
        s = face.hv < face.hu ? face.sv : face.su;
    }
    clip.pose.x += ax * enter;
    clip.pose.y += ay * enter;
    tuned_point(&clip, nx, ny, s, distance, rounding, 0, out);
    tuned_normal(&clip, nx, ny, out);
    out->t = enter;
    out->count = 1;
    out->depth[0] = 0.0f;
    out->x[1] = out->y[1] = out->depth[1] = 0.0f;
    return true;
}

#endif
