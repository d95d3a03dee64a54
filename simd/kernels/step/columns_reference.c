/* simd/kernels/step/columns_reference.c - the kernels of columns.c, one body at a time. */
#include <float.h>

#include "kernels/reference.h"

static bool is_unit(float cos, float sin) {
    const float square = cos * cos + sin * sin;
    return square >= 1.0f - HAIL_UNIT_ERROR && square <= 1.0f + HAIL_UNIT_ERROR;
}

uint32_t HAIL_KERNEL(check)(const float *cos, const float *sin, const float *scale, float max_scale, uint32_t begin,
                            uint32_t end, uint32_t *flagged) {
    uint32_t listed = 0;
    for (uint32_t i = begin; i < end; i++) {
        const bool unit = !cos || is_unit(cos[i], sin[i]);
        const bool in_range = !scale || (scale[i] >= 0.0f && scale[i] <= max_scale);
        if (!unit || !in_range)
            flagged[listed++] = i;
    }
    return listed;
}

uint32_t HAIL_KERNEL(check_finite)(const float *x, const float *y, uint32_t begin, uint32_t end, uint32_t *flagged) {
    uint32_t listed = 0;
    for (uint32_t i = begin; i < end; i++)
        if (!(fabsf(x[i]) <= FLT_MAX) || !(fabsf(y[i]) <= FLT_MAX))
            flagged[listed++] = i;
    return listed;
}

bool HAIL_KERNEL(outside)(const float *values, size_t count, float min, float max) {
    for (size_t i = 0; i < count; i++)
        if (!(values[i] >= min) || !(values[i] <= max))
            return true;
    return false;
}

bool HAIL_KERNEL(not_unit)(const float *cos, const float *sin, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!is_unit(cos[i], sin[i]))
            return true;
    return false;
}

bool HAIL_KERNEL(index_over)(const uint32_t *index, size_t count, uint32_t limit) {
    for (size_t i = 0; i < count; i++)
        if (index[i] >= limit)
            return true;
    return false;
}

void HAIL_KERNEL(radii)(const float *template_radius, const uint32_t *shape, const float *scale, float *radius,
                        uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++)
        radius[i] = scale ? template_radius[shape[i]] * scale[i] : template_radius[shape[i]];
}

uint32_t HAIL_KERNEL(cells)(const hail_grid_layout *map, const float *x, const float *y, const float *radius,
                            float small_limit, uint32_t trash, uint32_t *cell, uint32_t *large, uint32_t begin,
                            uint32_t end) {
    uint32_t count = 0;
    for (uint32_t i = begin; i < end; i++) {
        if (radius && radius[i] > small_limit) {
            cell[i] = trash;
            large[count++] = i;
        } else {
            cell[i] = reference_cell(map, x[i], y[i]);
        }
    }
    return count;
}

void HAIL_KERNEL(gather)(const uint32_t *from, const uint32_t *order, uint32_t *to, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++)
        to[i] = from[order[i]];
}

void HAIL_KERNEL(sums)(uint32_t *values, uint32_t count) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        values[i] = sum += values[i];
}

void HAIL_KERNEL(starts)(const uint8_t *counts, uint32_t *starts, uint32_t count) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t own = counts[i];
        starts[i] = sum;
        sum += own;
    }
}

void HAIL_KERNEL(add_gathered)(const uint32_t *from, const uint32_t *index, uint32_t *to, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        to[i] += from[index[i]];
}

uint32_t HAIL_KERNEL(dense)(const uint32_t *starts, uint32_t count, uint32_t *dense) {
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i++)
        if (starts[i + 1] - starts[i] > 1)
            dense[listed++] = i;
    return listed;
}
