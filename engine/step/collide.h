/* engine/step/collide.h - who meets whom in a step: pairs found, ranked, computed and delivered. */
#ifndef HAIL_STEP_COLLIDE_H
#define HAIL_STEP_COLLIDE_H

#include "base/clock.h"
#include "world/state.h"

/* Every rule, and every layer with tiles and walls, in the order of the contact stream: a layer's rules, then its
 * tiles, then its walls. */
hail_status hail_collide_all(hail_world *world, hail_clock *clock, hail_contacts_fn *on_contacts, void *context);

#endif
