/* simd/kernels/overlap_reference.c - docs/arithmetic.md, "Sprites": which pixels of one sprite touch another, a pixel
 * at a time. */
#include "reference.h"

static bool opaque(const hail_mask *mask, int32_t x, int32_t y) {
    if (x < mask->left || x >= mask->right || y < mask->top || y >= mask->bottom)
        return false;
    return mask->rows[(size_t)y * mask->stride + (size_t)x / 32] >> (x % 32) & 1u;
}

static void add(hail_tally *tally, const hail_mask *a, hail_span *spans, int32_t x, int32_t y) {
    if (tally->count++ == 0) {
        tally->first_x = x;
        tally->first_y = y;
    }
    tally->last_y = y;
    spans[y].first = (int16_t)(spans[y].first > spans[y].last ? x : spans[y].first);
    spans[y].last = (int16_t)x;
    tally->side_x += !opaque(a, x + 1, y) - !opaque(a, x - 1, y);
    tally->side_y += !opaque(a, x, y + 1) - !opaque(a, x, y - 1);
    tally->sum_x += x;
    tally->sum_y += y;
}

/* Whether a's pixel (x, y) touches. */
typedef bool touches_fn(const hail_overlap_job *job, int32_t x, int32_t y);

static bool touches_shifted(const hail_overlap_job *job, int32_t x, int32_t y) {
    return opaque(&job->b, x + job->shift_x, y + job->shift_y);
}

static bool touches_turned(const hail_overlap_job *job, int32_t x, int32_t y) {
    const float start_x = job->x + (float)y * job->vx, start_y = job->y + (float)y * job->vy;
    const float at_x = start_x + (float)x * job->ux, at_y = start_y + (float)x * job->uy;
    if (!(at_x >= 0.0f && at_y >= 0.0f && at_x < 16384.0f && at_y < 16384.0f))
        return false;
    return opaque(&job->b, (int32_t)at_x, (int32_t)at_y);
}

static hail_tally overlap(const hail_overlap_job *job, touches_fn *touches, hail_tally_of of) {
    hail_tally tally = {0};
    for (int32_t y = job->top; y < job->bottom; y++) {
        if (of == TALLY_ALL && tally.count) /* nothing yet in a row between others */
            job->spans[y] = (hail_span){1, 0};
        for (int32_t x = job->left; x < job->right; x++) {
            if (!opaque(&job->a, x, y) || !touches(job, x, y))
                continue;
            if (of == TALLY_ALL && !tally.count)
                job->spans[y] = (hail_span){1, 0};
            if (of == TALLY_ALL)
                add(&tally, &job->a, job->spans, x, y);
            else
                tally.count++;
            if (of == TALLY_TOUCH)
                return tally;
        }
    }
    return tally;
}

void HAIL_KERNEL(overlap_shifted)(const hail_overlap_job *jobs, uint32_t count, hail_tally_of of, hail_tally *tallies) {
    for (uint32_t i = 0; i < count; i++)
        tallies[i] = overlap(&jobs[i], touches_shifted, of);
}

void HAIL_KERNEL(overlap_turned)(const hail_overlap_job *jobs, uint32_t count, hail_tally_of of, hail_tally *tallies) {
    for (uint32_t i = 0; i < count; i++)
        tallies[i] = overlap(&jobs[i], touches_turned, of);
}
