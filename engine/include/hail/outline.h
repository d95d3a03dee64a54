/* hail/outline.h - makes convex shapes from pixels and concave polygons: outlines of sprites, enclosing polygons,
 * convex decomposition.
 *
 *     hail_polygons *outline = NULL, *parts = NULL;
 *     hail_decompose_report report;
 *     if (hail_trace(set, sprite, NULL, &outline) == HAIL_OK)
 *         hail_decompose(hail_polygons_loops(outline), NULL, &parts, &report);
 *     const hail_loops *convex = hail_polygons_loops(parts);
 *     for (size_t l = 0; l < convex->count; l++) {
 *         const uint32_t start = convex->start[l], end = convex->start[l + 1];
 *         add_part(convex->x + start, convex->y + start, end - start);
 *     }
 *     hail_polygons_destroy(parts);
 *     hail_polygons_destroy(outline);
 *
 * Call these while loading: they allocate memory, and take milliseconds. Any number of threads may call at once. */
#ifndef HAIL_OUTLINE_H
#define HAIL_OUTLINE_H

#include "convex.h"
#include "sprite.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Closed loops of vertices, px. As a polygon's boundary they follow the even-odd rule: a point inside an odd number of
 * loops is inside the polygon. So islands may have holes, and holes islands. */
typedef struct hail_loops {
    const float *x, *y;    /* start[count] vertices */
    const uint32_t *start; /* loop l has vertices start[l] to start[l + 1] - 1; count + 1 entries, the first 0 */
    size_t count;          /* loops */
} hail_loops;

/* Loops that Hail made, and owns. */
typedef struct hail_polygons hail_polygons;

/* Returns the loops; valid until the object is destroyed. polygons NULL: no loops. */
HAIL_API const hail_loops *hail_polygons_loops(const hail_polygons *polygons);

/* Frees the loops. NULL is fine. */
HAIL_API void hail_polygons_destroy(hail_polygons *polygons);

/* ---- Outlines ---------------------------------------------------------------------------------------------------- */

typedef struct hail_trace_options {
    const hail_context *context; /* copied; NULL: the defaults */
    float error; /* px, 0 or more; default 1: how far the simplified outline may differ: no vertex of the exact outline
                    is further than this from it, and none of its points is further from the exact one. 0: the outline
                    follows the pixels' sides */
    uint32_t min_pixels; /* leave out islands and holes with fewer pixels of their own; default 0: none */
    uint32_t fill_holes; /* true: leave out all holes, and the islands in them; default 0 */
} hail_trace_options;

/* Writes the default options. HAIL_BAD_ARGUMENT: options is NULL. */
HAIL_API hail_status hail_trace_options_defaults(hail_trace_options *options);

/* Traces the outline of a sprite's opaque pixels, px from its origin.
 *
 * Each island (opaque pixels that are connected by sides) is a loop that winds from +x towards +y. Its holes follow it,
 * and wind the other way. Islands come in the order of their first pixels, row by row.
 *
 *   options   NULL: the defaults
 *   *outline  the caller destroys it; NULL on failure
 *
 * HAIL_OK, or HAIL_BAD_ARGUMENT, HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE (no such sprite, a negative error), HAIL_NO_MEMORY.
 *
 *   - An empty sprite has no loops.
 *   - If an island is left out, so are its holes; if a hole is left out, so are the islands in it.
 *   - No loop crosses or touches itself or another loop. Where opaque pixels share only a corner, the exact outline
 *     stays up to 1/4 px away from that corner. */
HAIL_API hail_status hail_trace(const hail_spriteset *set, uint32_t sprite, const hail_trace_options *options,
                                hail_polygons **outline);

/* ---- Enclosing polygons ------------------------------------------------------------------------------------------ */

/* Finds a convex polygon of few vertices around points.
 *
 * If the points' hull has at most max_vertices vertices and hail_convex_polygon accepts it, that is the result. Else
 * edges of the hull are dropped and their neighbours extended: while there are more than 8, the edge whose loss adds
 * the least area; then the best choice among the 8 that are left. Such a polygon contains every point with a margin of
 * 2^-10 px, or 2^-20 of the largest coordinate if that is more. Vertices wind from +x towards +y.
 *
 *   context               NULL: the defaults
 *   x, y                  `count` points, 1 to 2^31 - 1: px, at most HAIL_MAX_REACH from the origin
 *   max_vertices          3 to HAIL_MAX_VERTICES
 *   polygon_x, polygon_y  px: each has room for max_vertices numbers
 *   *vertices             how many were written; 0 on failure
 *
 * HAIL_OK, or HAIL_BAD_ARGUMENT, HAIL_OUT_OF_RANGE (max_vertices), HAIL_NOT_FINITE, HAIL_TOO_LARGE (a point, or every
 * polygon of so few vertices, reaches further than HAIL_MAX_REACH), HAIL_NO_MEMORY.
 *
 *   - If all points are equal, there is 1 vertex.
 *   - If they lie on a line, or in a strip no wider than 1e-3 px or 1e-4 of their reach, there are 2.
 *   - Else there are 3 or more, which hail_convex_polygon accepts. */
HAIL_API hail_status hail_enclose(const hail_context *context, const float *x, const float *y, size_t count,
                                  uint32_t max_vertices, float *polygon_x, float *polygon_y, uint32_t *vertices);

