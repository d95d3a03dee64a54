/* engine/step/bin.h - bins layers: sorts small bodies into the cells of a grid. */
#ifndef HAIL_STEP_BIN_H
#define HAIL_STEP_BIN_H

#include "world/world_state.h"

/* Builds the grids that planned rules look pairs up in, and every few steps reorders a layer's bodies by its grid. */
void hail_bin_layers(hail_world *world);

/* The same, if there may be something to do. */
static inline void bin_bodies(hail_world *world) {
    if (world->scratch->gridded | world->scratch->path_gridded | world->bodies.still)
        hail_bin_layers(world);
}

#endif
