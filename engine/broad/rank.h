/* engine/broad/rank.h - pairs put in the order of (slot of a, slot of b). */
#ifndef HAIL_BROAD_RANK_H
#define HAIL_BROAD_RANK_H

#include "pairs.h"

/* Where the pairs stand in the order. Their memory is that of the hail_pairs they were ranked in. */
typedef struct hail_ranking {
    const uint32_t *rank;      /* by pair */
    const uint32_t *crowded;   /* slots of a, in order, whose pairs are ranked by slot of a only, in any order of b */
    const uint32_t *row_start; /* by slot of a: the lowest rank of its pairs. Only if there are crowded slots */
    uint32_t crowded_count;
} hail_ranking;

/* Ranks the pairs that were found; all slots are below `slots`. Where the pairs of one a are few, they may be left to
 * be sorted by b when their rows are read: those are the crowded slots. */
hail_ranking hail_rank_pairs(const hail_kernels *kernels, hail_pairs *pairs, uint32_t slots);

#endif
