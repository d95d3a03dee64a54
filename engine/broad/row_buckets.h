/* engine/broad/row_buckets.h - a bucket sort of rows by (slot of a, slot of b). Rows come in the order in which pairs
 * are found, and go to the end of the bucket for a range of slots of a. Each bucket is small enough to be sorted in a
 * cache. If very many rows went to their own places one by one, each would miss all caches. */
#ifndef HAIL_BROAD_ROW_BUCKETS_H
#define HAIL_BROAD_ROW_BUCKETS_H

#include <string.h>

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
    bool is_short;   /* rows are short (short_rows.h) */
} hail_row_buckets;

/* How many pairs there must be for buckets, if all slots are below `slots`. */
uint32_t hail_row_buckets_least(uint32_t slots);

/* Begins with empty buckets for slots below `slots`. There is room for hail_row_buckets_least pairs. Until the last
 * bucket was sorted, pairs->rows and pairs->dense belong to the buckets, and if rows are short, pairs->window. */
void hail_row_buckets_begin(hail_row_buckets *buckets, hail_pairs *pairs, uint32_t slots, bool is_short);

/* Makes room for `more` rows, up to `limit` rows in all. False: there would be more, or there is no memory. */
bool hail_row_buckets_fit(hail_heap *heap, hail_row_buckets *buckets, uint32_t more, uint32_t limit);

/* Puts those of `count` whole rows that are contacts into their buckets; there is room for them. */
void hail_row_buckets_put(hail_row_buckets *buckets, const float *rows, uint32_t count);

/* Adds a block to a bucket that is empty or whose last block is full. Returns the block's first row. */
uint32_t hail_row_buckets_add_block(hail_row_buckets *buckets, uint32_t bucket);

/* Counts a bucket's rows by slot of a: slot s, less the bucket's first, has rows [start[s + 1], start[s + 2]) of the
 * order, and start[0] is 0; hail_row_buckets_starts returns `start`. Returns how many rows there are. */
uint32_t hail_row_buckets_count(const hail_kernels *kernels, const hail_row_buckets *buckets, uint32_t bucket);
uint32_t *hail_row_buckets_starts(const hail_row_buckets *buckets);

/* Sorts a bucket that was counted. The lower 32 bits of entry i are the number of its i-th row in pairs->rows. Writes
 * to pairs->sorted, spare, counts and a. */
const uint64_t *hail_row_buckets_sort(const hail_kernels *kernels, const hail_row_buckets *buckets, uint32_t bucket);

/* ---- Words of rows ----------------------------------------------------------------------------------------------- */

enum { ROW_SLOT_A = 0, ROW_SLOT_B = 2, ROW_KIND = 4 }; /* of a whole row */

static inline uint32_t row_word(const float *row, int word) {
    uint32_t bits;
    memcpy(&bits, row + word, sizeof bits);
    return bits;
}

/* A row's slot of a, less its bucket's first. */
static inline uint32_t row_slot(const float *row, bool is_short, uint32_t mask) {
    return row_word(row, is_short ? HAIL_SHORT_A : ROW_SLOT_A) & mask;
}

/* ---- A walk over a bucket's blocks ------------------------------------------------------------------------------- */

typedef struct hail_row_block {
    const float *row;
    uint32_t first, count; /* the number of its first row; rows */
    uint32_t block, last;
} hail_row_block;

static inline uint32_t row_buckets_words(const hail_row_buckets *b) {
    return b->is_short ? HAIL_SHORT_WORDS : HAIL_ROW_WORDS;
}

static inline uint32_t row_buckets_block_shift(const hail_row_buckets *b) {
    return b->is_short ? BLOCK_SHIFT + 1 : BLOCK_SHIFT;
}

static inline hail_row_block row_block_at(const hail_row_buckets *b, uint32_t bucket, uint32_t block, uint32_t last) {
    const uint32_t shift = row_buckets_block_shift(b), first = block << shift, end = b->end[bucket];
    return (hail_row_block){.row = (const float *)b->pairs->rows.data + (size_t)first * row_buckets_words(b),
                            .first = first,
                            .count = block == last ? end - first : 1u << shift,
                            .block = block,
                            .last = last};
}

/* The first block of a bucket that is not empty. */
static inline hail_row_block row_block_first(const hail_row_buckets *b, uint32_t bucket) {
    return row_block_at(b, bucket, b->first[bucket], (b->end[bucket] - 1) >> row_buckets_block_shift(b));
}

/* Goes on to the next block. False: there is none. */
static inline bool row_block_next(const hail_row_buckets *b, uint32_t bucket, hail_row_block *at) {
    if (at->block == at->last)
        return false;
    *at = row_block_at(b, bucket, b->next[at->block], at->last);
    return true;
}

#endif
