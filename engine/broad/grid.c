/* engine/broad/grid.c - computes cells by a kernel, then sorts by counting. */
#include "grid.h"

#include "circles.h"
#include "grid_tasks.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* MAX_AXIS: the most columns or rows of a grid. A column number of that size is off by less than 1/100 of a cell, which
 * CELL_MARGIN (step/bin.c) covers. */
enum { MAX_AXIS = 1 << 15 };

/* With their rim, so many cells still have numbers that a float holds. */
enum { MAX_CELLS = 3 << 22 };

/* A grid with more cells has at most 7 for 4 bodies: counters that miss the caches cost more than what larger cells add
 * to the search. */
enum { MANY_CELLS = 1 << 21 };

/* From so many bodies on, a grid has room only for the cells that it needs. */
enum { MANY_BODIES = 1 << 14 };

/* Px: the smallest cell. */
static const float MIN_CELL = 1e-6f;

/* Cells grow by this factor until they are few enough. */
static const float CELL_GROWTH = 1.125f;

/* The most cells of a grid with a rim. The rim of c x r inner cells has 2 * (c + r) + 4 cells: few, unless the box is
 * very long and thin. Then cells grow. */
static size_t cells_with_rim(uint32_t inner) { return (size_t)inner + inner / 4 + 128; }

static float axis_cells(float from, float to, float cell) {
    const float cells = (to - from) / cell;
    return cells < 1.0f ? 1.0f : ceilf(cells);
}

hail_grid_layout hail_grid_layout_make(const hail_area *box, float cell, uint32_t max_cells, uint32_t rim) {
    const float width = box->max_x - box->min_x, height = box->max_y - box->min_y;
    max_cells = max_cells < MAX_CELLS ? max_cells : MAX_CELLS;
    const float limit = (float)max_cells, limit_with_rim = (float)cells_with_rim(max_cells), around = 2.0f * (float)rim;
    cell = cell > width / MAX_AXIS ? cell : width / MAX_AXIS;
    cell = cell > height / MAX_AXIS ? cell : height / MAX_AXIS;
    cell = cell > MIN_CELL ? cell : MIN_CELL;
    float columns = axis_cells(box->min_x, box->max_x, cell), rows = axis_cells(box->min_y, box->max_y, cell);
    while (columns * rows > limit || (columns + around) * (rows + around) > limit_with_rim) {
        cell = cell * CELL_GROWTH;
        columns = axis_cells(box->min_x, box->max_x, cell);
        rows = axis_cells(box->min_y, box->max_y, cell);
    }
    return (hail_grid_layout){.min_x = box->min_x,
                              .min_y = box->min_y,
                              .inverse = 1.0f / cell,
                              .last_column = columns - 1.0f,
                              .last_row = rows - 1.0f,
                              .pad = (float)rim,
                              .stride = columns + around};
}

uint32_t hail_grid_layout_cells(const hail_grid_layout *layout) {
    return (uint32_t)layout->stride * ((uint32_t)layout->last_row + 1u + 2u * (uint32_t)layout->pad);
}

/* See MANY_CELLS. */
static uint32_t max_cells_of_many(uint32_t bodies) {
    const uint32_t cells = bodies < MAX_CELLS / 2 ? bodies / 4 * 7 : MAX_CELLS;
    return cells > MANY_CELLS ? cells : MANY_CELLS;
}

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

uint32_t hail_grid_max_cells(uint32_t bodies) {
    const uint32_t few = bodies < MAX_CELLS / 6 ? bodies * 6 + 64 : MAX_CELLS;
    const uint32_t many = bodies < MAX_CELLS / 4 ? bodies * 4 + 1024 : MAX_CELLS;
    return smaller(smaller(few, many), max_cells_of_many(bodies));
}

size_t hail_grid_start_bytes(uint32_t max_cells) { return (cells_with_rim(max_cells) + 4 * (size_t)HAIL_SLACK) * 4; }

static bool reserve_cells(hail_heap *heap, hail_grid *grid, uint32_t inner) {
    if (inner <= grid->max_cells)
        return true;
    if (!hail_scratch_grow(heap, &grid->start, hail_grid_start_bytes(inner)))
        return false;
    grid->max_cells = inner;
    return true;
}

