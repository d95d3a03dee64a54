/* engine/world/borrowed_bodies.c - the bodies of borrowed layers come and go: an element's slot is always the same. */

#include <string.h>

#include "bodies.h"
#include "layers.h"
#include "slots.h"

/* Removes the last element. */
static void remove_last(hail_world *world, hail_layer *layer, uint32_t number) {
    const uint32_t slot = layer->first_slot + layer->count - 1, index = slot_index(&world->bodies, slot);
    const uint64_t *user = layer_user(layer);
    hail_slots_remember(&world->bodies, slot, user ? user[index] : 0, world->stats.step);
    hail_bodies_take_out(world, number, index);
    span_take_back(&world->bodies, slot);
    world->pair_memory.widowed = true;
}

/* Adds elements up to `count`, without a shape, and with what no array says. */
static void add_bodies(hail_world *world, hail_layer *layer, uint32_t number, uint32_t count) {
    hail_body_store *bodies = &world->bodies;
    const uint32_t element = layer->count, more = count - element, first = hail_layer_open(bodies, number, more);
    for (uint32_t i = 0; i < more; i++) {
        const uint32_t slot = layer->first_slot + element + i;
        span_lend(bodies, slot);
        if (!layer->options.generations)
            body_slots(bodies)[slot].generation = 1;
        layer_handles(layer)[first + i] = (hail_handle){slot, body_slots(bodies)[slot].generation};
    }
    for (int c = COLUMN_VX; c <= COLUMN_SHAPE; c++)
        memset(layer_words(layer, c) + first, 0, more * sizeof(uint32_t));
    if (layer_user(layer))
        memset(layer_user(layer) + first, 0, more * sizeof(uint64_t));
    hail_layer_write_slots(bodies, number, first, first + more);
}

void hail_layer_resize(hail_world *world, uint32_t number, uint32_t count) {
    hail_layer *layer = world->bodies.layer[number];
    while (layer->count > count)
        remove_last(world, layer, number);
    if (layer->count < count)
        add_bodies(world, layer, number, count);
}

void hail_layer_set_span(hail_world *world, uint32_t number, hail_slot_span span, bool generations) {
    hail_layer *layer = world->bodies.layer[number];
    const hail_slot_span before = layer_span(layer);
    if (before.first == span.first && before.count == span.count && layer->options.generations == generations)
        return;
    if (before.count)
        hail_layer_resize(world, number, 0);
    hail_span_free(&world->bodies, before);
    hail_span_take(&world->bodies, span);
    if (span.count) /* the caller's generations may be those of earlier bodies */
        world->pair_memory.widowed = true;
    layer->first_slot = span.first;
}
