/* simd/kernels/step/motion_reference.c - docs/arithmetic.md, "Move", one body at a time. */
#include <float.h>

#include "kernels/reference.h"

static bool is_finite(float a) { return fabsf(a) <= FLT_MAX; }

static float wrapped(float x, float min, float max) {
    const float w = max - min;
    if (x < min)
        x = x + w;
    else if (x >= max)
        x = x - w;
    if (x >= min && x < max)
        return x;
    float k = truncf((x - min) / w);
    k = x < min ? k - 1.0f : k;
    x = x - k * w;
    return x >= min && x < max ? x : min;
}

uint32_t HAIL_KERNEL(move)(const hail_move_job *job, uint32_t begin, uint32_t end, uint32_t *flagged) {
    uint32_t listed = 0;
    for (uint32_t i = begin; i < end; i++) {
        float x = job->x[i], y = job->y[i];
        if (job->vx) {
            const float dx = job->vx[i] * job->dt, dy = job->vy[i] * job->dt;
            x = x + dx;
            y = y + dy;
            if (job->dx) {
                job->dx[i] = dx;
                job->dy[i] = dy;
            }
        }
        if (!is_finite(x) || !is_finite(y) || (job->life && !is_finite(job->life[i]))) {
            flagged[listed++] = i | (uint32_t)HAIL_NOTE_NOT_FINITE << HAIL_FLAG_SHIFT;
            continue;
        }
        uint32_t notes = 0;
        if (job->life && job->life[i] < HAIL_LIFE_FOREVER)
            job->life[i] = job->life[i] - job->dt;
        if (job->life && job->life[i] <= 0.0f)
            notes |= HAIL_NOTE_EXPIRED;
        if (job->bounds == HAIL_MOVE_WRAP) {
            x = wrapped(x, job->min_x, job->max_x);
            y = wrapped(y, job->min_y, job->max_y);
        } else if (job->bounds == HAIL_MOVE_KILL) {
            const float r = job->radius ? job->radius[i] : job->uniform_radius;
            if (x + r < job->min_x || x - r > job->max_x || y + r < job->min_y || y - r > job->max_y)
                notes |= HAIL_NOTE_KILLED;
        }
        job->x[i] = x;
        job->y[i] = y;
        if (notes)
            flagged[listed++] = i | notes << HAIL_FLAG_SHIFT;
    }
    return listed;
}