bool hail_grid_reserve(hail_heap *heap, hail_grid *grid, const hail_grid_room *room) {
    const size_t column = grid_column_bytes(room->bodies);
    const uint32_t most = hail_grid_max_cells(room->bodies), few = room->bodies < most ? room->bodies : most;
    const bool all = room->cells || room->bodies < MANY_BODIES;
    return hail_scratch_grow(heap, &grid->points, 2 * column) &&
           (!room->tasks || hail_scratch_grow(heap, &grid->cell, column)) &&
           hail_scratch_grow(heap, &grid->order, column) &&
           (!room->radii || hail_scratch_grow(heap, &grid->radius, column)) &&
           (!room->radii ||
            hail_scratch_grow(heap, &grid->large, room->large ? grid_column_bytes(room->large) : column)) &&
           (!room->runs || hail_scratch_grow(heap, &grid->run_end, column)) &&
           reserve_cells(heap, grid, all ? most : few);
}

void hail_grid_fit_cells(hail_heap *heap, hail_grid *grid, const hail_area *box, float cell, uint32_t bodies) {
    const uint32_t most = hail_grid_max_cells(bodies);
    if (most <= grid->max_cells)
        return;
    const hail_grid_layout layout = hail_grid_layout_make(box, cell, most, 0);
    reserve_cells(heap, grid, hail_grid_layout_cells(&layout));
}

void hail_grid_free(hail_heap *heap, hail_grid *grid) {
    hail_buffer *buffers[] = {&grid->points, &grid->cell,  &grid->order,  &grid->radius,
                              &grid->large,  &grid->start, &grid->run_end};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        hail_scratch_free(heap, buffers[i]);
    grid->max_cells = 0;
}

/* The sort scatters only the indices; kernels gather the rest.
 *
 * Counts in bytes take a quarter of the cache, and each cell's start is written once. They lie in the last quarter of
 * `start`. A body's rank in its cell is noted as it is counted, so that the scatter changes no counter. False: a cell
 * has too many bodies for a byte, and nothing is sorted. */
static bool sort_by_bytes(const hail_kernels *kernels, const uint32_t *cell, uint8_t *rank, uint32_t count,
                          uint32_t cells, uint32_t *start, uint32_t *order) {
    uint8_t *counts = (uint8_t *)start + 3 * ((size_t)cells + 3);
    bool full = false;
    memset(counts, 0, (size_t)cells + 3);
    for (uint32_t i = 0; i < count; i++) {
        rank[i] = counts[cell[i]]++;
        full |= rank[i] == UINT8_MAX;
    }
    if (full)
        return false;
    kernels->starts(counts, start, cells + 3);
    for (uint32_t i = 0; i < count; i++)
        order[start[cell[i]] + rank[i]] = i;
    return true;
}

/* Cell c is counted in start[c + 2]. So start[c + 1] is c's first position after the prefix sums, and the next cell's
 * first position after the scatter. */
static void sort_by_words(const hail_kernels *kernels, const uint32_t *cell, uint32_t count, uint32_t cells,
                          uint32_t *start, uint32_t *order) {
    memset(start, 0, ((size_t)cells + 3) * sizeof *start);
    for (uint32_t i = 0; i < count; i++)
        start[cell[i] + 2]++;
    kernels->sums(start, cells + 3);
    for (uint32_t i = 0; i < count; i++)
        order[start[cell[i] + 1]++] = i;
}

static void sort_by_cell(const hail_kernels *kernels, hail_grid *grid, uint32_t count, uint32_t cells) {
    const uint32_t *cell = grid->points.data;
    uint8_t *rank = (uint8_t *)grid_y(grid, count);
    if (!sort_by_bytes(kernels, cell, rank, count, cells, grid->start.data, grid->order.data))
        sort_by_words(kernels, cell, count, cells, grid->start.data, grid->order.data);
}

uint32_t hail_grid_cells(const hail_kernels *kernels, const hail_grid_layout *layout, const hail_grid_job *job,
                         uint32_t trash, uint32_t *cell, uint32_t *large, uint32_t begin, uint32_t end) {
    hail_circles c;
    uint32_t count = 0;
    if (!job->by_paths)
        return kernels->cells(layout, job->x, job->y, job->radius, job->small_limit, trash, cell, large, begin, end);
    for (uint32_t i = begin, until; i < end; i = until) {
        until = end - i < CIRCLES ? end : i + CIRCLES;
        kernels->path_circles(&job->paths, i, until, FLT_MAX, c.x, c.y, c.radius);
        const uint32_t listed =
            kernels->cells(layout, c.x, c.y, c.radius, job->small_limit, trash, cell + i, large + count, 0, until - i);
        for (uint32_t k = 0; k < listed; k++)
            large[count++] += i;
    }
    return count;
}

