/* hail/batch.h - pairs of shapes from your arrays, answers into your arrays: touch, contact, distance, sweep. No world.
 *
 *     hail_convex shapes[2];
 *     hail_convex_box(8, 4, 0, &shapes[0]);
 *     hail_convex_circle(3, &shapes[1]);
 *     hail_batch batch = {.count = n};
 *     batch.a = (hail_shapes){.convexes = shapes, .shape_count = 2, .x = ax, .y = ay, .shape = a_shape, .count = n};
 *     batch.b = (hail_shapes){.x = bx, .y = by, .shape = b_shape, .count = n};
 *     hail_status status = hail_batch_collide(&batch, contacts);
 *
 * Every call checks all shapes of both sides before it writes anything; of the convexes, if there are more of them than
 * pairs, those that the pairs name. Errors:
 *   HAIL_BAD_ARGUMENT  a required array is NULL; an index is too large; a convex was never prepared; `shapes` is given,
 *                      or `cos` without `sin`, or `dx` without `dy`; more than 2^31 - 1 pairs or shapes; more than
 *                      HAIL_MAX_SHAPES convexes
 *   HAIL_NOT_FINITE    a NaN or an infinity
 *   HAIL_OUT_OF_RANGE  a position or displacement beyond HAIL_MAX_BOUND, a scale outside 0 to HAIL_MAX_SCALE, a cos and
 *                      sin that are not a unit vector to within 1e-4
 *   HAIL_UNKNOWN_VARIANT   the context's variant does not run here
 *
 * Answers go into arrays of the caller's with an element for each pair: batch->count of them. They must not overlap
 * the inputs.
 *
 * A pair has the same answer, bit by bit, wherever it stands in a batch, and on every instruction set. Numbers and
 * distances below HAIL_TINY may be treated as 0. Nothing is allocated; a call uses up to 65 KB of stack. Any number of
 * threads may call at once.
 *
 * Precision is relative to a sum S, in px: how far apart the two origins are (along x and along y), plus how far each
 * shape reaches from its origin (its rounding included), plus, for a sweep, the relative displacement (along x and
 * along y).
 *   - Distances and depths are right to 1e-6 * S. A pair that is nearer than that to touching may count as either.
 *   - A sweep finds every overlap that is deeper than 2e-6 * S. At t the surfaces are at most that far apart, and
 *     before t they overlap at most that deep. With S = 1,000 px that is 0.002 px.
 *   - Both numbers grow if a polygon has a flat or a sharp corner. A corner that turns by t < 0.1 radians multiplies
 *     them by 0.1 / t; one whose half angle has a sine s < 0.1 multiplies them by 0.1 / s.
 *   - The length of a normal differs from 1 by at most 1e-6.
 *   - A cos and sin whose length is off by e (1e-4 at most) add up to 3 * e * S to distances, and 3 * e to normals.
 *   - How far the pair is from (0, 0) changes only points: they are rounded as their coordinates are. */
#ifndef HAIL_BATCH_H
#define HAIL_BATCH_H

#include "contact.h"
#include "lists.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Pairs of two sides, whose shapes lie in one array: a.convexes. b.convexes is NULL or the same array (else
 * HAIL_BAD_ARGUMENT). */
typedef struct hail_batch {
    hail_shapes a, b;                  /* a's context and shape_count are used; b's are not read */
    const uint32_t *index_a, *index_b; /* pair i is element index_a[i] of a and index_b[i] of b; NULL: element i, and
                                          that side has at least `count` */
    size_t count;                      /* pairs */
} hail_batch;

/* The signed distance between two shapes and their closest points: 32 bytes. */
typedef struct hail_gap {
    float distance;               /* px between the surfaces; negative: how deep they overlap along the normal */
    float ax, ay;                 /* px: a's closest point to b; if they overlap, its deepest in b along the normal */
    float bx, by;                 /* px: likewise for b */
    float normal_x, normal_y;     /* unit vector from a to b; (1, 0) for concentric circles */
    uint8_t feature_a, feature_b; /* as in hail_contact */
    uint8_t unused_0, unused_1;   /* 0 */
} hail_gap;

/* The separating-axis test of two moving polygons: 32 bytes. Both are projected onto every edge normal, and a's
 * interval is extended by the relative displacement.
 *
 * The test is conservative. It never misses a pair, but looks at the whole motion at once, so it also reports pairs
 * that pass each other at different times. hail_batch_sweep gives the exact answer.
 *
 * If will_intersect is 0, slide is the relative displacement, and all other fields except `intersect` are 0. */
typedef struct hail_prediction {
    float mtv_x, mtv_y;     /* px: the minimum translation that moves a out of b after the motion, to the side of b on
                               which a's centre starts; ties go to the first axis (a's edges, then b's) */
    float slide_x, slide_y; /* px: the relative displacement plus mtv: a slides along b */
    float axis_x, axis_y;   /* unit vector along the translation, from b's centre towards a's; the edge's own normal if
                               both centres project to the same point of it */
    float overlap;          /* px, 0 or more: the translation's length */
    uint8_t intersect;      /* 1: on every axis they overlap or touch before the motion */
    uint8_t will_intersect; /* 1: on every axis they overlap or touch at some time of the motion */
    uint8_t feature;        /* the number of the edge whose normal the axis is */
    uint8_t of_b;           /* 1: that edge is b's */
} hail_prediction;

/* Tells which pairs touch: touching[i] is 1 if the gap between the surfaces is 0 or less, otherwise 0. */
HAIL_API hail_status hail_batch_touch(const hail_batch *batch, uint8_t *touching);

/* Computes the contact manifold of every pair.
 *
 *   contacts  contacts[i] is as hail_contact describes it, but a.slot and b.slot are the indices in the sides, and
 *             layers and generations are 0. If the pair does not touch, kind and count are 0 and all else is undefined
 */
HAIL_API hail_status hail_batch_collide(const hail_batch *batch, hail_contact *contacts);

/* Computes the signed distance and the closest points of every pair. */
HAIL_API hail_status hail_batch_distance(const hail_batch *batch, hail_gap *gaps);

/* Predicts whether polygons will intersect during their displacements, and how to push them apart: misses no pair, but
 * may report too many (hail_prediction).
 *
 * The relative displacement is a's minus b's; without dx and dy a side is at rest, as in hail_batch_sweep. A centre is
 * the mean of the core's vertices. A shape's rounding widens its intervals. HAIL_UNSUPPORTED_PAIR: some pair has a
 * circle in it. */
HAIL_API hail_status hail_batch_predict(const hail_batch *batch, hail_prediction *predictions);

/* Computes when the pairs first touch as they move.
 *
 * Each shape moves in a straight line from (x, y) at t = 0 to (x + dx, y + dy) at t = 1 and keeps its rotation. The
 * call casts a ray against the rounded Minkowski difference, without iteration.
 *
 *   hits  hits[i].count is 1 if the pair touches: t is when it first does, normal and point are of that time. Handles,
 *         layers and features are as from hail_batch_collide. Otherwise kind and count are 0
 *
 * A pair that touches at the start has t = 0 and its depth; all others have depth 0. (If they start a rounding error
 * apart and approach, t can be 0 for them too.)
 *
 * The normal of a hit with t > 0 points where a moves relative to b: their dot product is above 0. (Two circles about
 * as small as the rounding error are an exception.) A pair that misses by less than the precision above may be hit. */
HAIL_API hail_status hail_batch_sweep(const hail_batch *batch, hail_contact *hits);

#ifdef __cplusplus
}
#endif

#endif
