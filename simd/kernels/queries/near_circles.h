/* simd/kernels/queries/near_circles.h - circles around points, in which their nearest bodies are sought; the runs of
 * bodies that they reach, one point a lane. How many runs a circle reaches is as good as random, so a loop over each
 * point's own runs would mispredict its end for nearly every point. */
#ifndef HAIL_SIMD_KERNELS_QUERIES_NEAR_CIRCLES_H
#define HAIL_SIMD_KERNELS_QUERIES_NEAR_CIRCLES_H

#include <math.h>

#include "kernels/kernel.h"

enum { POINTS = 32, ROOM = HAIL_NEAR_ROOM, LIST = ROOM + HAIL_LANES };

/* A share of coordinates that is many times what rounding makes of them. */
#define MARGIN 0x1p-20f

/* By point: the circle, and the cells that it reaches: `rows` rows from cell `first` on, `width` cells each. */
typedef struct circles {
    float x[POINTS], y[POINTS], squared[POINTS];
    float beyond[POINTS]; /* see hail_near_few_job, of what the circle does not hold */
    uint32_t first[POINTS], width[POINTS], rows[POINTS];
} circles;

/* ---- Circles ----------------------------------------------------------------------------------------------------- */

/* How many bodies lie in the 9 cells around each point. */
static LANES_INLINE vi count_around(const hail_grid_view *grid, vf x, vf y) {
    const uint32_t stride = (uint32_t)grid->map.stride;
    uint32_t cell[HAIL_LANES];
    vi around = vi_set1(0);
    vi_store(cell, vi_sub(lanes_cell(&grid->map, x, y), vi_set1((int32_t)stride + 1)));
    for (uint32_t r = 0; r < 3; r++) {
        vf start[4];
        vf_load_rows4((const float *)(const void *)(grid->start + r * stride), cell, start);
        around = vi_add(around, vi_sub(vi_from_bits(start[3]), vi_from_bits(start[0])));
    }
    return around;
}

/* How far a coordinate is outside of a range. */
static LANES_INLINE vf outside_of(vf at, float min, float max) {
    return vf_max(vf_max(vf_sub(vf_set1(min), at), vf_sub(at, vf_set1(max))), vf_set1(0.0f));
}

/* How far a circle reaches along an axis, towards positions that are at least `off` away along the other one. */
static LANES_INLINE vf reach_beside(vf squared, vf off) {
    const vf most = vf_mul(squared, vf_set1(1.0f + MARGIN)), least = vf_mul(vf_mul(off, off), vf_set1(1.0f - MARGIN));
    return vf_sqrt(vf_max(vf_sub(most, least), vf_set1(0.0f)));
}

/* The radii of circles that reach `room` into the box of the bodies, or less where they would hold too many of them: an
 * arc from far away is flat, and crosses the box from side to side. */
static LANES_INLINE vf radius_into(vf room, vf off_x, vf off_y) {
    const vf off = vf_sqrt(vf_add(vf_mul(off_x, off_x), vf_mul(off_y, off_y)));
    const vf radius = vf_add(off, room), squared = vf_mul(radius, radius);
    const vf wide = vf_max(vf_sub(reach_beside(squared, off_y), off_x), room);
    const vf high = vf_max(vf_sub(reach_beside(squared, off_x), off_y), room);
    const vf share = vf_div(vf_mul(vf_set1(2.0f), vf_mul(room, room)), vf_mul(wide, high));
    const vf narrow = vf_add(off, vf_mul(room, vf_sqrt(vf_min(share, vf_set1(1.0f)))));
    return vf_select(vf_gt(off, vf_set1(0.0f)), narrow, room);
}

