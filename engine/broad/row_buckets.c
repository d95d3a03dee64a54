/* engine/broad/row_buckets.c - a row is written once, as a whole line, and read once, side by side with others of its
 * bucket. Only keys are sorted: by counting slots of a, then the few of each a by slot of b. */
#include "row_buckets.h"

#include <string.h>

#include "base/sort.h"
#include "compiler.h"
#include "stream.h"

enum {
    BUCKET_PAIRS = 2048, /* room for pairs per bucket */
    SLOTS_A_PAIR = 64,   /* at most: a bucket's slots are counted in pairs->counts */
    LONG_RUN = 24,       /* so many rows of one a are sorted by radix */
    WORD_A = 0,          /* words of a row: the handles' slots, and the kind */
    WORD_B = 2,
    WORD_KIND = 4
};

static uint32_t word_of(const float *row, int word) {
    uint32_t bits;
    memcpy(&bits, row + word, sizeof bits);
    return bits;
}

/* After pairs->crowded was replaced. */
static void set_arrays(hail_row_buckets *buckets) {
    buckets->end = buckets->pairs->crowded.data;
    buckets->first = buckets->end + MAX_BUCKETS;
    buckets->next = buckets->first + MAX_BUCKETS;
}

uint32_t hail_row_buckets_least(uint32_t slots) {
    const uint32_t least = slots / SLOTS_A_PAIR;
    return least > PAIRS_FOR_BUCKETS ? least : PAIRS_FOR_BUCKETS;
}

void hail_row_buckets_begin(hail_row_buckets *buckets, hail_pairs *pairs, uint32_t slots) {
    const uint32_t wanted = pairs->capacity / BUCKET_PAIRS, limit = wanted < MAX_BUCKETS ? wanted : MAX_BUCKETS;
    *buckets = (hail_row_buckets){.pairs = pairs};
    while ((slots - 1) >> buckets->shift >= limit)
        buckets->shift++;
    buckets->count = ((slots - 1) >> buckets->shift) + 1;
    set_arrays(buckets);
    memset(buckets->end, 0, buckets->count * sizeof *buckets->end);
}

bool hail_row_buckets_fit(hail_heap *heap, hail_row_buckets *buckets, uint32_t more, uint32_t limit) {
    hail_pairs *pairs = buckets->pairs;
    while (pairs->capacity - buckets->held < more) {
        const hail_pairs_held held = {buckets->blocks * BUCKET_BLOCK, 2 * MAX_BUCKETS + buckets->blocks};
        if (!hail_pairs_grow(heap, pairs, limit, &held))
            return false;
        set_arrays(buckets);
    }
    return limit - buckets->held >= more;
}

/* Adds a block to a bucket that is empty or whose last block is full. Returns the block's first row. */
static uint32_t add_block(hail_row_buckets *buckets, uint32_t bucket) {
    const uint32_t block = buckets->blocks++, end = buckets->end[bucket];
    if (end)
        buckets->next[end / BUCKET_BLOCK - 1] = block;
    else
        buckets->first[bucket] = block;
    return block * BUCKET_BLOCK;
}

void hail_row_buckets_put(hail_row_buckets *buckets, const float *rows, uint32_t count) {
    float *to = buckets->pairs->rows.data;
    for (uint32_t i = 0; i < count; i++, rows += HAIL_ROW_WORDS) {
        if (!word_of(rows, WORD_KIND))
            continue;
        const uint32_t bucket = word_of(rows, WORD_A) >> buckets->shift;
        uint32_t at = buckets->end[bucket];
        if (at % BUCKET_BLOCK == 0)
            at = add_block(buckets, bucket);
        stream_line(to + (size_t)at * HAIL_ROW_WORDS, rows);
        buckets->end[bucket] = at + 1;
        buckets->held++;
    }
    stream_end();
}

/* Lists a bucket's rows: an entry of slot of b and row in `spare`, and the slot of a, less the bucket's first, in
 * `rank`. Counts slot s of a in start[s + 2]. Returns how many rows there are. */
static uint32_t list_rows(const hail_row_buckets *buckets, uint32_t bucket, uint32_t *start) {
    const float *rows = buckets->pairs->rows.data;
    const uint32_t end = buckets->end[bucket], last = (end - 1) / BUCKET_BLOCK, mask = (1u << buckets->shift) - 1;
    uint32_t *slot = buckets->pairs->rank.data, count = 0;
    uint64_t *entries = buckets->pairs->spare.data;
    for (uint32_t block = buckets->first[bucket], next;; block = next) {
        next = block == last ? last : buckets->next[block];
        const uint32_t from = block * BUCKET_BLOCK, to = block == last ? end : from + BUCKET_BLOCK;
        const float *row = rows + (size_t)from * HAIL_ROW_WORDS;
        const float *ahead = rows + (size_t)next * BUCKET_BLOCK * HAIL_ROW_WORDS;
        for (uint32_t i = from; i < to; i++, row += HAIL_ROW_WORDS, ahead += HAIL_ROW_WORDS) {
            HAIL_FETCH(ahead);
            slot[count] = word_of(row, WORD_A) & mask;
            entries[count] = (uint64_t)word_of(row, WORD_B) << 32 | i;
            start[slot[count++] + 2]++;
        }
        if (block == last)
            return count;
    }
}

/* Sorts the entries of one a. There are mostly two, which are sorted without an unpredictable branch. */
static void sort_run(uint64_t *run, uint32_t count, uint64_t *spare, uint32_t *digits) {
    if (count == 2) {
        const uint64_t first = run[0], second = run[1];
        run[0] = first < second ? first : second;
        run[1] = first < second ? second : first;
        return;
    }
    if (count < LONG_RUN) {
        hail_sort_nearly_sorted(run, count, UINT64_MAX);
        return;
    }
    const uint64_t *sorted = hail_sort_by_radix(run, spare, count, 32, digits);
    if (sorted != run)
        memcpy(run, sorted, count * sizeof *run);
}

const uint64_t *hail_row_buckets_sort(const hail_kernels *kernels, const hail_row_buckets *buckets, uint32_t bucket,
                                      uint32_t *count) {
    const hail_pairs *pairs = buckets->pairs;
    const uint32_t slots = 1u << buckets->shift, *slot = pairs->rank.data;
    uint32_t *digits = pairs->counts.data, *start = digits + HAIL_SORT_DIGITS, *crowded = pairs->a.data;
    uint64_t *sorted = pairs->sorted.data, *entries = pairs->spare.data;
    *count = 0;
    if (!buckets->end[bucket])
        return sorted;
    memset(start, 0, ((size_t)slots + 2) * sizeof *start);
    *count = list_rows(buckets, bucket, start);
    kernels->sums(start, slots + 2); /* now slot s starts at start[s + 1]; after the loop, at start[s] */
    for (uint32_t i = 0; i < *count; i++)
        sorted[start[slot[i] + 1]++] = entries[i];
    const uint32_t runs = kernels->crowded(start, slots, crowded);
    for (uint32_t i = 0; i < runs; i++) {
        const uint32_t from = start[crowded[i]];
        sort_run(sorted + from, start[crowded[i] + 1] - from, entries, digits);
    }
    return sorted;
}
