/* engine/world/slots.h - gives out, takes back, looks up and marks slots, the bodies' stable numbers. */
#ifndef HAIL_WORLD_SLOTS_H
#define HAIL_WORLD_SLOTS_H

#include "base/memory.h"
#include "body_store.h"

/* Makes room for `slots` slots; false leaves them as they were. */
bool hail_slots_reserve(hail_heap *heap, hail_body_store *bodies, uint32_t slots);

/* Makes room for `more` bodies' slots, and grows by at least half if memory allows. False leaves them as they were. */
bool hail_slots_fit(hail_heap *heap, hail_body_store *bodies, uint32_t more);

/* Gives out a slot: the one that was freed last, else a new one, for which there is room. */
uint32_t hail_slots_take(hail_body_store *bodies);

/* Takes a slot back; handles of its body are stale from now on. */
void hail_slots_free(hail_body_store *bodies, uint32_t slot);

/* Records a reason (HAIL_REMOVED_...) for the body of a slot to go when the step ends; nothing happens to it yet. */
void hail_slots_mark(hail_body_store *bodies, uint32_t slot, uint8_t reason);

/* Whether a handle names a live body. */
static inline bool slots_alive(const hail_body_store *bodies, hail_handle h) {
    return h.slot < bodies->slot_count && body_slots(bodies)[h.slot].generation == h.generation &&
           (body_removal_flags(bodies)[h.slot] & SLOT_LIVE);
}

#endif
