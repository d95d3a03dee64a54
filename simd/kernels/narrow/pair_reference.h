/* simd/kernels/narrow/pair_reference.h - what the narrowphase's references share: bodies as pairs see them, the
 * geometry of two polygons, rows. Scalars, from docs/arithmetic.md. */
#ifndef HAIL_SIMD_KERNELS_NARROW_PAIR_REFERENCE_H
#define HAIL_SIMD_KERNELS_NARROW_PAIR_REFERENCE_H

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

typedef struct body {
    uint32_t handle[2];
    point at, motion; /* at: the position, in a sweep that at the start */
    float c, s, k;
    float radius;   /* as a circle */
    float rounding; /* as any other core */
    const float *row;
} body;

body hail_reference_body(const hail_narrow_job *job, const hail_side *side, uint32_t index);

uint32_t hail_reference_count(const float *row);
/* The number of edge `edge` (which 0), its first corner (1) or its second (2), as the caller gave them. */
uint8_t hail_reference_feature(const float *row, uint32_t edge, unsigned which);

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

void hail_reference_contact(const hail_narrow_job *job, const body *a, const body *b, uint32_t row, const outcome *o);

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

beside hail_reference_beside(const float *row, float k, uint32_t edge, point centre, bool moved);

/* The edge of the largest separation. Ties go to the first. */
uint32_t hail_reference_widest(const float *row, float k, point centre);

typedef struct circle_contact {
    float g;
    point normal; /* out of P, in P's frame */
    uint8_t feature;
} circle_contact;

circle_contact hail_reference_circle_contact(const float *row, uint32_t edge, const beside *at);

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

polygons hail_reference_polygons(const body *a, const body *b);

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
    beyond only;        /* of a corner: the one point (s = end, h = g); of a face: the deepest */
    beyond first, last; /* of a face: the clipped incident edge, from U to V */
} facing;

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
