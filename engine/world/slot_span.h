/* engine/world/slot_span.h - neighbouring slots that are set aside for a borrowed layer. */
#ifndef HAIL_WORLD_SLOT_SPAN_H
#define HAIL_WORLD_SLOT_SPAN_H

#include "body_store.h"

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
