/* engine/events/event_lists.h - the lists of touching pairs and of events, from the inside; what ends a rule's. */
#ifndef HAIL_EVENTS_EVENT_LISTS_H
#define HAIL_EVENTS_EVENT_LISTS_H

#include "world/world_state.h"

static inline hail_touching_pair *touching_pairs(const hail_touching *touching) { return touching->pairs.data; }
static inline hail_touching_span *touching_spans(const hail_touching *touching) { return touching->spans.data; }
static inline hail_event *event_list(const hail_event_list *list) { return list->events.data; }

static inline hail_stay *stay_list(const hail_event_list *stays) { return stays->events.data; }

/* A pair's rank among those of its rule. No two pairs that touch at a time have the same. */
static inline uint64_t pair_key(hail_handle a, hail_handle b) { return (uint64_t)a.slot << 32 | b.slot; }

static inline bool same_handle(hail_handle a, hail_handle b) {
    return a.slot == b.slot && a.generation == b.generation;
}

static inline hail_pair_users *touching_users(const hail_touching *touching) { return touching->users.data; }

static inline uint8_t event_kind(uint32_t layer_b) {
    return layer_b == HAIL_TILES ? HAIL_CONTACT_TILE : layer_b == HAIL_WALLS ? HAIL_CONTACT_WALL : HAIL_CONTACT_BODY;
}

/* The event of a pair of the rule between these layers. */
static inline hail_event event_of(const hail_touching_pair *pair, hail_pair_users users, uint32_t layer_a,
                                  uint32_t layer_b) {
    const bool bodies = layer_b < HAIL_MAX_LAYERS;
    return (hail_event){.a = pair->a,
                        .b = bodies ? pair->b : (hail_handle){0, 0},
                        .user_a = users.a,
                        .user_b = users.b,
                        .kind = event_kind(layer_b),
                        .layer_a = (uint8_t)layer_a,
                        .layer_b = (uint8_t)layer_b,
                        .feature_b = bodies ? 0 : (uint8_t)pair->b.slot};
}

static inline hail_touching_pair event_pair(const hail_event *event) {
    const bool bodies = event->kind == HAIL_CONTACT_BODY;
    return (hail_touching_pair){event->a, bodies ? event->b : (hail_handle){event->feature_b, 0}};
}

/* Notes the last body of a rule with tiles or walls, whose contacts are complete. False without memory. */
bool hail_events_complete_body(hail_world *world);

#endif
