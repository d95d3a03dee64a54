/* engine/broad/levels.h - bodies in grids by size, for queries: a few large bodies among many small ones would make the
 * cells of a single grid too wide. Level 0 holds most bodies, each further level most of the larger ones that are left,
 * and the last one all the rest. */
#ifndef HAIL_BROAD_LEVELS_H
#define HAIL_BROAD_LEVELS_H

#include "grid.h"

enum { BUILT_LEVELS = 6, MAX_LEVELS = BUILT_LEVELS + 1 /* one may be added */ };

/* Bodies in the cells of a grid. A body lies in the cell of its position, even if it reaches into others. */
typedef struct hail_level {
    hail_grid_view view;
    const uint32_t *order; /* by position in the grid: the body's index */
    float reach;           /* no body of the level has a larger radius */
    uint32_t gone;         /* positions whose x is NaN: their bodies are no longer there, and nothing finds them */
} hail_level;

/* Whether the body at a position is still there. */
static inline bool level_has(const hail_level *level, uint32_t position) {
    return !level->gone || level->view.x[position] == level->view.x[position];
}

typedef struct hail_levels {
    hail_level level[MAX_LEVELS];
    uint32_t count;
    hail_area extent; /* no body lies outside of this box */
    hail_grid grid[MAX_LEVELS];
    hail_level beyond; /* of bodies beyond the job's bound, if hail_levels_add_beyond was called; else of none */
    hail_grid beyond_grid;
    hail_buffer radius;                      /* of all bodies, by index */
    hail_buffer left;                        /* u32: the bodies that no level holds yet, by index, in ascending order */
    hail_buffer left_x, left_y, left_radius; /* and their values */
} hail_levels;

typedef struct hail_levels_job {
    const float *x, *y;  /* by index */
    const float *radius; /* NULL: all `uniform` */
    float uniform;
    uint32_t count;
    float bound;             /* bodies with a coordinate beyond this, or none at all, are left out */
    const hail_tasks *tasks; /* that sort them; NULL: the calling thread */
} hail_levels_job;

/* Returns how wide the cells of a level are: for `count` bodies in a box, with radii up to `reach`. */
float hail_level_cell(const hail_area *box, float reach, uint32_t count);

/* Makes room for level 0 of `bodies` bodies, which may be sorted on tasks, and for their radii unless they are uniform.
 * False without memory. */
bool hail_levels_reserve(hail_heap *heap, hail_levels *levels, uint32_t bodies, bool uniform, bool tasks);

/* Makes room for all that hail_levels_build and hail_levels_add may need for `bodies` bodies, up to `added` of which
 * are added later, or lie beyond the bound. False without memory. */
bool hail_levels_reserve_all(hail_heap *heap, hail_levels *levels, uint32_t bodies, uint32_t added);

void hail_levels_free(hail_heap *heap, hail_levels *levels);

/* Sorts bodies into levels; there is room. False: no memory for the larger bodies; the levels are empty then. */
bool hail_levels_build(hail_heap *heap, const hail_kernels *kernels, hail_levels *levels, const hail_levels_job *job);

/* Makes room for a level of up to `bodies` bodies that is added to those that were built. What is left is lost. False
 * without memory. */
bool hail_levels_reserve_added(hail_heap *heap, hail_levels *levels, uint32_t bodies);

/* Adds the first `count` bodies of the list `left` as one more level. The first `known` of them are those that were
 * added last, and have not changed. False: no memory; no level was added. */
bool hail_levels_add(hail_heap *heap, const hail_kernels *kernels, hail_levels *levels, const hail_levels_job *job,
                     uint32_t known, uint32_t count);

/* Sorts the bodies that were left out because they are beyond the bound into the level `beyond`. False: no memory. */
bool hail_levels_add_beyond(hail_heap *heap, const hail_kernels *kernels, hail_levels *levels,
                            const hail_levels_job *job);

/* The same as hail_levels_build, but borrows the first level: a grid that was built from the same bodies, whose `large`
 * ones are sorted into levels of their own. The grid must last as long as the levels are used. reach: no body in the
 * grid's cells has a larger radius. */
bool hail_levels_borrow(hail_heap *heap, const hail_kernels *kernels, hail_levels *levels, const hail_grid *grid,
                        float reach, const hail_levels_job *job);

#endif
