/* engine/step/remove.h - the last stage: frees and lists the bodies that were marked to go. */
#ifndef HAIL_STEP_REMOVE_H
#define HAIL_STEP_REMOVE_H

#include "world/world_state.h"

/* Frees the marked bodies in slot order, and lists them in world->removals. */
void hail_remove_bodies(hail_world *world);

#endif
