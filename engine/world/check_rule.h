/* engine/world/check_rule.h - which rules and which options of layers a world takes. Each check describes what it
 * refuses in the world's hail_error, and returns the status. */
#ifndef HAIL_WORLD_CHECK_RULE_H
#define HAIL_WORLD_CHECK_RULE_H

#include "arguments.h"

/* Checks that a world is given, that layer_a is a layer, and layer_b a layer, HAIL_TILES or HAIL_WALLS. field: what
 * each one is called. */
hail_status hail_check_rule_layers(const hail_world *world, const char *const field[2], uint32_t layer_a,
                                   uint32_t layer_b);

/* Checks that the world's layers do what a rule asks for: a borrowed one may not. */
hail_status hail_check_rule_bodies(const hail_world *world, const hail_rule *rule);

/* Checks that a layer that gets these options does what the world's rules ask for. */
hail_status hail_check_layer_rules(const hail_world *world, uint32_t layer, const hail_layer_options *options);

/* Checks a whole rule: its layers, its mode, and that each option that is not 0 means something in it. */
hail_status hail_check_rule(const hail_world *world, const hail_rule *rule);

/* Checks the options that a layer is to get: some mean nothing beside others, or with the rules. */
hail_status hail_check_layer(const hail_world *world, uint32_t layer, const hail_layer_options *options);

#endif
