/* engine/pairs/graze.h - pairs of bodies that miss each other by up to a margin (docs/arithmetic.md, "Grazes"). */
#ifndef HAIL_PAIRS_GRAZE_H
#define HAIL_PAIRS_GRAZE_H

#include "world/world_state.h"

/* Looks at the pairs in scratch.pairs whose rows, scratch.pairs.rows[rank[i]], are no contacts (kind 0): those that
 * graze become contacts of kind HAIL_CONTACT_GRAZE. Returns how many do. One of the rule's layers has compounds or
 * sprites, which are looked at part by part. */
uint32_t hail_graze_pairs(hail_world *world, const hail_rule *rule, const uint32_t *rank);

/* Of layers of convex shapes: writes the rows of the pairs in scratch.pairs as hail_narrow_pairs does, then those of
 * the pairs that graze. Returns how many touch or graze. */
uint32_t hail_narrow_and_graze(hail_world *world, const hail_rule *rule, const uint32_t *rank);

#endif
