/* engine/broad/grid.h - a uniform grid over one layer's small bodies: a counting sort by cell. */
#ifndef HAIL_BROAD_GRID_H
#define HAIL_BROAD_GRID_H

#include "kernels.h"
#include "base/memory.h"

/* What grids are laid over. Bodies outside lie in the border cells. */
typedef struct hail_area {
    float min_x, min_y, max_x, max_y;
} hail_area;

typedef struct hail_grid {
    hail_buffer cell, order, x, y, radius, start, large;
    hail_grid_view view;
    uint32_t large_count; /* listed in `large`: they are in no cell */
} hail_grid;

/* Lays a map of cells at least `cell` wide, and wide enough that there are at most `max_cells`, over the box. `rim`
 * empty cells surround it. */
hail_grid_layout hail_grid_layout_make(const hail_area *box, float cell, uint32_t max_cells, uint32_t rim);

/* Cells of a map, its rim included. */
uint32_t hail_grid_layout_cells(const hail_grid_layout *map);

/* The most cells that a layer of `bodies` bodies gets. */
uint32_t hail_grid_max_cells(uint32_t bodies);

bool hail_grid_reserve(hail_heap *heap, hail_grid *grid, uint32_t bodies);
void hail_grid_free(hail_heap *heap, hail_grid *grid);

/* Bodies [0, count) of a layer: x, y, radius by index (NULL: all `uniform`); those larger than `cut` are only listed.
 * Reserved before. */
typedef struct hail_grid_job {
    const float *x, *y, *radius;
    float uniform, small_limit;
    uint32_t count;
} hail_grid_job;
void hail_grid_build(const hail_kernels *kernels, hail_grid *grid, const hail_area *box, float cell,
                     const hail_grid_job *job);

#endif