/* The squared radii of the circles of points at (x, y). */
static LANES_INLINE vf squares_of(const hail_near_few_job *job, const hail_grid_view *grid, vf x, vf y, vf limit,
                                  vf off_x, vf off_y) {
    if (job->largest == INFINITY)
        return limit;
    const vf around = vf_max(vi_to_float(count_around(grid, x, y)), vf_set1(1.0f));
    const vf even = vf_min(vf_div(vf_set1(job->area), around), vf_set1(job->largest));
    const vm grows = vm_or(vf_gt(vf_add(off_x, off_y), vf_set1(0.0f)), vf_gt(vf_set1(job->spread), vf_set1(0.0f)));
    vf squared = even;
    if (vm_bits(grows)) {
        const vf radius = radius_into(vf_add(vf_sqrt(even), vf_set1(job->spread)), off_x, off_y);
        squared = vf_select(grows, vf_mul(radius, radius), even);
    }
    squared = vf_min(squared, limit);
    return job->there ? vf_select(vf_lt(limit, vf_set1(HAIL_NEAR_ANY)), limit, squared) : squared;
}

typedef struct vaxis {
    vf from, to;
} vaxis;

/* The columns or rows that [at - reach, at + reach] lies in. */
static LANES_INLINE vaxis reach_axis(vf at, vf reach, float min, float inverse, float last) {
    const vf wide = vf_add(reach, vf_mul(vf_add(vf_abs(at), reach), vf_set1(MARGIN)));
    return (vaxis){lanes_axis(vf_sub(at, wide), min, inverse, last), lanes_axis(vf_add(at, wide), min, inverse, last)};
}

/* Draws the circles of points [i, i + n), which are points `at` and so on of these. */
static LANES_INLINE void draw_circles(const hail_near_few_job *job, const hail_grid_view *grid, uint32_t i, uint32_t n,
                                      uint32_t at, circles *to) {
    const hail_grid_layout *map = &grid->map;
    const vf x = vf_load_n(job->x + i, n), y = vf_load_n(job->y + i, n), limit = vf_load_n(job->limits + i, n);
    const vf one = vf_set1(1.0f), pad = vf_set1(map->pad);
    const vf off_x = outside_of(x, job->min_x, job->max_x), off_y = outside_of(y, job->min_y, job->max_y);
    const vf squared = squares_of(job, grid, x, y, limit, off_x, off_y);
    const vaxis column = reach_axis(x, reach_beside(squared, off_y), map->min_x, map->inverse, map->last_column);
    const vaxis row = reach_axis(y, reach_beside(squared, off_x), map->min_y, map->inverse, map->last_row);
    const vf first = vf_add(vf_mul(vf_add(row.from, pad), vf_set1(map->stride)), vf_add(column.from, pad));
    const vf rows = vf_add(vf_sub(row.to, row.from), one);
    const vm small = vf_le(rows, vf_set1(HAIL_NEAR_ROWS));
    const vf reach =
        vf_sub(vf_mul(vf_sqrt(vf_max(squared, vf_set1(0.0f))), vf_set1(job->shrink)), vf_set1(job->reach * job->grow));
    const vf beyond = vf_select(vf_eq(squared, limit), vf_set1(INFINITY), reach);
    vf_store(to->x + at, x);
    vf_store(to->y + at, y);
    vf_store(to->squared + at, squared);
    vf_store(to->beyond + at, vf_select(small, beyond, vf_set1(-INFINITY)));
    vi_store(to->first + at, vf_truncate(first));
    vi_store(to->width + at, vf_truncate(vf_add(vf_sub(column.to, column.from), one)));
    vi_store(to->rows + at, vi_select(vm_and(small, vm_first(n)), vf_truncate(rows), vi_set1(0)));
}

/* ---- Runs -------------------------------------------------------------------------------------------------------- */

/* Of each run, its first HAIL_LANES bodies; and what longer runs have beyond these. */
typedef struct runs {
    uint32_t from[HAIL_NEAR_ROWS * POINTS + HAIL_LANES], length[HAIL_NEAR_ROWS * POINTS + HAIL_LANES],
        point[HAIL_NEAR_ROWS * POINTS + HAIL_LANES];
    uint32_t count;
} runs;

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

#endif
