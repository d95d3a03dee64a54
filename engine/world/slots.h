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

/* ---- Spans: neighbouring slots that are set aside for a borrowed layer ------------------------------------------- */

/* The options that mean nothing where bodies lie in the caller's arrays: the step would write to them. */
enum { HAIL_BORROWED_REFUSES = HAIL_LIFE | HAIL_PIERCE };

typedef struct hail_slot_span {
    uint32_t first, count;
} hail_slot_span;

/* The slots of a layer that is not borrowed: none. */
static inline hail_slot_span layer_span(const hail_layer *layer) {
    return (hail_slot_span){layer->first_slot, layer->options.borrowed};
}

/* Finds `count` neighbouring slots that are free or already the layer's, and makes room for them. False: there is no
 * room. */
bool hail_span_reserve(hail_heap *heap, hail_body_store *bodies, const hail_layer *layer, uint32_t count,
                       hail_slot_span *span);

/* Takes the slots out of the free list; none of them has a body then. */
void hail_span_take(hail_body_store *bodies, hail_slot_span span);

/* Gives slots without bodies back to the free list. Handles of all bodies that ever had them stay stale. */
void hail_span_free(hail_body_store *bodies, hail_slot_span span);

/* Gives another generation to a slot that is alive. */
void hail_span_set_generation(hail_body_store *bodies, uint32_t slot, uint32_t generation);
#define SPAN_NOBODY (SLOT_FREE - 1) /* what a bad generation becomes; then x is no number, and so there is no body */

/* Makes one slot of a span alive, or takes its body's life. */
static inline void span_lend(hail_body_store *bodies, uint32_t slot) {
    body_slots(bodies)[slot].generation &= ~SLOT_FREE;
    bodies->live++;
    bodies->unlent--;
}
static inline void span_take_back(hail_body_store *bodies, uint32_t slot) {
    hail_slot *s = body_slots(bodies) + slot;
    *s = (hail_slot){s->generation | SLOT_FREE, SLOT_UNLENT};
    bodies->live--;
    bodies->unlent++;
}

#endif
