/* engine/step/reserve.h - makes room for all that a step writes, before anything moves. */
#ifndef HAIL_STEP_RESERVE_H
#define HAIL_STEP_RESERVE_H

#include "world/world_state.h"

/* Makes room for this step; false without memory. */
bool hail_reserve_step(hail_world *world);

#endif
