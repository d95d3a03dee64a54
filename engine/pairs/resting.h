/* engine/pairs/resting.h - keeps the pairs of rules between static layers from step to step. */
#ifndef HAIL_PAIRS_RESTING_H
#define HAIL_PAIRS_RESTING_H

#include "plan.h"

/* Copies the pairs of a rule to scratch.pairs, if they are known and there is room. */
bool hail_resting_load(hail_world *world, const hail_planned_rule *plan);

/* Keeps the pairs in scratch.pairs, which are all pairs of the rule. Without memory they are not kept. */
void hail_resting_keep(hail_world *world, const hail_planned_rule *plan);

/* Makes room for so many pairs of each rule between static layers. What is kept is lost. False without memory. */
bool hail_resting_reserve(hail_world *world, uint32_t pairs);

#endif
