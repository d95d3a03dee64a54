/* simd/kernels/points/nearest_edge_reference.c - docs/arithmetic.md, "Points": the nearest edge, and the nearest point
 * of a segment. */
#include "nearest_point_reference.h"

/* ---- Which edge ------------------------------------------------------------------------------------------------ */

static float squared_to(const hail_near_edge *from, const hail_near_edge *to, float x, float y) {
    const float dx = x - from->x, dy = y - from->y;
    const float along = dx * from->ex + dy * from->ey;
    if (along <= 0.0f)
        return reference_squared(x, y, from->x, from->y);
    if (along >= from->squared)
        return reference_squared(x, y, to->x, to->y);
    const float across = dx * from->ey - dy * from->ex;
    return (across * from->inverse) * across;
}

void HAIL_KERNEL(nearest_edge)(const hail_near_edge_job *job, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        const float x = reference_not_tiny(job->x[i], job->tiny), y = reference_not_tiny(job->y[i], job->tiny);
        for (uint32_t c = 0; c < job->chains; c++)
            for (uint32_t k = job->start[c]; k + 1 < job->start[c + 1]; k++) {
                const float squared = squared_to(&job->edges[k], &job->edges[k + 1], x, y);
                if (squared < job->squared[i]) {
                    job->squared[i] = squared;
                    job->number[i] = job->edges[k].number;
                }
            }
    }
}

/* ---- Where on a segment ---------------------------------------------------------------------------------------- */

void HAIL_KERNEL(nearest_point)(const hail_segments_job *job, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        const float x = reference_not_tiny(job->x[i], job->tiny), y = reference_not_tiny(job->y[i], job->tiny);
        const float one[2] = {reference_not_tiny(job->x1[i], job->tiny), reference_not_tiny(job->y1[i], job->tiny)};
        const float two[2] = {reference_not_tiny(job->x2[i], job->tiny), reference_not_tiny(job->y2[i], job->tiny)};
        float row[4];
        reference_nearest(x, y, one, two, job->tiny, row);
        const uint32_t number = job->number ? job->number[i] : i;
        memcpy(&row[3], &number, sizeof number);
        memcpy(job->rows + 4 * (size_t)i, row, sizeof row);
    }
}
