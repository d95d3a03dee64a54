/* engine/world/enable_many.c - the border between a layer's active and disabled bodies moves by as many as change
 * sides; only those bodies are moved that lie on the wrong side of it then. With a whole layer, none is. */

#include <string.h>

#include "layers.h"
#include "lowest_bit.h"

/* The bodies that change sides, by layer. */
typedef struct enabled_bodies {
    uint64_t layers;                 /* bits: those that have any */
    uint32_t count[HAIL_MAX_LAYERS]; /* of them */
    uint32_t home[HAIL_MAX_LAYERS];  /* where they lie in the end, from here on */
    uint32_t next[HAIL_MAX_LAYERS];  /* where the next body may lie that has to make room for one of them */
} enabled_bodies;

static bool is_marked(const hail_body_store *bodies, uint32_t slot) {
    return body_removal_flags(bodies)[slot] & SLOT_MARKED;
}

static void mark_body(hail_body_store *bodies, enabled_bodies *of, uint32_t slot, bool enabled) {
    const uint32_t number = slot_layer(bodies, slot), index = slot_index(bodies, slot);
    const layer_part part = hail_layer_part_of(bodies->layer[number], index);
    if (part == PART_QUARANTINED && !enabled) /* few, if any */
        hail_layer_park(bodies, number, index, PART_DISABLED);
    if (part != (enabled ? PART_DISABLED : PART_ACTIVE) || is_marked(bodies, slot))
        return;
    body_removal_flags(bodies)[slot] |= SLOT_MARKED;
    of->count[number]++;
    of->layers |= UINT64_C(1) << number;
}

static void move_borders(hail_body_store *bodies, enabled_bodies *of, bool enabled) {
    for (uint64_t left = of->layers; left; left &= left - 1) {
        const uint32_t l = lowest_bit_64(left), n = of->count[l];
        hail_layer *layer = bodies->layer[l];
        of->home[l] = of->next[l] = enabled ? layer->active : layer->active - n;
        if (layer->options.is_static)
            hail_layer_mark_range(layer, of->home[l], of->home[l] + n);
        layer->active = enabled ? layer->active + n : layer->active - n;
        layer->disabled = enabled ? layer->disabled - n : layer->disabled + n;
        layer->changes++;
    }
}

/* Brings a marked body to the right side, in exchange for one that is not marked. */
static void bring_home(hail_body_store *bodies, enabled_bodies *of, uint32_t slot) {
    const uint32_t l = slot_layer(bodies, slot), index = slot_index(bodies, slot);
    const hail_handle *handle = layer_handles(bodies->layer[l]);
    if (index - of->home[l] < of->count[l])
        return;
    while (is_marked(bodies, handle[of->next[l]].slot))
        of->next[l]++;
    hail_layer_swap(bodies, l, index, of->next[l]++);
}

void hail_enable_many(hail_body_store *bodies, const hail_handle *handles, size_t count, bool enabled) {
    enabled_bodies of;
    memset(&of, 0, sizeof of);
    for (size_t i = 0; i < count; i++)
        mark_body(bodies, &of, handles[i].slot, enabled);
    move_borders(bodies, &of, enabled);
    for (size_t i = 0; i < count; i++)
        if (is_marked(bodies, handles[i].slot))
            bring_home(bodies, &of, handles[i].slot);
    for (size_t i = 0; i < count; i++)
        body_removal_flags(bodies)[handles[i].slot] &= (uint8_t)~SLOT_MARKED;
}
