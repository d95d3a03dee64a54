/* hail/batch.h - pairs of shapes straight from the caller's arrays into the caller's arrays; no world needed.
 *
 *     hail_convex shapes[2];
 *     hail_convex_box(8, 4, 0, &shapes[0]);
 *     hail_convex_circle(3, &shapes[1]);
 *     hail_batch batch = {.shapes = shapes, .shape_count = 2, .count = 1000};
 *     batch.a = (hail_bodies){.x = ax, .y = ay, .shape = as, .count = 1000};
 *     batch.b = (hail_bodies){.x = bx, .y = by, .shape = bs, .count = 1000};
 *     hail_status status = hail_batch_collide(&batch, contacts);
 *
 * Every function checks all bodies of both sides before it writes anything: HAIL_BAD_ARGUMENT (a null pointer where an
 * array is needed, an index past its array, `cos` without `sin`, `dx` without `dy`, more than 2^31 - 1 of anything),
 * HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE (a position or displacement beyond HAIL_MAX_BOUND, a scale outside 0 to
 * HAIL_MAX_SCALE, a cos and sin that are not a unit vector to 1e-4), HAIL_UNKNOWN_ISA (without an isa, where HAIL_ISA
 * in the environment names none). Numbers and distances nearer to 0 than HAIL_TINY may be taken for it. Nothing is
 * allocated; up to 65 KB of stack are used. Any number of threads may call at once. Inputs and outputs must not
 * overlap. The same pair gives the same bits wherever it stands in whatever batch, on every instruction set. */
#ifndef HAIL_BATCH_H
#define HAIL_BATCH_H

#include "contact.h"
#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HAIL_MAX_SCALE 1.0e3f

/* One side of the pairs: bodies, as structure of arrays of `count` elements. */
typedef struct hail_bodies {
    const float *x, *y;     /* px */
    const float *cos, *sin; /* unit to 1e-4; both NULL: not turned */
    const float *scale;     /* multiplies the template, rounding included; NULL: 1 */
    const float *dx, *dy;   /* px: displacement; read by predict and sweep only; both NULL: at rest */
    const uint32_t *shape;  /* index into the batch's shapes; NULL: shape 0 for all */
    size_t count;
} hail_bodies;

typedef struct hail_batch {
    const hail_isa *isa; /* from hail_isa_find; NULL: looked for in every call (some microseconds) */
    const hail_convex *shapes;
    size_t shape_count;
    hail_bodies a, b;
    const uint32_t *index_a, *index_b; /* pair i is bodies index_a[i] and index_b[i]; NULL: body i of that side */
    size_t count;                      /* pairs */
} hail_batch;

/* touching[i]: 1 if the pair touches (the gap between the surfaces is 0 or less), otherwise 0. */
HAIL_API hail_status hail_batch_touch(const hail_batch *batch, uint8_t *touching);

/* contacts[i]: the manifold as hail_contact describes it, but that a.slot and b.slot are the bodies' indices and the
 * layers and generations are 0. A pair that does not touch has kind 0 and count 0, and nothing else of it is defined.
 */
HAIL_API hail_status hail_batch_collide(const hail_batch *batch, hail_contact *contacts);

/* How far two shapes are apart, and where they are nearest: 32 bytes. */
typedef struct hail_gap {
    float distance;               /* px between the surfaces; negative: how deep they overlap along the normal */
    float ax, ay;                 /* px: the nearest point on a's surface, and on b's; where they overlap, the two */
    float bx, by;                 /*     points that lie deepest in the other along the normal */
    float normal_x, normal_y;     /* unit vector from a to b; (1, 0) between circles whose centres coincide */
    uint8_t feature_a, feature_b; /* as in hail_contact */
    uint8_t unused_0, unused_1;   /* 0 */
} hail_gap;

HAIL_API hail_status hail_batch_distance(const hail_batch *batch, hail_gap *gaps);

/* The classic per-axis test of two moving convex polygons (interval projection on every edge normal, with a's interval
 * extended by the relative displacement): 32 bytes. It is CONSERVATIVE: each axis is looked at over the whole motion,
 * so pairs that pass each other at different times are said to be going to intersect; never the other way round. For
 * the exact answer use hail_batch_sweep. */
typedef struct hail_prediction {
    float mtv_x, mtv_y;     /* px: the translation that takes a out of b after the motion, on the side of b where its
                               centre is at the start, along the axis on which that is least (of equal ones the first:
                               a's edges, then b's); (0, 0) if they will not meet */
    float slide_x, slide_y; /* px: the relative displacement plus that translation: a slides along b */
    float axis_x, axis_y;   /* the translation's axis, a unit vector; from b's centre towards a's, and along the edge's
                               own normal where the centres lie level on it; (0, 0) if they will not meet */
    float overlap;          /* px, 0 or more: the translation's length; 0 if they will not meet */
    uint8_t intersect;      /* 1: they overlap before the motion (touching counts) */
    uint8_t will_intersect; /* 1: on every axis they overlap at some time of the motion */
    uint8_t feature;        /* the edge whose normal the axis is; 0 if they will not meet */
    uint8_t of_b;           /* 1: that edge is b's */
} hail_prediction;

/* Relative displacement: a's less b's. Rounding widens the intervals. Cores with fewer than 2 vertices have no axis:
 * HAIL_UNSUPPORTED_PAIR if any pair has a circle in it. A centre is the mean of the core's vertices. */
HAIL_API hail_status hail_batch_predict(const hail_batch *batch, hail_prediction *predictions);

/* Time of impact for translation: each body goes straight from (x, y) to (x + dx, y + dy) while t goes from 0 to 1, and
 * keeps its rotation. Closed form: a ray against the rounded Minkowski difference; no iteration.
 *
 * hits[i]: kind and count 0: they never touch on the way. Otherwise one point: t is the first fraction at which they
 * touch, normal and point are those of that moment. A pair that touches at the start has t 0 and its depth; otherwise
 * the depth is 0 (and t may be 0 too, for what is within rounding of touching at the start and on its way in). Handles,
 * layers and features as in hail_batch_collide.
 *
 * Precision: nothing slips through. A corner is hit if it is passed within 4 units in the last place of the coordinates
 * and displacements; all corners of a polygon that has one that turns by less than 0.1 rad, within 0.1 over that angle
 * times as much. */
HAIL_API hail_status hail_batch_sweep(const hail_batch *batch, hail_contact *hits);

#ifdef __cplusplus
}
#endif

#endif
