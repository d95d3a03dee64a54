/* engine/step/reorder.h - puts a layer's bodies in another order. */
#ifndef HAIL_STEP_REORDER_H
#define HAIL_STEP_REORDER_H

#include "world/world_state.h"

/* A layer whose active bodies are put in the order of a grid. A column passes through other memory. */
typedef struct hail_reordering {
    hail_world *world;
    uint32_t number;
    uint32_t *order; /* of all active bodies: their indices */
    void *room;      /* 8 bytes a body */
} hail_reordering;

/* Reorders all columns of the layer. */
void hail_reorder_bodies(const hail_reordering *r);

/* Reorders a column of 4 bytes a body that is not the layer's. */
void hail_reorder_words(const hail_reordering *r, void *column);

/* Tells the slots where their bodies are. The order is then that of the indices themselves. */
void hail_reorder_end(const hail_reordering *r);

#endif
