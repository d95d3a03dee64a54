/* engine/step/move.h - motion, bounds policies, life. */
#ifndef HAIL_STEP_MOVE_H
#define HAIL_STEP_MOVE_H

#include "world/state.h"

/* Moves every layer's active bodies; marks those that must go; quarantines those that are not finite any more. */
void hail_move_bodies(hail_world *world, float dt);

#endif
