/* simd/kernels/reference.h - what the scalar references include: no lanes. They are written from docs/arithmetic.md,
 * not from the kernels beside them, and are the variant "reference" of the same table. */
#ifndef HAIL_SIMD_KERNELS_REFERENCE_H
#define HAIL_SIMD_KERNELS_REFERENCE_H

#include <math.h>
#include <string.h>

#include "declare.h"

/* Of a NaN, 0. */
static inline float reference_clamp(float a, float max) { return a > 0.0f ? a < max ? a : max : 0.0f; }

/* a, or 0 if it is nearer to 0 than tiny. */
static inline float reference_not_tiny(float a, float tiny) { return fabsf(a) < tiny ? 0.0f : a; }

static inline float reference_min(float a, float b) { return a < b ? a : b; }
static inline float reference_max(float a, float b) { return a > b ? a : b; }

/* The integer in a word. */
static inline uint32_t reference_integer(const float *word) {
    uint32_t integer;
    memcpy(&integer, word, sizeof integer);
    return integer;
}

/* A column's or row's number without the border. */
static inline uint32_t reference_axis(float at, float min, float inverse, float last) {
    return (uint32_t)reference_clamp((at - min) * inverse, last);
}

static inline uint32_t reference_cell(const hail_grid_layout *map, float x, float y) {
    const uint32_t column = reference_axis(x, map->min_x, map->inverse, map->last_column);
    const uint32_t row = reference_axis(y, map->min_y, map->inverse, map->last_row);
    return (row + (uint32_t)map->pad) * (uint32_t)map->stride + column + (uint32_t)map->pad;
}

static inline bool reference_near(float x1, float y1, float r1, float x2, float y2, float r2, float slack) {
    const float dx = x2 - x1, dy = y2 - y1, reach = (r1 + r2) * slack;
    return dx * dx + dy * dy <= reach * reach;
}

/* Whether a body of a raster's stream may pair with a target, by their sizes. */
static inline bool reference_size_allows(hail_size_filter size_filter, float small_limit, float r, uint32_t index,
                                         const hail_target *target) {
    switch (size_filter) {
    case HAIL_SIZE_SMALL:
        return r <= small_limit || r <= target->radius;
    case HAIL_SIZE_SMALLER:
        return r <= small_limit || r < target->radius;
    default:
        return r < target->radius || (r == target->radius && index < target->index);
    }
}

#endif
