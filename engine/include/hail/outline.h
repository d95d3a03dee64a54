/* hail/outline.h - from pixels and concave polygons to convex shapes: outlines of sprites, polygons that enclose, and
 * convex decomposition.
 *
 *     hail_polygons *outline, *parts;
 *     hail_trace(set, sprite, NULL, &outline);
 *     hail_decompose(hail_polygons_loops(outline), NULL, &parts, NULL);
 *
 * These are for loading time: they allocate, and take milliseconds. */
#ifndef HAIL_OUTLINE_H
#define HAIL_OUTLINE_H

#include "shape.h"
#include "sprite.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Closed loops of vertices, px. Where they are a polygon's boundary, what lies inside an odd number of them is inside
 * the polygon: islands, their holes, islands in those. */
typedef struct hail_loops {
    const float *x, *y;    /* start[count] of them */
    const uint32_t *start; /* loop l is vertices start[l] to start[l + 1] - 1; count + 1 of them, the first 0 */
    size_t count;          /* loops */
} hail_loops;

/* Loops that Hail made. */
typedef struct hail_polygons hail_polygons;

/* They live as long as the object. Of NULL: none. */
HAIL_API hail_loops hail_polygons_loops(const hail_polygons *polygons);
HAIL_API void hail_polygons_destroy(hail_polygons *polygons);

/* ---- Outlines ---------------------------------------------------------------------------------------------------- */

typedef struct hail_trace_options {
    hail_allocator allocator; /* zeros: malloc and free */
    float error; /* px, 0 or more; default 1. No vertex of the exact outline is further from the simplified one, and no
                    point of the simplified one further from the exact one, than this. 0: the pixels' very sides */
    uint32_t min_pixels; /* islands and holes of fewer pixels of their own are left out; default 0: none is */
    bool fill_holes;     /* leave out all holes, and what islands lie in them */
} hail_trace_options;

HAIL_API hail_trace_options hail_trace_defaults(void);

/* The outline of a sprite's opaque pixels, px from its origin. Each island (pixels that share sides; those that only
 * share a corner are two) is a loop that turns from +x towards +y, followed by its holes, which turn the other way;
 * islands stand in the order of their first pixels. An island that is left out takes its holes along, a hole the
 * islands in it. Loops are simple, and neither touch nor cross each other: where opaque pixels meet at a corner alone,
 * each loop is drawn back there by 1/4 px at most, and that is the exact outline that errors are measured from. options
 * NULL: the defaults. An empty sprite has no loops. HAIL_BAD_ARGUMENT, HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE (no such
 * sprite, a negative error), HAIL_NO_MEMORY: *outline is NULL. */
HAIL_API hail_status hail_trace(const hail_spriteset *set, uint32_t sprite, const hail_trace_options *options,
                                hail_polygons **outline);

/* ---- Enclosing polygons ------------------------------------------------------------------------------------------ */

/* A convex polygon of at most `max_vertices` (3 to HAIL_MAX_VERTICES) vertices around points: their hull, if that has
 * so few and hail_convex_polygon takes it; else edges of it are dropped, those that add the least area, one after the
 * other, the last 8 all at once, and it holds every point with 2^-10 px to spare, or 2^-20 of the points' largest
 * coordinate where that is more. It turns from +x towards +y. x, y: `count` (1 or more) points, px, at most
 * HAIL_MAX_REACH from the origin. polygon_x, polygon_y: room for `max_vertices`; *vertices says how many were written:
 * 1 where all points are equal, 2 where they lie on a line, or within 1e-3 px or 1e-4 of their reach of one, else 3 or
 * more, which hail_convex_polygon takes. HAIL_BAD_ARGUMENT, HAIL_OUT_OF_RANGE (max_vertices), HAIL_NOT_FINITE,
 * HAIL_TOO_LARGE (a point, or every polygon of so few vertices, reaches further than HAIL_MAX_REACH), HAIL_NO_MEMORY:
 * *vertices is 0. */
HAIL_API hail_status hail_enclose(const hail_allocator *allocator, const float *x, const float *y, size_t count,
                                  uint32_t max_vertices, float *polygon_x, float *polygon_y, uint32_t *vertices);

/* The same around a sprite's opaque pixels, px from its origin, with the set's allocator. Of an empty sprite 0
 * vertices. HAIL_OUT_OF_RANGE: no such sprite. */
HAIL_API hail_status hail_enclose_sprite(const hail_spriteset *set, uint32_t sprite, uint32_t max_vertices,
                                         float *polygon_x, float *polygon_y, uint32_t *vertices);

/* ---- Convex decomposition ---------------------------------------------------------------------------------------- */

typedef struct hail_decompose_options {
    hail_allocator allocator; /* zeros: malloc and free */
    uint32_t max_vertices;    /* vertices of a part, 3 or more; default HAIL_MAX_VERTICES; UINT32_MAX: any number */
} hail_decompose_options;

HAIL_API hail_decompose_options hail_decompose_defaults(void);

/* What became of a decomposition; and where the polygon is at fault, if it was refused. */
typedef struct hail_decompose_report {
    float smallest_angle;  /* radians: of all corners of all parts */
    uint32_t reflex;       /* corners of the polygon that turn the wrong way */
    uint32_t loop, vertex; /* HAIL_DEGENERATE, HAIL_CROSSING, HAIL_NOT_FINITE, HAIL_TOO_LARGE, HAIL_TOO_FEW_VERTICES:
                              the edge that starts at this vertex, counted from 0, of this loop (or the vertex) */
    uint32_t loop_b, vertex_b; /* HAIL_CROSSING: and the edge that it touches or crosses */
    float x, y;                /* px: about there */
} hail_decompose_report;

/* Cuts a polygon, with or without holes, into convex parts that cover it exactly and do not overlap: all their vertices
 * are the polygon's, all cuts go from one of them to another. Loops may turn either way; vertices within straight edges
 * are fine, and parts have none. Of no loops there are no parts. Refused, in this order: HAIL_BAD_ARGUMENT (more than
 * 2^24 vertices among others), then loop by loop HAIL_NOT_FINITE, HAIL_TOO_LARGE (beyond HAIL_MAX_REACH) and
 * HAIL_TOO_FEW_VERTICES (fewer than 3), then HAIL_DEGENERATE (two equal vertices in a row, an edge that turns back on
 * the one before), then HAIL_CROSSING (loops that touch or cross themselves or each other: the first that is seen from
 * the left); and HAIL_NO_MEMORY: *parts is NULL. options NULL: the defaults; report may be NULL.
 *
 * The parts are loops of their own, that turn from +x towards +y. Up to 64 corners without holes their number is the
 * least possible if `max_vertices` sets no limit (J. Keil, J. Snoeyink, On the time bound for convex decomposition of
 * simple polygons, 2002), and was never more than 1.14 times the least with 8. Larger ones start from a Delaunay
 * triangulation whose cuts are taken out again where both ends stay convex (S. Hertel, K. Mehlhorn, Fast triangulation
 * of simple polygons, 1983: at most four times the least), and neighbourhoods of it are solved anew; on all that could
 * be compared they came to less than twice the least and 2 more. Signs are exact (J. Shewchuk, Adaptive Precision
 * Floating-Point Arithmetic, 1997). Thin parts may be more than hail_convex_polygon takes: look at smallest_angle. */
HAIL_API hail_status hail_decompose(hail_loops polygon, const hail_decompose_options *options, hail_polygons **parts,
                                    hail_decompose_report *report);

#ifdef __cplusplus
}
#endif

#endif
