/* engine/world/pair_memory.h - the pairs that rules reported and remember, in order of rule and slots; saved with the
 * world. */
#ifndef HAIL_WORLD_PAIR_MEMORY_H
#define HAIL_WORLD_PAIR_MEMORY_H

#include "rule_store.h"

typedef struct hail_remembered {
    hail_handle a, b; /* b of a tile or wall: its part_b, 0 */
    uint32_t left;    /* steps, HAIL_ONCE or HAIL_UNTIL_APART */
    uint8_t layer_a, layer_b;
    uint8_t grazed;   /* 1: a graze is remembered, 0: a hit */
    uint8_t touching; /* 1: the pair was found in this step; 0 between steps */
} hail_remembered;

typedef struct hail_pair_memory {
    hail_buffer list; /* hail_remembered, by (layer a, layer b, slot of a, slot of b or part_b, grazed) */
    uint32_t count;
} hail_pair_memory;

#endif
