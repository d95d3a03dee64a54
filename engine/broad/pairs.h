/* engine/broad/pairs.h - the pairs of one rule: found, oriented, ranked. */
#ifndef HAIL_BROAD_PAIRS_H
#define HAIL_BROAD_PAIRS_H

#include "kernels.h"
#include "base/memory.h"

enum { PAIR_CHUNK = 2048 }; /* pairs found at a time */

typedef struct hail_pairs {
    hail_buffer first, second;        /* a chunk, as found */
    hail_buffer a, b, slot_a, slot_b; /* by pair, oriented */
    hail_buffer place;                /* by pair: its rank in the order of (slot a, slot b) */
    hail_buffer rows;                 /* by rank: contacts */
    hail_buffer sorted, spare;        /* u64: entries of the sort */
    hail_buffer counts;               /* of a counting sort */
    hail_buffer crowded;              /* slots of a whose pairs are not in order of b yet */
    uint32_t crowded_count;
    uint32_t count, capacity;
} hail_pairs;

/* Room for `pairs` pairs at once; what was found before is lost. */
bool hail_pairs_reserve(hail_heap *heap, hail_pairs *pairs, uint32_t capacity);
/* Room for more, `most` at most; keeps the pairs that were found. False without memory, and if there is room for
 * `most`. */
bool hail_pairs_grow(hail_heap *heap, hail_pairs *pairs, uint32_t most);
void hail_pairs_free(hail_heap *heap, hail_pairs *pairs);

#endif
