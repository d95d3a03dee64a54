/* engine/world/rules.c - which layers collide with each other, with tiles and with walls. */
#include <string.h>

#include "arguments.h"
#include "layers.h"
#include "lowest_bit.h"
#include "rule_queries.h"

/* ---- Which layers the rules name ------------------------------------------------------------------------------- */

void hail_rules_changed(hail_world *world) {
    hail_rule_layers layers = {0};
    uint32_t idle = 0, asking = 0;
    for (uint32_t r = 0; r < world->rules.count; r++) {
        const hail_rule_entry *rule = &rule_entries(&world->rules)[r];
        const uint64_t a = UINT64_C(1) << rule->a, both = a | UINT64_C(1) << rule->b;
        layers.colliding |= both;
        layers.swept |= rule_swept(rule) ? both : 0;
        layers.earliest |= rule->mode == HAIL_EARLIEST ? a : 0;
        layers.grazing |= rule->graze > 0.0f ? both : 0;
        layers.grazes |= rule->graze > 0.0f && rule->mode == HAIL_EARLIEST ? a : 0;
        asking += rule->events;
    }
    for (uint64_t left = world->bodies.used; left; left &= left - 1) {
        const uint64_t bit = left & (~left + 1);
        const hail_layer *layer = world->bodies.layer[lowest_bit_64(left)];
        const uint32_t tiles = (uint32_t)layer->tiles.mode, walls = (uint32_t)layer->walls.mode;
        layers.colliding |= walls != HAIL_IGNORE ? bit : 0;
        layers.swept |= mode_swept(tiles) || mode_swept(walls) ? bit : 0;
        layers.earliest |= tiles == HAIL_EARLIEST || walls == HAIL_EARLIEST ? bit : 0;
        layers.statics |= tiles != HAIL_IGNORE || walls != HAIL_IGNORE ? bit : 0;
        idle += (tiles != HAIL_IGNORE && !world->rules.map ? 1u : 0u) +
                (walls != HAIL_IGNORE && !world->rules.sectors ? 1u : 0u);
        asking += (tiles != HAIL_IGNORE && layer->tiles.events ? 1u : 0u) +
                  (walls != HAIL_IGNORE && layer->walls.events ? 1u : 0u);
    }
    world->rules.layers = layers;
    world->rules.idle = idle;
    world->rules.asking = asking;
    world->rules.revision++;
}

/* ---- Tiles and walls ------------------------------------------------------------------------------------------- */

hail_status hail_world_set_tilemap(hail_world *world, const hail_tilemap *map) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    if (world->busy)
        return hail_fail_busy(world);
    world->rules.map = map;
    hail_rules_changed(world);
    return HAIL_OK;
}

static hail_status check_order(const hail_world *world, uint32_t order) {
    return order <= HAIL_UNORDERED ? HAIL_OK
                                   : hail_fail_above(world->heap.error, HAIL_BAD_ARGUMENT, "rule->order", order,
                                                     HAIL_UNORDERED, "is no hail_order");
}

/* Checks a rule of a layer with what is static, and makes the layer. smooth: 0 if the rule has none. */
static hail_status use_layer(hail_world *world, uint32_t layer, uint32_t mode, uint32_t smooth, uint32_t order,
                             hail_layer **used) {
    hail_status status = hail_argument_layer(world, "layer", layer);
    if (status == HAIL_OK)
        status = hail_argument_mode(world, "rule->mode", mode);
    if (status == HAIL_OK)
        status = hail_check_number(world->heap.error, "rule->smooth", smooth, 0.0, HAIL_MAX_SMOOTH);
    if (status == HAIL_OK)
        status = check_order(world, order);
    if (status == HAIL_OK && world->busy)
        status = hail_fail_busy(world);
    if (status != HAIL_OK)
        return status;
    *used = hail_layer_use(&world->heap, &world->bodies, layer);
    return *used ? HAIL_OK : hail_fail_memory(world->heap.error);
}

