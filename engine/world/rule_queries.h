/* engine/world/rule_queries.h - which rules are set, and which of them have bodies to collide. */
#ifndef HAIL_WORLD_RULE_QUERIES_H
#define HAIL_WORLD_RULE_QUERIES_H

#include "world_state.h"

/* Notes which layers the rules name. After every change, so that no step has to go through rules that are as they were.
 */
void hail_rules_changed(hail_world *world);

/* The rule that names two layers, or a layer and HAIL_TILES or HAIL_WALLS, in this order. NULL: there is none. */
hail_rule *hail_rules_find(const hail_world *world, uint32_t layer_a, uint32_t layer_b);

static inline bool layer_has_bodies(const hail_world *world, uint32_t layer) {
    return world->bodies.layer[layer] && world->bodies.layer[layer]->active;
}

/* Whether both layers of a rule between layers have active bodies. */
static inline bool rule_has_bodies(const hail_world *world, const hail_rule *rule) {
    return layer_has_bodies(world, rule->layer_a) && layer_has_bodies(world, rule->layer_b);
}

/* Whether a world has the map that a rule with tiles or walls is for. */
static inline bool rule_has_map(const hail_world *world, const hail_rule *rule) {
    return rule->layer_b == HAIL_TILES ? world->rules.map != NULL : world->rules.sectors != NULL;
}

/* A layer's rule with HAIL_TILES or HAIL_WALLS. NULL: there is none, or no map, or no active body. */
static inline const hail_rule *rule_with(const hail_world *world, uint32_t layer, uint32_t with) {
    const hail_rule *rule = layer_has_bodies(world, layer) ? hail_rules_find(world, layer, with) : NULL;
    return rule && rule_has_map(world, rule) ? rule : NULL;
}

#endif
