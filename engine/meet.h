/* engine/meet.h - one rule: its pairs found, ranked, computed and delivered. */
#ifndef HAIL_ENGINE_MEET_H
#define HAIL_ENGINE_MEET_H

#include "clock.h"
#include "state.h"

hail_status hail_meet(hail_world *world, const hail_rule_entry *rule, hail_clock *clock, hail_contacts_fn *on_contacts,
                      void *context);

#endif
