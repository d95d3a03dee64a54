/* simd/kernels/queries/near_rows_reference.c - results of nearest circles. */
#include <string.h>

#include "kernels/reference.h"

static void put(uint32_t *to, float number) { memcpy(to, &number, sizeof number); }

void HAIL_KERNEL(near_rows)(const hail_near_rows_job *job, const uint32_t *point, const uint32_t *position,
                            const uint32_t *row, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t index = job->order[position[i]];
        const float x = job->grid->x[position[i]], y = job->grid->y[position[i]];
        const float r = job->grid->radius ? job->grid->radius[position[i]] : job->grid->uniform_radius;
        const float dx = x - job->x[point[i]], dy = y - job->y[point[i]], d = sqrtf(dx * dx + dy * dy);
        const float nx = d > 0.0f ? dx / d : 1.0f, ny = d > 0.0f ? dy / d : 0.0f;
        uint32_t *to = job->rows + (size_t)row[i] * HAIL_QUERY_HIT_WORDS;
        memset(to, 0, HAIL_QUERY_HIT_WORDS * sizeof *to);
        memcpy(to, job->handle + 2 * (size_t)index, 8);
        if (job->user)
            memcpy(to + 2, job->user + 2 * (size_t)index, 8);
        to[5] = job->header | (d - r <= 0.0f ? job->inside : 0);
        put(to + 7, job->to_centre ? d : d - r); /* word by word: a load of what was stored in pieces waits for them */
        put(to + 8, x - nx * r);
        put(to + 9, y - ny * r);
        put(to + 10, 0.0f - nx);
        put(to + 11, 0.0f - ny);
    }
}
