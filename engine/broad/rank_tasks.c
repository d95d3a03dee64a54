/* engine/broad/rank_tasks.c - pairs go into buckets by slot of a, chunk by chunk; then each bucket is sorted: by
 * counting slots of a, and the few pairs of each a by slot of b. What depends on the pairs' order is only where they
 * wait. */
#include "rank_tasks.h"

#include <string.h>

#include "base/sort.h"
#include "tasks/run_tasks.h"

enum {
    MIN_PAIRS = 4096, /* fewer are ranked faster by one thread */
    CHUNKS = 64,      /* of pairs, at most */
    BUCKETS = 128,    /* at most */
    LONG_RUN = 24     /* so many pairs of one a are sorted by radix */
};

/* What tasks know of a sort. Waiting pairs: slots of a and b in pairs->spare, numbers in pairs->crowded. */
typedef struct rank_task {
    const hail_kernels *kernels;
    hail_pairs *pairs;
    uint32_t chunk, shift, slots;        /* chunk: pairs of one. A slot's bucket is slot >> shift */
    uint32_t next[CHUNKS][BUCKETS + 16]; /* counts, then where the chunk's next pair of a bucket goes */
    uint32_t bucket[BUCKETS + 1];        /* where each bucket begins */
} rank_task;

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* ---- Buckets ----------------------------------------------------------------------------------------------------- */

static void count_chunks(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    rank_task *t = task;
    const uint32_t *slot = t->pairs->slot_a.data, shift = t->shift;
    (void)worker;
    for (uint32_t c = first; c < last; c++) {
        uint32_t *counts = t->next[c];
        const uint32_t end = smaller((c + 1) * t->chunk, t->pairs->count);
        memset(counts, 0, BUCKETS * sizeof *counts);
        for (uint32_t i = c * t->chunk; i < end; i++)
            counts[slot[i] >> shift]++;
    }
}

static void sum_counts(rank_task *t, uint32_t chunks) {
    uint32_t sum = 0;
    for (uint32_t b = 0; b < BUCKETS; b++) {
        t->bucket[b] = sum;
        for (uint32_t c = 0; c < chunks; c++) {
            const uint32_t count = t->next[c][b];
            t->next[c][b] = sum;
            sum += count;
        }
    }
    t->bucket[BUCKETS] = sum;
}

static void scatter_chunks(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    rank_task *t = task;
    const uint32_t *slot_a = t->pairs->slot_a.data, *slot_b = t->pairs->slot_b.data, shift = t->shift;
    uint32_t *number = t->pairs->crowded.data;
    uint64_t *slots = t->pairs->spare.data;
    (void)worker;
    for (uint32_t c = first; c < last; c++) {
        uint32_t *next = t->next[c];
        const uint32_t end = smaller((c + 1) * t->chunk, t->pairs->count);
        for (uint32_t i = c * t->chunk; i < end; i++) {
            const uint32_t at = next[slot_a[i] >> shift]++;
            slots[at] = (uint64_t)slot_a[i] << 32 | slot_b[i];
            number[at] = i;
        }
    }
}

/* ---- One bucket -------------------------------------------------------------------------------------------------- */

/* Sorts the pairs of one a, by slot of b and number. There are mostly two. */
static void sort_run(uint64_t *run, uint32_t count, uint64_t *spare) {
    uint32_t digits[HAIL_SORT_DIGITS];
    if (count == 2) {
        const uint64_t one = run[0], two = run[1];
        run[0] = one < two ? one : two;
        run[1] = one < two ? two : one;
    } else if (count < LONG_RUN) {
        hail_sort_nearly_sorted(run, count, UINT64_MAX);
    } else {
        const uint64_t *sorted = hail_sort_by_radix(run, spare, count, 0, digits);
        if (sorted != run)
            memcpy(run, sorted, count * sizeof *run);
    }
}

/* Counts slots [slot, slot + slots) of a in `start`, which then says where each slot's pairs begin. */
static void sort_bucket(const rank_task *t, uint32_t b) {
    const uint32_t begin = t->bucket[b], end = t->bucket[b + 1], slot = b << t->shift;
    const uint32_t slots = smaller(1u << t->shift, t->slots - slot);
    const uint32_t *number = t->pairs->crowded.data;
    uint32_t *start = (uint32_t *)t->pairs->counts.data + slot + b, *rank = t->pairs->rank.data;
    uint64_t *waiting = t->pairs->spare.data, *sorted = t->pairs->sorted.data;
    memset(start, 0, ((size_t)slots + 1) * sizeof *start);
    for (uint32_t i = begin; i < end; i++)
        start[(uint32_t)(waiting[i] >> 32) - slot]++;
    start[0] += begin;
    t->kernels->sums(start, slots + 1);
    for (uint32_t i = end; i-- > begin;)
        sorted[--start[(uint32_t)(waiting[i] >> 32) - slot]] = waiting[i] << 32 | number[i];
    for (uint32_t s = 0; s < slots; s++)
        if (start[s + 1] - start[s] > 1)
            sort_run(sorted + start[s], start[s + 1] - start[s], waiting + start[s]);
    for (uint32_t i = begin; i < end; i++)
        rank[(uint32_t)sorted[i]] = i;
}

static void sort_buckets(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    (void)worker;
    for (uint32_t b = first; b < last; b++)
        sort_bucket(task, b);
}

/* ---- All --------------------------------------------------------------------------------------------------------- */

bool hail_rank_on_tasks(const hail_kernels *kernels, const hail_tasks *tasks, hail_pairs *pairs, uint32_t slots) {
    rank_task t; /* field by field: most of it need not be cleared */
    const uint32_t count = pairs->count;
    if (count < MIN_PAIRS || ((size_t)slots + BUCKETS + HAIL_SLACK) * sizeof(uint32_t) > pairs->counts.bytes)
        return false;
    t.kernels = kernels;
    t.pairs = pairs;
    t.slots = slots;
    t.chunk = (count / CHUNKS + 16) / 16 * 16;
    t.shift = 4;
    while ((slots - 1) >> t.shift >= BUCKETS)
        t.shift++;
    const uint32_t chunks = (count + t.chunk - 1) / t.chunk, buckets = ((slots - 1) >> t.shift) + 1;
    hail_run_tasks(tasks, chunks, 2, count_chunks, &t);
    sum_counts(&t, chunks);
    hail_run_tasks(tasks, chunks, 2, scatter_chunks, &t);
    hail_run_tasks(tasks, buckets, 1, sort_buckets, &t);
    return true;
}
