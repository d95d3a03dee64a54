/* engine/events/event_merge.h - what begins and ends a rule's rows of contacts. hail_events_take is in event_rules.h.
 */
#ifndef HAIL_EVENTS_EVENT_MERGE_H
#define HAIL_EVENTS_EVENT_MERGE_H

#include "world/world_state.h"

/* Notes the last body of a rule with tiles or walls, whose contacts are complete. False without memory. */
bool hail_events_complete_body(hail_world *world);

#endif
