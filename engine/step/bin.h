/* engine/step/bin.h - layers binned: small bodies in the cells of a grid. */
#ifndef HAIL_STEP_BIN_H
#define HAIL_STEP_BIN_H

#include "world/world_state.h"

/* Builds the grids that planned rules look pairs up in, and now and then puts a layer's bodies themselves in the order
 * of its grid. */
void hail_bin_bodies(hail_world *world);

#endif
