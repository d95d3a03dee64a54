/* simd/kernels/points/quadrants_reference.c - docs/arithmetic.md, "Points": quarter turns around a point, a point at a
 * time. */
#include "kernels/reference.h"

/* 0 to 3, from +x towards +y. */
static int32_t quadrant_of(const hail_edge *vertex, float x, float y) {
    const bool right = x < vertex->x, below = y < vertex->y;
    if (below)
        return right ? 0 : 1;
    return right ? 3 : 2;
}

static int32_t quarters(const hail_edge *from, const hail_edge *to, float x, float y, bool *fallback) {
    const int32_t first = quadrant_of(from, x, y), second = quadrant_of(to, x, y);
    switch ((second - first + 4) % 4) {
    case 0:
        return 0;
    case 1:
        return 1;
    case 3:
        return -1;
    default:
        break;
    }
    /* Diagonal edges turn forwards if they go down past the right of the point, or up past its left. */
    const float beyond = (x - from->x) - (y - from->y) * from->slope;
    if (fabsf(beyond) < from->tolerance)
        *fallback = true;
    return (beyond < 0.0f) == (from->y < to->y) ? 2 : -2;
}

bool HAIL_KERNEL(quadrants)(const hail_inside_job *job, uint32_t begin, uint32_t end) {
    bool any = false;
    for (uint32_t i = begin; i < end; i++) {
        const float x = reference_not_tiny(job->x[i], job->tiny), y = reference_not_tiny(job->y[i], job->tiny);
        bool fallback = false;
        int32_t sum = 0;
        for (uint32_t c = 0; c < job->chains; c++)
            for (uint32_t k = job->start[c]; k + 1 < job->start[c + 1]; k++)
                sum += quarters(&job->edges[k], &job->edges[k + 1], x, y, &fallback);
        job->result[i] += (uint32_t)sum;
        job->fallback[i] |= fallback;
        any = any || fallback;
    }
    return any;
}
