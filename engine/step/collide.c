#include "collide.h"

#include "contacts.h"
#include "earliest.h"
#include "find.h"
#include "statics.h"
#include "collide_parts.h"
#include "narrow.h"
#include "broad/rank.h"

/* One rule in one step. */
typedef struct meeting {
    hail_world *world;
    const hail_rule_entry *rule;
    hail_plan plan; /* of a rule with a layer */
    bool noting;    /* HAIL_EARLIEST: only the smallest t of each a is wanted yet */
    hail_clock *clock;
    hail_contacts_fn *on_contacts;
    void *context;
} meeting;

/* Contacts that were found before they were ranked, to their places; returns how many there are. */
static uint32_t place_rows(hail_world *world) {
    const hail_contact *found = world->found_rows.data;
    hail_contact *rows = world->pairs.rows.data;
    const uint32_t *place = world->pairs.place.data;
    for (uint32_t i = 0; i < world->pairs.count; i++)
        rows[place[i]] = found[i];
    return world->pairs.count;
}

/* Everything in a window of the order, from finding to delivery; or nothing, if its pairs are too many to be held. */
static hail_found work(meeting *m, const hail_order_range *window, bool whole) {
    hail_world *world = m->world;
    const bool fixed = rule_is_static(m->rule);
    const bool composed = !fixed && rule_composed(world, m->rule);
    hail_found found = fixed ? hail_find_statics(world, m->rule, window, world->options.pair_budget)
                             : hail_find_pairs(world, &m->plan, window, whole, world->options.pair_budget);
    const uint32_t pairs = world->pairs.count;
    hail_clock_lap(m->clock, HAIL_STAGE_PAIRS);
    if (found == FOUND_ALL && composed)
        found = hail_find_parts(world, m->rule, world->options.pair_budget);
    hail_clock_lap(m->clock, HAIL_STAGE_NARROW);
    if (found != FOUND_ALL)
        return found;
    world->stats.pairs += m->noting ? 0 : pairs;
    const uint32_t slots = world->slot_count, parts = fixed ? hail_static_parts(world) : 0;
    hail_rank_pairs(world->kernels, &world->pairs, slots > parts ? slots : parts);
    hail_clock_lap(m->clock, HAIL_STAGE_CONTACTS);
    const uint32_t touched = fixed || composed ? place_rows(world) : hail_narrow_pairs(world, m->rule);
    hail_clock_lap(m->clock, HAIL_STAGE_NARROW);
    if (m->noting)
        hail_earliest_note(world, world->pairs.rows.data, world->pairs.count);
    else
        hail_contacts_deliver(world, m->rule, touched, m->on_contacts, m->context);
    hail_clock_lap(m->clock, HAIL_STAGE_CONTACTS);
    return FOUND_ALL;
}

/* The lower half of a window of the order's key; `window` becomes the upper. First by a; within one a, by b. */
static hail_order_range split(hail_order_range *window) {
    hail_order_range lower = *window;
    if (window->a_min < window->a_max) {
        lower.a_max = window->a_min + (window->a_max - window->a_min) / 2;
        window->a_min = lower.a_max + 1;
    } else {
        lower.b_max = window->b_min + (window->b_max - window->b_min) / 2;
        window->b_min = lower.b_max + 1;
    }
    return lower;
}

/* A window halved until its pairs fit, lowest first. At most 26 times for a and 32 for b, so the stack of upper halves
 * stays small. */
static hail_found work_halved(meeting *m, hail_order_range window) {
    hail_order_range stack[64] = {window};
    for (uint32_t depth = 1; depth;) {
        const hail_found found = work(m, &stack[depth - 1], false);
        if (found == FOUND_NO_MEMORY)
            return found;
        if (found == FOUND_TOO_MANY) {
            stack[depth] = split(&stack[depth - 1]);
            depth++;
        } else {
            depth--;
        }
    }
    return FOUND_ALL;
}

/* A rule with more pairs than may be held at once: they are counted by slot of a, and worked through in windows of a
 * that fit; what does not fit even so (one a with too many pairs, or less memory than the budget) is halved. */
