/* simd/kernels/points/inside_reference.c - docs/arithmetic.md, "Points": crossings, winding numbers, half-planes, a
 * point at a time. */
#include "kernels/reference.h"

/* Whether an edge spans the point's y; and on which side of the point it lies (negative: to the right). */
static bool spans(const hail_edge *from, const hail_edge *to, float y) { return (y < from->y) != (y < to->y); }

static float side(const hail_edge *e, float x, float y) { return (x - e->x) - (y - e->y) * e->slope; }

/* Returns the winding number of this part, and how many crossings there are. */
static int32_t wind(const hail_inside_job *job, float x, float y, uint32_t *crossings, bool *fallback) {
    int32_t winding = 0;
    for (uint32_t c = 0; c < job->chains; c++)
        for (uint32_t k = job->start[c]; k + 1 < job->start[c + 1]; k++) {
            const hail_edge *from = &job->edges[k], *to = &job->edges[k + 1];
            if (!spans(from, to, y))
                continue;
            const float beyond = side(from, x, y);
            if (fabsf(beyond) < from->tolerance)
                *fallback = true;
            if (beyond < 0.0f) {
                ++*crossings;
                winding += from->y < to->y ? 1 : -1;
            }
        }
    return winding;
}

bool HAIL_KERNEL(crossings)(const hail_inside_job *job, uint32_t begin, uint32_t end) {
    bool any = false;
    for (uint32_t i = begin; i < end; i++) {
        bool fallback = false;
        uint32_t crossings = 0;
        wind(job, reference_not_tiny(job->x[i], job->tiny), reference_not_tiny(job->y[i], job->tiny), &crossings,
             &fallback);
        job->result[i] = (job->result[i] + crossings) & 1u;
        job->fallback[i] |= fallback;
        any = any || fallback;
    }
    return any;
}

bool HAIL_KERNEL(windings)(const hail_inside_job *job, uint32_t begin, uint32_t end) {
    bool any = false;
    for (uint32_t i = begin; i < end; i++) {
        bool fallback = false;
        uint32_t crossings = 0;
        job->result[i] += (uint32_t)wind(job, reference_not_tiny(job->x[i], job->tiny),
                                         reference_not_tiny(job->y[i], job->tiny), &crossings, &fallback);
        job->fallback[i] |= fallback;
        any = any || fallback;
    }
    return any;
}

bool HAIL_KERNEL(half_planes)(const hail_half_planes_job *job, uint32_t begin, uint32_t end) {
    bool any = false;
    for (uint32_t i = begin; i < end; i++) {
        const float x = reference_not_tiny(job->x[i], job->tiny), y = reference_not_tiny(job->y[i], job->tiny);
        const float tolerance = ((fabsf(x) + fabsf(y)) + job->reach) * HAIL_LINE_TOLERANCE;
        float height = HAIL_HEIGHT_UNSET;
        for (uint32_t k = 0; k < job->count; k++) {
            const hail_half_plane *line = &job->lines[k];
            const float above = (line->nx * x + line->ny * y) - line->offset;
            height = above < height ? above : height;
        }
        const bool fallback = fabsf(height) <= tolerance;
        job->result[i] |= height < -tolerance;
        job->fallback[i] |= fallback;
        any = any || fallback;
    }
    return any;
}
