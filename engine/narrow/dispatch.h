/* engine/narrow/dispatch.h - pairs of any shapes, handed to the kernels of their classes. */
#ifndef HAIL_NARROW_DISPATCH_H
#define HAIL_NARROW_DISPATCH_H

#include "kernels.h"

/* How many vertices the cores of a side have. */
typedef struct hail_cores {
    uint32_t least, most;
} hail_cores;

typedef struct hail_dispatch {
    const hail_kernels *kernels;
    hail_question question;
    hail_cores a, b;
    hail_narrow_job job; /* one: a, two: b; edges and two_is_a are set here */
} hail_dispatch;

/* Sets the cores of both sides. */
static inline void dispatch_set_cores(hail_dispatch *dispatch, hail_cores a, hail_cores b) {
    dispatch->a = a;
    dispatch->b = b;
    dispatch->job.edges_one = a.most;
    dispatch->job.edges_two = b.most;
    dispatch->job.two_is_a = false;
}

/* Computes pair i, of bodies a[i] and b[i] of the two sides, and writes it as row row[i]. Returns how many touch (0 for
 * gaps and predictions). */
uint32_t hail_dispatch_pairs(const hail_dispatch *dispatch, const uint32_t *a, const uint32_t *b, const uint32_t *row,
                             uint32_t count);

#endif
