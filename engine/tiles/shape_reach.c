/* engine/tiles/shape_reach.c - see shape_reach.h. */
#include "shape_reach.h"

#include <math.h>

#include "shapes/row.h"

enum { VERTICES = 8 }; /* of a row: it repeats the first one; a circle's are 0 */

/* More than what rounding and the narrowphase's tolerances add, as a share of the radius. */
#define REACH_MARGIN 0x1p-10f

static float reach_of(const float *row, const float *vertices) {
    float most = 0.0f;
    for (int i = 0; i < VERTICES; i++)
        most = fabsf(vertices[i]) > most ? fabsf(vertices[i]) : most; /* a call of fmaxf takes longer */
    return most + row[HAIL_TEMPLATE_ROUNDING] + row[HAIL_TEMPLATE_RADIUS] * REACH_MARGIN;
}

const float *hail_shape_reach(const float *rows, size_t count, float table[2 * REACH_SHAPES]) {
    if (count > REACH_SHAPES)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        const float *row = rows + i * HAIL_TEMPLATE_WORDS;
        table[2 * i] = reach_of(row, row + HAIL_TEMPLATE_VX);
        table[2 * i + 1] = reach_of(row, row + HAIL_TEMPLATE_VY);
    }
    return table;
}
