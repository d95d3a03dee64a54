/* engine/events/event_contacts.c - makes room for touching pairs and events; copies contacts that must outlive the rows
 * in which they were found. */
#include "event_contacts.h"

#include <string.h>

#include "event_lists.h"
#include "lowest_bit.h"

/* ---- Room -------------------------------------------------------------------------------------------------------- */

/* All lists grow together, so that a step with as many pairs as another has room, whichever of them begin, stay and
 * end.
 */

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

static bool grow_spans(hail_world *world) {
    const size_t bytes = world->rules.asking * sizeof(hail_touching_span);
    return hail_state_grow(&world->heap, &world->events.last.spans, bytes) &&
           hail_state_grow(&world->heap, &world->events.now.spans, bytes);
}

bool hail_events_reserve(hail_world *world, size_t pairs) {
    const size_t limit = world->options.max_touching;
    return !world->rules.asking || (grow_spans(world) && grow(world, (pairs < limit ? pairs : limit) + EVENT_SPARE));
}

bool hail_events_reserve_last(hail_world *world, uint32_t pairs, uint32_t spans) {
    const size_t bytes = spans * sizeof(hail_touching_span);
    return hail_state_grow(&world->heap, &world->events.last.spans, bytes) &&
           hail_state_grow(&world->heap, &world->events.now.spans, bytes) && (!pairs || grow(world, pairs));
}

bool hail_events_reserve_more(hail_world *world, uint32_t more) {
    const hail_event_store *e = &world->events;
    const size_t need = (size_t)e->now.count + more;
    return need <= e->room || grow(world, need + need / 2);
}

/* ---- Contacts ---------------------------------------------------------------------------------------------------- */

/* Where event i of a list points to its contact. */
static const hail_contact **contact_of(const hail_event_store *e, const hail_event_list *list, uint32_t i) {
    return list == &e->stays ? &stay_list(list)[i].contact : &event_list(list)[i].contact;
}

/* Makes the saved events of a list point to the copies where they are now. */
static void move_events(const hail_event_store *e, const hail_event_list *list, const hail_contact *to) {
    const hail_contact *from = e->contacts.data;
    for (uint32_t i = 0; i < list->saved; i++) {
        const hail_contact **contact = contact_of(e, list, i);
        *contact = to + (*contact - from);
    }
}

bool hail_events_reserve_contacts(hail_world *world, size_t contacts) {
    hail_event_store *e = &world->events;
    hail_buffer more = {0};
    if (contacts * sizeof(hail_contact) <= e->contacts.bytes)
        return true;
    if (!hail_scratch_grow(&world->heap, &more, contacts * sizeof(hail_contact)))
        return false;
    if (e->contact_count)
        memcpy(more.data, e->contacts.data, e->contact_count * sizeof(hail_contact));
    move_events(e, &e->begins, more.data);
    move_events(e, &e->stays, more.data);
    hail_scratch_free(&world->heap, &e->contacts);
    e->contacts = more;
    return true;
}

/* Of a swept contact with tiles or walls, a row's second point may be where its body stops: that is not for the caller.
 */
static hail_contact saved(const hail_contact *row) {
    hail_contact c = *row;
    if (c.count < 2)
        c.x[1] = c.y[1] = 0.0f;
    return c;
}

static void save_list(hail_event_store *e, hail_event_list *list) {
    hail_contact *copies = e->contacts.data;
    for (; list->saved < list->count; list->saved++) {
        const hail_contact **contact = contact_of(e, list, list->saved);
        copies[e->contact_count] = saved(*contact);
        *contact = &copies[e->contact_count++];
    }
}

/* The contacts of the cursor's body, which may have more in other rows. */
static void save_kinds(hail_event_store *e) {
    hail_contact *by_kind = e->by_kind.data;
    for (uint32_t left = e->at.kinds; left; left &= left - 1) {
        const uint32_t kind = lowest_bit_64(left);
        if (e->at.first[kind] != &by_kind[kind])
            by_kind[kind] = saved(e->at.first[kind]);
        e->at.first[kind] = &by_kind[kind];
    }
}

bool hail_events_save_contacts(hail_world *world) {
    hail_event_store *e = &world->events;
    const size_t more = (size_t)e->begins.count - e->begins.saved + (e->stays.count - e->stays.saved);
    const size_t need = e->contact_count + more;
    if (need * sizeof(hail_contact) > e->contacts.bytes &&
        !hail_events_reserve_contacts(world, need > e->room ? need + need / 2 : e->room))
        return false;
    save_list(e, &e->begins);
    save_list(e, &e->stays);
    save_kinds(e);
    e->pending = false;
    return true;
}
