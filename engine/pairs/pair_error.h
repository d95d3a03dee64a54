/* engine/pairs/pair_error.h - how far off kernels may be: what is tested before parts and pixels must not hide one that
 * touches. */
#ifndef HAIL_PAIRS_PAIR_ERROR_H
#define HAIL_PAIRS_PAIR_ERROR_H

#include <math.h>

#include "kernels.h"

/* By which share of the sizes a cos and sin that are not quite unit may change distances: twice what their length is
 * off. */
static inline float unit_error(const hail_side *s, uint32_t i) {
    return s->cos ? fabsf(s->cos[i] * s->cos[i] + s->sin[i] * s->sin[i] - 1.0f) : 0.0f;
}

/* Px: two tests of body i of one side and body k of the other, of shapes around them or of their parts, do not differ
 * by more, on their way or at rest (docs/arithmetic.md, "Sweeps": Precision; where a sweep starts is rounded, too).
 *
 *   reach     px: the sum of both shapes'
 *   keenness  the larger of both */
static inline float hail_pair_error(const hail_side *a, uint32_t i, const hail_side *b, uint32_t k, float reach,
                                    float keenness) {
    float ax = a->x[i], ay = a->y[i], bx = b->x[k], by = b->y[k], way = 0.0f, start = 0.0f;
    if (a->dx || b->dx) {
        const float adx = a->dx ? a->dx[i] : 0.0f, ady = a->dx ? a->dy[i] : 0.0f, bdx = b->dx ? b->dx[k] : 0.0f,
                    bdy = b->dx ? b->dy[k] : 0.0f;
        ax -= adx, ay -= ady, bx -= bdx, by -= bdy;
        way = fabsf(adx - bdx) + fabsf(ady - bdy);
        start = (fabsf(ax) + fabsf(ay) + fabsf(bx) + fabsf(by)) * 0x1p-24f;
    }
    const float size = fabsf(ax - bx) + fabsf(ay - by) + way + reach;
    return 2.0f * size * (2.5e-6f * keenness + unit_error(a, i) + unit_error(b, k)) + start;
}

#endif
