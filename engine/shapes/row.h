/* engine/shapes/row.h - how a template's row for the kernels is written (HAIL_TEMPLATE_... in kernels.h). */
#ifndef HAIL_SHAPES_ROW_H
#define HAIL_SHAPES_ROW_H

#include <string.h>

#include "kernels.h"

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

#endif
