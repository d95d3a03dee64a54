/* simd/kernels/tiles/free_slides_reference.c - slides of shapes that meet nothing, one at a time. */
#include <string.h>

#include "kernels/reference.h"

static float end_of(float start, float way, float corner) {
    const double from = (double)start - (double)corner;
    return (float)((from + (double)way) - from);
}

void HAIL_KERNEL(free_slides)(const hail_free_slides *job, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        const float dx = job->dx ? job->dx[i] : 0.0f, dy = job->dy ? job->dy[i] : 0.0f;
        const bool moves = !(fabs((double)dx) + fabs((double)dy) < 1e-9);
        uint32_t *row = job->slides + (size_t)i * HAIL_SLIDE_WORDS;
        memset(row, 0, HAIL_SLIDE_WORDS * sizeof *row);
        const float end_x = end_of(job->x[i], dx, job->corner_x), end_y = end_of(job->y[i], dy, job->corner_y);
        if (!moves)
            continue;
        memcpy(row, &end_x, sizeof end_x);
        memcpy(row + 1, &end_y, sizeof end_y);
    }
}
