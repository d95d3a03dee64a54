/* engine/events/event_merge.c - a rule's pairs that touch now and those of the last step, both in order: one pass over
 * the two tells what begins, stays and ends. */

#include <string.h>

#include "event_lists.h"
#include "event_contacts.h"
#include "event_rules.h"
#include "lowest_bit.h"

#define NO_KEY UINT64_MAX

/* Where the pass stands. Functions take it by value, or are inlined: its members stay in registers. */
typedef struct merge {
    const hail_touching_pair *old, *old_end; /* the rule's pairs of the last step that are left */
    uint64_t old_key;                        /* of the next; NO_KEY: there is none */
    hail_touching_pair *now;
    hail_event *begin, *end; /* where the next are written */
    hail_stay *stay;
    const hail_touching_pair *first; /* the first that touches in this step */
    uint32_t room;                   /* how many pairs may still begin, as long as no other one ends */
    uint32_t dropped;
    const hail_pair_users *old_users; /* of `old`; NULL: they are 0 */
    hail_pair_users *users;           /* of `now`; NULL: they are 0 */
    const hail_slot *slots;
    const uint64_t *user_a, *user_b; /* as in hail_event_cursor */
    uint8_t layer_a, layer_b;
    uint64_t header; /* the 8 bytes from `kind` on of the rule's events, but for feature_b */
} merge;

_Static_assert(offsetof(hail_event, contact) == offsetof(hail_event, kind) + sizeof(uint64_t), "a header has 8 bytes");

static uint64_t next_key(const hail_touching_pair *old, const hail_touching_pair *end) {
    return old < end ? pair_key(old->a, old->b) : NO_KEY;
}

static merge begin_merge(const hail_world *world) {
    const hail_event_store *e = &world->events;
    const hail_rule *rule = &e->at.rule;
    merge m = {.old = touching_pairs(&e->last) + e->at.next,
               .old_end = touching_pairs(&e->last) + e->at.end,
               .now = touching_pairs(&e->now) + e->now.count,
               .begin = event_list(&e->begins) + e->begins.count,
               .stay = stay_list(&e->stays) + e->stays.count,
               .first = touching_pairs(&e->now),
               .end = event_list(&e->ends) + e->ends.count,
               .room = world->options.max_touching - e->now.count - (e->last.count - e->at.next),
               .old_users = e->at.old_users ? touching_users(&e->last) + e->at.next : NULL,
               .users = e->at.users ? touching_users(&e->now) + e->now.count : NULL,
               .slots = body_slots(&world->bodies),
               .user_a = e->at.user_a,
               .user_b = e->at.user_b,
               .layer_a = (uint8_t)rule->layer_a,
               .layer_b = (uint8_t)rule->layer_b};
    m.old_key = next_key(m.old, m.old_end);
    const hail_event event = {.kind = event_kind(rule->layer_b), .layer_a = m.layer_a, .layer_b = m.layer_b};
    memcpy(&m.header, &event.kind, sizeof m.header);
    return m;
}

static void end_merge(hail_world *world, merge m) {
    hail_event_store *e = &world->events;
    e->at.next = (uint32_t)(m.old - touching_pairs(&e->last));
    e->now.count = (uint32_t)(m.now - touching_pairs(&e->now));
    e->begins.count = (uint32_t)(m.begin - event_list(&e->begins));
    e->stays.count = (uint32_t)(m.stay - stay_list(&e->stays));
    e->ends.count = (uint32_t)(m.end - event_list(&e->ends));
    e->pending = true;
    world->stats.dropped_pairs += m.dropped;
}

/* What the compiler knows of a rule: it makes one loop for each. */
typedef struct kind_of_rule {
    bool bodies; /* the rule is between layers */
    bool users;  /* some of its pairs have user values */
} kind_of_rule;

/* Word by word: a struct that was made of bytes would be waited for. */
static inline void write_event(const merge *m, kind_of_rule kind, hail_event *event, const hail_touching_pair *pair,
                               hail_pair_users users, const hail_contact *contact) {
    const hail_handle none = {0, 0};
    memcpy(&event->a, &pair->a, sizeof event->a);
    memcpy(&event->b, kind.bodies ? &pair->b : &none, sizeof event->b);
    event->user_a = users.a;
    event->user_b = users.b;
    event->contact = contact;
    memcpy(&event->kind, &m->header, sizeof m->header);
    if (!kind.bodies)
        event->feature_b = (uint8_t)pair->b.slot;
}

