/* simd/kernels/narrow/pair_reference.h - what the narrowphase's references share: bodies as pairs see them, the
 * geometry of two polygons, rows. Scalars, from docs/arithmetic.md. */
#ifndef HAIL_SIMD_KERNELS_NARROW_PAIR_REFERENCE_H
#define HAIL_SIMD_KERNELS_NARROW_PAIR_REFERENCE_H

#include <string.h>

#include "kernels/reference.h"

typedef struct point {
    float x, y;
} point;

static inline float dot(point a, point b) { return a.x * b.x + a.y * b.y; }
static inline float cross(point a, point b) { return a.x * b.y - a.y * b.x; }
static inline float length(point a) { return sqrtf(a.x * a.x + a.y * a.y); }
static inline point minus(point a, point b) { return (point){a.x - b.x, a.y - b.y}; }
static inline point along(point a, point by, float t) { return (point){a.x + by.x * t, a.y + by.y * t}; }
static inline point rotated(float c, float s, point p) { return (point){c * p.x - s * p.y, s * p.x + c * p.y}; }
static inline point rotated_back(float c, float s, point p) { return (point){c * p.x + s * p.y, c * p.y - s * p.x}; }
static inline float not_negative(float a) { return a > 0.0f ? a : 0.0f; }

/* ---- Bodies ---------------------------------------------------------------------------------------------------- */

typedef struct body_handle {
    uint32_t slot, generation;
} body_handle;

typedef struct body {
    body_handle handle;
    point at, motion; /* at: the position, in a sweep that at the start */
    float c, s, k;
    float radius;   /* as a circle */
    float rounding; /* as any other core */
    const float *row;
} body;

/* Written in place, and inline: a copy that is made in pieces takes longer than the contact of two circles. */
static inline void reference_body(const hail_narrow_job *job, const hail_side *side, uint32_t index, body *b) {
    const size_t i = index;
    b->handle.slot = side->handle ? side->handle[2 * i] : index;
    b->handle.generation = side->handle ? side->handle[2 * i + 1] : 0;
    b->at.x = side->x[i];
    b->at.y = side->y[i];
    b->motion.x = side->dx ? side->dx[i] : 0.0f;
    b->motion.y = side->dy ? side->dy[i] : 0.0f;
    b->c = side->cos ? side->cos[i] : 1.0f;
    b->s = side->cos ? side->sin[i] : 0.0f;
    b->k = side->scale ? side->scale[i] : 1.0f;
    b->row = job->templates + HAIL_TEMPLATE_WORDS * (side->shape ? (size_t)side->shape[i] : 0);
    b->rounding = b->row[HAIL_TEMPLATE_ROUNDING] * b->k;
    b->radius = side->radius ? side->radius[i] : side->uniform_radius < 0.0f ? b->rounding : side->uniform_radius;
}

static inline void reference_bodies(const hail_narrow_job *job, uint32_t one, uint32_t two, body *a, body *b) {
    reference_body(job, &job->one, one, a);
    reference_body(job, &job->two, two, b);
}

static inline uint32_t reference_count(const float *row) {
    uint32_t count;
    memcpy(&count, row + HAIL_TEMPLATE_COUNT, sizeof count);
    return count;
}

/* The number of edge `edge` (which 0), its first corner (1) or its second (2), as the caller gave them. */
static inline uint8_t reference_feature(const float *row, uint32_t edge, unsigned which) {
    uint32_t features;
    memcpy(&features, row + HAIL_TEMPLATE_EDGES + 8 * (size_t)edge + HAIL_TEMPLATE_FEATURES, sizeof features);
    return (uint8_t)(features >> 8 * which);
}

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

/* A pair's result, with a and b as in the contact. */
typedef struct outcome {
    bool touching;
    uint8_t feature_a, feature_b;
    float t;
    point normal; /* from a to b */
    uint32_t points;
    point at[2];
    float depth[2];
} outcome;

void hail_reference_contact(const hail_narrow_job *job, body_handle a, body_handle b, uint32_t row, const outcome *o);

typedef struct gap {
    float distance;
    point a, b, normal; /* the nearest points of both; from a to b */
    uint8_t feature_a, feature_b;
} gap;

void hail_reference_gap(const hail_narrow_job *job, uint32_t row, const gap *g);

/* The gap of two circles; between: from a's centre to b's. */
gap hail_reference_circles_gap(const body *a, const body *b, point between);

/* ---- Circle and another core ----------------------------------------------------------------------------------- */

/* The circle's centre against one edge of P, in P's frame. */
typedef struct beside {
    float separation;
    point x1, x2, p, q; /* the edge's ends; from them to the centre */
    int corner;         /* the region that the centre is in. 1, 2: that corner's; 0: the edge's */
} beside;

/* The separation of a point from one edge. */
static inline float reference_beyond(const float *row, float k, uint32_t edge, point p) {
    const point n = {row[HAIL_TEMPLATE_NX + edge], row[HAIL_TEMPLATE_NY + edge]};
    return dot(n, p) - row[HAIL_TEMPLATE_OFFSET + edge] * k;
}

