/* engine/shapes/row.h - how a template's row for the kernels is written (HAIL_TEMPLATE_... in kernels.h); rows of boxes
 * and segments without the checks of hail/convex.h. */
#ifndef HAIL_SHAPES_ROW_H
#define HAIL_SHAPES_ROW_H

#include <string.h>

#include "kernels.h"

/* The smallest edges and turns of a convex polygon that hail_convex_polygon accepts. */
#define HAIL_MIN_EDGE          1e-3 /* px */
#define HAIL_MIN_EDGE_OF_REACH 1e-4 /* of the distance of the furthest vertex from the origin */
#define HAIL_MIN_TURN          1e-4 /* radians (its sine): a corner that turns by less is flat */

/* A factor on the radii of templates that may be rotated: cos and sin may be off a unit vector by 1e-4, and their
 * products are rounded (docs/arithmetic.md, "Move"). */
#define HAIL_RADIUS_MARGIN 1.0005f

static inline void row_put_bits(float *word, uint32_t bits) { memcpy(word, &bits, sizeof bits); }

static inline uint32_t row_bits(const float *word) {
    uint32_t bits;
    memcpy(&bits, word, sizeof bits);
    return bits;
}

/* Writes edge number `edge`, in columns and as a record of its own.
 *
 *   words     HAIL_TEMPLATE_FEATURES of them: nx, ny, offset, x1, y1, x2, y2
 *   features  edge | first corner << 8 | second corner << 16, numbered as the caller gave them */
static inline void row_put_edge(float *row, size_t edge, const float *words, uint32_t features) {
    row[HAIL_TEMPLATE_NX + edge] = words[0];
    row[HAIL_TEMPLATE_NY + edge] = words[1];
    row[HAIL_TEMPLATE_OFFSET + edge] = words[2];
    row[HAIL_TEMPLATE_VX + edge] = words[3];
    row[HAIL_TEMPLATE_VY + edge] = words[4];
    float *to = row + HAIL_TEMPLATE_EDGES + 8 * edge;
    memcpy(to, words, HAIL_TEMPLATE_FEATURES * sizeof *words);
    row_put_bits(to + HAIL_TEMPLATE_FEATURES, features);
}

/* Writes half the width of an upright core, or -1, once its vertices are there. */
static inline void row_put_half_width(float *row, size_t count) {
    const float *x = row + HAIL_TEMPLATE_VX, *y = row + HAIL_TEMPLATE_VY;
    bool upright = count == 4 || (count == 2 && (x[0] == 0.0f || y[0] == 0.0f));
    for (size_t i = 0; i < count; i++)
        upright = upright && (x[i] == x[0] || x[i] == -x[0]) && (y[i] == y[0] || y[i] == -y[0]);
    upright = upright && (count == 4 || (x[1] == -x[0] && y[1] == -y[0]));
    row[HAIL_TEMPLATE_HALF_WIDTH] = !upright ? -1.0f : x[0] < 0.0f ? -x[0] : x[0];
}

/* Writes the row of a box about the origin: the words that hail_convex_box writes with rounding 0, of a box of any
 * size. If a side is shorter than HAIL_SHORT_SIDE, it is a segment through the middle, from -x or -y on, or a point. */
void hail_box_row(float half_width, float half_height, float *row);

/* The radius in that row. */
float hail_box_radius(float half_width, float half_height);

#define HAIL_SHORT_SIDE 1.0e-3f /* px */

/* Writes the row of the segment from (0, 0) to (x, y): the same HAIL_TEMPLATE_WORDS words as
 * hail_convex_capsule(0, 0, x, y, 0) writes. */
void hail_segment_row(float x, float y, float *row);

#endif
