/* engine/rank.h - each pair's place in the order of (slot of a, slot of b). */
#ifndef HAIL_ENGINE_RANK_H
#define HAIL_ENGINE_RANK_H

#include "pairs.h"

/* Fills pairs->place; all slots are below `slots`. The order is total, since a pair is found once, so no place depends on the order of
 * finding. */
void rank_pairs(hail_pairs *pairs, uint32_t slots);

#endif
