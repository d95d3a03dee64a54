/* engine/events/event_limit.h - the most events that a rule reports in a step. */
#ifndef HAIL_EVENTS_EVENT_LIMIT_H
#define HAIL_EVENTS_EVENT_LIMIT_H

#include "world/world_state.h"

/* Leaves out the events of the cursor's rule that are more than its max_events. A pair whose begin is left out does not
 * touch; one whose end is left out still does. False without memory. */
bool hail_events_limit(hail_world *world);

#endif
