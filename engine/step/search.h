/* engine/step/search.h - what the ways of finding a rule's pairs share. */
#ifndef HAIL_STEP_SEARCH_H
#define HAIL_STEP_SEARCH_H

#include "order_range.h"
#include "plan.h"

/* The search for one rule's pairs. */
typedef struct hail_search {
    hail_world *world;
    const hail_planned_rule *plan;
    const hail_order_range *range;
    uint32_t limit;
    uint32_t *counts; /* NULL: pairs are kept; else they are only counted, by slot of a */
    hail_found found;
    hail_orient_job orient; /* hail_search_set_sides sets it */
} hail_search;

/* Says which layers the pairs that are found next lie in. The orders are the bodies' indices by position; NULL: pairs
 * hold indices already. */
void hail_search_set_sides(hail_search *s, const hail_layer *first, const uint32_t *first_order,
                           const hail_layer *second, const uint32_t *second_order, hail_orientation orientation);

/* Takes the `count` pairs in scratch.pairs.first and second; false ends the search. */
bool hail_search_take(hail_search *s, uint32_t count);

/* Searches a swept rule: streams the bodies of `stream` past the targets of `target`, the chosen ones or all (NULL). */
bool hail_search_paths(hail_search *s, const hail_layer *stream, const hail_layer *target, const uint32_t *chosen,
                       uint32_t count, hail_size_filter size_filter, float small_limit, hail_orientation orientation);

#endif
