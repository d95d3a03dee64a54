/* simd/kernels/step/near_parts_reference.c - which circles may touch which convex parts. */
#include <string.h>

#include "kernels/reference.h"

static bool is_near(const float *row, float x, float y, float radius) {
    const float reach = radius + row[HAIL_TEMPLATE_ROUNDING];
    uint32_t vertices;
    memcpy(&vertices, row + HAIL_TEMPLATE_COUNT, sizeof vertices);
    if (vertices == 1)
        return x * x + y * y <= reach * reach;
    for (uint32_t e = 0; e < vertices; e++)
        if ((row[HAIL_TEMPLATE_NX + e] * x + row[HAIL_TEMPLATE_NY + e] * y) - row[HAIL_TEMPLATE_OFFSET + e] > reach)
            return false;
    return true;
}

void HAIL_KERNEL(near_parts)(const float *rows, uint32_t parts, const float *x, const float *y, const float *radius,
                             uint32_t count, uint32_t *near) {
    for (uint32_t p = 0; p < parts; p++) {
        near[p] = 0;
        for (uint32_t q = 0; q < count; q++)
            near[p] |= (uint32_t)is_near(rows + (size_t)p * HAIL_TEMPLATE_WORDS, x[q], y[q], radius[q]) << q;
    }
}
