/* engine/broad/chunk_order.c - ranks chunks of pairs on the tasks that find them. */
#include "chunk_order.h"

#include "base/sort.h"
#include "rank.h"
#include "tasks/run_tasks.h"

/* An entry of the sort: slot of a, slot of b, pair. */
enum { SLOT_BITS = 26, PAIR_BITS = 64 - 2 * SLOT_BITS, MOVES = 6, CHUNK_GRAIN = 8 };

enum { LARGE_CHUNK = PAIR_CHUNK / 2 }; /* pairs that tell how dense all are */

void hail_chunk_order_begin(hail_chunk_order *order, hail_pairs *pairs, uint32_t streamed, uint32_t slots) {
    static const hail_shared_count none = {0};
    order->pairs = pairs;
    order->dense_slots = RANK_SPARSE_SLOTS * (float)streamed / ((float)slots + 1.0f);
    order->chunks = none;
    order->disorder = none;
}

/* Whether there are so many pairs, if all are as dense as these, which are nearly sorted, that one thread counts them
 * faster than a few workers sort them. */
static bool too_dense(const hail_chunk_order *order, const uint32_t *slot_a, uint32_t count) {
    return count >= LARGE_CHUNK && slot_a[count - 1] >= slot_a[0] &&
           (float)(slot_a[count - 1] - slot_a[0]) <= order->dense_slots * (float)count;
}

/* Returns whether the pairs were nearly sorted, and now are. */
static bool sort_chunk(const hail_chunk_order *order, uint32_t at, uint32_t count) {
    const hail_pairs *pairs = order->pairs;
    const uint32_t *slot_a = (const uint32_t *)pairs->slot_a.data + at;
    const uint32_t *slot_b = (const uint32_t *)pairs->slot_b.data + at;
    uint64_t *entry = (uint64_t *)pairs->sorted.data + at;
    if (count > 1u << PAIR_BITS || !hail_rank_looks_sorted(slot_a, count) || too_dense(order, slot_a, count))
        return false;
    uint32_t slots = 0;
    for (uint32_t i = 0; i < count; i++) {
        slots |= slot_a[i] | slot_b[i];
        entry[i] = (uint64_t)slot_a[i] << (SLOT_BITS + PAIR_BITS) | (uint64_t)slot_b[i] << PAIR_BITS | i;
    }
    return !(slots >> SLOT_BITS) && hail_sort_nearly_sorted(entry, count, (uint64_t)count * MOVES);
}

void hail_chunk_order_rank(hail_chunk_order *order, uint32_t at, uint32_t count) {
    hail_pairs *pairs = order->pairs;
    const uint64_t *entry = (const uint64_t *)pairs->sorted.data + at;
    uint32_t *rank = (uint32_t *)pairs->rank.data + at;
    if (!count || shared_count_value(&order->disorder))
        return;
    const uint32_t chunk = shared_count_add(&order->chunks, 1);
    if (chunk >= MAX_ORDERED_CHUNKS || !sort_chunk(order, at, count)) {
        shared_count_add(&order->disorder, 1);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        rank[entry[i] % (1u << PAIR_BITS)] = i;
    order->chunk[chunk] = (hail_ordered_chunk){entry[0] >> PAIR_BITS, entry[count - 1] >> PAIR_BITS, at, count};
}

/* Sorts the chunks by their lowest keys. False: some overlap. */
static bool sort_chunks(hail_ordered_chunk *chunk, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const hail_ordered_chunk hold = chunk[i];
        uint32_t j = i;
        for (; j > 0 && chunk[j - 1].lowest > hold.lowest; j--)
            chunk[j] = chunk[j - 1];
        chunk[j] = hold;
    }
    for (uint32_t i = 1; i < count; i++)
        if (chunk[i - 1].highest >= chunk[i].lowest)
            return false;
    return true;
}

/* Adds to each chunk's ranks the rank of its first pair, which has taken the place of its key. */
static void add_first(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const hail_chunk_order *order = task;
    (void)worker;
    for (uint32_t c = first; c < last; c++) {
        const hail_ordered_chunk *chunk = &order->chunk[c];
        uint32_t *rank = (uint32_t *)order->pairs->rank.data + chunk->at;
        for (uint32_t i = 0; i < chunk->count; i++)
            rank[i] += (uint32_t)chunk->lowest;
    }
}

bool hail_chunk_order_end(hail_chunk_order *order, const hail_tasks *tasks, uint32_t count) {
    const uint32_t chunks = shared_count_value(&order->chunks);
    if (shared_count_value(&order->disorder) || !sort_chunks(order->chunk, chunks))
        return false;
    uint32_t first = 0;
    for (uint32_t c = 0; c < chunks; c++) {
        order->chunk[c].lowest = first;
        first += order->chunk[c].count;
    }
    if (first != count)
        return false;
    hail_run_tasks(tasks, chunks, CHUNK_GRAIN, add_first, order);
    return true;
}
