/* engine/meet.h - who meets whom in a step: pairs found, ranked, computed and delivered. */
#ifndef HAIL_ENGINE_MEET_H
#define HAIL_ENGINE_MEET_H

#include "clock.h"
#include "state.h"

/* Every rule, and every layer with tiles and walls, in the order of the contact stream: a layer's rules, then its
 * tiles, then its walls. */
hail_status hail_meet_all(hail_world *world, hail_clock *clock, hail_contacts_fn *on_contacts, void *context);

#endif
