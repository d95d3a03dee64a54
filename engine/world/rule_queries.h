/* engine/world/rule_queries.h - which rules have bodies to collide. */
#ifndef HAIL_WORLD_RULE_QUERIES_H
#define HAIL_WORLD_RULE_QUERIES_H

#include "world_state.h"

/* Whether both layers of a rule have active bodies. */
static inline bool rule_has_bodies(const hail_world *world, const hail_rule_entry *rule) {
    const hail_layer *a = world->bodies.layer[rule->a], *b = world->bodies.layer[rule->b];
    return a && b && a->active && b->active;
}

static inline hail_rule_entry rule_with_tiles(uint32_t layer, const hail_tile_rule *tiles) {
    return (hail_rule_entry){.a = (uint8_t)layer,
                             .b = WITH_TILES,
                             .mode = (uint8_t)tiles->mode,
                             .unordered = tiles->order == HAIL_UNORDERED && !tiles->stop,
                             .events = tiles->events != 0,
                             .max_contacts = tiles->max_contacts,
                             .max_events = tiles->max_events,
                             .cooldown = tiles->cooldown};
}

static inline hail_rule_entry rule_with_walls(uint32_t layer, const hail_wall_rule *walls) {
    return (hail_rule_entry){.a = (uint8_t)layer,
                             .b = WITH_WALLS,
                             .mode = (uint8_t)walls->mode,
                             .unordered = walls->order == HAIL_UNORDERED && !walls->stop,
                             .events = walls->events != 0,
                             .max_contacts = walls->max_contacts,
                             .max_events = walls->max_events,
                             .cooldown = walls->cooldown};
}

/* Notes which layers the rules name. After every change, so that no step has to go through rules that are as they were.
 */
void hail_rules_changed(hail_world *world);

/* The rule between layers, or a layer and WITH_TILES or WITH_WALLS, that names them in this order. If there is none,
 * its mode is HAIL_IGNORE. */
hail_rule_entry hail_rules_find(const hail_world *world, uint8_t a, uint8_t b);

/* A layer's rule with WITH_TILES or WITH_WALLS. HAIL_IGNORE: there is none, or no map, or no active body. */
static inline hail_rule_entry rule_with(const hail_world *world, uint32_t number, uint32_t with) {
    const hail_layer *layer = world->bodies.layer[number];
    const bool has_map = with == WITH_TILES ? world->rules.map != NULL : world->rules.sectors != NULL;
    if (!has_map || !layer || !layer->active)
        return (hail_rule_entry){.a = (uint8_t)number, .b = (uint8_t)with, .mode = HAIL_IGNORE};
    return with == WITH_TILES ? rule_with_tiles(number, &layer->tiles) : rule_with_walls(number, &layer->walls);
}

#endif
