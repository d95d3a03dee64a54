/* engine/queries/touch_batch.h - pairs of convex shapes at places, gathered until there are enough for the narrowphase
 * kernels, which tell whether they touch. */
#ifndef HAIL_QUERIES_TOUCH_BATCH_H
#define HAIL_QUERIES_TOUCH_BATCH_H

#include "narrow/dispatch.h"
#include "probe.h"

enum {
    TOUCH_PAIRS = 128, /* pairs at a time */
    TOUCH_ROWS = 80,   /* different templates among them and earlier ones */
    TOUCH_HOMES = 128  /* a power of two */
};

/* Receives the pairs that touch, in the order in which they were added. */
typedef void hail_touch_fn_of_pair(void *user, uint32_t owner, uint32_t part);

/* One side of the pairs. */
typedef struct hail_touch_side {
    float x[TOUCH_PAIRS], y[TOUCH_PAIRS], cos[TOUCH_PAIRS], sin[TOUCH_PAIRS], scale[TOUCH_PAIRS];
    uint32_t shape[TOUCH_PAIRS];
    uint32_t last; /* the row that was used last */
    hail_cores cores;
} hail_touch_side;

typedef struct hail_touch_batch {
    const hail_kernels *kernels;
    hail_touch_fn_of_pair *take;
    void *user;
    uint32_t count, rows;
    hail_touch_side a, b;
    uint32_t owner[TOUCH_PAIRS], part[TOUCH_PAIRS]; /* numbers of the caller's */
    uint8_t home[TOUCH_HOMES];                      /* by a name's hash: the row where it may be */
    const void *name[TOUCH_ROWS];                   /* what the templates are known by */
    float templates[TOUCH_ROWS * HAIL_TEMPLATE_WORDS];
    float out[TOUCH_PAIRS * HAIL_ROW_WORDS];
} hail_touch_batch;

void hail_touch_begin(hail_touch_batch *batch, const hail_kernels *kernels, hail_touch_fn_of_pair *take, void *user);

/* Asks whether a touches b, as a rule's bodies a and b. Flushes first if there is no room. Until the batch begins anew,
 * a name, or the address of a template without a name, is that of one template. */
void hail_touch_ask(hail_touch_batch *batch, const hail_placed *a, const hail_placed *b, uint32_t owner, uint32_t part);

/* Answers all pairs, and empties the batch. */
void hail_touch_flush(hail_touch_batch *batch);

#endif
