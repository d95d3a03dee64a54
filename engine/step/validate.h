/* engine/step/validate.h - which bodies take part in this step, and how large they are. */
#ifndef HAIL_STEP_VALIDATE_H
#define HAIL_STEP_VALIDATE_H

#include "world/state.h"

/* Lets repaired bodies out of quarantine, puts those whose cos, sin or scale is bad into it, and computes radii.
 * Reserved before. */
void hail_validate_bodies(hail_world *world);

enum { ATTENTION_BLOCK = 4096 }; /* bodies checked or moved at a time */

#endif
