/* engine/step/find.h - the pairs of a rule between layers whose bounding circles touch, found by its plan. */
#ifndef HAIL_STEP_FIND_H
#define HAIL_STEP_FIND_H

#include "order_range.h"
#include "plan.h"

/* Fills scratch.pairs with the oriented pairs of a rule that lie in the range, in any order. */
hail_found hail_find_pairs(hail_world *world, const hail_planned_rule *plan, const hail_order_range *range,
                           uint32_t limit);

/* Takes the pairs that were found so far, all in scratch.pairs. Anything but FOUND_ALL ends the search. */
typedef hail_found hail_take_pairs_fn(void *context);

enum { TAKE_PAIRS = 2048 }; /* pairs that are handed over at a time, or up to PAIR_CHUNK more */

/* Who takes pairs. */
typedef struct hail_taker {
    hail_take_pairs_fn *take;
    void *context;
    uint32_t at; /* how many pairs must be found for the first time; then TAKE_PAIRS */
} hail_taker;

/* Finds all pairs of a rule that lie in the range, in no particular order, and hands them over while they and what is
 * made of them stay in the cache. Fewer than taker->at are left in scratch.pairs. */
hail_found hail_find_and_take(hail_world *world, const hail_planned_rule *plan, const hail_order_range *range,
                              const hail_taker *taker);

/* Counts all pairs of a rule by slot of a, for every slot there is. Holds no pairs; false without memory. */
bool hail_count_pairs(hail_world *world, const hail_planned_rule *plan, uint32_t *counts);

#endif
