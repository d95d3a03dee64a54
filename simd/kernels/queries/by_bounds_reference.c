/* simd/kernels/queries/by_bounds_reference.c - whether bodies touch a box, as far as their bounds tell. */
#include <float.h>

#include "kernels/reference.h"

typedef enum verdict { TOUCHES, MISSES, UNSURE } verdict;

/* A body from the box's middle. */
typedef struct bounded {
    const float *row;
    float x, y, cos, sin, scale, error, spare;
} bounded;

static float at_or(const float *column, uint32_t i, float otherwise) { return column ? column[i] : otherwise; }

static bounded bounded_of(const hail_bounds_job *job, uint32_t i) {
    const float *row = job->templates + (size_t)job->body_shape[i] * HAIL_TEMPLATE_WORDS;
    const float scale = at_or(job->body_scale, i, 1.0f), x = job->body_x[i], y = job->body_y[i];
    const float size = (job->half_width + job->half_height) + row[HAIL_TEMPLATE_RADIUS] * scale;
    const float error = (((fabsf(job->x) + fabsf(job->y)) + (fabsf(x) + fabsf(y))) + size) * HAIL_BOUNDS_ERROR;
    return (bounded){.row = row,
                     .x = x - job->x,
                     .y = y - job->y,
                     .cos = at_or(job->body_cos, i, 1.0f),
                     .sin = at_or(job->body_sin, i, 0.0f),
                     .scale = scale,
                     .error = error,
                     .spare = (row[HAIL_TEMPLATE_ROUNDING] * scale + size * HAIL_BOUNDS_SHARE) + error};
}

/* Of axis-aligned cores. */
static verdict judge_aligned(const hail_bounds_job *job, const bounded *b) {
    const float size = fabsf(b->cos) * b->scale, wide = b->row[HAIL_TEMPLATE_HALF_WIDTH] * size,
                high = fabsf(b->row[HAIL_TEMPLATE_VY]) * size;
    const float apart_x = fabsf(b->x) - (job->half_width + wide), apart_y = fabsf(b->y) - (job->half_height + high);
    const float apart = apart_x > apart_y ? apart_x : apart_y;
    return apart > b->spare ? MISSES : apart < -b->error ? TOUCHES : UNSURE;
}

static verdict judge_any(const hail_bounds_job *job, const bounded *b) {
    const uint32_t count = reference_integer(b->row + HAIL_TEMPLATE_COUNT);
    const float in_x = job->half_width - b->error, in_y = job->half_height - b->error;
    float low_x = FLT_MAX, low_y = FLT_MAX, high_x = -FLT_MAX, high_y = -FLT_MAX;
    for (uint32_t i = 0; i < count; i++) {
        const float vx = b->row[HAIL_TEMPLATE_VX + i] * b->scale, vy = b->row[HAIL_TEMPLATE_VY + i] * b->scale;
        const float x = b->x + (b->cos * vx - b->sin * vy), y = b->y + (b->sin * vx + b->cos * vy);
        low_x = x < low_x ? x : low_x;
        low_y = y < low_y ? y : low_y;
        high_x = x > high_x ? x : high_x;
        high_y = y > high_y ? y : high_y;
        if (fabsf(x) < in_x && fabsf(y) < in_y)
            return TOUCHES;
    }
    if (low_x > job->half_width + b->spare || -high_x > job->half_width + b->spare ||
        low_y > job->half_height + b->spare || -high_y > job->half_height + b->spare)
        return MISSES;
    const bool inside_x = low_x > -in_x && high_x<in_x, inside_y = low_y> - in_y && high_y < in_y;
    const bool over_x = low_x < in_x && high_x > -in_x, over_y = low_y < in_y && high_y > -in_y;
    return (inside_x && over_y) || (inside_y && over_x) ? TOUCHES : UNSURE;
}

static verdict verdict_of(const hail_bounds_job *job, uint32_t i) {
    const bounded b = bounded_of(job, i);
    const bool aligned = b.row[HAIL_TEMPLATE_HALF_WIDTH] >= 0.0f && b.sin == 0.0f;
    const verdict v = aligned ? judge_aligned(job, &b) : judge_any(job, &b);
    const bool thick = job->half_width > b.error && job->half_height > b.error;
    return v == TOUCHES && !thick ? UNSURE : v;
}

uint32_t HAIL_KERNEL(by_bounds)(const hail_bounds_job *job, const uint32_t *index, uint32_t count, uint32_t *found,
                                uint32_t *unsure) {
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i++) {
        const verdict v = verdict_of(job, index[i]);
        found[i] = v == TOUCHES ? 0 : UINT32_MAX;
        if (v == UNSURE)
            unsure[listed++] = i;
    }
    return listed;
}
