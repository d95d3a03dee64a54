/* engine/step/find.h - the pairs of a rule, found by its plan. */
#ifndef HAIL_STEP_FIND_H
#define HAIL_STEP_FIND_H

#include "plan.h"

/* A range of the contact order: slots of a, and of b. */
typedef struct hail_order_range {
    uint32_t a_min, a_max, b_min, b_max;
} hail_order_range;

typedef enum hail_found {
    FOUND_ALL,
    FOUND_TOO_MANY, /* more than `most`: nothing is there to use */
    FOUND_NO_MEMORY
} hail_found;

/* Fills world->pairs with the oriented pairs of a rule that lie in the window, in any order. `whole`: the window is
 * everything. */
hail_found hail_find_pairs(hail_world *world, const hail_plan *plan, const hail_order_range *window, bool whole,
                           uint32_t most);

/* Counts a rule's pairs by slot of a, all of them: tally[slot] for every slot there is. Holds no pairs; false without
 * memory. */
bool hail_count_pairs(hail_world *world, const hail_plan *plan, uint32_t *counts);

#endif
