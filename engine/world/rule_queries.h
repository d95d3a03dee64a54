/* engine/world/rule_queries.h - which rules have bodies to collide, and which layers take part in them. */
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

/* A bit for every layer whose bodies' radii are needed by a rule, with a layer or with walls. Other layers cost only
 * their motion. */
static inline uint64_t world_colliding(const hail_world *world) {
    uint64_t layers = 0;
    for (uint32_t r = 0; r < world->rules.count; r++) {
        const hail_rule_entry *rule = &rule_entries(&world->rules)[r];
        layers |= UINT64_C(1) << rule->a | UINT64_C(1) << rule->b;
    }
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++)
        if (world->bodies.layer[l] && world->bodies.layer[l]->walls.mode != HAIL_IGNORE)
            layers |= UINT64_C(1) << l;
    return layers;
}

/* A bit for every layer with a swept rule, be it with layers, tiles or walls. */
static inline uint64_t world_swept(const hail_world *world) {
    uint64_t layers = 0;
    for (uint32_t r = 0; r < world->rules.count; r++) {
        const hail_rule_entry *rule = &rule_entries(&world->rules)[r];
        if (rule_swept(rule))
            layers |= UINT64_C(1) << rule->a | UINT64_C(1) << rule->b;
    }
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++) {
        const hail_layer *layer = world->bodies.layer[l];
        if (layer && (mode_swept(layer->tiles.mode) || mode_swept(layer->walls.mode)))
            layers |= UINT64_C(1) << l;
    }
    return layers;
}

#endif
