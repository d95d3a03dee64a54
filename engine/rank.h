/* engine/rank.h - each pair's place in the order of (slot of a, slot of b). */
#ifndef HAIL_ENGINE_RANK_H
#define HAIL_ENGINE_RANK_H

#include "pairs.h"

/* Fills pairs->place; all slots are below `slots`. True: in the order of (slot of a, slot of b). False: in that of slot of a alone; at most
 * a few pairs of one a are left to be put in order among themselves. */
bool rank_pairs(const hail_kernels *kernels, hail_pairs *pairs, uint32_t slots);

#endif
