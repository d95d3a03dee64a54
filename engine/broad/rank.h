/* engine/broad/rank.h - each pair's place in the order of (slot of a, slot of b). */
#ifndef HAIL_BROAD_RANK_H
#define HAIL_BROAD_RANK_H

#include "pairs.h"

/* Fills pairs->place; all slots are below `slots`. The order may be that of a's slot alone: then pairs->crowded lists,
 * in order, the slots that have several pairs, and pairs->counts says where each slot's pairs start; they are few, and
 * left to be put in order of b among themselves. */
void hail_rank_pairs(const hail_kernels *kernels, hail_pairs *pairs, uint32_t slots);

#endif
