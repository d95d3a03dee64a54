/* engine/events/event_room.c - makes room for touching pairs and events. All lists grow together, so that a step with
 * as many pairs as another has room, whichever of them begin, stay and end. */
#include "event_room.h"

static bool grow_pairs(hail_heap *heap, hail_touching *touching, size_t room) {
    return hail_state_grow(heap, &touching->pairs, room * sizeof(hail_touching_pair)) &&
           hail_state_grow(heap, &touching->users, room * sizeof(hail_pair_users));
}

static bool grow_events(hail_heap *heap, hail_event_store *e, size_t room) {
    return hail_scratch_keep(heap, &e->begins.events, room * sizeof(hail_event)) &&
           hail_scratch_keep(heap, &e->ends.events, room * sizeof(hail_event)) &&
           hail_scratch_keep(heap, &e->stays.events, room * sizeof(hail_stay)) &&
           hail_scratch_grow(heap, &e->stay_events, room * sizeof(hail_event)) &&
           hail_scratch_grow(heap, &e->by_kind, HAIL_MAX_KINDS * sizeof(hail_contact));
}

static bool grow(hail_world *world, size_t room) {
    hail_event_store *e = &world->events;
    hail_heap *heap = &world->heap;
    if (room <= e->room)
        return true;
    if (!grow_pairs(heap, &e->last, room) || !grow_pairs(heap, &e->now, room) || !grow_events(heap, e, room))
        return false;
    e->room = (uint32_t)room;
    return true;
}

static bool grow_runs(hail_world *world) {
    const size_t bytes = world->rules.asking * sizeof(hail_touching_run);
    return hail_state_grow(&world->heap, &world->events.last.runs, bytes) &&
           hail_state_grow(&world->heap, &world->events.now.runs, bytes);
}

bool hail_events_reserve(hail_world *world, size_t pairs) {
    const size_t limit = world->options.max_touching;
    return !world->rules.asking || (grow_runs(world) && grow(world, (pairs < limit ? pairs : limit) + EVENT_SPARE));
}

bool hail_events_reserve_last(hail_world *world, uint32_t pairs, uint32_t runs) {
    const size_t bytes = runs * sizeof(hail_touching_run);
    return hail_state_grow(&world->heap, &world->events.last.runs, bytes) &&
           hail_state_grow(&world->heap, &world->events.now.runs, bytes) && (!pairs || grow(world, pairs));
}

bool hail_events_reserve_more(hail_world *world, uint32_t more) {
    const hail_event_store *e = &world->events;
    const size_t need = (size_t)e->now.count + more;
    return need <= e->room || grow(world, need + need / 2);
}
