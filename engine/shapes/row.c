/* engine/shapes/row.c - writes boxes and segments as rows for the kernels, query by query and wall by wall. */
#include "row.h"

#include <math.h>

#include <hail/contact.h>
#include <hail/convex.h>

#include "base/tiny.h"

/* A core's vertices, and the outward normals of its edges. */
typedef struct core {
    uint32_t count;
    float x[4], y[4], nx[4], ny[4];
} core;

static core core_of(float w, float h) {
    const bool thin = w * 2.0f < HAIL_SHORT_SIDE, flat = h * 2.0f < HAIL_SHORT_SIDE;
    if (thin && flat)
        return (core){.count = 1};
    if (flat)
        return (core){2, {-w, w}, {0.0f, 0.0f}, {0.0f, 0.0f}, {-1.0f, 1.0f}};
    if (thin)
        return (core){2, {0.0f, 0.0f}, {-h, h}, {1.0f, -1.0f}, {0.0f, 0.0f}};
    return (core){4, {-w, w, w, -w}, {-h, -h, h, h}, {0.0f, 1.0f, 0.0f, -1.0f}, {-1.0f, 0.0f, 1.0f, 0.0f}};
}

float hail_box_radius(float half_width, float half_height) {
    const float w = half_width * 2.0f < HAIL_SHORT_SIDE ? 0.0f : half_width,
                h = half_height * 2.0f < HAIL_SHORT_SIDE ? 0.0f : half_height;
    return sqrtf(w * w + h * h) * HAIL_RADIUS_MARGIN;
}

static void put_edge(const core *c, uint32_t i, uint32_t to, float *row) {
    const uint32_t j = i + 1 < c->count ? i + 1 : 0;
    const float words[HAIL_TEMPLATE_FEATURES] = {
        c->nx[i], c->ny[i], c->nx[i] * c->x[i] + c->ny[i] * c->y[i], c->x[i], c->y[i], c->x[j], c->y[j]};
    row_put_edge(row, to, words, i | (HAIL_FEATURE_VERTEX + i) << 8 | (HAIL_FEATURE_VERTEX + j) << 16);
}

/* By the formulas of docs/arithmetic.md, "Cores", whose roots and quotients are exact here. */
void hail_box_row(float half_width, float half_height, float *row) {
    const core c = core_of(half_width, half_height);
    memset(row, 0, HAIL_TEMPLATE_WORDS * sizeof *row);
    row_put_bits(row + HAIL_TEMPLATE_COUNT, c.count);
    row[HAIL_TEMPLATE_KEENNESS] = row[HAIL_TEMPLATE_FLATNESS] = 1.0f;
    row[HAIL_TEMPLATE_RADIUS] = hail_box_radius(half_width, half_height);
    if (c.count == 1)
        return;
    row[HAIL_TEMPLATE_HALF_WIDTH] = c.x[1];
    for (uint32_t i = 0; i < c.count; i++)
        put_edge(&c, i, i, row);
    for (uint32_t i = c.count; i < HAIL_MAX_VERTICES; i++)
        put_edge(&c, 0, i, row);
}

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
