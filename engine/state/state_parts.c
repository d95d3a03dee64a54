/* engine/state/state_parts.c - the parts of a world's state. */
#include "state_parts.h"

#include <hail/sectors.h>

#include "lowest_bit.h"
#include "world/slots.h"

const char *const hail_state_option_names[OPTION_WORDS] = {"min_x",      "min_y",        "max_x",         "max_y",
                                                           "max_bodies", "max_touching", "max_remembered"};

const char *const hail_rule_word_names[RULE_WORDS] = {
    "mode",  "layer_a",    "layer_b", "order", "events",      "max_contacts", "max_events", "cooldown",
    "graze", "graze_once", "kinds",   "stop",  "centre_only", "whole_tiles",  "smooth"};

_Static_assert(sizeof(hail_rule) == RULE_WORDS * sizeof(uint32_t) && offsetof(hail_rule, layer_a) == RULE_LAYER_A * 4 &&
                   offsetof(hail_rule, layer_b) == RULE_LAYER_B * 4 && offsetof(hail_rule, graze) == RULE_GRAZE * 4,
               "a rule is its words");

void hail_state_options(const hail_world *world, uint32_t words[OPTION_WORDS]) {
    const hail_world_options *o = &world->options;
    const float bounds[OPTION_FLOATS] = {o->min_x, o->min_y, o->max_x, o->max_y};
    memcpy(words, bounds, sizeof bounds);
    words[4] = o->max_bodies ? o->max_bodies : HAIL_MAX_BODIES;
    words[5] = o->max_touching;
    words[6] = o->max_remembered;
}

uint64_t hail_state_tiles(const hail_world *world) {
    uint64_t hash = 0;
    hail_tilemap_hash(world->rules.map, &hash);
    return hash;
}

uint64_t hail_state_walls(const hail_world *world) {
    uint64_t hash = 0;
    hail_sectors_hash(world->rules.sectors, &hash);
    return hash;
}

const hail_layer *hail_state_layer(const hail_world *world, uint32_t number) {
    static const hail_layer none = {.active = 0};
    const hail_layer *layer = world->bodies.layer[number];
    return layer ? layer : &none;
}

bool hail_state_layer_blank(const hail_layer *layer) {
    return !layer->count && !layer->options.columns && !layer->options.bounds && !layer_motion(layer);
}

bool hail_state_remembers(const hail_world *world, const hail_remembered *e) {
    return e->time && pair_lasts(e, world->pair_memory.steps) && slots_alive(&world->bodies, e->a) &&
           (e->layer_b >= HAIL_MAX_LAYERS || slots_alive(&world->bodies, e->b));
}

hail_status hail_state_check_handles(hail_error *error, const char *field, const hail_world *world) {
    for (uint64_t left = world->bodies.borrowed; left; left &= left - 1)
        if (!world->bodies.layer[lowest_bit_64(left)]->options.generations)
            return hail_fail(error, HAIL_BAD_ARGUMENT, field, "has a borrowed layer without generations");
    return HAIL_OK;
}

hail_status hail_state_check(const hail_world *world) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    return world->busy ? hail_fail_busy(world) : HAIL_OK;
}
