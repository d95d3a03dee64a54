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

/* Remembers the body of a slot that is about to be freed, if the store remembers such bodies, and if it is the slot's
 * first since step `step` began. */
void hail_slots_remember(hail_body_store *bodies, uint32_t slot, uint64_t user, uint64_t step);

/* Returns the user value of a body that was freed since step `step` began; 0 if it is not remembered. */
uint64_t hail_slots_remembered(const hail_body_store *bodies, hail_handle handle, uint64_t step);

/* Records a reason (HAIL_REMOVED_...) for the body of a slot to go when the step ends; nothing happens to it yet. */
void hail_slots_mark(hail_body_store *bodies, uint32_t slot, uint8_t reason);

/* Whether a handle names a live body. */
static inline bool slots_alive(const hail_body_store *bodies, hail_handle h) {
    return h.slot < bodies->slot_count && body_slots(bodies)[h.slot].generation == h.generation &&
           !(h.generation & SLOT_FREE);
}

#endif
