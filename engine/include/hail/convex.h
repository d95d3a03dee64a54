/* hail/convex.h - shape templates: rounded convex shapes, prepared once, shared by any number of bodies.
 *
 *     hail_convex bullet, crate, hull;
 *     hail_convex_circle(4, &bullet);
 *     hail_convex_box(16, 12, 2, &crate);
 *     const float px[] = {40, -20, -20}, py[] = {0, 15, -15};
 *     hail_status status = hail_convex_polygon(px, py, 3, 0, &hull);
 *
 * A shape is a core (a point, a segment or a convex polygon of 3 to 8 vertices) inflated by `rounding`: a circle is a
 * rounded point, a capsule a rounded segment. Rounding adds to the size: corners become arcs, and a box of half width
 * 10 and rounding 2 extends to 12. A body's position is where its template's origin lies.
 *
 * Nothing is allocated. Any number of threads may call at once. */
#ifndef HAIL_CONVEX_H
#define HAIL_CONVEX_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HAIL_MAX_VERTICES = 8,
    HAIL_MAX_SHAPES = 1 << 20, /* of a set or a batch */
    HAIL_CONVEX_WORDS = 128
};
#define HAIL_MAX_REACH 1.0e6f /* px: the largest distance of a template's points from its origin, rounding included */

/* A prepared shape: 512 bytes, plain data. Copy it and store it freely, but let only the functions below write it. The
 * lists of hail/lists.h take it; a set of shapes keeps its own copy (hail_shape_add). */
typedef struct hail_convex {
    float words[HAIL_CONVEX_WORDS];
} hail_convex;

/* What a prepared shape was made from. */
typedef struct hail_convex_info {
    uint32_t vertices; /* of the core: 0 of a circle, 2 of a segment or capsule, 3 to 8 of a polygon */
    float rounding;    /* px; a circle's or capsule's radius */
    float radius;      /* px: of a circle about the origin that contains the shape */
    float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES]; /* px, in the order given; numbers below HAIL_TINY are 0 */
} hail_convex_info;

/* ---- Preparing --------------------------------------------------------------------------------------------------- *
 * Each function writes *shape only if it returns HAIL_OK. Errors of all of them:
 *   HAIL_BAD_ARGUMENT  a null pointer
 *   HAIL_NOT_FINITE    a NaN or an infinity
 *   HAIL_OUT_OF_RANGE  a negative radius or rounding
 *   HAIL_TOO_LARGE     the shape extends more than HAIL_MAX_REACH from its origin */

/* Prepares a circle centred at the origin. radius 0 makes a point. */
HAIL_API hail_status hail_convex_circle(float radius, hail_convex *shape);

/* Prepares a capsule: the segment from (x1, y1) to (x2, y2) inflated by `radius`. radius 0 makes a bare segment. The
 * ends may coincide; if they differ by less than HAIL_TINY in x and in y, they are made equal. */
HAIL_API hail_status hail_convex_capsule(float x1, float y1, float x2, float y2, float radius, hail_convex *shape);

/* Prepares a box centred at the origin: the polygon (-w, -h), (w, -h), (w, h), (-w, h).
 *
 *   half_width, half_height  px, above 0 (HAIL_OUT_OF_RANGE), and not so small or so different that the polygon is
 *                            HAIL_DEGENERATE */
HAIL_API hail_status hail_convex_box(float half_width, float half_height, float rounding, hail_convex *shape);

/* Prepares a convex polygon.
 *
 *   x, y   `count` vertices in order, either winding, px from the origin, which may lie outside
 *   count  3 to HAIL_MAX_VERTICES (HAIL_TOO_FEW_VERTICES, HAIL_TOO_MANY_VERTICES)
 *
 * HAIL_DEGENERATE: an edge shorter than 1e-3 px, or than 1e-4 of the largest distance of a vertex from the origin; a
 * corner that turns by less than 1e-4 radians. HAIL_CONCAVE: a reflex corner, crossing edges.
 *
 * Precision: see hail/batch.h. Corners that are sharper than 0.2 radians or turn by less than 0.1 cost some of it:
 * against circles, a needle of 0.002 radians that lies 1,000 px from its origin can act 0.2 px too long. */
HAIL_API hail_status hail_convex_polygon(const float *x, const float *y, size_t count, float rounding,
                                         hail_convex *shape);

/* Prepares any of these shapes from its description: the reverse of hail_convex_describe.
 *
 *   context  NULL: the defaults. Its error names the bad field of info, and the vertex
 *   info     vertices: 0 of a circle, whose radius is `rounding`; 2 of a capsule; 3 to HAIL_MAX_VERTICES of a polygon
 *            (HAIL_TOO_FEW_VERTICES, HAIL_TOO_MANY_VERTICES). rounding; x and y of the vertices. Nothing else is read
 *
 * Fails as the functions above do. */
HAIL_API hail_status hail_convex_prepare(const hail_context *context, const hail_convex_info *info, hail_convex *shape);

/* Describes a prepared shape. HAIL_BAD_ARGUMENT: a null pointer, or a shape that was never prepared. */
HAIL_API hail_status hail_convex_describe(const hail_convex *shape, hail_convex_info *info);

#ifdef __cplusplus
}
#endif

#endif