static inline void next_old(merge *m, kind_of_rule kind) {
    m->old++;
    if (kind.users && m->old_users)
        m->old_users++;
    m->old_key = next_key(m->old, m->old_end);
}

static inline void end_pair(merge *m, kind_of_rule kind) {
    const hail_pair_users users = kind.users && m->old_users ? *m->old_users : (hail_pair_users){0, 0};
    write_event(m, kind, m->end++, m->old, users, NULL);
    next_old(m, kind);
    m->room++;
}

static inline uint64_t user_of(const merge *m, const uint64_t *column, hail_handle body) {
    return column ? column[m->slots[body.slot].location & ((1u << LOCATION_INDEX_BITS) - 1)] : 0;
}

static inline void note_pair(merge *m, kind_of_rule kind, const hail_contact *contact, hail_handle b) {
    const hail_touching_pair pair = {contact->a, b};
    const uint64_t key = pair_key(pair.a, b);
    while (m->old_key < key)
        end_pair(m, kind);
    if (m->old_key == key && !(same_handle(m->old->a, pair.a) && same_handle(m->old->b, b)))
        end_pair(m, kind); /* of bodies that had these slots before */
    const bool stays = m->old_key == key;
    if (!stays && !m->room) {
        m->dropped++;
        return;
    }
    hail_pair_users users = {0, 0};
    if (kind.users && m->users) {
        users = (hail_pair_users){user_of(m, m->user_a, pair.a), user_of(m, m->user_b, b)};
        *m->users++ = users;
    }
    if (stays) {
        *m->stay++ = (hail_stay){contact, (uint32_t)(m->now - m->first)};
        next_old(m, kind);
    } else {
        write_event(m, kind, m->begin++, &pair, users, contact);
        m->room--;
    }
    *m->now++ = pair;
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

static inline void note_bodies(hail_world *world, bool users, const hail_contact *contacts, uint32_t count) {
    const kind_of_rule kind = {.bodies = true, .users = users};
    const merge begun = begin_merge(world);
    merge m = begun;
    uint64_t last = world->events.at.key;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t key = pair_key(contacts[i].a, contacts[i].b);
        if (contacts[i].kind != HAIL_CONTACT_BODY || key == last) /* a graze, or another part of the same bodies */
            continue;
        last = key;
        note_pair(&m, kind, &contacts[i], contacts[i].b);
    }
    world->events.at.key = last;
    end_merge(world, m);
}

/* ---- Tiles and walls --------------------------------------------------------------------------------------------- */

/* Notes the body whose contacts are complete, kind by kind. */
static void note_kinds(hail_world *world) {
    hail_event_cursor *at = &world->events.at;
    const kind_of_rule kind_of = {.bodies = false, .users = true};
    const merge begun = begin_merge(world);
    merge m = begun;
    for (; at->kinds; at->kinds &= at->kinds - 1) {
        const uint32_t kind = lowest_bit_64(at->kinds);
        note_pair(&m, kind_of, at->first[kind], (hail_handle){kind, 0});
    }
    end_merge(world, m);
}

/* Notes the first contact of each kind, body by body. */
static void note_statics(hail_world *world, const hail_contact *contacts, uint32_t count) {
    hail_event_cursor *at = &world->events.at;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t kind = contacts[i].feature_b;
        if (!contacts[i].kind)
            continue;
        if (at->kinds && !same_handle(at->body, contacts[i].a))
            note_kinds(world);
        at->body = contacts[i].a;
        if (!(at->kinds >> kind & 1))
            at->first[kind] = &contacts[i];
        at->kinds |= 1u << kind;
    }
    world->events.pending = true;
}

/* ---- Contacts ---------------------------------------------------------------------------------------------------- */

bool hail_events_take(hail_world *world, const hail_contact *contacts, uint32_t count) {
    const bool bodies = rule_between_layers(&world->events.at.rule), users = world->events.at.users;
    for (uint32_t i = 0; i < count; i += EVENT_BLOCK) {
        const uint32_t n = count - i < EVENT_BLOCK ? count - i : EVENT_BLOCK;
        if (!hail_events_reserve_more(world, EVENT_SPARE))
            return false;
        if (!bodies)
            note_statics(world, contacts + i, n);
        else if (users)
            note_bodies(world, true, contacts + i, n);
        else
            note_bodies(world, false, contacts + i, n);
    }
    return true;
}

bool hail_events_complete_body(hail_world *world) {
    if (!world->events.at.kinds)
        return true;
    if (!hail_events_reserve_more(world, EVENT_SPARE))
        return false;
    note_kinds(world);
    return true;
}
