/* engine/step/bin.h - layers put in order of their cells. */
#ifndef HAIL_STEP_BIN_H
#define HAIL_STEP_BIN_H

#include "world/state.h"

/* Everything that this step's stages will write to, before anything moves; false without memory. */
bool hail_bin_reserve(hail_world *world);

/* The same for layers filled to their capacity and rules of `pairs` pairs (hail_reserve). */
bool hail_bin_reserve_all(hail_world *world, uint32_t pairs);

/* Chooses plans, builds the grids that rules want, and now and then puts a layer's bodies themselves in the order of
 * its grid. */
void hail_bin_bodies(hail_world *world);

#endif
