/* engine/broad/row_buckets.h - a bucket sort of rows by (slot of a, slot of b). Rows come in the order in which pairs
 * are found, and go to the end of the bucket for a range of slots of a. Each bucket is small enough to be sorted in a
 * cache. If very many rows went to their own places one by one, each would miss all caches. */
#ifndef HAIL_BROAD_ROW_BUCKETS_H
#define HAIL_BROAD_ROW_BUCKETS_H

#include "pairs.h"

/* A bucket is a list of blocks of rows. The arrays belong to the hail_pairs that the buckets were made in. */
typedef struct hail_row_buckets {
    hail_pairs *pairs;
    uint32_t *end;   /* by bucket: the row after its last one; 0: it is empty */
    uint32_t *first; /* by bucket: its first block */
    uint32_t *next;  /* by block: the next block of its bucket */
    uint32_t shift;  /* a slot's bucket: slot >> shift */
    uint32_t count;  /* buckets */
    uint32_t blocks; /* in use */
    uint32_t held;   /* rows in all buckets */
} hail_row_buckets;

/* How many pairs there must be for buckets, if all slots are below `slots`. */
uint32_t hail_row_buckets_least(uint32_t slots);

/* Begins with empty buckets for slots below `slots`. There is room for hail_row_buckets_least pairs. Until the last
 * bucket was sorted, pairs->rows and pairs->crowded belong to the buckets. */
void hail_row_buckets_begin(hail_row_buckets *buckets, hail_pairs *pairs, uint32_t slots);

/* Makes room for `more` rows, up to `limit` rows in all. False: there would be more, or there is no memory. */
bool hail_row_buckets_fit(hail_heap *heap, hail_row_buckets *buckets, uint32_t more, uint32_t limit);

/* Puts those of `count` rows that are contacts into their buckets; there is room for them. */
void hail_row_buckets_put(hail_row_buckets *buckets, const float *rows, uint32_t count);

/* Sorts a bucket and sets *count to its rows. The lower 32 bits of entry i are the number of its i-th row in
 * pairs->rows. Writes to pairs->sorted, spare, counts, rank and a. */
const uint64_t *hail_row_buckets_sort(const hail_kernels *kernels, const hail_row_buckets *buckets, uint32_t bucket,
                                      uint32_t *count);

#endif
