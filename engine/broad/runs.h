/* engine/broad/runs.h - runs of bodies whose filter columns are equal. Among bodies that may not collide, those
 * of a cell are sorted into runs, so that a body skips a whole run at once. Otherwise 10,000 bullets of one group in
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

/* Bodies that stream past the lists of cells. */
typedef struct hail_run_lists {
    hail_filter filter; /* first: the stream's columns; second: those of the listed bodies */
    const float *x, *y; /* of the stream's bodies [0, count), by index */
    uint32_t count;
    hail_grid_layout map;
    const uint32_t *start;  /* by cell: its first place in the lists */
    const uint32_t *listed; /* index of the body at place p: listed[p * every] */
    uint32_t every;
} hail_run_lists;

/* Returns whether lists are so long, and so many of their bodies may not collide with those that stream past, that
 * they are worth being sorted into runs. Looks at a sample. */
bool hail_runs_worth(const hail_run_lists *lists);

/* Orders bodies index[n * every], for n in [0, count), by their filter columns; those of equal columns stay as they
 * were. Returns `count` entries, whose lower 32 bits are n. */
const uint64_t *hail_run_sort_order(hail_run_sort *sort, const hail_filter_columns *columns, const uint32_t *index,
                                    uint32_t every, uint32_t count);

/* Fills end[at], the end of the run that place `at` is in, for places [0, count) of bodies index[at * every]. */
void hail_runs_find(const hail_filter_columns *columns, const uint32_t *index, uint32_t every, uint32_t count,
                    uint32_t *end);

/* Returns whether runs are long where cells are dense, so that a walk by runs costs less than one by bodies. */
bool hail_runs_are_long(const uint32_t *start, uint32_t cells, const uint32_t *end);

#endif
