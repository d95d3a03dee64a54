/* engine/state/diff_pairs.h - writes differences; finds those of pairs. */
#ifndef HAIL_STATE_DIFF_PAIRS_H
#define HAIL_STATE_DIFF_PAIRS_H

#include <hail/state.h>

#include "world/world_state.h"

/* Begins the comparison of a part: no layer, no slot, no value. */
void hail_diff_begin(hail_difference *d, hail_state_part what);

/* Writes a field and its two values, if they differ; every NaN is the same float. Returns whether they do. */
bool hail_diff_field(hail_difference *d, const char *field, uint64_t a, uint64_t b);

/* Find the first difference of the pairs that touch; of those that are remembered. */
bool hail_diff_touching(hail_difference *d, const hail_world *a, const hail_world *b);
bool hail_diff_remembered(hail_difference *d, const hail_world *a, const hail_world *b);

#endif
