/* engine/world/layer_index.h - brings the indices of layers up to date: for queries, and for the rules of static
 * layers.
 */
#ifndef HAIL_WORLD_LAYER_INDEX_H
#define HAIL_WORLD_LAYER_INDEX_H

#include "world_state.h"

/* Brings a layer's index up to date. False: no memory; the index is old then. */
bool hail_index_prepare(hail_world *world, uint32_t number);

/* Makes the room that a static layer filled to its capacity needs, if its index has to be built again. all: whatever
 * the sizes of its bodies are. False without memory. */
bool hail_index_reserve(hail_world *world, uint32_t number, bool all);

static inline bool index_up_to_date(const hail_world *world, uint32_t number) {
    const hail_layer_index *index = layer_index(world->bodies.layer[number]);
    return index && same_version(index->version, world_layer_version(world, number));
}

#endif