/* Checks the arguments of a call that reads a layer's rule. *l is NULL if the layer was never used. */
static hail_status look_at_layer(const hail_world *world, uint32_t layer, const void *rule, const hail_layer **l) {
    const hail_status status = hail_argument_layer(world, "layer", layer);
    if (status != HAIL_OK)
        return status;
    *l = world->bodies.layer[layer];
    return rule ? HAIL_OK : hail_fail_null(world->heap.error, "rule");
}

hail_status hail_rule_set_tiles(hail_world *world, uint32_t layer, const hail_tile_rule *rule) {
    const hail_tile_rule none = {.mode = HAIL_IGNORE}, *set = rule ? rule : &none;
    hail_layer *l;
    const hail_status status =
        world ? use_layer(world, layer, set->mode, set->smooth, set->order, &l) : HAIL_BAD_ARGUMENT;
    if (status != HAIL_OK)
        return status;
    l->tiles = *set;
    hail_rules_changed(world);
    return HAIL_OK;
}

hail_status hail_rule_get_tiles(const hail_world *world, uint32_t layer, hail_tile_rule *rule) {
    const hail_layer *l;
    const hail_status status = world ? look_at_layer(world, layer, rule, &l) : HAIL_BAD_ARGUMENT;
    if (status == HAIL_OK)
        *rule = l ? l->tiles : (hail_tile_rule){0};
    return status;
}

hail_status hail_world_set_sectors(hail_world *world, const hail_sectors *map) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    if (world->busy)
        return hail_fail_busy(world);
    world->rules.sectors = map;
    hail_rules_changed(world);
    return HAIL_OK;
}

hail_status hail_rule_set_walls(hail_world *world, uint32_t layer, const hail_wall_rule *rule) {
    const hail_wall_rule none = {.mode = HAIL_IGNORE}, *set = rule ? rule : &none;
    hail_layer *l;
    const hail_status status = world ? use_layer(world, layer, set->mode, 0, set->order, &l) : HAIL_BAD_ARGUMENT;
    if (status != HAIL_OK)
        return status;
    l->walls = *set;
    hail_rules_changed(world);
    return HAIL_OK;
}

hail_status hail_rule_get_walls(const hail_world *world, uint32_t layer, hail_wall_rule *rule) {
    const hail_layer *l;
    const hail_status status = world ? look_at_layer(world, layer, rule, &l) : HAIL_BAD_ARGUMENT;
    if (status == HAIL_OK)
        *rule = l ? l->walls : (hail_wall_rule){0};
    return status;
}

/* ---- Rules ----------------------------------------------------------------------------------------------------- */

static uint32_t find_rule(const hail_world *world, uint32_t a, uint32_t b) {
    const hail_rule_entry *rules = rule_entries(&world->rules);
    uint32_t r = 0;
    while (r < world->rules.count && !((rules[r].a == a && rules[r].b == b) || (rules[r].a == b && rules[r].b == a)))
        r++;
    return r;
}

hail_rule_entry hail_rules_find(const hail_world *world, uint8_t a, uint8_t b) {
    const hail_rule_entry none = {.a = a, .b = b, .mode = HAIL_IGNORE};
    const hail_layer *layer = world->bodies.layer[a];
    if (layer && b == WITH_TILES)
        return rule_with_tiles(a, &layer->tiles);
    if (layer && b == WITH_WALLS)
        return rule_with_walls(a, &layer->walls);
    const hail_rule_entry *rules = rule_entries(&world->rules);
    for (uint32_t r = 0; r < world->rules.count; r++)
        if (rules[r].a == a && rules[r].b == b)
            return rules[r];
    return none;
}

/* Keeps the list in order of (a, b), which is the order of the contact stream. */
static void put_rule(hail_world *world, hail_rule_entry entry) {
    hail_rule_entry *rules = rule_entries(&world->rules);
    uint32_t at = find_rule(world, entry.a, entry.b);
    if (at < world->rules.count)
        memmove(rules + at, rules + at + 1, (--world->rules.count - at) * sizeof *rules);
    if (entry.mode == HAIL_IGNORE)
        return;
    for (at = world->rules.count++; at > 0; at--) {
        const hail_rule_entry *before = &rules[at - 1];
        if (before->a < entry.a || (before->a == entry.a && before->b < entry.b))
            break;
        rules[at] = *before;
    }
    rules[at] = entry;
}

