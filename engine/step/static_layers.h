/* engine/step/static_layers.h - what a step does for layers whose bodies stand still: nothing, unless some changed. */
#ifndef HAIL_STEP_STATIC_LAYERS_H
#define HAIL_STEP_STATIC_LAYERS_H

#include "world/world_state.h"

/* Brings the indices of some static layers up to date, and puts bodies in the order of an index that was built. False:
 * no memory. */
bool hail_index_layers(hail_world *world, uint64_t layers);

/* The same for those that rules name. (Of what every step calls, these two cost a small world nothing.) */
static inline bool index_static_layers(hail_world *world) {
    const uint64_t layers = world->bodies.still & world->rules.layers.colliding;
    return !layers || hail_index_layers(world, layers);
}

/* Makes room for that. False without memory. */
bool hail_reserve_static_layers(hail_world *world);

/* The same for static layers filled to their capacity, whatever they hold. Their indices are old then. */
bool hail_reserve_full_static_layers(hail_world *world);

/* What the callbacks of a step told of static layers counts from now on. */
void hail_layers_told(hail_world *world, uint64_t layers);

static inline void static_layers_told(hail_world *world) {
    if (world->bodies.still)
        hail_layers_told(world, world->bodies.still);
}

#endif
