/* engine/broad/pairs.h - memory for the pairs of one rule: as found, oriented, ranked, and their rows. */
#ifndef HAIL_BROAD_PAIRS_H
#define HAIL_BROAD_PAIRS_H

#include "base/memory.h"
#include "kernels.h"

enum {
    PAIR_CHUNK = 2048,           /* pairs found at a time: at most */
    MIN_CHUNK = 64,              /* and at least */
    PAIRS_FOR_BUCKETS = 1 << 18, /* so many pairs are sorted in buckets (row_buckets.h): their rows fill a cache */
    MAX_BUCKETS = 1024,
    BLOCK_SHIFT = 6, /* a bucket grows by 1 << 6 rows; of short rows by twice as many */
    BUCKET_BLOCK = 1 << BLOCK_SHIFT,
    STAGED_ROWS = 8,      /* a bucket's short rows that are written at once */
    BUCKET_CHUNK = 512,   /* rows on their way to their buckets, at a time */
    PLACED_ROWS = 1 << 12 /* rows of a bucket that may be put in order in the window itself */
};

typedef struct hail_pairs {
    hail_buffer first, second;        /* a chunk of pairs, as found */
    hail_buffer a, b, slot_a, slot_b; /* by pair, oriented */
    hail_buffer rank;                 /* by pair: its rank in the order of (slot a, slot b) */
    hail_buffer rows;                 /* by rank: contacts */
    hail_buffer sorted, spare;        /* u64: entries of the sort */
    hail_buffer counts;               /* by slot of a, or by digit */
    hail_buffer dense;                /* see hail_ranking; or lists of blocks, see row_buckets.h */
    hail_buffer window;               /* rows that stay in the cache: a chunk on its way to its buckets, and short rows
                                         that are staged; later a window, and room for a bucket after it */
    uint32_t count, capacity;
    uint32_t chunk; /* pairs found at a time: half the capacity, within the limits above */
    bool ranked;    /* `rank` is filled: tasks ranked the pairs as they found them */
} hail_pairs;

/* Makes room for `capacity` pairs; what was found before is lost. False without memory. */
bool hail_pairs_reserve(hail_heap *heap, hail_pairs *pairs, uint32_t capacity);

/* What else lies in buffers that grow: rows, and words of `dense`. */
typedef struct hail_pairs_held {
    uint32_t rows, words;
} hail_pairs_held;

/* Makes more room, for `limit` pairs at most, and keeps the pairs that were found, and what else is held (NULL:
 * nothing). False: no memory, or there is room for `limit` already. */
bool hail_pairs_grow(hail_heap *heap, hail_pairs *pairs, uint32_t limit, const hail_pairs_held *held);

/* Makes room for a window of `rows` rows and all else that lies there. */
bool hail_pairs_reserve_window(hail_heap *heap, hail_pairs *pairs, uint32_t rows);

void hail_pairs_free(hail_heap *heap, hail_pairs *pairs);

#endif
