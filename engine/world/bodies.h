/* engine/world/bodies.h - slots and handles. */
#ifndef HAIL_WORLD_BODIES_H
#define HAIL_WORLD_BODIES_H

#include "state.h"

/* Room for `slots` slots; false leaves the world as it was. */
bool hail_bodies_reserve(hail_world *world, uint32_t slots);

/* Takes the body of a slot out of its layer and gives the slot back: the last freed is the first to be used again. */
void hail_bodies_free(hail_world *world, uint32_t slot);

#endif
