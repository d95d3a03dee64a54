/* engine/narrow/dispatch.h - pairs of any shapes, dealt to the kernels that are for them. */
#ifndef HAIL_NARROW_DISPATCH_H
#define HAIL_NARROW_DISPATCH_H

#include "kernels.h"

/* What is asked about each pair. */
typedef enum hail_question { ASK_CONTACT, ASK_GAP, ASK_SWEEP, ASK_PREDICTION } hail_question;

typedef struct hail_dispatch {
    const hail_kernels *kernels;
    hail_question question;
    hail_narrow_job job; /* one: a, two: b; edges and two_is_a are set here */
} hail_dispatch;

/* How many vertices a side's cores have, at least and at most. */
typedef struct hail_cores {
    uint32_t least, most;
} hail_cores;

/* As hail_narrow_fn; a[i] and b[i] are bodies of the two sides. */
uint32_t hail_dispatch_pairs(hail_dispatch *dispatch, hail_cores cores_a, hail_cores cores_b, const uint32_t *a,
                             const uint32_t *b, const uint32_t *place, uint32_t count);

#endif
