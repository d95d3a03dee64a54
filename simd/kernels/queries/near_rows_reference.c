/* simd/kernels/queries/near_rows_reference.c - results of nearest circles. */
#include <string.h>

#include "kernels/reference.h"

void HAIL_KERNEL(near_rows)(const hail_near_rows_job *job, const uint32_t *point, const uint32_t *position,
                            const uint32_t *row, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t index = job->order[position[i]];
        const float x = job->grid->x[position[i]], y = job->grid->y[position[i]];
        const float r = job->grid->radius ? job->grid->radius[position[i]] : job->grid->uniform_radius;
        const float dx = x - job->x[point[i]], dy = y - job->y[point[i]], d = sqrtf(dx * dx + dy * dy);
        const float nx = d > 0.0f ? dx / d : 1.0f, ny = d > 0.0f ? dy / d : 0.0f;
        const float numbers[6] = {0.0f, job->to_centre ? d : d - r, x - nx * r, y - ny * r, 0.0f - nx, 0.0f - ny};
        uint32_t *to = job->rows + (size_t)row[i] * HAIL_QUERY_HIT_WORDS;
        memset(to, 0, HAIL_QUERY_HIT_WORDS * sizeof *to);
        memcpy(to, job->handle + 2 * (size_t)index, 8);
        if (job->user)
            memcpy(to + 2, job->user + 2 * (size_t)index, 8);
        to[5] = job->header | (d - r <= 0.0f ? job->inside : 0);
        memcpy(to + 6, numbers, sizeof numbers);
    }
}