void hail_grid_gather(const hail_kernels *kernels, hail_grid *grid, const hail_grid_job *job, uint32_t begin,
                      uint32_t end) {
    const uint32_t *order = grid->order.data;
    if (job->by_paths) {
        float *radius = grid->radius.data;
        hail_circles_in_order(kernels, &job->paths, order + begin, end - begin, grid_x(grid) + begin,
                              grid_y(grid, job->count) + begin, radius + begin);
        return;
    }
    kernels->gather((const void *)job->x, order, grid->points.data, begin, end);
    kernels->gather((const void *)job->y, order, (void *)grid_y(grid, job->count), begin, end);
    if (job->radius)
        kernels->gather((const void *)job->radius, order, grid->radius.data, begin, end);
}

void hail_grid_set_points(const hail_kernels *kernels, hail_grid *grid, const hail_grid_job *job) {
    float *x = grid_x(grid), *y = grid_y(grid, job->count);
    if (job->by_paths) {
        hail_circles_in_order(kernels, &job->paths, NULL, job->count, x, y, grid->radius.data);
        return;
    }
    memcpy(x, job->x, job->count * sizeof *x);
    memcpy(y, job->y, job->count * sizeof *y);
}

static uint32_t cells_of(const hail_grid *grid, uint32_t bodies) {
    const uint32_t most = hail_grid_max_cells(bodies);
    return most < grid->max_cells ? most : grid->max_cells;
}

void hail_grid_build(const hail_kernels *kernels, const hail_tasks *tasks, hail_grid *grid, const hail_area *box,
                     float cell, const hail_grid_job *job) {
    const hail_grid_layout layout = hail_grid_layout_make(box, cell, cells_of(grid, job->count), 1);
    const uint32_t n = job->count, cells = hail_grid_layout_cells(&layout);
    if (!tasks || !hail_grid_sort_on_tasks(kernels, tasks, grid, &layout, cells, job)) {
        grid->large_count = hail_grid_cells(kernels, &layout, job, cells, grid->points.data, grid->large.data, 0, n);
        sort_by_cell(kernels, grid, n, cells);
        hail_grid_gather(kernels, grid, job, 0, n);
    }
    grid->by_runs = false;
    grid->view = (hail_grid_view){.map = layout,
                                  .x = grid_x(grid),
                                  .y = grid_y(grid, n),
                                  .radius = job->radius || job->by_paths ? grid->radius.data : NULL,
                                  .uniform_radius = job->uniform,
                                  .start = grid->start.data,
                                  .count = n - grid->large_count,
                                  .reach = job->radius || job->by_paths ? job->small_limit : job->uniform};
}

void hail_grid_sort_runs(const hail_kernels *kernels, hail_grid *grid, const hail_grid_job *job,
                         const hail_filter_columns *columns, hail_run_sort *sort) {
    uint32_t *order = grid->order.data, *start = grid->start.data, *cell = grid->points.data, *to = grid->run_end.data;
    const uint32_t n = grid->view.count, cells = hail_grid_layout_cells(&grid->view.map);
    const uint64_t *entries = hail_run_sort_order(sort, columns, order, 1, n);
    for (uint32_t c = 0; c < cells; c++)
        for (uint32_t at = start[c]; at < start[c + 1]; at++)
            cell[at] = c;
    memmove(start + 1, start, ((size_t)cells + 2) * sizeof *start); /* as before the scatter */
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t at = (uint32_t)entries[i];
        to[start[cell[at] + 1]++] = order[at];
    }
    start[cells + 1] += grid->large_count;
    memcpy(order, to, n * sizeof *order);
    hail_runs_find(columns, order, 1, n, grid->run_end.data);
    grid->by_runs = hail_runs_are_long(start, cells, grid->run_end.data);
    hail_grid_gather(kernels, grid, job, 0, job->count);
}
