/* engine/world/body_store.h - the bodies of a world: layers of columns, and slots. */
#ifndef HAIL_WORLD_BODY_STORE_H
#define HAIL_WORLD_BODY_STORE_H

#include "layer.h"

enum { LOCATION_INDEX_BITS = 26, SLOT_LIVE = 0x80, SLOT_REASONS = 0x07 };
#define NO_SLOT UINT32_MAX

/* A slot is a body's stable number. */
typedef struct hail_slot {
    uint32_t generation; /* of the body that lives here, or will next */
    uint32_t location;   /* layer and index; of a free slot: the next free one */
} hail_slot;

typedef struct hail_body_store {
    hail_layer *layer[HAIL_MAX_LAYERS]; /* NULL: never used */
    uint64_t used;                      /* bits: the layers that are not NULL */
    hail_buffer slots;                  /* hail_slot */
    hail_buffer removal_flags;          /* u8 by slot: SLOT_LIVE, HAIL_REMOVED_... */
    uint32_t slot_count, free_slot, live;
    uint32_t marked;                 /* how many bodies have a reason to go in this step */
    uint32_t marked_min, marked_max; /* the range of their slots */
} hail_body_store;

static inline hail_slot *body_slots(const hail_body_store *bodies) { return bodies->slots.data; }
static inline uint8_t *body_removal_flags(const hail_body_store *bodies) { return bodies->removal_flags.data; }

static inline uint32_t slot_layer(const hail_body_store *bodies, uint32_t slot) {
    return body_slots(bodies)[slot].location >> LOCATION_INDEX_BITS;
}
static inline uint32_t slot_index(const hail_body_store *bodies, uint32_t slot) {
    return body_slots(bodies)[slot].location & ((1u << LOCATION_INDEX_BITS) - 1);
}

#endif
