/* simd/kernels/queries/near_circles.h - circles around points, in which their nearest bodies are sought; the runs of
 * bodies that they reach, one point a lane. How many runs a circle reaches is as good as random, so a loop over each
 * point's own runs would mispredict its end for nearly every point. */
#ifndef HAIL_SIMD_KERNELS_QUERIES_NEAR_CIRCLES_H
#define HAIL_SIMD_KERNELS_QUERIES_NEAR_CIRCLES_H

#include <math.h>

#include "near_insert.h"

/* SPANS: the most rows that a circle reaches; see hail_near_few_job. */
enum { POINTS = 32, ROOM = HAIL_NEAR_ROOM, LIST = ROOM + HAIL_LANES, SPANS = 2 * HAIL_NEAR_CELLS + 2 };

/* A share of coordinates that is many times what rounding makes of them. */
#define MARGIN 0x1p-20f

/* ---- Runs -------------------------------------------------------------------------------------------------------- */

/* Of each run, its first HAIL_LANES bodies; and what longer runs have beyond these. */
typedef struct runs {
    uint32_t from[SPANS * POINTS + HAIL_LANES], length[SPANS * POINTS + HAIL_LANES], point[SPANS * POINTS + HAIL_LANES];
    uint32_t count;
} runs;

/* By point: the circle, and the cells that it reaches: `rows` rows from cell `first` on, `width` cells each. */
typedef struct circles {
    float x[POINTS], y[POINTS], squared[POINTS];
    uint32_t limited[POINTS]; /* 1: it is the limit's */
    uint32_t first[POINTS], width[POINTS], rows[POINTS];
} circles;

/* How many bodies lie in the 9 cells around each point. */
static LANES_INLINE vi count_around(const hail_grid_view *grid, vf x, vf y) {
    const vi stride = vi_set1((int32_t)grid->map.stride), two = vi_set1(2), one = vi_set1(1);
    const vi cell = lanes_cell(&grid->map, x, y), above = vi_sub(cell, stride), below = vi_add(cell, stride);
    const vi to = vi_add(vi_add(vi_gather(grid->start, vi_add(above, two)), vi_gather(grid->start, vi_add(cell, two))),
                         vi_gather(grid->start, vi_add(below, two)));
    const vi from =
        vi_add(vi_add(vi_gather(grid->start, vi_sub(above, one)), vi_gather(grid->start, vi_sub(cell, one))),
               vi_gather(grid->start, vi_sub(below, one)));
    return vi_sub(to, from);
}

typedef struct vaxis {
    vf from, to;
} vaxis;

/* The columns or rows that [at - reach, at + reach] lies in. */
static LANES_INLINE vaxis reach_axis(vf at, vf reach, float min, float inverse, float last) {
    const vf wide = vf_add(reach, vf_mul(vf_add(vf_abs(at), reach), vf_set1(MARGIN)));
    return (vaxis){lanes_axis(vf_sub(at, wide), min, inverse, last), lanes_axis(vf_add(at, wide), min, inverse, last)};
}

static LANES_INLINE void add_runs(runs *to, vi from, vi length, vi point, vm some) {
    const unsigned bits = vm_bits(some);
    vi_compress_store(to->from + to->count, bits, from);
    vi_compress_store(to->length + to->count, bits, length);
    vi_compress_store(to->point + to->count, bits, point);
    to->count += vm_count_bits(bits);
}

/* Lists the runs of points `at` and so on. */
static LANES_INLINE void list_runs(const hail_grid_view *grid, const circles *of, uint32_t at, runs *to, runs *rest) {
    const vi stride = vi_set1((int32_t)grid->map.stride), zero = vi_set1(0), vector = vi_set1(HAIL_LANES);
    const vi width = vi_load(of->width + at), rows = vi_load(of->rows + at);
    const vi point = vi_add(vi_set1((int32_t)at), vi_iota());
    vi first = vi_load(of->first + at);
    vm more = vi_gt(rows, zero);
    for (int32_t r = 1; vm_bits(more); r++) {
        const vi cell = vi_select(more, first, zero);
        const vi from = vi_gather(grid->start, cell), end = vi_gather(grid->start, vi_add(cell, width));
        const vi length = vi_select(more, vi_sub(end, from), zero);
        const vm is_long = vi_gt(length, vector);
        add_runs(to, from, vi_select(is_long, vector, length), point, vi_gt(length, zero));
        add_runs(rest, vi_add(from, vector), vi_sub(length, vector), point, is_long);
        more = vi_gt(rows, vi_set1(r));
        first = vi_add(first, stride);
    }
}

static LANES_INLINE vf limits_of(const hail_near_few_job *job, uint32_t i, uint32_t n) {
    return job->limits ? vf_load_n(job->limits + i, n) : vf_set1(job->limit);
}

/* The squared radii of the circles of points [i, i + n). */
static LANES_INLINE vf squares_of(const hail_near_few_job *job, const hail_grid_view *grid, uint32_t i, uint32_t n) {
    const vf x = vf_load_n(job->x + i, n), y = vf_load_n(job->y + i, n);
    const vf around = vf_max(vi_to_float(count_around(grid, x, y)), vf_set1(1.0f));
    return vf_min(vf_min(vf_div(vf_set1(job->area), around), vf_set1(job->largest)), limits_of(job, i, n));
}

/* Draws the circles of points [i, i + n), which are points `at` and so on of these. */
static LANES_INLINE void draw_circles(const hail_near_few_job *job, const hail_grid_view *grid, vf squared, uint32_t i,
                                      uint32_t n, uint32_t at, circles *to) {
    const hail_grid_layout *map = &grid->map;
    const vf x = vf_load_n(job->x + i, n), y = vf_load_n(job->y + i, n), one = vf_set1(1.0f), pad = vf_set1(map->pad);
    const vf reach = vf_sqrt(squared);
    const vaxis column = reach_axis(x, reach, map->min_x, map->inverse, map->last_column);
    const vaxis row = reach_axis(y, reach, map->min_y, map->inverse, map->last_row);
    vf_store(to->x + at, x);
    vf_store(to->y + at, y);
    vf_store(to->squared + at, squared);
    vi_store(to->limited + at, vi_select(vf_eq(squared, limits_of(job, i, n)), vi_set1(1), vi_set1(0)));
    const vf first = vf_add(vf_mul(vf_add(row.from, pad), vf_set1(map->stride)), vf_add(column.from, pad));
    const vi rows = vf_truncate(vf_add(vf_sub(row.to, row.from), one));
    vi_store(to->first + at, vf_truncate(first));
    vi_store(to->width + at, vf_truncate(vf_add(vf_sub(column.to, column.from), one)));
    vi_store(to->rows + at, vi_select(vm_first(n), rows, vi_set1(0)));
}

#endif
