/* engine/broad/grid_tasks.h - sorts bodies into a grid's cells on the caller's threads. */
#ifndef HAIL_BROAD_GRID_TASKS_H
#define HAIL_BROAD_GRID_TASKS_H

#include "grid.h"

enum { GRID_TASKS_BODIES = 4096 }; /* fewer are sorted faster by one thread */

/* Fills all of a grid's arrays, for `cells` cells of a layout, as without tasks; sets grid->large_count. False: one
 * thread is faster, and nothing was sorted. */
bool hail_grid_sort_on_tasks(const hail_kernels *kernels, const hail_tasks *tasks, hail_grid *grid,
                             const hail_grid_layout *layout, uint32_t cells, const hail_grid_job *job);

#endif
