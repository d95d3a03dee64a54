/* engine/world/removals.h - bodies that go at the end of the step. */
#ifndef HAIL_WORLD_REMOVALS_H
#define HAIL_WORLD_REMOVALS_H

#include "state.h"

bool hail_removals_reserve(hail_world *world);

/* Notes a reason for the body of a slot to go; nothing happens to it yet. */
void hail_removals_mark(hail_world *world, uint32_t slot, uint8_t reason);

/* Frees what was marked, in slot order, and lists it. */
void hail_remove_bodies(hail_world *world);

#endif
