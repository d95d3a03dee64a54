/* engine/world/slot_span.c - takes spans out of the list of free slots, and gives them back, lowest slot on top. */
#include "slot_span.h"

#include "slots.h"

static bool in_span(hail_slot_span span, uint32_t slot) { return slot - span.first < span.count; }

/* Whether a slot is in the list of free ones. */
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
