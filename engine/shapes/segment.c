#include "segment.h"

#include <math.h>
#include <string.h>

#include <hail/contact.h>
#include <hail/shape.h>

#include "kernels.h"

static float not_tiny(float a) { return fabsf(a) < HAIL_TINY ? 0.0f : a; }

static void put_bits(float *word, uint32_t bits) { memcpy(word, &bits, sizeof bits); }

static void put_edge(float *row, uint32_t edge, const float *words, uint32_t features) {
    row[HAIL_TEMPLATE_NX + edge] = words[0];
    row[HAIL_TEMPLATE_NY + edge] = words[1];
    row[HAIL_TEMPLATE_OFFSET + edge] = words[2];
    row[HAIL_TEMPLATE_VX + edge] = words[3];
    row[HAIL_TEMPLATE_VY + edge] = words[4];
    float *to = row + HAIL_TEMPLATE_EDGES + 8 * edge;
    memcpy(to, words, HAIL_TEMPLATE_FEATURES * sizeof *words);
    put_bits(to + HAIL_TEMPLATE_FEATURES, features);
}

/* docs/arithmetic.md, "Cores", with (0, 0) for vertex 0. */
void hail_segment_row(float x, float y, float *row) {
    const float ex = not_tiny(x), ey = not_tiny(y), square = ex * ex + ey * ey, length = sqrtf(square);
    const float nx = length > 0.0f ? ey / length : 0.0f, ny = length > 0.0f ? -ex / length : -1.0f;
    const float offset = nx * 0.0f + ny * 0.0f; /* some zero */
    const float there[HAIL_TEMPLATE_FEATURES] = {nx, ny, offset, 0.0f, 0.0f, ex, ey},
                back[HAIL_TEMPLATE_FEATURES] = {-nx, -ny, -offset, ex, ey, 0.0f, 0.0f};
    const uint32_t first = HAIL_FEATURE_VERTEX, second = HAIL_FEATURE_VERTEX + 1;
    memset(row, 0, HAIL_TEMPLATE_WORDS * sizeof *row);
    for (uint32_t i = 0; i < HAIL_MAX_VERTICES; i++)
        put_edge(row, i, i == 1 ? back : there, i == 1 ? (1 | second << 8 | first << 16) : (first << 8 | second << 16));
    put_bits(row + HAIL_TEMPLATE_COUNT, 2);
    row[HAIL_TEMPLATE_RADIUS] = length * 1.0005f;
    row[HAIL_TEMPLATE_FLATNESS] = 1.0f;
    row[HAIL_TEMPLATE_CENTRE_X] = ex / 2.0f;
    row[HAIL_TEMPLATE_CENTRE_Y] = ey / 2.0f;
}
