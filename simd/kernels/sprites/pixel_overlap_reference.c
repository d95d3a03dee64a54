/* simd/kernels/sprites/pixel_overlap_reference.c - docs/arithmetic.md, "Sprites": which pixels of one sprite touch
 * another, a pixel at a time. */
#include "kernels/reference.h"

static bool opaque(const hail_mask *mask, int32_t x, int32_t y) {
    if (x < mask->left || x >= mask->right || y < mask->top || y >= mask->bottom)
        return false;
    return mask->rows[(size_t)y * mask->stride + (size_t)x / 32] >> (x % 32) & 1u;
}

static void add(hail_pixel_sums *sums, const hail_mask *a, hail_span *spans, int32_t x, int32_t y) {
    if (sums->count++ == 0) {
        sums->first_x = x;
        sums->first_y = y;
    }
    sums->last_y = y;
    spans[y].first = (int16_t)(spans[y].first > spans[y].last ? x : spans[y].first);
    spans[y].last = (int16_t)x;
    sums->side_x += !opaque(a, x + 1, y) - !opaque(a, x - 1, y);
    sums->side_y += !opaque(a, x, y + 1) - !opaque(a, x, y - 1);
    sums->sum_x += x;
    sums->sum_y += y;
}

/* Whether a's pixel (x, y) touches. */
typedef bool touches_fn(const hail_mask *b, const hail_overlap *o, int32_t x, int32_t y);

static bool touches_shifted(const hail_mask *b, const hail_overlap *o, int32_t x, int32_t y) {
    return opaque(b, x + o->shift_x, y + o->shift_y);
}

/* In b's frame, whose pixel (1, 1) is the first of its bounds. */
static bool touches_rotated(const hail_mask *b, const hail_overlap *o, int32_t x, int32_t y) {
    const float start_x = o->x + (float)y * o->vx, start_y = o->y + (float)y * o->vy;
    const float at_x = start_x + (float)x * o->ux, at_y = start_y + (float)x * o->uy;
    if (!(at_x >= 0.0f && at_y >= 0.0f && at_x < HAIL_SHIFT_FAR && at_y < HAIL_SHIFT_FAR))
        return false;
    return opaque(b, (int32_t)at_x - 1 + b->left, (int32_t)at_y - 1 + b->top);
}

static hail_pixel_sums overlap(const hail_overlap_job *job, const hail_overlap *o, touches_fn *touches) {
    const hail_mask *a = &job->a[o->a], *b = &job->b[o->b];
    const bool all = job->of == PIXELS_ALL;
    hail_pixel_sums sums = {0};
    for (int32_t y = o->top; y < o->bottom; y++) {
        bool fresh = true;
        for (int32_t x = o->left; x < o->right; x++) {
            if (!opaque(a, x, y) || !touches(b, o, x, y))
                continue;
            if (!all) {
                sums.count++;
                continue;
            }
            for (int32_t row = sums.last_y + 1; fresh && sums.count && row < y; row++)
                job->spans[row] = (hail_span){1, 0}; /* nothing touches in the rows between */
            if (fresh)
                job->spans[y] = (hail_span){1, 0};
            fresh = false;
            add(&sums, a, job->spans, x, y);
        }
    }
    return sums;
}

void HAIL_KERNEL(overlap_shifted)(const hail_overlap_job *job, const hail_overlap *overlaps, uint32_t count,
                                  hail_pixel_sums *sums_of) {
    for (uint32_t i = 0; i < count; i++)
        if (!overlaps[i].rotated)
            sums_of[i] = overlap(job, &overlaps[i], touches_shifted);
}

void HAIL_KERNEL(overlap_rotated)(const hail_overlap_job *job, const hail_overlap *overlaps, uint32_t count,
                                  hail_pixel_sums *sums_of) {
    for (uint32_t i = 0; i < count; i++)
        if (overlaps[i].rotated)
            sums_of[i] = overlap(job, &overlaps[i], touches_rotated);
}
