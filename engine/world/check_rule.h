/* engine/world/check_rule.h - which rules a world takes. Each check describes what it refuses in the world's
 * hail_error, and returns the status. */
#ifndef HAIL_WORLD_CHECK_RULE_H
#define HAIL_WORLD_CHECK_RULE_H

#include "arguments.h"

/* Checks that layer_a is a layer, and layer_b a layer, HAIL_TILES or HAIL_WALLS. field: what each one is called. */
hail_status hail_check_rule_layers(const hail_world *world, const char *const field[2], uint32_t layer_a,
                                   uint32_t layer_b);

/* Checks a whole rule: its layers, its mode, and that each option that is not 0 means something in it. */
hail_status hail_check_rule(const hail_world *world, const hail_rule *rule);

#endif
