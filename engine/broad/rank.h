/* engine/broad/rank.h - ranks pairs by (slot of a, slot of b). */
#ifndef HAIL_BROAD_RANK_H
#define HAIL_BROAD_RANK_H

#include "pairs.h"

enum { RANK_SPARSE_SLOTS = 4 }; /* slots per pair (plus a few) that a counting pass may go over */

/* The order of a rule's pairs. The arrays belong to the hail_pairs that was ranked. */
typedef struct hail_ranking {
    const uint32_t *rank;      /* by pair */
    const uint32_t *dense;     /* ascending: numbers in row_start of slots whose pairs are not sorted by b yet */
    const uint32_t *row_start; /* by slot of a, from 0 or from the lowest slot on: the lowest rank of its pairs. Set
                                  only if some slots are dense */
    uint32_t dense_count;
} hail_ranking;

/* Ranks the pairs that were found; all slots are below `slots`. If each a has few pairs, they may be left to be sorted
 * by b when their rows are read: `dense` lists those a. */
hail_ranking hail_rank_pairs(const hail_kernels *kernels, hail_pairs *pairs, uint32_t slots);

/* Returns whether a list of pairs may be nearly sorted by slot of a. */
bool hail_rank_looks_sorted(const uint32_t *slot_a, uint32_t count);

#endif
