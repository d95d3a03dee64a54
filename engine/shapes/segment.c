/* engine/shapes/segment.c - writes segments as rows for the kernels, wall by wall while a step runs. */
#include "segment.h"

#include <math.h>

#include <hail/contact.h>
#include <hail/convex.h>

#include "base/tiny.h"
#include "row.h"

/* By the formulas of docs/arithmetic.md, "Cores", with (0, 0) for vertex 0. */
void hail_segment_row(float x, float y, float *row) {
    const float ex = hail_not_tiny(x), ey = hail_not_tiny(y), square = ex * ex + ey * ey, length = sqrtf(square);
    const float nx = length > 0.0f ? ey / length : 0.0f, ny = length > 0.0f ? -ex / length : -1.0f;
    const float offset = nx * 0.0f + ny * 0.0f; /* 0 or -0, as for any other vertex */
    const float there[HAIL_TEMPLATE_FEATURES] = {nx, ny, offset, 0.0f, 0.0f, ex, ey},
                back[HAIL_TEMPLATE_FEATURES] = {-nx, -ny, -offset, ex, ey, 0.0f, 0.0f};
    const uint32_t first = HAIL_FEATURE_VERTEX, second = HAIL_FEATURE_VERTEX + 1;
    memset(row, 0, HAIL_TEMPLATE_WORDS * sizeof *row);
    for (uint32_t i = 0; i < HAIL_MAX_VERTICES; i++)
        row_put_edge(row, i, i == 1 ? back : there,
                     i == 1 ? (1 | second << 8 | first << 16) : (first << 8 | second << 16));
    row_put_bits(row + HAIL_TEMPLATE_COUNT, 2);
    row[HAIL_TEMPLATE_RADIUS] = length * HAIL_RADIUS_MARGIN;
    row[HAIL_TEMPLATE_KEENNESS] = row[HAIL_TEMPLATE_FLATNESS] = 1.0f;
    row_put_half_width(row, 2);
    row[HAIL_TEMPLATE_CENTRE_X] = ex / 2.0f;
    row[HAIL_TEMPLATE_CENTRE_Y] = ey / 2.0f;
}
