/* engine/broad/chunk_order.h - with tasks, of a rule whose a stream past in the order of their slots: each task ranks
 * the chunks of pairs that it finds, while its cache has them. If then one chunk's pairs all come before the next
 * one's, all pairs are ranked. */
#ifndef HAIL_BROAD_CHUNK_ORDER_H
#define HAIL_BROAD_CHUNK_ORDER_H

#include "pairs.h"
#include "atomic.h"
#include <hail/tasks.h>

enum { MAX_ORDERED_CHUNKS = 256 }; /* more are ranked all at once */

/* Pairs [at, at + count), and the keys of the lowest and the highest of them: slot of a, then slot of b. */
typedef struct hail_ordered_chunk {
    uint64_t lowest, highest;
    uint32_t at, count;
} hail_ordered_chunk;

typedef struct hail_chunk_order {
    hail_pairs *pairs;
    float dense_slots;                  /* slots per pair, up to which one thread counts all pairs faster; 0: never */
    hail_shared_count chunks, disorder; /* disorder: not 0 once a chunk was not nearly sorted, or was dense */
    hail_ordered_chunk chunk[MAX_ORDERED_CHUNKS];
} hail_chunk_order;

/* streamed: how many bodies stream past, of `slots` slots. */
void hail_chunk_order_begin(hail_chunk_order *order, hail_pairs *pairs, uint32_t streamed, uint32_t slots);

/* Ranks pairs [at, at + count) among themselves; there is room for them. Other tasks may do so at once. */
void hail_chunk_order_rank(hail_chunk_order *order, uint32_t at, uint32_t count);

/* Returns whether all `count` pairs are ranked, in pairs->rank. */
bool hail_chunk_order_end(hail_chunk_order *order, const hail_tasks *tasks, uint32_t count);

#endif
