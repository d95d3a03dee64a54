/* engine/broad/runs.h - runs of bodies whose filter columns are equal. In a crowd, bodies of a cell are sorted into
 * runs, so that a body skips all those at once that it may not collide with. Otherwise 10,000 bullets of one group in
 * one cell would be 50 million pairs to find and drop. */
#ifndef HAIL_BROAD_RUNS_H
#define HAIL_BROAD_RUNS_H

#include "base/memory.h"
#include "kernels.h"

/* Memory for the sort. */
typedef struct hail_run_sort {
    hail_buffer entries, spare, counts;
} hail_run_sort;

/* Makes room for `bodies` bodies; false without memory. */
bool hail_run_sort_reserve(hail_heap *heap, hail_run_sort *sort, uint32_t bodies);
void hail_run_sort_free(hail_heap *heap, hail_run_sort *sort);

/* Orders bodies by their filter columns, those of equal columns side by side and as they were. Body number n is the
 * layer's index[n * every]; index NULL: n. Returns `count` entries, whose lower 32 bits are numbers. */
const uint64_t *hail_run_sort_order(hail_run_sort *sort, const hail_filter_columns *columns, const uint32_t *index,
                                    uint32_t every, uint32_t count);

/* Fills end[at], the end of the run that position `at` is in, for positions [0, count) of bodies index[at * every]. */
void hail_runs_find(const hail_filter_columns *columns, const uint32_t *index, uint32_t every, uint32_t count,
                    uint32_t *end);

/* Whether cells hold so many bodies that sorting them into runs is worth a try. `pairs`: those of bodies in the same
 * cell. */
bool hail_runs_crowded(uint64_t pairs, uint64_t bodies);

/* Whether walking runs costs less than walking bodies: mostly, whether runs are long where it is crowded. start[c] is
 * the first position of cell c, or of a later one. */
bool hail_runs_pay(const uint32_t *start, uint32_t cells, const uint32_t *end);

#endif
