/* engine/world/slots.c - a stack of free slots: the one freed last is used first, so that slots are deterministic. */
#include "slots.h"

bool hail_slots_reserve(hail_heap *heap, hail_body_store *bodies, uint32_t slots) {
    return hail_state_grow(heap, &bodies->slots, (size_t)slots * sizeof(hail_slot)) &&
           hail_state_grow(heap, &bodies->removal_flags, slots) &&
           (!bodies->remembers || hail_state_grow(heap, &bodies->freed, (size_t)slots * sizeof(hail_freed)));
}

static bool slots_fit(const hail_body_store *bodies, size_t slots) {
    return slots <= bodies->slots.bytes / sizeof(hail_slot) && slots <= bodies->removal_flags.bytes &&
           (!bodies->remembers || slots <= bodies->freed.bytes / sizeof(hail_freed));
}

bool hail_slots_fit(hail_heap *heap, hail_body_store *bodies, uint32_t more) {
    const uint32_t spare = bodies->slot_count - bodies->live - bodies->unlent, fresh = more > spare ? more - spare : 0;
    const size_t need = (size_t)bodies->slot_count + fresh;
    if (slots_fit(bodies, need))
        return true;
    const size_t half = bodies->slot_count + (size_t)bodies->slot_count / 2 + 16, limit = HAIL_MAX_BODIES;
    size_t want = need > half ? need : half;
    want = want > limit ? limit : want;
    return hail_slots_reserve(heap, bodies, (uint32_t)want) || hail_slots_reserve(heap, bodies, (uint32_t)need);
}

uint32_t hail_slots_take(hail_body_store *bodies) {
    hail_slot *slots = body_slots(bodies);
    uint32_t slot = bodies->free_slot;
    if (slot != NO_SLOT) {
        bodies->free_slot = slots[slot].location;
        slots[slot].generation &= ~SLOT_FREE;
    } else {
        slot = bodies->slot_count++;
        slots[slot].generation = 1;
    }
    body_removal_flags(bodies)[slot] = 0;
    bodies->live++;
    return slot;
}

void hail_slots_free(hail_body_store *bodies, uint32_t slot) {
    hail_slot *s = body_slots(bodies) + slot;
    s->generation = (s->generation + 1 == SLOT_FREE ? 1 : s->generation + 1) | SLOT_FREE; /* 0 is the null handle's */
    s->location = bodies->free_slot;
    bodies->free_slot = slot;
    body_removal_flags(bodies)[slot] = 0;
    bodies->live--;
}

void hail_slots_remember(hail_body_store *bodies, uint32_t slot, uint64_t user, uint64_t step) {
    if (!bodies->remembers)
        return;
    hail_freed *freed = (hail_freed *)bodies->freed.data + slot;
    if (!freed->generation || freed->step != step)
        *freed = (hail_freed){.user = user, .step = step, .generation = body_slots(bodies)[slot].generation};
}

uint64_t hail_slots_remembered(const hail_body_store *bodies, hail_handle handle, uint64_t step) {
    if (!bodies->remembers || handle.slot >= bodies->slot_count)
        return 0;
    const hail_freed *freed = (const hail_freed *)bodies->freed.data + handle.slot;
    return freed->step == step && freed->generation == handle.generation ? freed->user : 0;
}

void hail_slots_mark(hail_body_store *bodies, uint32_t slot, uint8_t reason) {
    uint8_t *flags = body_removal_flags(bodies) + slot;
    if (!(*flags & SLOT_REASONS)) {
        bodies->marked_min = !bodies->marked || slot < bodies->marked_min ? slot : bodies->marked_min;
        bodies->marked_max = !bodies->marked || slot > bodies->marked_max ? slot : bodies->marked_max;
        bodies->marked++;
    }
    *flags |= reason;
}
