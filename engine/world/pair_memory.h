/* engine/world/pair_memory.h - the pairs that rules reported and remember: a hash table, saved with the world. */
#ifndef HAIL_WORLD_PAIR_MEMORY_H
#define HAIL_WORLD_PAIR_MEMORY_H

#include "rule_store.h"

/* A remembered pair. What finds it again: the layers, both slots, and whether it grazed. */
typedef struct hail_remembered {
    hail_handle a, b; /* b of a tile or wall: its part_b, 0 */
    uint64_t since;   /* hail_pair_memory.steps when it was reported; with HAIL_UNTIL_APART, when it was found last */
    uint32_t time;    /* its rule's, as hail_rule.cooldown; 0: an empty place */
    uint8_t layer_a, layer_b;
    uint8_t grazed; /* 1: a graze is remembered, 0: a hit */
    uint8_t unused; /* 0 */
} hail_remembered;

/* What is known of the pairs of one body a without a look at the table. */
typedef struct hail_pair_recent {
    uint32_t generation; /* of the body; if it is another one, none of its pairs is in the table */
    uint32_t b_slot;     /* of its pair that was put in or found last */
    uint32_t found;      /* PAIR_FOREVER: b's generation; else the place of that pair, which may hold anything by now */
    uint16_t seen;       /* bits (pairs/pair_table.h): of a pair in the table, its bit is set */
    uint8_t layer_b;     /* of the pair found last */
    uint8_t flags;       /* the same: its layer a; PAIR_GRAZED; PAIR_FOREVER: it is remembered as long as both live */
} hail_pair_recent;

typedef struct hail_pair_memory {
    hail_buffer table;  /* hail_remembered, `room` places: a power of two, or 0 */
    hail_buffer recent; /* hail_pair_recent, by slot of a */
    uint32_t room;      /* places */
    uint32_t count;     /* places that are taken, some by pairs that are forgotten already */
    uint64_t steps;     /* steps that ended well while there was something to remember */
    uint64_t piercing;  /* the layers that had a pierce column when entries last followed the rules, bits by layer */
    uint32_t revision;  /* hail_rule_store.revision, likewise */
    bool widowed;       /* bodies are gone whose handles may come back (hail/borrow.h): none of their pairs may last */
} hail_pair_memory;

#endif
