/* engine/broad/pairs.c - the buffers of a rule's pairs, which grow together. */
#include "pairs.h"

#include <string.h>

#include "base/sort.h"

static uint32_t chunk_of(uint32_t capacity) {
    const uint32_t half = capacity / 2;
    return half < MIN_CHUNK ? MIN_CHUNK : half < PAIR_CHUNK ? half : PAIR_CHUNK;
}

/* What the ranking counts: up to RANK_SPARSE_SLOTS (rank.h) slots per pair and HAIL_SORT_DIGITS more, or digits. */
static size_t counters(uint32_t capacity) { return (size_t)capacity * 4 + HAIL_SORT_DIGITS + (size_t)HAIL_SLACK * 4; }

/* Rows: a chunk, and what is staged of each bucket, as half rows. */
enum { MIN_WINDOW = BUCKET_CHUNK + MAX_BUCKETS * STAGED_ROWS / 2 };

/* Rows for `capacity` pairs; in buckets, the last block of each may be nearly empty. */
static size_t rows_for(uint32_t capacity) {
    return (size_t)capacity + (capacity < PAIRS_FOR_BUCKETS ? 0 : MAX_BUCKETS * BUCKET_BLOCK);
}

bool hail_pairs_reserve(hail_heap *heap, hail_pairs *pairs, uint32_t capacity) {
    const size_t chunk = ((size_t)chunk_of(capacity) + HAIL_SLACK) * sizeof(uint32_t);
    /* A whole chunk may be found before the count is checked. */
    const size_t words = (size_t)capacity * sizeof(uint32_t) + chunk;
    const size_t entries = ((size_t)capacity + 1) * sizeof(uint64_t);
    const bool fits =
        hail_scratch_grow(heap, &pairs->first, chunk) && hail_scratch_grow(heap, &pairs->second, chunk) &&
        hail_scratch_grow(heap, &pairs->a, words) && hail_scratch_grow(heap, &pairs->b, words) &&
        hail_scratch_grow(heap, &pairs->slot_a, words) && hail_scratch_grow(heap, &pairs->slot_b, words) &&
        hail_scratch_grow(heap, &pairs->rank, words) && hail_scratch_grow(heap, &pairs->dense, words) &&
        hail_scratch_grow(heap, &pairs->sorted, entries) && hail_scratch_grow(heap, &pairs->spare, entries) &&
        hail_scratch_grow(heap, &pairs->counts, counters(capacity) * sizeof(uint32_t)) &&
        hail_scratch_grow(heap, &pairs->rows, rows_for(capacity) * HAIL_ROW_WORDS * sizeof(float));
    if (fits && capacity > pairs->capacity) {
        pairs->capacity = capacity;
        pairs->chunk = chunk_of(capacity);
    }
    return fits;
}

bool hail_pairs_grow(hail_heap *heap, hail_pairs *pairs, uint32_t limit, const hail_pairs_held *held) {
    hail_pairs more = {0};
    const uint32_t want = pairs->capacity < limit / 2 ? pairs->capacity * 2 : limit;
    if (want <= pairs->capacity || !hail_pairs_reserve(heap, &more, want)) {
        hail_pairs_free(heap, &more);
        return false;
    }
    const size_t bytes = pairs->count * sizeof(uint32_t);
    memcpy(more.a.data, pairs->a.data, bytes);
    memcpy(more.b.data, pairs->b.data, bytes);
    memcpy(more.slot_a.data, pairs->slot_a.data, bytes);
    memcpy(more.slot_b.data, pairs->slot_b.data, bytes);
    if (held) {
        memcpy(more.rows.data, pairs->rows.data, (size_t)held->rows * HAIL_ROW_WORDS * sizeof(float));
        memcpy(more.dense.data, pairs->dense.data, held->words * sizeof(uint32_t));
    }
    more.count = pairs->count;
    more.window = pairs->window;
    pairs->window = (hail_buffer){0};
    hail_pairs_free(heap, pairs);
    *pairs = more;
    return true;
}

bool hail_pairs_reserve_window(hail_heap *heap, hail_pairs *pairs, uint32_t rows) {
    const size_t wanted = (size_t)rows + PLACED_ROWS, count = wanted > MIN_WINDOW ? wanted : MIN_WINDOW;
    return hail_scratch_grow(heap, &pairs->window, count * HAIL_ROW_WORDS * sizeof(float));
}

void hail_pairs_free(hail_heap *heap, hail_pairs *pairs) {
    hail_buffer *buffers[] = {&pairs->first,  &pairs->second, &pairs->a,     &pairs->b,      &pairs->slot_a,
                              &pairs->slot_b, &pairs->rank,   &pairs->rows,  &pairs->sorted, &pairs->spare,
                              &pairs->counts, &pairs->dense,  &pairs->window};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        hail_scratch_free(heap, buffers[i]);
}
