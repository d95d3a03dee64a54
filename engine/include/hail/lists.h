/* hail/lists.h - arguments that many calls share: lists of points, rays, boxes and shapes, one array for each property.
 *
 *     #include <hail/hail.h>
 *     hail_convex ball;
 *     hail_convex_circle(6, &ball);
 *     const hail_points points = {.x = x, .y = y, .count = n};
 *     const hail_rays rays = {.x = x, .y = y, .dx = dx, .dy = dy, .count = n};
 *     const hail_shapes balls = {.convexes = &ball, .shape_count = 1, .x = x, .y = y, .dx = dx, .dy = dy, .count = n};
 *     hail_status status = hail_query_points(world, &points, NULL, 1, matches, NULL);
 *     status = hail_query_rays(world, &rays, NULL, 1, hits, NULL);
 *     status = hail_query_casts(world, &balls, NULL, 1, hits, NULL);
 *
 * The same lists ask a world (hail/query.h), a tile map (hail/march.h, hail/slide.h), polygons and sectors
 * (hail/points.h, hail/sectors.h), and make up the two sides of pairs (hail/batch.h).
 *
 * The arrays are the caller's. A call reads them and keeps nothing. Each has `count` elements, at most 2^31 - 1.
 * Coordinates and displacements are at most HAIL_MAX_BOUND. A zeroed list has no elements.
 *
 * A list's context says where an error is described, and which variant and tasks do the work; NULL: the defaults. Calls
 * to a world do not read its variant: they use the world's. */
#ifndef HAIL_LISTS_H
#define HAIL_LISTS_H

#include "convex.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HAIL_MAX_SCALE 1.0e3f

/* Points. */
typedef struct hail_points {
    const hail_context *context;
    const float *x, *y; /* px */
    size_t count;
} hail_points;

/* Rays, or lines: each from (x, y) to another point. Either dx and dy or to_x and to_y say where that is; the other two
 * are NULL (else HAIL_BAD_ARGUMENT).
 *
 *   - With to_x and to_y, the displacement of a cast or march is (to_x - x, to_y - y), rounded to float.
 *   - With dx and dy, a line of sight ends at (x + dx, y + dy), rounded to float.
 *   - All of these, given or computed, are at most HAIL_MAX_BOUND (HAIL_OUT_OF_RANGE). */
typedef struct hail_rays {
    const hail_context *context;
    const float *x, *y;       /* px: where rays start */
    const float *dx, *dy;     /* px: their displacements */
    const float *to_x, *to_y; /* px: where they end */
    size_t count;
} hail_rays;

/* Boxes with sides along the axes. */
typedef struct hail_boxes {
    const hail_context *context;
    const float *min_x, *min_y, *max_x, *max_y; /* px; max may equal min, and must not be less */
    size_t count;
} hail_boxes;

/* Shapes at places. Each is one of `convexes`, or one of `shapes`: only one of these two arrays is given. */
typedef struct hail_shapes {
    const hail_context *context;
    const hail_convex *convexes; /* shapes that are in no set */
    const hail_shape *shapes; /* shapes of the world's set, compounds and sprites included. Only calls to a world take
                                 them; others refuse them with HAIL_BAD_ARGUMENT */
    size_t shape_count;       /* of convexes or shapes, at most HAIL_MAX_SHAPES */
    const float *x, *y;       /* px */
    const float *cos, *sin;   /* unit vectors to within 1e-4; both NULL: not rotated */
    const float *scale;       /* 0 to HAIL_MAX_SCALE: multiplies the whole shape, rounding included; NULL: 1 */
    const float *dx, *dy;     /* px: displacements, read by calls that move shapes; both NULL: at rest.
                                 hail_query_casts needs them */
    const uint32_t *shape;    /* index into convexes or shapes; NULL: 0 for all */
    size_t count;             /* of x, y, cos, sin, scale, dx, dy and shape */
} hail_shapes;

#ifdef __cplusplus
}
#endif

#endif
