/* engine/step/validate.h - which bodies take part in this step, and how large they are. */
#ifndef HAIL_STEP_VALIDATE_H
#define HAIL_STEP_VALIDATE_H

#include "world/world_state.h"

/* Lets repaired bodies out of quarantine, puts those with a bad cos, sin, scale or caller's displacement into it, and
 * computes the radii that rules and bounds need. */
void hail_validate_bodies(hail_world *world);

#endif
