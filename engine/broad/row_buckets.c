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
    LONG_RUN = 24        /* so many rows of one a are sorted by radix */
};

/* After pairs->dense was replaced. */
static void set_arrays(hail_row_buckets *buckets) {
    buckets->end = buckets->pairs->dense.data;
    buckets->first = buckets->end + MAX_BUCKETS;
    buckets->next = buckets->first + MAX_BUCKETS;
}

uint32_t hail_row_buckets_least(uint32_t slots) {
    const uint32_t least = slots / SLOTS_A_PAIR;
    return least > PAIRS_FOR_BUCKETS ? least : PAIRS_FOR_BUCKETS;
}

void hail_row_buckets_begin(hail_row_buckets *buckets, hail_pairs *pairs, uint32_t slots, bool is_short) {
    const uint32_t wanted = pairs->capacity / BUCKET_PAIRS, limit = wanted < MAX_BUCKETS ? wanted : MAX_BUCKETS;
    *buckets = (hail_row_buckets){.pairs = pairs, .is_short = is_short};
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

uint32_t hail_row_buckets_add_block(hail_row_buckets *buckets, uint32_t bucket) {
    const uint32_t block = buckets->blocks++, end = buckets->end[bucket], shift = row_buckets_block_shift(buckets);
    if (end)
        buckets->next[(end >> shift) - 1] = block;
    else
        buckets->first[bucket] = block;
    return block << shift;
}

void hail_row_buckets_put(hail_row_buckets *buckets, const float *rows, uint32_t count) {
    float *to = buckets->pairs->rows.data;
    for (uint32_t i = 0; i < count; i++, rows += HAIL_ROW_WORDS) {
        if (!row_word(rows, ROW_KIND))
            continue;
        const uint32_t bucket = row_word(rows, ROW_SLOT_A) >> buckets->shift;
        uint32_t at = buckets->end[bucket];
        if (at % BUCKET_BLOCK == 0)
            at = hail_row_buckets_add_block(buckets, bucket);
        stream_line(to + (size_t)at * HAIL_ROW_WORDS, rows);
        buckets->end[bucket] = at + 1;
        buckets->held++;
    }
    stream_end();
}

uint32_t *hail_row_buckets_starts(const hail_row_buckets *buckets) {
    return (uint32_t *)buckets->pairs->counts.data + HAIL_SORT_DIGITS;
}

/* Counts slot s in start[s + 2]. Fetches the block that comes next. */
static inline uint32_t count_rows(const hail_row_buckets *buckets, uint32_t bucket, bool is_short, uint32_t *start) {
    const uint32_t words = is_short ? HAIL_SHORT_WORDS : HAIL_ROW_WORDS, mask = (1u << buckets->shift) - 1;
    hail_row_block at = row_block_first(buckets, bucket), next = at;
    uint32_t count = 0;
    for (bool more = true; more; at = next) {
        more = row_block_next(buckets, bucket, &next);
        const float *row = at.row, *ahead = next.row;
        for (uint32_t i = 0; i < at.count; i++, row += words, ahead += words) {
            if (!is_short) /* a short row was fetched while the bucket before was placed */
                HAIL_FETCH(ahead);
            start[row_slot(row, is_short, mask) + 2]++;
        }
        count += at.count;
    }
    return count;
}

uint32_t hail_row_buckets_count(const hail_kernels *kernels, const hail_row_buckets *buckets, uint32_t bucket) {
    const uint32_t slots = 1u << buckets->shift;
    uint32_t *start = hail_row_buckets_starts(buckets);
    if (!buckets->end[bucket])
        return 0;
    memset(start, 0, ((size_t)slots + 2) * sizeof *start);
    const uint32_t count =
        buckets->is_short ? count_rows(buckets, bucket, true, start) : count_rows(buckets, bucket, false, start);
    kernels->sums(start, slots + 2);
    return count;
}

/* Lists a bucket's rows by slot of a. */
static inline void list_rows(const hail_row_buckets *buckets, uint32_t bucket, bool is_short, uint32_t *start) {
    const uint32_t words = is_short ? HAIL_SHORT_WORDS : HAIL_ROW_WORDS, mask = (1u << buckets->shift) - 1;
    uint64_t *sorted = buckets->pairs->sorted.data;
    hail_row_block at = row_block_first(buckets, bucket);
    do {
        const float *row = at.row;
        for (uint32_t i = 0; i < at.count; i++, row += words) {
            const uint64_t b = row_word(row, is_short ? HAIL_SHORT_B : ROW_SLOT_B);
            sorted[start[row_slot(row, is_short, mask) + 1]++] = b << 32 | (at.first + i);
        }
    } while (row_block_next(buckets, bucket, &at));
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

const uint64_t *hail_row_buckets_sort(const hail_kernels *kernels, const hail_row_buckets *buckets, uint32_t bucket) {
    const hail_pairs *pairs = buckets->pairs;
    uint32_t *start = hail_row_buckets_starts(buckets), *dense = pairs->a.data;
    uint64_t *sorted = pairs->sorted.data;
    if (buckets->is_short)
        list_rows(buckets, bucket, true, start);
    else
        list_rows(buckets, bucket, false, start);
    const uint32_t runs = kernels->dense(start, 1u << buckets->shift, dense);
    for (uint32_t i = 0; i < runs; i++) {
        const uint32_t from = start[dense[i]];
        sort_run(sorted + from, start[dense[i] + 1] - from, pairs->spare.data, pairs->counts.data);
    }
    return sorted;
}