/* Finds a convex polygon around a sprite's opaque pixels, px from its origin, as hail_enclose does.
 *
 *   - It uses the set's context, but writes no error: several threads may ask a set at once.
 *   - An empty sprite has 0 vertices.
 *   - HAIL_OUT_OF_RANGE: also if there is no such sprite. */
HAIL_API hail_status hail_enclose_sprite(const hail_spriteset *set, uint32_t sprite, uint32_t max_vertices,
                                         float *polygon_x, float *polygon_y, uint32_t *vertices);

/* ---- Convex decomposition ---------------------------------------------------------------------------------------- */

typedef struct hail_decompose_options {
    const hail_context *context; /* copied; NULL: the defaults */
    uint32_t max_vertices;       /* of a part, 3 or more; default HAIL_MAX_VERTICES; UINT32_MAX: any number */
    uint32_t repair;             /* true: accept equal vertices in a row, and loops that touch in vertices; default 0 */
} hail_decompose_options;

/* Writes the default options. HAIL_BAD_ARGUMENT: options is NULL. */
HAIL_API hail_status hail_decompose_options_defaults(hail_decompose_options *options);

/* What a decomposition found and, if it refused the polygon, where that is invalid. */
typedef struct hail_decompose_report {
    float smallest_angle;  /* radians: of all corners of all parts */
    uint32_t reflex;       /* reflex corners of the polygon */
    uint32_t loop, vertex; /* HAIL_DEGENERATE, HAIL_CROSSING, HAIL_NOT_FINITE, HAIL_TOO_LARGE, HAIL_TOO_FEW_VERTICES:
                              the invalid vertex, or the edge that starts at it, counted from 0 in this loop */
    uint32_t loop_b, vertex_b; /* HAIL_CROSSING: the other edge */
    float x, y;                /* px: roughly where that is */
    uint32_t closing_points;   /* repaired: loops whose last vertex equals the first */
    uint32_t double_points;    /* repaired: other vertices that equal the next one */
    uint32_t touching_points;  /* repaired: places in which several vertices of loops touch */
    uint32_t straight_corners; /* vertices left out because they lie on a straight side, or near one */
} hail_decompose_report;

/* Cuts a polygon, with or without holes, into convex parts that cover it and do not overlap.
 *
 * Parts have no new vertices: every cut joins two of the polygon's. Each part is a loop that winds from +x towards +y,
 * without vertices within straight edges.
 *
 * With max_vertices up to HAIL_MAX_VERTICES, hail_convex_polygon accepts every part. Vertices on or near straight sides
 * are left out of the polygon and of parts, where that moves a boundary by at most 2^-8 px. (Of a polygon whose width
 * and height are below 4 px, by 2^-10 of the larger of both.) So noise on a straight side, or a cut that continues an
 * edge but for rounding, makes no more parts than the ideal shape. Parts overlap, or leave gaps, by no more than twice
 * that. With a larger max_vertices parts are exact.
 *
 *   polygon  loops that wind either way; vertices within straight edges are fine
 *   options  NULL: the defaults
 *   *parts   the caller destroys them; NULL on failure
 *   report   may be NULL
 *
 * HAIL_OK, or, checked in this order:
 *   HAIL_OUT_OF_RANGE                  max_vertices
 *   HAIL_BAD_ARGUMENT                  among others, more than 2^24 vertices
 *   HAIL_NOT_FINITE, HAIL_TOO_LARGE,   loop by loop: a vertex that is not finite, a vertex beyond HAIL_MAX_REACH, fewer
 *   HAIL_TOO_FEW_VERTICES              than 3 vertices
 *   HAIL_DEGENERATE                    two equal vertices in a row, or an edge that turns back on the one before
 *   HAIL_CROSSING                      loops touch or cross themselves or each other; the report names the first found
 *                                      from left to right
 *   HAIL_DEGENERATE                    hail_convex_polygon refuses a part, such as a sharper tip than 1e-4 radians. The
 *                                      report names a corner of it
 *   HAIL_NO_MEMORY                     may come at any point
 *
 *   - A polygon without loops has no parts.
 *   - repair accepts equal vertices in a row, also the last and the first of a loop, and loops that touch themselves or
 *     each other in vertices: the parts are those of the same area. Loops that lie on each other along a side, or touch
 *     an edge between its ends, are HAIL_CROSSING all the same. Time grows with the number of vertices times the number
 *     of places in which loops touch.
 *   - Without holes, up to 64 corners and with max_vertices UINT32_MAX, the number of parts is minimal (J. Keil,
 *     J. Snoeyink, On the time bound for convex decomposition of simple polygons, 2002). With max_vertices 8, tests
 *     found at most 1.14 times the minimum.
 *   - Larger polygons start from a Delaunay triangulation. Cuts are removed if both ends stay convex (S. Hertel,
 *     K. Mehlhorn, Fast triangulation of simple polygons, 1983: at most four times the minimum), then small
 *     neighbourhoods are solved anew. Where the minimum m is known, tests found fewer than 2 * m + 2 parts.
 *   - Whether a corner turns left or right is decided exactly (J. Shewchuk, Adaptive Precision
 *     Floating-Point Arithmetic, 1997). */
HAIL_API hail_status hail_decompose(const hail_loops *polygon, const hail_decompose_options *options,
                                    hail_polygons **parts, hail_decompose_report *report);

#ifdef __cplusplus
}
#endif

#endif
