/* engine/contacts/earliest.c - picks each a's earliest contact, from its rows or from times recorded by slot. */
#include "earliest.h"

#include "pierce.h"
#include "world/rule_queries.h"

static const float DELIVERED = -1.0f; /* no t */

void hail_earliest_begin(hail_world *world, uint32_t layer) {
    hail_earliest *earliest = &world->scratch->earliest;
    float *t = earliest->t.data;
    for (uint32_t i = 0; !earliest->layers && i < world->bodies.slot_count; i++)
        t[i] = HAIL_NEVER;
    hail_pierce_begin(world);
    earliest->layers |= UINT64_C(1) << layer;
}

static bool earliest_with(const hail_world *world, uint32_t layer, uint32_t with) {
    const hail_rule *rule = rule_with(world, layer, with);
    return rule && rule->mode == HAIL_EARLIEST;
}

bool hail_earliest_shared(const hail_world *world, uint32_t layer) {
    uint32_t rules = 0;
    for (uint32_t with = HAIL_TILES; with <= HAIL_WALLS; with++)
        rules += earliest_with(world, layer, with);
    for (uint32_t r = 0; r < world->scratch->planned_count; r++) {
        const hail_rule *rule = planned_rules(world)[r].rule;
        rules += rule->mode == HAIL_EARLIEST && rule->layer_a == layer;
    }
    return rules > 1;
}

bool hail_earliest_record(hail_world *world, uint32_t layer, hail_contact *rows, uint32_t count) {
    if (pierce_used(world, layer))
        return hail_pierce_record(world, rows, hail_pierce_first_of_pairs(rows, count));
    float *t = world->scratch->earliest.t.data;
    for (uint32_t i = 0; i < count; i++)
        if (rows[i].kind && rows[i].t < t[rows[i].a.slot])
            t[rows[i].a.slot] = rows[i].t;
    return true;
}

bool hail_earliest_choose(hail_world *world, uint32_t layer) {
    return !pierce_used(world, layer) || hail_pierce_choose(world, layer);
}

/* Keeps the rows with the recorded times; ties go to the first row. */
static uint32_t keep_recorded(const hail_earliest *earliest, hail_contact *rows, uint32_t count) {
    float *t = earliest->t.data;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        float *recorded = &t[rows[i].a.slot];
        if (!rows[i].kind || !(rows[i].t == *recorded))
            continue;
        *recorded = DELIVERED;
        rows[kept++] = rows[i];
    }
    return kept;
}

/* Keeps each body's earliest row; a body's rows are contiguous. Ties go to the first row. */
static uint32_t keep_of_each(hail_contact *rows, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count;) {
        const uint32_t slot = rows[i].a.slot;
        uint32_t best = count;
        float lowest = HAIL_NEVER;
        for (; i < count && rows[i].a.slot == slot; i++)
            if (rows[i].kind && rows[i].t < lowest) {
                lowest = rows[i].t;
                best = i;
            }
        if (best < count)
            rows[kept++] = rows[best];
    }
    return kept;
}

bool hail_earliest_keep(hail_world *world, uint32_t layer, hail_contact *rows, uint32_t count, uint32_t *kept) {
    if (pierce_used(world, layer))
        return hail_pierce_keep(world, layer, rows, hail_pierce_first_of_pairs(rows, count), kept);
    *kept = hail_earliest_recorded(world, layer) ? keep_recorded(&world->scratch->earliest, rows, count)
                                                 : keep_of_each(rows, count);
    return true;
}
