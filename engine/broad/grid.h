/* engine/broad/grid.h - a uniform grid over the small bodies of a layer: a counting sort by cell. */
#ifndef HAIL_BROAD_GRID_H
#define HAIL_BROAD_GRID_H

#include <hail/tasks.h>

#include "base/memory.h"
#include "kernels.h"
#include "runs.h"

/* The box that grids are laid over, in px. Bodies outside it lie in the border cells. */
typedef struct hail_area {
    float min_x, min_y, max_x, max_y;
} hail_area;

typedef struct hail_grid {
    hail_buffer points; /* x, then y; before that, the bodies' cells and their ranks in them, by index */
    hail_buffer cell;   /* by index, if sorted on tasks */
    hail_buffer order, radius, start, large;
    hail_buffer run_end; /* by position, if by_runs; see hail_runs */
    bool by_runs;        /* each cell's bodies are sorted into runs */
    hail_grid_view view;
    uint32_t large_count; /* bodies listed in `large`, which are in no cell */
    uint32_t max_cells;   /* the most cells that there is room for, without the rim */
} hail_grid;

/* Bytes of a column, so that the next one is aligned. */
static inline size_t grid_column_bytes(uint32_t bodies) {
    return (((size_t)bodies + HAIL_SLACK) * 4 + HAIL_ALIGN - 1) / HAIL_ALIGN * HAIL_ALIGN;
}

/* The points of `bodies` bodies. */
static inline float *grid_x(const hail_grid *grid) { return grid->points.data; }
static inline float *grid_y(const hail_grid *grid, uint32_t bodies) {
    return grid_x(grid) + grid_column_bytes(bodies) / sizeof(float);
}

/* Lays cells over a box. They are `cell` px wide, or wider if that would be more than `max_cells` cells. `rim` rows and
 * columns of empty cells surround them. */
hail_grid_layout hail_grid_layout_make(const hail_area *box, float cell, uint32_t max_cells, uint32_t rim);

/* Returns the number of cells of a layout, its rim included. */
uint32_t hail_grid_layout_cells(const hail_grid_layout *layout);

/* Returns the most cells that a grid of `bodies` bodies can have. */
uint32_t hail_grid_max_cells(uint32_t bodies);

/* Bytes of `start` of a grid with that many max_cells. */
size_t hail_grid_start_bytes(uint32_t max_cells);

/* What a grid needs room for. */
typedef struct hail_grid_room {
    uint32_t bodies;
    bool tasks;     /* they may be sorted on tasks */
    bool radii;     /* their radii may differ */
    uint32_t large; /* then: how many of them may be large; 0: all */
    bool runs;      /* they may be sorted into runs */
    bool cells;     /* as many cells as there can be; else, with many bodies, one each: hail_grid_fit_cells adds some */
} hail_grid_room;

/* Makes room for a grid; false without memory. */
bool hail_grid_reserve(hail_heap *heap, hail_grid *grid, const hail_grid_room *room);

/* Makes room for the cells that a grid of `bodies` bodies would have. Without memory, it will have fewer, larger ones.
 */
void hail_grid_fit_cells(hail_heap *heap, hail_grid *grid, const hail_area *box, float cell, uint32_t bodies);

void hail_grid_free(hail_heap *heap, hail_grid *grid);

/* Bodies [0, count) of a layer. */
typedef struct hail_grid_job {
    const float *x, *y, *radius; /* by index; radius NULL: all `uniform` */
    float uniform;
    float small_limit; /* larger bodies are only listed */
    uint32_t count;
    bool by_paths;          /* the circles around these paths are sorted instead of x, y and radius */
    hail_circles_job paths; /* if by_paths */
} hail_grid_job;

/* Writes the points of a grid again, and the circles around paths: the job's bodies lie in the grid's order now, and
 * the memory of the points was used for something else. */
void hail_grid_set_points(const hail_kernels *kernels, hail_grid *grid, const hail_grid_job *job);

/* Writes the cells of bodies [begin, end), and lists the large ones, whose cell is `trash`. Returns how many. */
uint32_t hail_grid_cells(const hail_kernels *kernels, const hail_grid_layout *layout, const hail_grid_job *job,
                         uint32_t trash, uint32_t *cell, uint32_t *large, uint32_t begin, uint32_t end);

/* Copies the bodies of positions [begin, end) into the grid's order. */
void hail_grid_gather(const hail_kernels *kernels, hail_grid *grid, const hail_grid_job *job, uint32_t begin,
                      uint32_t end);

/* Sorts bodies into the cells of a grid, for which there is room. tasks NULL: on the calling thread. */
void hail_grid_build(const hail_kernels *kernels, const hail_tasks *tasks, hail_grid *grid, const hail_area *box,
                     float cell, const hail_grid_job *job);

/* Sorts each cell's bodies into runs of equal columns, where by_runs is not set yet. Sets it if runs are long enough
 * to be worth a walk by runs; else it may be tried again, in vain. The job is the one that built the grid, by index. */
void hail_grid_sort_runs(const hail_kernels *kernels, hail_grid *grid, const hail_grid_job *job,
                         const hail_filter_columns *columns, hail_run_sort *sort);

#endif
