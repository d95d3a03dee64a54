/* engine/narrow.h - from ranked pairs to contact rows. */
#ifndef HAIL_ENGINE_NARROW_H
#define HAIL_ENGINE_NARROW_H

#include "state.h"

/* Writes a row for every pair of the rule at its place; pairs that do not touch get kind 0. Returns how many touch. */
uint32_t hail_narrow_pairs(hail_world *world, const hail_rule_entry *rule);

/* Whether two layers can be worked by what kernels there are: not polygon against polygon. */
bool hail_narrow_supports(bool polygons_a, bool polygons_b);

#endif
