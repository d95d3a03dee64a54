/* engine/world/body_store.h - the bodies of a world: layers of columns, and slots. */
#ifndef HAIL_WORLD_BODY_STORE_H
#define HAIL_WORLD_BODY_STORE_H

#include "layer.h"

enum { LOCATION_INDEX_BITS = 26, SLOT_REASONS = 0x0f, SLOT_MARKED = 0x80 };
#define NO_SLOT     UINT32_MAX
#define SLOT_FREE   0x80000000u
#define SLOT_UNLENT 0xfffffffeu /* the location of a borrowed layer's slot without a body, which is in no free list */

/* A slot is a body's stable number. */
typedef struct hail_slot {
    uint32_t generation; /* of the body that lives here; of the next one, with SLOT_FREE, so that one look at a
                            slot tells whether a handle is alive */
    uint32_t location;   /* layer and index; of a free slot: the next free one */
} hail_slot;

/* The first body of a slot that was freed since a step began: contacts of that step may still name it. */
typedef struct hail_freed {
    uint64_t user;
    uint64_t step;       /* the number of that step */
    uint32_t generation; /* 0: none was freed yet */
} hail_freed;

typedef struct hail_body_store {
    hail_layer *layer[HAIL_MAX_LAYERS]; /* NULL: never used */
    uint64_t used;                      /* bits: the layers that are not NULL */
    uint64_t still;                     /* bits: the static layers */
    uint64_t borrowed;                  /* bits: the borrowed layers */
    hail_buffer slots;                  /* hail_slot */
    hail_buffer removal_flags;          /* u8 by slot: HAIL_REMOVED_...; SLOT_MARKED within a call */
    hail_buffer freed;                  /* hail_freed by slot; none unless `remembers` is set */
    bool remembers;                     /* whether bodies that were freed are remembered */
    uint32_t slot_count, free_slot, live;
    uint32_t unlent; /* slots of borrowed layers without a body */
    uint32_t fresh;  /* slots that were set aside for borrowed layers had no body of this generation or a later one, but
                        for the present one; 0: none were */
    uint32_t marked; /* how many bodies have a reason to go in this step */
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
