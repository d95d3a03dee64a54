/* engine/events/event_contacts.h - keeps the contacts that events point to. */
#ifndef HAIL_EVENTS_EVENT_CONTACTS_H
#define HAIL_EVENTS_EVENT_CONTACTS_H

#include "world/world_state.h"

/* Makes room for `contacts` copies. False without memory. */
bool hail_events_reserve_contacts(hail_world *world, size_t contacts);

/* Copies the contacts of the events that still point to rows, before the rows are written again. False without memory.
 */
bool hail_events_save_contacts(hail_world *world);

/* The same, if there are any. */
static inline bool hail_events_release_rows(hail_world *world) {
    return !world->events.pending || hail_events_save_contacts(world);
}

#endif
