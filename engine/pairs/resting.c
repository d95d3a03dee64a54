/* engine/pairs/resting.c - pairs of indices: they are good as long as neither layer changes, and the rules do not. */
#include "resting.h"

#include <string.h>

/* Makes a place for each of the present rules. After a change of rules nothing is known. */
static bool follow_rules(hail_world *world) {
    hail_resting_store *store = &world->resting;
    const uint32_t rules = world->rules.count;
    if (store->revision == world->rules.revision && store->count >= rules)
        return true;
    if (!hail_scratch_keep(&world->heap, &store->rules, rules * sizeof(hail_resting_pairs)))
        return false;
    hail_resting_pairs *rule = store->rules.data;
    for (uint32_t r = 0; r < rules; r++)
        rule[r] = (hail_resting_pairs){.pairs = r < store->count ? rule[r].pairs : (hail_buffer){0}};
    store->count = rules > store->count ? rules : store->count;
    store->revision = world->rules.revision;
    return true;
}

static hail_resting_pairs *pairs_of(const hail_world *world, const hail_rule *rule) {
    return (hail_resting_pairs *)world->resting.rules.data + (rule - rule_entries(&world->rules));
}

static bool room_for(hail_world *world, uint32_t count) {
    hail_pairs *pairs = &world->scratch->pairs;
    return count <= pairs->capacity || hail_pairs_reserve(&world->scratch->heap, pairs, count);
}

/* The slots of bodies. */
static void get_slots(const hail_layer *layer, const uint32_t *index, uint32_t count, uint32_t *slot) {
    const hail_handle *handle = layer_handles(layer);
    for (uint32_t i = 0; i < count; i++)
        slot[i] = handle[index[i]].slot;
}

bool hail_resting_load(hail_world *world, const hail_planned_rule *plan) {
    const uint32_t a = plan->rule->layer_a, b = plan->rule->layer_b;
    if (!follow_rules(world))
        return false;
    const hail_resting_pairs *kept = pairs_of(world, plan->rule);
    if (!same_version(kept->a, world_layer_version(world, a)) ||
        !same_version(kept->b, world_layer_version(world, b)) || !room_for(world, kept->count))
        return false;
    hail_pairs *pairs = &world->scratch->pairs;
    const uint32_t *index = kept->pairs.data;
    pairs->count = kept->count;
    pairs->ranked = false;
    world->stats.passes++;
    if (!kept->count)
        return true;
    memcpy(pairs->a.data, index, kept->count * sizeof *index);
    memcpy(pairs->b.data, index + kept->count, kept->count * sizeof *index);
    get_slots(world->bodies.layer[a], pairs->a.data, kept->count, pairs->slot_a.data);
    get_slots(world->bodies.layer[b], pairs->b.data, kept->count, pairs->slot_b.data);
    return true;
}

void hail_resting_keep(hail_world *world, const hail_planned_rule *plan) {
    const hail_pairs *pairs = &world->scratch->pairs;
    const uint32_t count = pairs->count;
    if (!follow_rules(world))
        return;
    hail_resting_pairs *kept = pairs_of(world, plan->rule);
    if (!hail_scratch_grow(&world->heap, &kept->pairs, (size_t)count * 2 * sizeof(uint32_t)))
        return;
    uint32_t *index = kept->pairs.data;
    if (count) {
        memcpy(index, pairs->a.data, count * sizeof *index);
        memcpy(index + count, pairs->b.data, count * sizeof *index);
    }
    kept->count = count;
    kept->a = world_layer_version(world, plan->rule->layer_a);
    kept->b = world_layer_version(world, plan->rule->layer_b);
}

static bool is_static(const hail_world *world, uint32_t layer) {
    return world->bodies.layer[layer] && world->bodies.layer[layer]->options.is_static;
}

bool hail_resting_reserve(hail_world *world, uint32_t pairs) {
    bool reserved = follow_rules(world);
    for (uint32_t r = 0; reserved && r < world->rules.count; r++) {
        const hail_rule *rule = &rule_entries(&world->rules)[r];
        if (!rule_between_layers(rule) || !is_static(world, rule->layer_a) || !is_static(world, rule->layer_b))
            continue;
        hail_resting_pairs *kept = pairs_of(world, rule);
        kept->a = (hail_layer_version){0, 0};
        reserved = hail_scratch_grow(&world->heap, &kept->pairs, (size_t)pairs * 2 * sizeof(uint32_t));
    }
    return reserved;
}
