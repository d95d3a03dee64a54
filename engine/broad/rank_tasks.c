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
    BUCKETS = 32,     /* at most */
    LANES = 4,
    FEW = 64,     /* pairs of a bucket in which crowded slots are looked for one by one */
    LONG_RUN = 24 /* so many pairs of one a are sorted by radix */
};

/* What tasks know of a sort. Pairs wait as entries (slot of b and number) in pairs->spare, their slots of a, less the
 * bucket's first, in pairs->crowded. */
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
    uint32_t *slot = t->pairs->crowded.data;
    uint64_t *entry = t->pairs->spare.data;
    (void)worker;
    for (uint32_t c = first; c < last; c++) {
        uint32_t *next = t->next[c];
        const uint32_t end = smaller((c + 1) * t->chunk, t->pairs->count);
        for (uint32_t i = c * t->chunk; i < end; i++) {
            const uint32_t at = next[slot_a[i] >> shift]++;
            entry[at] = (uint64_t)slot_b[i] << 32 | i;
            slot[at] = slot_a[i] & ((1u << shift) - 1);
        }
    }
}

/* ---- One bucket -------------------------------------------------------------------------------------------------- */

/* Sorts the pairs of one a, 2 or more, by slot of b and number. There are mostly two: no branch for them. */
static void sort_run(uint64_t *run, uint32_t count, uint64_t *spare) {
    const uint64_t one = run[0], two = run[1];
    run[0] = one < two ? one : two;
    run[1] = one < two ? two : one;
    if (count == 2)
        return;
    if (count < LONG_RUN) {
        hail_sort_nearly_sorted(run, count, UINT64_MAX);
        return;
    }
    uint32_t digits[HAIL_SORT_DIGITS];
    const uint64_t *sorted = hail_sort_by_radix(run, spare, count, 0, digits);
    if (sorted != run)
        memcpy(run, sorted, count * sizeof *run);
}

/* A bucket's pairs, and its slots of a. */
typedef struct bucket {
    uint32_t begin, end;       /* pairs, as they wait and in the end */
    uint32_t slots;            /* how many slots */
    uint32_t *start, *crowded; /* where each slot's pairs begin; the slots with several (slack) */
    uint64_t *sorted, *spare;  /* slot of b and number */
} bucket;

/* Counts slot s in start[s]. Far pairs are counted in turn: neighbours mostly have the same slot, whose counter's last
 * change would be waited for. */
static void count_slots(const uint32_t *slot, uint32_t count, uint32_t *start) {
    const uint32_t part = count / LANES;
    for (uint32_t i = 0; i < part; i++)
        for (uint32_t p = 0; p < LANES; p++)
            start[slot[i + p * part]]++;
    for (uint32_t i = part * LANES; i < count; i++)
        start[slot[i]]++;
}

/* Puts entries where their slots' places begin, which moves on; in the same order. */
static void scatter_entries(const uint32_t *slot, const uint64_t *entry, uint32_t count, uint32_t *start,
                            uint64_t *sorted) {
    const uint32_t part = count / LANES;
    for (uint32_t i = 0; i < part; i++)
        for (uint32_t p = 0; p < LANES; p++)
            sorted[start[slot[i + p * part]]++] = entry[i + p * part];
    for (uint32_t i = part * LANES; i < count; i++)
        sorted[start[slot[i]]++] = entry[i];
}

/* Puts the pairs in order of slots of a; those of one a in any order. Then slot s begins at start[s]. */
static void sort_by_a(const rank_task *t, const bucket *b) {
    const uint32_t *slot = (const uint32_t *)t->pairs->crowded.data + b->begin, count = b->end - b->begin;
    uint32_t *start = b->start;
    memset(start, 0, ((size_t)b->slots + 2) * sizeof *start);
    count_slots(slot, count, start + 2);
    start[1] = b->begin;
    t->kernels->sums(start + 1, b->slots + 1);
    scatter_entries(slot, b->spare + b->begin, count, start + 1, b->sorted);
    start[0] = b->begin;
}

/* Lists the slots with several pairs, in place of the waiting pairs'. Returns how many. */
static uint32_t list_crowded(const rank_task *t, const bucket *b) {
    if (b->end - b->begin >= FEW)
        return t->kernels->crowded(b->start, b->slots, b->crowded);
    uint32_t count = 0;
    for (uint32_t s = 0; s < b->slots; s++)
        if (b->start[s + 1] - b->start[s] > 1)
            b->crowded[count++] = s;
    return count;
}

static void rank_bucket(const rank_task *t, const bucket *b) {
    uint32_t *rank = t->pairs->rank.data;
    sort_by_a(t, b);
    const uint32_t crowded = list_crowded(t, b);
    for (uint32_t i = 0; i < crowded; i++) {
        const uint32_t from = b->start[b->crowded[i]];
        sort_run(b->sorted + from, b->start[b->crowded[i] + 1] - from, b->spare + from);
    }
    for (uint32_t i = b->begin; i < b->end; i++)
        rank[(uint32_t)b->sorted[i]] = i;
}

static void sort_buckets(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const rank_task *t = task;
    const hail_pairs *pairs = t->pairs;
    (void)worker;
    for (uint32_t i = first; i < last; i++) {
        const uint32_t slot = i << t->shift;
        const bucket b = {.begin = t->bucket[i],
                          .end = t->bucket[i + 1],
                          .slots = smaller(1u << t->shift, t->slots - slot),
                          .start = (uint32_t *)pairs->counts.data + slot + 2 * i,
                          .crowded = (uint32_t *)pairs->crowded.data + t->bucket[i],
                          .sorted = pairs->sorted.data,
                          .spare = pairs->spare.data};
        if (b.begin < b.end)
            rank_bucket(t, &b);
    }
}

/* ---- All --------------------------------------------------------------------------------------------------------- */

bool hail_rank_on_tasks(const hail_kernels *kernels, const hail_tasks *tasks, hail_pairs *pairs, uint32_t slots) {
    rank_task t; /* field by field: most of it need not be cleared */
    const uint32_t count = pairs->count;
    if (count < MIN_PAIRS || ((size_t)slots + 2 * BUCKETS + HAIL_SLACK) * sizeof(uint32_t) > pairs->counts.bytes)
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
