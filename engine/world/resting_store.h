/* engine/world/resting_store.h - the pairs of rules between static layers, as long as neither of them changes. Scratch
 * memory: they can be found again. */
#ifndef HAIL_WORLD_RESTING_STORE_H
#define HAIL_WORLD_RESTING_STORE_H

#include "layer_scratch.h"

/* The pairs of one rule whose bounding circles touch. */
typedef struct hail_resting_pairs {
    hail_layer_version a, b; /* the layers when the pairs were found; {0, 0}: they were not */
    hail_buffer pairs;       /* u32: the indices of all a, then of all b */
    uint32_t count;
} hail_resting_pairs;

typedef struct hail_resting_store {
    hail_buffer rules; /* hail_resting_pairs, by number of the rule */
    uint32_t count;
    uint32_t revision; /* of the rules */
} hail_resting_store;

#endif
