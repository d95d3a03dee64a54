/* engine/queries/prepare.c - prepares layers for queries, and hears of changes that only the caller knows of. */
#include <hail/query.h>

#include "lowest_bit.h"
#include "world/arguments.h"
#include "world/layer_index.h"
#include "world/layers.h"

hail_status hail_query_prepare(hail_world *world, uint64_t layers) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    if (world->on_tasks)
        return HAIL_BUSY;
    for (uint64_t left = world->bodies.used & (layers ? layers : UINT64_MAX); left; left &= left - 1)
        if (!hail_index_prepare(world, lowest_bit_64(left)))
            return hail_fail_memory(world->heap.error);
    return HAIL_OK;
}

hail_status hail_layer_changed(hail_world *world, uint32_t layer) {
    if (world && world->on_tasks)
        return HAIL_BUSY;
    const hail_status status = world ? hail_argument_layer(world, "layer", layer) : HAIL_BAD_ARGUMENT;
    hail_layer *changed = status == HAIL_OK ? world->bodies.layer[layer] : NULL;
    if (changed && changed->options.is_static && world->busy) /* rules look for pairs in its index */
        changed->told = true;
    else if (changed)
        hail_layer_mark_all(changed);
    return status;
}
