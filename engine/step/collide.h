/* engine/step/collide.h - the rules of a step: from pairs to contacts. */
#ifndef HAIL_STEP_COLLIDE_H
#define HAIL_STEP_COLLIDE_H

#include "base/clock.h"
#include "world/world_state.h"

/* Finds and delivers the contacts of every rule, in the order of the contact stream: a layer's planned rules, then its
 * tiles, then its walls. Laps the clock for the stages from PAIRS to WALLS. */
hail_status hail_collide_rules(hail_world *world, hail_clock *clock, hail_contacts_fn *on_contacts, void *context);

#endif
