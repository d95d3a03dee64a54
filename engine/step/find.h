/* engine/step/find.h - the pairs of a rule between layers whose bounding circles touch, found by its plan. */
#ifndef HAIL_STEP_FIND_H
#define HAIL_STEP_FIND_H

#include "order_range.h"
#include "plan.h"

/* Fills scratch.pairs with the oriented pairs of a rule that lie in the range, in any order. */
hail_found hail_find_pairs(hail_world *world, const hail_planned_rule *plan, const hail_order_range *range,
                           uint32_t limit);

/* Counts all pairs of a rule by slot of a, for every slot there is. Holds no pairs; false without memory. */
bool hail_count_pairs(hail_world *world, const hail_planned_rule *plan, uint32_t *counts);

#endif
