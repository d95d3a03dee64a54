/* engine/pairs/find.h - the pairs of a rule between layers whose bounding circles touch, found by its plan. */
#ifndef HAIL_PAIRS_FIND_H
#define HAIL_PAIRS_FIND_H

#include "order_range.h"
#include "plan.h"

/* Fills scratch.pairs with the oriented pairs of a rule that lie in the range, in any order. */
hail_found hail_find_pairs(hail_world *world, const hail_planned_rule *plan, const hail_order_range *range,
                           uint32_t limit);

/* Takes the pairs that were found so far, all in scratch.pairs. Anything but FOUND_ALL ends the search. */
typedef hail_found hail_take_pairs_fn(void *user);

enum { TAKE_PAIRS = 2048 }; /* pairs that are handed over at a time at most, or up to a chunk more */

/* How many are handed over at a time, or up to a chunk more: there are rows for as many. */
static inline uint32_t take_pairs_at(const hail_pairs *pairs) {
    const uint32_t room = pairs->capacity - pairs->chunk;
    return room < TAKE_PAIRS ? room : TAKE_PAIRS;
}

/* Who takes pairs. */
typedef struct hail_pair_emit {
    hail_take_pairs_fn *take;
    void *user;
    uint32_t at; /* how many pairs must be found for the first time; then take_pairs_at */
} hail_pair_emit;

/* Finds all pairs of a rule that lie in the range, in no particular order, and hands them over while they and what is
 * made of them stay in the cache. Fewer than emit->at are left in scratch.pairs. */
hail_found hail_find_and_take(hail_world *world, const hail_planned_rule *plan, const hail_order_range *range,
                              const hail_pair_emit *emit);

struct hail_task_batch;

/* Finds all pairs of a rule on the world's tasks, and narrows them as they are found (task_batch.h). */
hail_found hail_find_in_task_batches(hail_world *world, const hail_planned_rule *plan, struct hail_task_batch *batch);

/* Counts all pairs of a rule by slot of a, for every slot there is. Holds no pairs; false without memory. */
bool hail_count_pairs(hail_world *world, const hail_planned_rule *plan, uint32_t *counts);

#endif
