#include "earliest.h"

static const float NEVER = 2.0f, TAKEN = -1.0f; /* t lies in [0, 1] */

bool hail_earliest_reserve(hail_world *world) {
    bool any = false;
    for (uint32_t r = 0; r < world->rule_count; r++)
        any = any || world_rules(world)[r].mode == HAIL_EARLIEST;
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++)
        any = any || (world->layer[l] &&
                      (world->layer[l]->tiles.mode == HAIL_EARLIEST || world->layer[l]->walls.mode == HAIL_EARLIEST));
    return !any || !world->slot_count ||
           hail_scratch_grow(&world->heap, &world->earliest, world->slot_count * sizeof(float));
}

void hail_earliest_begin(hail_world *world, uint32_t layer) {
    float *earliest = world->earliest.data;
    for (uint32_t i = 0; !world->noted && i < world->slot_count; i++)
        earliest[i] = NEVER;
    world->noted |= UINT64_C(1) << layer;
}

bool hail_earliest_shared(const hail_world *world, uint32_t layer) {
    uint32_t rules = 0;
    for (uint32_t with = WITH_TILES; with <= WITH_WALLS; with++)
        rules += rule_with(world, layer, with).mode == HAIL_EARLIEST;
    for (uint32_t r = 0; r < world->rule_count; r++) {
        const hail_rule_entry *rule = &world_rules(world)[r];
        rules += rule->mode == HAIL_EARLIEST && rule->a == layer && rule_has_bodies(world, rule);
    }
    return rules > 1;
}

void hail_earliest_note(hail_world *world, const hail_contact *rows, uint32_t count) {
    float *earliest = world->earliest.data;
    for (uint32_t i = 0; i < count; i++)
        if (rows[i].kind && rows[i].t < earliest[rows[i].a.slot])
            earliest[rows[i].a.slot] = rows[i].t;
}

static uint32_t keep_noted(const hail_world *world, hail_contact *rows, uint32_t count) {
    float *earliest = world->earliest.data;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        float *noted = &earliest[rows[i].a.slot];
        if (!rows[i].kind || !(rows[i].t == *noted))
            continue;
        *noted = TAKEN; /* of equal ones the first */
        rows[kept++] = rows[i];
    }
    return kept;
}

uint32_t hail_earliest_keep(hail_world *world, bool noted, hail_contact *rows, uint32_t count) {
    if (noted)
        return keep_noted(world, rows, count);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count;) {
        const uint32_t slot = rows[i].a.slot;
        uint32_t best = count;
        float least = NEVER;
        for (; i < count && rows[i].a.slot == slot; i++)
            if (rows[i].kind && rows[i].t < least) {
                least = rows[i].t;
                best = i;
            }
        if (best < count)
            rows[kept++] = rows[best];
    }
    return kept;
}
