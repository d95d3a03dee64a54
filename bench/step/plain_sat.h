/* plain_sat.h - `plain`: polygon against polygon as a competent programmer writes it in a day. b is moved into a's
 * frame; separating axes, up to the first one that separates; the incident edge clipped to the two side planes of
 * the reference edge (I. Sutherland and G. Hodgman, "Reentrant Polygon Clipping", 1974; E. Catto, "Contact
 * Manifolds", GDC 2007). One pair at a time, straight from the book; tuned_sat.h is what a day of measuring makes of
 * it. */
#ifndef PLAIN_SAT_H
#define PLAIN_SAT_H

#include "plain_core.h"

typedef struct plain_vector {
    float x, y;
} plain_vector;

typedef struct plain_polygon {
    uint32_t count;
    plain_vector vertex[SCENE_MAX_VERTICES], normal[SCENE_MAX_VERTICES];
} plain_polygon;

static inline float plain_dot(plain_vector a, plain_vector b) { return a.x * b.x + a.y * b.y; }

static inline plain_polygon plain_polygon_of(const float *x, const float *y, uint32_t count) {
    plain_polygon polygon = {.count = count};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = i + 1 < count ? i + 1 : 0;
        float edge_x = x[next] - x[i], edge_y = y[next] - y[i], length = sqrtf(edge_x * edge_x + edge_y * edge_y);
        polygon.vertex[i] = (plain_vector){x[i], y[i]};
        polygon.normal[i] = (plain_vector){edge_y / length, -edge_x / length};
    }
    return polygon;
}

/* b in a's frame. */
static inline void plain_polygon_into(const plain_pose *a_pose, const plain_polygon *b, const plain_pose *b_pose,
                                      plain_polygon *local) {
    plain_turn turn = plain_turn_of(a_pose, b_pose);
    local->count = b->count;
    for (uint32_t i = 0; i < b->count; i++) {
        plain_vector v = b->vertex[i], n = b->normal[i];
        local->vertex[i].x = (turn.cos * v.x - turn.sin * v.y) + turn.x;
        local->vertex[i].y = (turn.sin * v.x + turn.cos * v.y) + turn.y;
        local->normal[i].x = turn.cos * n.x - turn.sin * n.y;
        local->normal[i].y = turn.sin * n.x + turn.cos * n.y;
    }
}

/* False if an edge of a separates them; otherwise the edge that b overlaps least, and how deep (0 or less). */
static inline bool plain_overlap(const plain_polygon *a, const plain_polygon *b, uint32_t *edge, float *most) {
    *most = -INFINITY;
    for (uint32_t i = 0; i < a->count; i++) {
        plain_vector normal = a->normal[i];
        float least = plain_dot(normal, b->vertex[0]);
        for (uint32_t k = 1; k < b->count; k++) {
            float along = plain_dot(normal, b->vertex[k]);
            if (along < least)
                least = along;
        }
        float separation = least - plain_dot(normal, a->vertex[i]);
        if (separation > 0.0f)
            return false;
        if (separation > *most) {
            *most = separation;
            *edge = i;
        }
    }
    return true;
}

/* The edge that faces `normal` most. */
static inline uint32_t plain_incident_edge(const plain_polygon *polygon, plain_vector normal) {
    uint32_t edge = 0;
    float least = INFINITY;
    for (uint32_t i = 0; i < polygon->count; i++) {
        float along = plain_dot(normal, polygon->normal[i]);
        if (along < least) {
            least = along;
            edge = i;
        }
    }
    return edge;
}

/* Clips a segment to where dot(p, normal) <= offset. False if nothing is left. */
static inline bool plain_clip_segment(plain_vector points[2], plain_vector normal, float offset) {
    float d0 = plain_dot(points[0], normal) - offset, d1 = plain_dot(points[1], normal) - offset;
    if (d0 > 0.0f && d1 > 0.0f)
        return false;
    if (d0 > 0.0f || d1 > 0.0f) {
        float part = d0 / (d0 - d1);
        plain_vector cut = {points[0].x + (points[1].x - points[0].x) * part,
                            points[0].y + (points[1].y - points[0].y) * part};
        points[d0 > 0.0f ? 0 : 1] = cut;
    }
    return true;
}

/* Writes the manifold; returns whether they touch. */
static inline bool plain_sat(const plain_polygon *a, const plain_pose *a_pose, const plain_polygon *b,
                             const plain_pose *b_pose, bench_manifold *out) {
    plain_polygon local;
    uint32_t a_edge = 0, b_edge = 0;
    float a_most, b_most;
    plain_polygon_into(a_pose, b, b_pose, &local);
    if (!plain_overlap(a, &local, &a_edge, &a_most) || !plain_overlap(&local, a, &b_edge, &b_most))
        return false;

    bool of_b = b_most > a_most;
    const plain_polygon *reference = of_b ? &local : a, *incident = of_b ? a : &local;
    uint32_t edge = of_b ? b_edge : a_edge;
    plain_vector normal = reference->normal[edge], side = {-normal.y, normal.x};
    plain_vector from = reference->vertex[edge], to = reference->vertex[edge + 1 < reference->count ? edge + 1 : 0];
    uint32_t against = plain_incident_edge(incident, normal);
    plain_vector points[2] = {incident->vertex[against],
                              incident->vertex[against + 1 < incident->count ? against + 1 : 0]};
    if (!plain_clip_segment(points, (plain_vector){-side.x, -side.y}, -plain_dot(side, from)) ||
        !plain_clip_segment(points, side, plain_dot(side, to)))
        return false;

    float offset = plain_dot(normal, from), sign = of_b ? -1.0f : 1.0f;
    uint32_t count = 0;
    out->x[1] = out->y[1] = out->depth[1] = 0.0f;
    for (int i = 0; i < 2; i++) {
        float height = plain_dot(normal, points[i]) - offset;
        if (height > 0.0f)
            continue;
        plain_place(a_pose, points[i].x - normal.x * height * 0.5f, points[i].y - normal.y * height * 0.5f,
                    &out->x[count], &out->y[count]);
        out->depth[count++] = -height;
    }
    out->count = count;
    out->normal_x = sign * (a_pose->cos * normal.x - a_pose->sin * normal.y);
    out->normal_y = sign * (a_pose->sin * normal.x + a_pose->cos * normal.y);
    out->feature_a = of_b ? against : edge;
    out->feature_b = of_b ? edge : against;
    return count > 0;
}

#endif
