/* engine/narrow/dispatch.h - pairs of any shapes, handed to the kernels of their classes. */
#ifndef HAIL_NARROW_DISPATCH_H
#define HAIL_NARROW_DISPATCH_H

#include "kernels.h"

typedef struct hail_dispatch {
    const hail_kernels *kernels;
    hail_question question;
    hail_narrow_job job; /* one: a, two: b; edges and two_is_a are set here */
} hail_dispatch;

/* How many vertices the cores of a side have. */
typedef struct hail_cores {
    uint32_t least, most;
} hail_cores;

/* Computes pair i, of bodies a[i] and b[i] of the two sides, and writes it as row row[i]. Returns how many touch (0 for
 * gaps and predictions). */
uint32_t hail_dispatch_pairs(hail_dispatch *dispatch, hail_cores cores_a, hail_cores cores_b, const uint32_t *a,
                             const uint32_t *b, const uint32_t *row, uint32_t count);

#endif
