/* simd/kernels/sprites/pixel_overlap_reference.c - docs/arithmetic.md, "Sprites": which pixels of one sprite touch
 * another, a pixel at a time, and how far they extend along a direction: the corners of each row's first and last
 * pixel. */
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
    hail_span *span = &spans[y - sums->first_y];
    span->first = (int16_t)(span->first > span->last ? x : span->first);
    span->last = (int16_t)x;
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

double HAIL_KERNEL(pixel_extent)(const hail_span *spans, int32_t first, int32_t last, double x, double y) {
    double lowest = INFINITY, highest = -INFINITY;
    for (int32_t row = first; row <= last; row++)
        for (int corner = 0; corner < 4 && spans[row - first].first <= spans[row - first].last; corner++) {
            const int32_t column = corner & 1 ? spans[row - first].last + 1 : spans[row - first].first;
            const double at = (double)column * x + (double)(row + (corner > 1)) * y;
            lowest = at < lowest ? at : lowest;
            highest = at > highest ? at : highest;
        }
    return highest - lowest;
}

static hail_pixel_sums overlap(const hail_overlap_job *job, const hail_overlap *o, hail_span *spans,
                               touches_fn *touches) {
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
            /* Nothing touches in the rows between, nor yet in this one. */
            for (int32_t row = sums.count ? sums.last_y + 1 : y; fresh && row <= y; row++)
                spans[sums.count ? row - sums.first_y : 0] = (hail_span){1, 0};
            fresh = false;
            add(&sums, a, spans, x, y);
        }
    }
    if (all && !o->rotated && (sums.side_x || sums.side_y)) /* a whole number, which a double holds */
        sums.extent = (int64_t)HAIL_KERNEL(pixel_extent)(spans, sums.first_y, sums.last_y, (double)sums.side_x,
                                                         (double)sums.side_y);
    return sums;
}

void HAIL_KERNEL(overlap_shifted)(const hail_overlap_job *job, const hail_overlap *overlaps, uint32_t count,
                                  hail_pixel_sums *sums_of) {
    for (uint32_t i = 0; i < count; i++)
        if (!overlaps[i].rotated)
            sums_of[i] = overlap(job, &overlaps[i], hail_pair_spans(job, i), touches_shifted);
}

void HAIL_KERNEL(overlap_rotated)(const hail_overlap_job *job, const hail_overlap *overlaps, uint32_t count,
                                  hail_pixel_sums *sums_of) {
    for (uint32_t i = 0; i < count; i++)
        if (overlaps[i].rotated)
            sums_of[i] = overlap(job, &overlaps[i], hail_pair_spans(job, i), touches_rotated);
}
