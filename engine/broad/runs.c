/* engine/broad/runs.c - sorts by a hash of the filter columns. Two runs of one hash may interleave, which costs time
 * alone: where a run ends is told by the columns themselves. */
#include "runs.h"

#include "base/sort.h"

/* Both are chosen by timing (bench: group/...). CROWDED: pairs in the same cell, for each body. RUN_COST: what it costs
 * to go to the next run, in tests of a pair: a test of its first body, and a vector that it does not fill. */
enum { CROWDED = 8, RUN_COST = 8 };

bool hail_run_sort_reserve(hail_heap *heap, hail_run_sort *sort, uint32_t bodies) {
    const size_t entries = ((size_t)bodies + 1) * sizeof(uint64_t);
    return hail_scratch_grow(heap, &sort->entries, entries) && hail_scratch_grow(heap, &sort->spare, entries) &&
           hail_scratch_grow(heap, &sort->counts, HAIL_SORT_DIGITS * sizeof(uint32_t));
}

void hail_run_sort_free(hail_heap *heap, hail_run_sort *sort) {
    hail_scratch_free(heap, &sort->entries);
    hail_scratch_free(heap, &sort->spare);
    hail_scratch_free(heap, &sort->counts);
}

static uint32_t value_of(const uint32_t *column, uint32_t i) { return column ? column[i] : 0; }

/* Odd factors, so that columns that differ in one value only never share a hash. */
static uint32_t hash_of(const hail_filter_columns *columns, uint32_t i) {
    return value_of(columns->group, i) * 0x9e3779b1u + value_of(columns->category, i) * 0x85ebca6bu +
           value_of(columns->mask, i) * 0xc2b2ae35u;
}

static bool same_run(const hail_filter_columns *columns, uint32_t i, uint32_t j) {
    return value_of(columns->group, i) == value_of(columns->group, j) &&
           value_of(columns->category, i) == value_of(columns->category, j) &&
           value_of(columns->mask, i) == value_of(columns->mask, j);
}

const uint64_t *hail_run_sort_order(hail_run_sort *sort, const hail_filter_columns *columns, const uint32_t *index,
                                    uint32_t every, uint32_t count) {
    uint64_t *entries = sort->entries.data;
    for (uint32_t n = 0; n < count; n++)
        entries[n] = (uint64_t)hash_of(columns, index ? index[(size_t)n * every] : n) << 32 | n;
    return hail_sort_by_radix(entries, sort->spare.data, count, 32, sort->counts.data);
}

void hail_runs_find(const hail_filter_columns *columns, const uint32_t *index, uint32_t every, uint32_t count,
                    uint32_t *end) {
    for (uint32_t at = count, last = count; at-- > 0;) {
        if (at + 1 < count && !same_run(columns, index[(size_t)at * every], index[((size_t)at + 1) * every]))
            last = at + 1;
        end[at] = last;
    }
}

bool hail_runs_crowded(uint64_t pairs, uint64_t bodies) { return pairs > bodies * CROWDED; }

bool hail_runs_pay(const uint32_t *start, uint32_t cells, const uint32_t *end) {
    uint64_t by_body = 0, by_run = 0;
    for (uint32_t c = 0; c < cells; c++) {
        const uint64_t bodies = start[c + 1] - start[c];
        uint64_t runs = 0;
        for (uint32_t at = start[c]; at < start[c + 1]; at = end[at])
            runs++;
        by_body += bodies * bodies;
        by_run += bodies * runs;
    }
    return by_run * RUN_COST < by_body;
}
