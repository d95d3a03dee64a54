/* engine/step/bin.h - bins layers: sorts small bodies into the cells of a grid. */
#ifndef HAIL_STEP_BIN_H
#define HAIL_STEP_BIN_H

#include "world/world_state.h"

/* Builds the grids that planned rules look pairs up in, and every few steps reorders a layer's bodies by its grid. */
void hail_bin_bodies(hail_world *world);

#endif
