/* engine/step/move.h - moves bodies, applies bounds policies, and ends lives. */
#ifndef HAIL_STEP_MOVE_H
#define HAIL_STEP_MOVE_H

#include "world/world_state.h"

/* Moves every layer's active bodies, marks those that left the bounds or whose life ended, and quarantines those whose
 * numbers are not finite any more. */
void hail_move_bodies(hail_world *world, float dt);

#endif
