/* engine/step/reserve.h - all that a step writes to, before anything moves. */
#ifndef HAIL_STEP_RESERVE_H
#define HAIL_STEP_RESERVE_H

#include "world/world_state.h"

/* Makes room for this step; false without memory. */
bool hail_reserve_step(hail_world *world);

#endif
