/* engine/world/borrowed_bodies.c - the bodies of borrowed layers come and go: an element's slot is always the same. */

#include <string.h>

#include "bodies.h"
#include "layers.h"
#include "slots.h"

/* ---- Spans of slots, the lowest on top of the list of free slots ------------------------------------------------- */

static bool in_span(hail_slot_span span, uint32_t slot) { return slot - span.first < span.count; }

static bool is_free(const hail_slot *slot) { return (slot->generation & SLOT_FREE) && slot->location != SLOT_UNLENT; }

/* Whatever generations the caller gives, handles of bodies that once had a slot must stay stale. */
static void note_generation(hail_body_store *bodies, uint32_t next) {
    bodies->fresh = next > bodies->fresh ? next : bodies->fresh;
}

/* The lowest ones; past the last slot, all are new. */
static uint32_t find_first(const hail_body_store *bodies, uint32_t count, hail_slot_span own) {
    uint32_t found = 0;
    for (uint32_t s = 0; s < bodies->slot_count; s++) {
        found = is_free(&body_slots(bodies)[s]) || in_span(own, s) ? found + 1 : 0;
        if (found == count)
            return s + 1 - count;
    }
    return bodies->slot_count - found;
}

bool hail_span_reserve(hail_heap *heap, hail_body_store *bodies, const hail_layer *layer, uint32_t count,
                       hail_slot_span *span) {
    const hail_slot_span own = layer_span(layer);
    *span = count == own.count ? own : (hail_slot_span){0, count};
    if (count == own.count || !count)
        return true;
    span->first = find_first(bodies, count, own);
    return count <= HAIL_MAX_BODIES - span->first && hail_slots_reserve(heap, bodies, span->first + count);
}

void hail_span_take(hail_body_store *bodies, hail_slot_span span) {
    hail_slot *slots = body_slots(bodies);
    for (uint32_t *link = &bodies->free_slot; *link != NO_SLOT;)
        if (in_span(span, *link))
            *link = slots[*link].location;
        else
            link = &slots[*link].location;
    for (uint32_t s = span.first; s < span.first + span.count; s++) {
        slots[s] = (hail_slot){s < bodies->slot_count ? slots[s].generation : 1 | SLOT_FREE, SLOT_UNLENT};
        body_removal_flags(bodies)[s] = 0;
        note_generation(bodies, slots[s].generation & ~SLOT_FREE);
    }
    if (span.count && span.first + span.count > bodies->slot_count)
        bodies->slot_count = span.first + span.count;
    bodies->unlent += span.count;
}

void hail_span_free(hail_body_store *bodies, hail_slot_span span) {
    for (uint32_t s = span.first + span.count; s-- > span.first;) {
        span_lend(bodies, s);
        hail_slots_free(bodies, s);
        if ((body_slots(bodies)[s].generation & ~SLOT_FREE) < bodies->fresh)
            body_slots(bodies)[s].generation = bodies->fresh | SLOT_FREE;
    }
}

void hail_span_set_generation(hail_body_store *bodies, uint32_t slot, uint32_t generation) {
    const uint32_t before = body_slots(bodies)[slot].generation;
    if (before < SPAN_NOBODY)
        note_generation(bodies, before + 1);
    body_slots(bodies)[slot].generation = generation;
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

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
