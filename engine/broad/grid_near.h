/* engine/broad/grid_near.h - sorts bodies that are nearly in the order of a grid's cells on the caller's threads. */
#ifndef HAIL_BROAD_GRID_NEAR_H
#define HAIL_BROAD_GRID_NEAR_H

#include "grid.h"

/* Fills a grid's order, and where each cell starts, up to that of the large bodies. False: the bodies are in another
 * order, and nothing is sorted. There are GRID_TASKS_BODIES of them or more. */
bool hail_grid_sort_near(const hail_kernels *kernels, const hail_tasks *tasks, hail_grid *grid,
                         const hail_grid_layout *layout, uint32_t cells, const hail_grid_job *job);

#endif
