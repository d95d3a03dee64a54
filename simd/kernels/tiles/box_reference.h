/* simd/kernels/tiles/box_reference.h - a circle and a box, one pair and one edge at a time: docs/arithmetic.md, "Circle
 * against any other core" and "Sweeps", for a box's four edges. */
#ifndef HAIL_SIMD_KERNELS_TILES_BOX_REFERENCE_H
#define HAIL_SIMD_KERNELS_TILES_BOX_REFERENCE_H

#include "kernels/narrow/pair_reference.h"

/* A box's edges: their normals, and their corners in halves of its sides. */
typedef struct box_edge {
    point n, from, to;
} box_edge;
static const box_edge edges[4] = {
    {{0, -1}, {-1, -1}, {1, -1}}, {{1, 0}, {1, -1}, {1, 1}}, {{0, 1}, {1, 1}, {-1, 1}}, {{-1, 0}, {-1, 1}, {-1, -1}}};

typedef struct pair {
    point centre, motion, half; /* of the circle, from the box's centre; half the box's sides */
    float radius, margin;
} pair;

static inline float separation(const pair *p, uint32_t e, point centre) {
    return dot(edges[e].n, centre) - (edges[e].n.x != 0.0f ? p->half.x : p->half.y);
}

static inline uint32_t widest(const pair *p) {
    uint32_t best = 0;
    for (uint32_t e = 1; e < 4; e++)
        if (separation(p, e, p->centre) > separation(p, best, p->centre))
            best = e;
    return best;
}

/* Where a centre is of an edge: at a corner, `away` from it, or above the edge. */
typedef struct region {
    bool corner;
    float g;
    point away, normal;
} region;

static inline region region_of(const pair *p, uint32_t e, point centre, bool moved) {
    const point a = {edges[e].from.x * p->half.x, edges[e].from.y * p->half.y},
                b = {edges[e].to.x * p->half.x, edges[e].to.y * p->half.y}, along_edge = minus(b, a),
                from = minus(centre, a), to = minus(centre, b);
    region at = {.g = separation(p, e, centre), .normal = edges[e].n};
    const bool outside = moved || at.g >= 0.0f, first = outside && dot(from, along_edge) <= 0.0f,
               last = outside && dot(to, along_edge) > 0.0f;
    at.corner = first || last;
    at.away = first ? from : to;
    if (!at.corner)
        return at;
    const float size = p->half.x + p->half.y;
    at.g = length(at.away);
    if (at.g > (size + size) * HAIL_TOLERANCE)
        at.normal = (point){at.away.x / at.g, at.away.y / at.g};
    return at;
}

/* When the path comes within reach of the box, through which edge (4: it starts within reach). False: never. */
static inline bool clip_path(const pair *p, float *t0, uint32_t *hit) {
    const float reach = p->radius + p->margin;
    float leave = 1.0f;
    *t0 = 0.0f;
    *hit = 4;
    for (uint32_t e = 0; e < 4; e++) {
        const float q = separation(p, e, p->centre) - reach, speed = -dot(edges[e].n, p->motion);
        if (speed > 0.0f && q / speed > *t0) {
            *t0 = q / speed;
            *hit = e;
        } else if (speed < 0.0f && q / speed < leave) {
            leave = q / speed;
        } else if (speed == 0.0f && q > 0.0f) {
            return false;
        }
    }
    return *t0 <= leave;
}

#endif
