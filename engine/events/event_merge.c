/* engine/events/event_merge.c - a rule's pairs that touch now and those of the last step, both in order: one pass over
 * the two tells what begins, stays and ends. */
#include "event_merge.h"

#include "event_lists.h"
#include "event_room.h"
#include "event_rules.h"
#include "lowest_bit.h"

#define NO_KEY UINT64_MAX

/* Where the pass stands, out of memory that other stores might change. */
typedef struct merge {
    const hail_touching_pair *old, *old_end; /* the rule's pairs of the last step that are left */
    uint64_t old_key;                        /* of the next; NO_KEY: there is none */
    hail_touching_pair *now;
    hail_event *begin, *stay, *end; /* where the next are written */
    uint32_t room;                  /* how many pairs may still begin, as long as no other one ends */
    uint32_t dropped;
    const hail_slot *slots;
    const uint64_t *user_a, *user_b; /* columns; NULL: the layer has none */
    uint8_t layer_a, layer_b;
} merge;

static uint64_t next_key(const hail_touching_pair *old, const hail_touching_pair *end) {
    return old < end ? pair_key(old->a, old->b) : NO_KEY;
}

static merge begin_merge(const hail_world *world) {
    const hail_event_store *e = &world->events;
    const hail_rule_entry *rule = &e->at.rule;
    const hail_layer *a = world->bodies.layer[rule->a],
                     *b = rule->b < HAIL_MAX_LAYERS ? world->bodies.layer[rule->b] : NULL;
    merge m = {.old = touching_pairs(&e->last) + e->at.next,
               .old_end = touching_pairs(&e->last) + e->at.end,
               .now = touching_pairs(&e->now) + e->now.count,
               .begin = event_list(&e->begins) + e->begins.count,
               .stay = event_list(&e->stays) + e->stays.count,
               .end = event_list(&e->ends) + e->ends.count,
               .room = world->options.max_touching - e->now.count - (e->last.count - e->at.next),
               .slots = body_slots(&world->bodies),
               .user_a = layer_user(a),
               .user_b = b ? layer_user(b) : NULL,
               .layer_a = rule->a,
               .layer_b = rule->b};
    m.old_key = next_key(m.old, m.old_end);
    return m;
}

static void end_merge(hail_world *world, const merge *m) {
    hail_event_store *e = &world->events;
    e->at.next = (uint32_t)(m->old - touching_pairs(&e->last));
    e->now.count = (uint32_t)(m->now - touching_pairs(&e->now));
    e->begins.count = (uint32_t)(m->begin - event_list(&e->begins));
    e->stays.count = (uint32_t)(m->stay - event_list(&e->stays));
    e->ends.count = (uint32_t)(m->end - event_list(&e->ends));
    world->stats.dropped_pairs += m->dropped;
}

static inline void end_pair(merge *m) {
    *m->end++ = event_end(m->old++, m->layer_a, m->layer_b);
    m->old_key = next_key(m->old, m->old_end);
    m->room++;
}

static inline uint64_t user_of(const merge *m, const uint64_t *column, hail_handle body) {
    const uint32_t index = m->slots[body.slot].location & ((1u << LOCATION_INDEX_BITS) - 1);
    return column ? column[index] : 0;
}

/* Takes a pair that touches. Whether it begins or stays decides only where its event is written: a branch would be
 * mispredicted as often as pairs begin. */
static inline void take_pair(merge *m, const hail_contact *contact, hail_handle b) {
    const uint64_t key = pair_key(contact->a, b);
    while (m->old_key < key)
        end_pair(m);
    if (m->old_key == key && !(same_handle(m->old->a, contact->a) && same_handle(m->old->b, b)))
        end_pair(m); /* bodies that had these slots before */
    const bool stays = m->old_key == key;
    if (!stays && !m->room) {
        m->dropped++;
        return;
    }
    const uint64_t user_a = m->user_a ? user_of(m, m->user_a, contact->a) : 0,
                   user_b = m->user_b ? user_of(m, m->user_b, b) : 0;
    hail_event *event = stays ? m->stay : m->begin;
    event->contact = *contact;
    event->user_a = user_a;
    event->user_b = user_b;
    *m->now++ = (hail_touching_pair){contact->a, b, user_a, user_b};
    m->stay += stays;
    m->begin += !stays;
    m->room -= !stays;
    m->old += stays;
    m->old_key = next_key(m->old, m->old_end);
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

static void take_bodies(hail_world *world, const hail_contact *rows, uint32_t count) {
    merge m = begin_merge(world);
    uint64_t last = world->events.at.key;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t key = pair_key(rows[i].a, rows[i].b);
        if (!rows[i].kind || key == last) /* another part of the same bodies */
            continue;
        last = key;
        take_pair(&m, &rows[i], rows[i].b);
    }
    world->events.at.key = last;
    end_merge(world, &m);
}

/* ---- Tiles and walls --------------------------------------------------------------------------------------------- */

/* Notes the body whose contacts are complete, kind by kind. */
static void take_kinds(hail_world *world) {
    hail_event_cursor *at = &world->events.at;
    const hail_contact *first = world->events.by_kind.data;
    merge m = begin_merge(world);
    for (; at->kinds; at->kinds &= at->kinds - 1) {
        const uint32_t kind = lowest_bit_64(at->kinds);
        take_pair(&m, &first[kind], (hail_handle){kind, 0});
    }
    end_merge(world, &m);
}

/* Keeps the first contact of each kind until the body's are complete. */
static void take_statics(hail_world *world, const hail_contact *rows, uint32_t count) {
    hail_event_cursor *at = &world->events.at;
    hail_contact *first = world->events.by_kind.data;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t kind = rows[i].feature_b;
        if (!rows[i].kind)
            continue;
        if (at->kinds && !same_handle(at->body, rows[i].a))
            take_kinds(world);
        at->body = rows[i].a;
        if (at->kinds >> kind & 1)
            continue;
        at->kinds |= 1u << kind;
        first[kind] = rows[i];
        if (rows[i].count < 2) /* where the body would stop */
            first[kind].x[1] = first[kind].y[1] = 0.0f;
    }
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

bool hail_events_take(hail_world *world, const hail_contact *rows, uint32_t count) {
    const bool bodies = world->events.at.rule.b < HAIL_MAX_LAYERS;
    for (uint32_t i = 0; i < count; i += EVENT_BLOCK) {
        const uint32_t n = count - i < EVENT_BLOCK ? count - i : EVENT_BLOCK;
        if (!hail_events_reserve_more(world, EVENT_SPARE))
            return false;
        if (bodies)
            take_bodies(world, rows + i, n);
        else
            take_statics(world, rows + i, n);
    }
    return true;
}

bool hail_events_complete_body(hail_world *world) {
    if (!world->events.at.kinds)
        return true;
    if (!hail_events_reserve_more(world, EVENT_SPARE))
        return false;
    take_kinds(world);
    return true;
}
