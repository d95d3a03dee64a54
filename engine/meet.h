/* engine/meet.h - one rule: its pairs found, ranked, computed and delivered. */
#ifndef HAIL_ENGINE_MEET_H
#define HAIL_ENGINE_MEET_H

#include "clock.h"
#include "state.h"

hail_status hail_meet(hail_world *world, const hail_rule_entry *rule, hail_clock *clock, hail_contacts_fn *on_contacts,
                      void *context);

/* A layer with the map, as its tile rule says. */
hail_status hail_meet_tiles(hail_world *world, uint32_t layer, hail_clock *clock, hail_contacts_fn *on_contacts,
                            void *context);

#endif
