/* engine/events/event_lists.h - the lists of touching pairs and of events, from the inside. */
#ifndef HAIL_EVENTS_EVENT_LISTS_H
#define HAIL_EVENTS_EVENT_LISTS_H

#include "world/world_state.h"

static inline hail_touching_pair *touching_pairs(const hail_touching *touching) { return touching->pairs.data; }
static inline hail_touching_run *touching_runs(const hail_touching *touching) { return touching->runs.data; }
static inline hail_event *event_list(const hail_event_list *list) { return list->events.data; }

/* A pair's place among those of its rule. No two pairs that touch at a time have the same. */
static inline uint64_t pair_key(hail_handle a, hail_handle b) { return (uint64_t)a.slot << 32 | b.slot; }

static inline bool same_handle(hail_handle a, hail_handle b) {
    return a.slot == b.slot && a.generation == b.generation;
}

/* A rule's place in the order of contacts. */
static inline uint32_t rule_key(uint8_t a, uint8_t b) { return (uint32_t)a << 8 | b; }

/* The end of a pair of the rule between `layer_a` and `layer_b`. */
static inline hail_event event_end(const hail_touching_pair *pair, uint8_t layer_a, uint8_t layer_b) {
    hail_event end = {.user_a = pair->user_a, .user_b = pair->user_b};
    hail_contact *c = &end.contact;
    c->a = pair->a;
    c->layer_a = layer_a;
    c->layer_b = layer_b;
    c->kind = layer_b == WITH_TILES ? HAIL_CONTACT_TILE : layer_b == WITH_WALLS ? HAIL_CONTACT_WALL : HAIL_CONTACT_BODY;
    if (c->kind == HAIL_CONTACT_BODY)
        c->b = pair->b;
    else
        c->feature_b = (uint8_t)pair->b.slot;
    return end;
}

/* The b of an event's pair, as hail_touching_pair names it. */
static inline hail_handle event_b(const hail_event *event) {
    return event->contact.kind == HAIL_CONTACT_BODY ? event->contact.b : (hail_handle){event->contact.feature_b, 0};
}

#endif
