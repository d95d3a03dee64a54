/* engine/step/step_run.h - a step in parts: what begins it, what finds and delivers its contacts, what ends it. */
#ifndef HAIL_STEP_STEP_RUN_H
#define HAIL_STEP_STEP_RUN_H

#include "collide.h"
#include "world/shared_scratch.h"

/* Begins a step of a world whose arguments are checked. False: there is no memory, and the step is over. */
bool hail_step_begin(hail_step_run *run, hail_world *world);

/* Moves the bodies, finds the contacts and delivers them. */
void hail_step_collide(hail_step_run *run, float dt, const hail_listener *listener);

/* Removes bodies, and ends the step. Of its scratch it needs the stops and the reported pairs alone. */
hail_status hail_step_end(hail_step_run *run);

/* All of a step. */
hail_status hail_step_whole(hail_world *world, float dt, const hail_listener *listener);

#endif
