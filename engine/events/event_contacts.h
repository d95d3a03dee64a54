/* engine/events/event_contacts.h - memory for events and for the contacts that they point to. */
#ifndef HAIL_EVENTS_EVENT_CONTACTS_H
#define HAIL_EVENTS_EVENT_CONTACTS_H

#include "world/world_state.h"

enum {
    EVENT_BLOCK = 256, /* rows that are taken at once: there is room for their events before they are looked at */
    EVENT_SPARE = EVENT_BLOCK + HAIL_MAX_KINDS /* a block may also complete the kinds of a body that it does not name */
};

/* Makes room for `pairs` touching pairs (of at most max_touching) and their events, and for the rules that ask for
 * events. Keeps what is there. False without memory. */
bool hail_events_reserve(hail_world *world, size_t pairs);

/* Makes room for the pairs and spans of a last step that is restored. False without memory. */
bool hail_events_reserve_last(hail_world *world, uint32_t pairs, uint32_t spans);

/* Makes room for `more` pairs than touch so far in this step. False without memory. */
bool hail_events_reserve_more(hail_world *world, uint32_t more);

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