static hail_found work_counted(meeting *m) {
    hail_world *world = m->world;
    const uint32_t slots = world->slot_count, budget = world->options.pair_budget;
    const bool fixed = rule_is_static(m->rule);
    hail_order_range window = {0, slots - 1, 0, fixed ? UINT32_MAX : slots - 1};
    if (!hail_scratch_grow(&world->heap, &world->counts, slots * sizeof(uint32_t)))
        return work_halved(m, window);
    const uint32_t *counts = world->counts.data;
    if (fixed)
        hail_count_statics(world, m->rule, world->counts.data);
    else if (!hail_count_pairs(world, &m->plan, world->counts.data))
        return FOUND_NO_MEMORY;
    hail_found found = FOUND_ALL;
    for (uint32_t slot = 0; slot < slots && found == FOUND_ALL;) {
        uint64_t sum = counts[slot];
        window.a_min = slot++;
        while (slot < slots && sum + counts[slot] <= budget)
            sum += counts[slot++];
        window.a_max = slot - 1;
        if (sum)
            found = work_halved(m, window);
    }
    return found;
}

static hail_order_range everything(const hail_world *world) {
    return (hail_order_range){0, world->slot_count - 1, 0, UINT32_MAX};
}

static hail_found work_all(meeting *m) {
    const hail_order_range all = everything(m->world);
    const hail_found found = work(m, &all, true);
    return found == FOUND_TOO_MANY ? work_counted(m) : found;
}

static meeting meeting_of(hail_world *world, const hail_rule_entry *rule, hail_clock *clock) {
    meeting m = {.world = world, .rule = rule, .clock = clock};
    if (!rule_is_static(rule))
        m.plan = hail_plan_rule(world, rule);
    return m;
}

/* Finds what an HAIL_EARLIEST rule would hit, for the smallest t of each body. */
static hail_found note_rule(hail_world *world, const hail_rule_entry *rule, hail_clock *clock) {
    meeting m = meeting_of(world, rule, clock);
    m.noting = true;
    return work_all(&m);
}

/* The same for every such rule with this layer first. */
static hail_found note_earliest(hail_world *world, uint32_t layer, hail_clock *clock) {
    hail_found found = FOUND_ALL;
    hail_earliest_begin(world, layer);
    for (uint32_t r = 0; r < world->rule_count && found == FOUND_ALL; r++) {
        const hail_rule_entry *rule = &world_rules(world)[r];
        if (rule->mode == HAIL_EARLIEST && rule->a == layer && rule_has_bodies(world, rule))
            found = note_rule(world, rule, clock);
    }
    for (uint32_t with = WITH_TILES; with <= WITH_WALLS && found == FOUND_ALL; with++) {
        const hail_rule_entry rule = rule_with(world, layer, with);
        if (rule.mode == HAIL_EARLIEST)
            found = note_rule(world, &rule, clock);
    }
    return found;
}

/* Finds and delivers what a rule with bodies meets. */
static hail_status meet(meeting *m) {
    hail_world *world = m->world;
    const uint32_t layer = m->rule->a;
    const hail_order_range all = everything(world);
    const bool earliest = m->rule->mode == HAIL_EARLIEST;
    hail_found found = FOUND_ALL;
    if (earliest && !(world->noted >> layer & 1) && hail_earliest_shared(world, layer))
        found = note_earliest(world, layer, m->clock);
    if (found == FOUND_ALL)
        found = work(m, &all, true);
    if (found == FOUND_TOO_MANY && earliest && !(world->noted >> layer & 1))
        found = note_earliest(world, layer, m->clock) == FOUND_ALL ? FOUND_TOO_MANY : FOUND_NO_MEMORY;
    if (found == FOUND_TOO_MANY)
        found = work_counted(m);
    return found == FOUND_NO_MEMORY ? HAIL_NO_MEMORY : HAIL_OK;
}

static hail_status meet_rule(hail_world *world, const hail_rule_entry *rule, hail_clock *clock,
                             hail_contacts_fn *on_contacts, void *context) {
    meeting m = meeting_of(world, rule, clock);
    m.on_contacts = on_contacts;
    m.context = context;
    return meet(&m);
}

hail_status hail_collide_all(hail_world *world, hail_clock *clock, hail_contacts_fn *on_contacts, void *context) {
    hail_status status = HAIL_OK;
    uint32_t r = 0;
    for (uint32_t layer = 0; layer < HAIL_MAX_LAYERS && status == HAIL_OK; layer++) {
        for (; r < world->rule_count && world_rules(world)[r].a == layer && status == HAIL_OK; r++)
            if (rule_has_bodies(world, &world_rules(world)[r]))
                status = meet_rule(world, &world_rules(world)[r], clock, on_contacts, context);
        hail_stops_begin(world);
        for (uint32_t with = WITH_TILES; with <= WITH_WALLS && status == HAIL_OK; with++) {
            const hail_rule_entry rule = rule_with(world, layer, with);
            if (rule.mode != HAIL_IGNORE)
                status = meet_rule(world, &rule, clock, on_contacts, context);
        }
    }
    return status;
}
