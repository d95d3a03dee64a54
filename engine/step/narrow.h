/* engine/step/narrow.h - ranked pairs to contacts, each in its place. */
#ifndef HAIL_STEP_NARROW_H
#define HAIL_STEP_NARROW_H

#include "world/state.h"

/* Fills world->pairs.rows from its pairs and places; a pair that does not touch leaves a row of kind 0. Returns how
 * many touch. */
uint32_t hail_narrow_pairs(hail_world *world, const hail_rule_entry *rule);

#endif