static hail_status check_layers(const hail_world *world, uint32_t layer_a, uint32_t layer_b) {
    const hail_status status = hail_argument_layer(world, "layer_a", layer_a);
    return status == HAIL_OK ? hail_argument_layer(world, "layer_b", layer_b) : status;
}

/* Sets a rule whose layers and mode are good, if the world is not busy. */
static hail_status set_rule(hail_world *world, hail_rule_entry entry) {
    if (world->busy)
        return hail_fail_busy(world);
    const size_t rules = world->rules.entries.bytes / sizeof(hail_rule_entry);
    const bool more = entry.mode != HAIL_IGNORE && find_rule(world, entry.a, entry.b) == world->rules.count;
    if (more && world->rules.count + 1 > rules &&
        !hail_state_grow(&world->heap, &world->rules.entries, (rules * 2 + 16) * sizeof(hail_rule_entry)))
        return hail_fail_memory(world->heap.error);
    put_rule(world, entry);
    hail_rules_changed(world);
    return HAIL_OK;
}

hail_status hail_rule_set(hail_world *world, uint32_t layer_a, uint32_t layer_b, hail_mode mode) {
    hail_status status = world ? check_layers(world, layer_a, layer_b) : HAIL_BAD_ARGUMENT;
    if (status == HAIL_OK)
        status = hail_argument_mode(world, "mode", (uint32_t)mode);
    if (status != HAIL_OK)
        return status;
    return set_rule(world, (hail_rule_entry){.a = (uint8_t)layer_a, .b = (uint8_t)layer_b, .mode = (uint8_t)mode});
}

hail_status hail_rule_configure(hail_world *world, const hail_rule *rule) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    if (!rule)
        return hail_fail_null(world->heap.error, "rule");
    hail_status status = hail_argument_layer(world, "rule->layer_a", rule->layer_a);
    if (status == HAIL_OK)
        status = hail_argument_layer(world, "rule->layer_b", rule->layer_b);
    if (status == HAIL_OK)
        status = hail_argument_mode(world, "rule->mode", rule->mode);
    if (status == HAIL_OK)
        status = hail_check_number(world->heap.error, "rule->graze", (double)rule->graze, 0.0, (double)HAIL_MAX_BOUND);
    if (status == HAIL_OK)
        status = check_order(world, rule->order);
    if (status != HAIL_OK)
        return status;
    return set_rule(world, (hail_rule_entry){.a = (uint8_t)rule->layer_a,
                                             .b = (uint8_t)rule->layer_b,
                                             .mode = (uint8_t)rule->mode,
                                             .unordered = rule->order == HAIL_UNORDERED,
                                             .events = rule->events != 0,
                                             .max_contacts = rule->max_contacts,
                                             .max_events = rule->max_events,
                                             .cooldown = rule->cooldown,
                                             .graze = rule->graze,
                                             .graze_once = rule->graze > 0.0f && rule->graze_once});
}

/* The rule as the caller configured it. */
static hail_rule rule_of_entry(const hail_rule_entry *entry) {
    return (hail_rule){.mode = entry->mode,
                       .layer_a = entry->a,
                       .layer_b = entry->b,
                       .order = entry->unordered ? HAIL_UNORDERED : HAIL_ORDERED,
                       .events = entry->events,
                       .max_contacts = entry->max_contacts,
                       .max_events = entry->max_events,
                       .cooldown = entry->cooldown,
                       .graze = entry->graze,
                       .graze_once = entry->graze_once};
}

hail_status hail_rule_get(const hail_world *world, uint32_t layer_a, uint32_t layer_b, hail_rule *rule) {
    const hail_status status = world ? check_layers(world, layer_a, layer_b) : HAIL_BAD_ARGUMENT;
    if (status != HAIL_OK)
        return status;
    if (!rule)
        return hail_fail_null(world->heap.error, "rule");
    const uint32_t r = find_rule(world, layer_a, layer_b);
    const hail_rule none = {.mode = HAIL_IGNORE, .layer_a = layer_a, .layer_b = layer_b};
    *rule = r < world->rules.count ? rule_of_entry(&rule_entries(&world->rules)[r]) : none;
    return HAIL_OK;
}
