/* engine/world/rules.c - which layers collide with each other, with tiles and with walls. */
#include <string.h>

#include "check_rule.h"
#include "rule_queries.h"

/* ---- What the rules name ----------------------------------------------------------------------------------------- */

static void name_layers(hail_rule_layers *layers, const hail_rule *rule) {
    const bool between = rule_between_layers(rule), grazes = rule->graze > 0.0f;
    const uint64_t a = UINT64_C(1) << rule->layer_a, both = between ? a | UINT64_C(1) << rule->layer_b : a;
    layers->colliding |= rule->layer_b != HAIL_TILES ? both : 0;
    layers->swept |= rule_swept(rule) ? both : 0;
    layers->earliest |= rule->mode == HAIL_EARLIEST ? a : 0;
    layers->grazing |= grazes ? both : 0;
    layers->grazes |= grazes && rule->mode == HAIL_EARLIEST ? a : 0;
    layers->statics |= between ? 0 : a;
}

void hail_rules_changed(hail_world *world) {
    hail_rule_layers layers = {0};
    uint32_t idle = 0, asking = 0;
    for (uint32_t r = 0; r < world->rules.count; r++) {
        const hail_rule *rule = &rule_entries(&world->rules)[r];
        name_layers(&layers, rule);
        idle += !rule_between_layers(rule) && !rule_has_map(world, rule);
        asking += rule->events != 0;
    }
    world->rules.layers = layers;
    world->rules.idle = idle;
    world->rules.asking = asking;
    world->rules.revision++;
}

/* ---- Maps -------------------------------------------------------------------------------------------------------- */

hail_status hail_world_set_tilemap(hail_world *world, const hail_tilemap *map) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    if (world->busy)
        return hail_fail_busy(world);
    world->rules.map = map;
    hail_rules_changed(world);
    return HAIL_OK;
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

/* ---- The list ---------------------------------------------------------------------------------------------------- */

/* The number of the first rule that does not come before the one with this key. */
static uint32_t lower_bound(const hail_rule_store *rules, uint32_t key) {
    uint32_t first = 0, count = rules->count;
    while (count) {
        const uint32_t half = count / 2;
        const hail_rule *rule = &rule_entries(rules)[first + half];
        const bool before = rule_key(rule->layer_a, rule->layer_b) < key;
        first += before ? half + 1 : 0;
        count = before ? count - half - 1 : half;
    }
    return first;
}

hail_rule *hail_rules_find(const hail_world *world, uint32_t layer_a, uint32_t layer_b) {
    const uint32_t r = lower_bound(&world->rules, rule_key(layer_a, layer_b));
    hail_rule *rule = r < world->rules.count ? &rule_entries(&world->rules)[r] : NULL;
    return rule && rule->layer_a == layer_a && rule->layer_b == layer_b ? rule : NULL;
}

/* Whichever layer it names first. */
static hail_rule *find_either(const hail_world *world, uint32_t one, uint32_t other) {
    hail_rule *rule = hail_rules_find(world, one, other);
    return rule ? rule : hail_rules_find(world, other, one);
}

static void remove_rule(hail_rule_store *rules, hail_rule *rule) {
    const hail_rule *end = rule_entries(rules) + rules->count--;
    memmove(rule, rule + 1, (size_t)(end - rule - 1) * sizeof *rule);
}

static void insert_rule(hail_rule_store *rules, const hail_rule *rule) {
    const uint32_t r = lower_bound(rules, rule_key(rule->layer_a, rule->layer_b));
    hail_rule *at = &rule_entries(rules)[r];
    memmove(at + 1, at, (rules->count++ - r) * sizeof *at);
    *at = *rule;
}

/* Sets a rule that was checked but for its layers' bodies, if the world is not busy. */
static hail_status set_rule(hail_world *world, const hail_rule *rule) {
    HAIL_REQUIRE(hail_check_rule_bodies(world, rule));
    if (world->busy)
        return hail_fail_busy(world);
    hail_rule_store *rules = &world->rules;
    const size_t room = rules->entries.bytes / sizeof *rule;
    hail_rule *old = find_either(world, rule->layer_a, rule->layer_b);
    if (!old && rule->mode != HAIL_IGNORE && rules->count == room &&
        !hail_state_grow(&world->heap, &rules->entries, (room * 2 + 16) * sizeof *rule))
        return hail_fail_memory(world->heap.error);
    if (old)
        remove_rule(rules, old);
    if (rule->mode != HAIL_IGNORE)
        insert_rule(rules, rule);
    hail_rules_changed(world);
    return HAIL_OK;
}

/* ---- Rules ------------------------------------------------------------------------------------------------------- */

static const char *const layer_fields[2] = {"layer_a", "layer_b"};

hail_status hail_rule_set(hail_world *world, uint32_t layer_a, uint32_t layer_b, hail_mode mode) {
    HAIL_REQUIRE(hail_check_rule_layers(world, layer_fields, layer_a, layer_b));
    HAIL_REQUIRE(hail_argument_mode(world, "mode", (uint32_t)mode));
    return set_rule(world, &(hail_rule){.mode = (uint32_t)mode, .layer_a = layer_a, .layer_b = layer_b});
}

hail_status hail_rule_configure(hail_world *world, const hail_rule *rule) {
    HAIL_REQUIRE(hail_argument_given(world, "rule", rule));
    HAIL_REQUIRE(hail_check_rule(world, rule));
    return set_rule(world, rule);
}

hail_status hail_rule_get(const hail_world *world, uint32_t layer_a, uint32_t layer_b, hail_rule *rule) {
    HAIL_REQUIRE(hail_check_rule_layers(world, layer_fields, layer_a, layer_b));
    HAIL_REQUIRE(hail_argument_given(world, "rule", rule));
    const hail_rule *set = find_either(world, layer_a, layer_b);
    *rule = set ? *set : (hail_rule){.mode = HAIL_IGNORE, .layer_a = layer_a, .layer_b = layer_b};
    return HAIL_OK;
}
