/* engine/events/event_room.h - memory for events. */
#ifndef HAIL_EVENTS_EVENT_ROOM_H
#define HAIL_EVENTS_EVENT_ROOM_H

#include "world/world_state.h"

enum {
    EVENT_BLOCK = 256, /* rows that are taken at once: there is room for their events before they are looked at */
    EVENT_SPARE = EVENT_BLOCK + HAIL_MAX_KINDS /* a block may also complete the kinds of a body that it does not name */
};

/* Makes room for `pairs` touching pairs (of at most max_touching) and their events, and for the rules that ask for
 * events. Keeps what is there. False without memory. */
bool hail_events_reserve(hail_world *world, size_t pairs);

/* Makes room for the pairs and runs of a last step that is restored. False without memory. */
bool hail_events_reserve_last(hail_world *world, uint32_t pairs, uint32_t runs);

/* Makes room for `more` pairs than touch so far in this step. False without memory. */
bool hail_events_reserve_more(hail_world *world, uint32_t more);

#endif