static inline beside reference_beside(const float *row, float k, uint32_t edge, point centre, bool moved) {
    const uint32_t next = edge + 1 < reference_count(row) ? edge + 1 : 0;
    beside b = {.separation = reference_beyond(row, k, edge, centre),
                .x1 = {row[HAIL_TEMPLATE_VX + edge] * k, row[HAIL_TEMPLATE_VY + edge] * k},
                .x2 = {row[HAIL_TEMPLATE_VX + next] * k, row[HAIL_TEMPLATE_VY + next] * k}};
    const point e = minus(b.x2, b.x1);
    b.p = minus(centre, b.x1);
    b.q = minus(centre, b.x2);
    if (moved || b.separation >= 0.0f)
        b.corner = dot(b.p, e) <= 0.0f ? 1 : dot(b.q, e) > 0.0f ? 2 : 0;
    return b;
}

/* The edge of the largest separation. Ties go to the first. */
uint32_t hail_reference_widest(const float *row, float k, point centre);

typedef struct circle_contact {
    float g;
    point normal; /* out of P, in P's frame */
    uint8_t feature;
} circle_contact;

static inline circle_contact reference_circle_contact(const float *row, uint32_t edge, const beside *at) {
    circle_contact contact = {.g = at->separation,
                              .normal = {row[HAIL_TEMPLATE_NX + edge], row[HAIL_TEMPLATE_NY + edge]},
                              .feature = reference_feature(row, edge, (unsigned)at->corner)};
    if (at->corner) {
        const point d = at->corner == 1 ? at->p : at->q;
        contact.g = length(d);
        const float noise =
            ((fabsf(at->x1.x) + fabsf(at->x1.y)) + (fabsf(at->x2.x) + fabsf(at->x2.y))) * HAIL_TOLERANCE;
        if (contact.g > noise)
            contact.normal = (point){d.x / contact.g, d.y / contact.g};
    }
    return contact;
}

/* The circle's centre in the other's frame; their gap when it is there. */
point hail_reference_centre(const body *circle, const body *other);
gap hail_reference_circle_gap(const body *c, const body *p, point centre, bool two_is_a);

/* ---- Two polygons ---------------------------------------------------------------------------------------------- */

typedef struct polygon {
    const float *row;
    uint32_t count;
    float rounding;
    point vertex[8], normal[8]; /* in A's frame */
} polygon;

/* All in A's frame. */
typedef struct polygons {
    float cr, sr;
    point u; /* B's origin */
    point motion;
    float r;
    polygon a, b;
} polygons;

void hail_reference_polygons(const body *a, const body *b, polygons *pair);

/* Computes B's vertices anew for its origin at u. */
void hail_reference_move_b(polygons *pair, const body *b, point u);

/* A point of B's template, scaled, in A's frame. */
point hail_reference_in_a(const polygons *pair, point in_b);

/* The separation of `other` from edge `edge` of `of`. */
float hail_reference_separation(const polygon *of, uint32_t edge, const polygon *other);

typedef struct reference_edge {
    bool of_b;
    uint32_t edge;
} reference_edge;

reference_edge hail_reference_edge(const polygons *pair);

/* A point of the incident edge: s along the reference edge, h above it. */
typedef struct beyond {
    float s, h;
    bool kept;
    uint8_t feature, other_feature; /* the features if it is the only point: the reference's, the incident's */
} beyond;

/* The two edges that face each other, and their nearest points. */
typedef struct facing {
    bool of_b; /* the reference edge is B's */
    point n, r1, r2;
    float rounding, other_rounding; /* the reference's, the incident's */
    uint8_t edge, other_edge;       /* numbers of both edges */
    float g;
    point normal; /* out of the reference */
    bool corner;
    float end;          /* of a corner: its s */
    point d;            /* of a corner: from it to the nearest point of the incident edge, along and across */
    beyond first, last; /* of a face: the clipped incident edge, from U to V; of a corner the first is the one point (s
                           = end, h = g) */
    bool last_is_deepest;
} facing;

/* The one point of a corner, or the deepest of a face. */
static inline const beyond *reference_only(const facing *f) { return f->last_is_deepest ? &f->last : &f->first; }

facing hail_reference_facing(const polygons *pair, reference_edge edge);

/* A vector along and across the reference edge, in A's frame. */
point hail_reference_out(point n, point across);

/* The reference edge's point at s; and the point above it, midway between the two surfaces. */
point hail_reference_foot(const facing *f, float s);
point hail_reference_midway(const facing *f, const beyond *p);

/* Their gap. */
gap hail_reference_polygons_gap(const body *a, const polygons *pair);

/* From A's frame to the world: a point, and the normal, which then points from A to B. */
point hail_reference_to_world(const body *a, point p);
point hail_reference_from_a_to_b(const body *a, const facing *f);

#endif
