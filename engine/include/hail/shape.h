/* hail/shape.h - shape templates: rounded convex shapes, prepared once, shared by any number of bodies.
 *
 * Every shape is a core (a point, a segment or a convex polygon of 3 to 8 vertices) and all that lies within `rounding`
 * of it: a circle is a rounded point, a capsule a rounded segment. Rounding is true: corners are arcs, and a box of
 * half width 10 and rounding 2 reaches to 12. A body's position is its template's origin. */
#ifndef HAIL_SHAPE_H
#define HAIL_SHAPE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HAIL_MAX_VERTICES = 8,
    HAIL_MAX_SHAPES = 1 << 20, /* of a world or a batch */
    HAIL_CONVEX_WORDS = 128
};
#define HAIL_MAX_REACH 1.0e6f /* px: the furthest a template may reach from its origin, rounding included */

/* Numbers nearer to 0 than this become 0 in shapes, at spawn and in setters, so that no subnormal number ever slows a
 * step. */
#define HAIL_TINY 1.0e-18f

/* A prepared shape. 512 bytes, plain data: copy it, keep it in arrays, but let only the functions below write it. Used
 * by the batch functions (hail/batch.h); a world keeps its own copies (hail_shape_add). */
typedef struct hail_convex {
    float words[HAIL_CONVEX_WORDS];
} hail_convex;

/* Each of these writes *shape, and only when it answers HAIL_OK. Numbers are px, finite (HAIL_NOT_FINITE), and no shape
 * reaches further than HAIL_MAX_REACH from its origin (HAIL_TOO_LARGE); radii and roundings are 0 or more
 * (HAIL_OUT_OF_RANGE). */

/* A circle about the origin. radius 0 is a point. */
HAIL_API hail_status hail_convex_circle(float radius, hail_convex *shape);

/* All that lies within `radius` of the segment from (x1, y1) to (x2, y2). radius 0 is a bare segment; both ends may
 * coincide, as those do that are nearer than HAIL_TINY. */
HAIL_API hail_status hail_convex_capsule(float x1, float y1, float x2, float y2, float radius, hail_convex *shape);

/* A box about the origin: the polygon (-w, -h), (w, -h), (w, h), (-w, h), which half_width and half_height (more than
 * 0) must keep from being degenerate. */
HAIL_API hail_status hail_convex_box(float half_width, float half_height, float rounding, hail_convex *shape);

/* A convex polygon. x, y: `count` (3 to HAIL_MAX_VERTICES) vertices in order, either winding, px from the origin, which
 * may lie outside.
 *
 * Refused: HAIL_TOO_FEW_VERTICES, HAIL_TOO_MANY_VERTICES, HAIL_NOT_FINITE, HAIL_TOO_LARGE, HAIL_DEGENERATE (an edge
 * shorter than 1e-3 px or than 1e-4 of the reach, or a corner flatter than 1e-4 radians), HAIL_CONCAVE.
 *
 * Precision: distances are right to a few units in the last place of the distance between the two origins, divided,
 * beyond a corner, by the sine of half its angle, or by the angle that it turns by, if that is less: against a circle,
 * a needle of 0.002 radians that lies 1,000 px from its origin can be 0.2 px longer than drawn. */
HAIL_API hail_status hail_convex_polygon(const float *x, const float *y, size_t count, float rounding,
                                         hail_convex *shape);

typedef struct hail_shape_info {
    uint32_t vertices; /* of the core: 0 of a circle, 2 of a segment or capsule, 3 to 8 of a polygon */
    float rounding;    /* px: what surrounds the core; a circle's or capsule's radius */
    float radius;      /* px: of a circle about the origin that holds the shape */
    float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES]; /* px, as they were given (or 0 below HAIL_TINY) */
} hail_shape_info;

/* What a prepared shape was made from. */
HAIL_API hail_status hail_convex_describe(const hail_convex *shape, hail_shape_info *info);

#ifdef __cplusplus
}
#endif

#endif
