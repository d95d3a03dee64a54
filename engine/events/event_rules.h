/* engine/events/event_rules.h - the events of a step, rule by rule. hail_step calls these in the order in which they
 * stand here. Worlds without events skip all but the first and the last. */
#ifndef HAIL_EVENTS_EVENT_RULES_H
#define HAIL_EVENTS_EVENT_RULES_H

#include "world/world_state.h"

/* Forgets the last step's events; the pairs that touched in it stay. */
void hail_events_begin_step(hail_world *world);

/* Begins a rule that reports events. Rules come in the order of contacts; pairs of rules that come before, and have
 * not been gone through, end. written: a callback may write user columns before the rule's contacts are all taken, so
 * they are copied. False without memory. */
bool hail_events_begin_rule(hail_world *world, const hail_rule *rule, bool written);

/* Notes the rule's next contacts, in order; those of kind 0 are skipped. False without memory. */
bool hail_events_take(hail_world *world, const hail_contact *contacts, uint32_t count);

/* Ends the rule's pairs that were not found again, and leaves out what is more than max_events. False without memory.
 */
bool hail_events_end_rule(hail_world *world);

/* Ends the pairs of the rules that are left. If the step succeeded, what touches now is what the next step compares
 * with; else there are no events, and all pairs stay as they were. status: of the step so far. Returns the status of
 * the step. */
hail_status hail_events_end_step(hail_world *world, hail_status status);

#endif
