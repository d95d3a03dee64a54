/* engine/broad/pairs.h - memory for the pairs of one rule: as found, oriented, ranked, and their rows. */
#ifndef HAIL_BROAD_PAIRS_H
#define HAIL_BROAD_PAIRS_H

#include "base/memory.h"
#include "kernels.h"

enum { PAIR_CHUNK = 2048, MIN_CHUNK = 64 }; /* pairs found at a time: at most, and at least */

typedef struct hail_pairs {
    hail_buffer first, second;        /* a chunk of pairs, as found */
    hail_buffer a, b, slot_a, slot_b; /* by pair, oriented */
    hail_buffer rank;                 /* by pair: its rank in the order of (slot a, slot b) */
    hail_buffer rows;                 /* by rank: contacts */
    hail_buffer sorted, spare;        /* u64: entries of the sort */
    hail_buffer counts;               /* by slot of a, or by digit */
    hail_buffer crowded;              /* see hail_ranking */
    uint32_t count, capacity;
    uint32_t chunk; /* pairs found at a time: half the capacity, within the limits above */
} hail_pairs;

/* Makes room for `capacity` pairs; what was found before is lost. False without memory. */
bool hail_pairs_reserve(hail_heap *heap, hail_pairs *pairs, uint32_t capacity);

/* Makes more room, for `limit` pairs at most, and keeps the pairs that were found. False: no memory, or there is room
 * for `limit` already. */
bool hail_pairs_grow(hail_heap *heap, hail_pairs *pairs, uint32_t limit);

void hail_pairs_free(hail_heap *heap, hail_pairs *pairs);

#endif
