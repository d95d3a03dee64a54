/* engine/world/rule_queries.h - which rules have bodies to collide. */
#ifndef HAIL_WORLD_RULE_QUERIES_H
#define HAIL_WORLD_RULE_QUERIES_H

#include "world_state.h"

/* Whether both layers of a rule have active bodies. */
static inline bool rule_has_bodies(const hail_world *world, const hail_rule_entry *rule) {
    const hail_layer *a = world->bodies.layer[rule->a], *b = world->bodies.layer[rule->b];
    return a && b && a->active && b->active;
}

/* A layer's rule with WITH_TILES or WITH_WALLS. HAIL_IGNORE: there is none, or no map, or no active body. */
static inline hail_rule_entry rule_with(const hail_world *world, uint32_t number, uint32_t with) {
    const hail_layer *layer = world->bodies.layer[number];
    const bool has_map = with == WITH_TILES ? world->rules.map != NULL : world->rules.sectors != NULL;
    hail_rule_entry rule = {(uint8_t)number, (uint8_t)with, HAIL_IGNORE};
    if (has_map && layer && layer->active)
        rule.mode = (uint8_t)(with == WITH_TILES ? layer->tiles.mode : layer->walls.mode);
    return rule;
}

#endif
