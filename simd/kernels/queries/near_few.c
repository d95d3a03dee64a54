/* simd/kernels/queries/near_few.c - the few bodies nearest to points, in three passes over some points: the runs of
 * bodies that each circle reaches, one point a lane; the bodies in each circle, run after run, one body a lane; and the
 * nearest of these, one point a lane again, by insertion into lists that lie in registers. How many runs a circle
 * reaches is as good as random, so a loop over each point's own runs would mispredict its end for nearly every point.
 */
#include <math.h>

#include "kernels/kernel.h"

/* SPANS: the most rows that a circle reaches; see hail_near_few_job. */
enum { POINTS = 32, ROOM = HAIL_NEAR_ROOM, LIST = ROOM + HAIL_LANES, SPANS = 2 * HAIL_NEAR_CELLS + 2 };

/* Bodies: the grid of more does not fit into the cache. */
enum { FAR_BODIES = 32768 };

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

/* Draws the circles of points [i, i + n), which are points `at` and so on of these. */
static LANES_INLINE void draw_circles(const hail_near_few_job *job, const hail_grid_view *grid, uint32_t i, uint32_t n,
                                      uint32_t at, circles *to) {
    const hail_grid_layout *map = &grid->map;
    const vf x = vf_load_n(job->x + i, n), y = vf_load_n(job->y + i, n), one = vf_set1(1.0f), pad = vf_set1(map->pad);
    const vf around = vf_max(vi_to_float(count_around(grid, x, y)), one), limit = limits_of(job, i, n);
    const vf squared = vf_min(vf_min(vf_div(vf_set1(job->area), around), vf_set1(job->largest)), limit);
    const vf reach = vf_sqrt(squared);
    const vaxis column = reach_axis(x, reach, map->min_x, map->inverse, map->last_column);
    const vaxis row = reach_axis(y, reach, map->min_y, map->inverse, map->last_row);
    vf_store(to->x + at, x);
    vf_store(to->y + at, y);
    vf_store(to->squared + at, squared);
    vi_store(to->limited + at, vi_select(vf_eq(squared, limit), vi_set1(1), vi_set1(0)));
    const vf first = vf_add(vf_mul(vf_add(row.from, pad), vf_set1(map->stride)), vf_add(column.from, pad));
    const vi rows = vf_truncate(vf_add(vf_sub(row.to, row.from), one));
    vi_store(to->first + at, vf_truncate(first));
    vi_store(to->width + at, vf_truncate(vf_add(vf_sub(column.to, column.from), one)));
    vi_store(to->rows + at, vi_select(vm_first(n), rows, vi_set1(0)));
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

/* By point: the bodies within the circle. */
typedef struct lists {
    float squared[POINTS * LIST];
    uint32_t position[POINTS * LIST];
    uint32_t count[POINTS]; /* not only of those that there is room for */
} lists;

/* Lists those of up to HAIL_LANES bodies from position `from` on that lie in a point's circle. */
static LANES_INLINE void list_bodies(const hail_grid_view *grid, const circles *of, uint32_t point, uint32_t from,
                                     vi length, lists *to) {
    const vf dx = vf_sub(vf_set1(of->x[point]), vf_load(grid->x + from)),
             dy = vf_sub(vf_set1(of->y[point]), vf_load(grid->y + from));
    const vf d2 = vf_add(vf_mul(dx, dx), vf_mul(dy, dy));
    const unsigned bits = vm_bits(vm_and(vi_gt(length, vi_iota()), vf_le(d2, vf_set1(of->squared[point]))));
    const uint32_t count = to->count[point];
    const size_t at = (size_t)point * LIST + (count < ROOM ? count : ROOM);
    vf_compress_store(to->squared + at, bits, d2);
    vi_compress_store(to->position + at, bits, vi_add(vi_set1((int32_t)from), vi_iota()));
    to->count[point] = count + vm_count_bits(bits);
}

/* Lists the bodies in the circles of points [i, i + n). */
static void list_points(const hail_near_few_job *job, uint32_t i, uint32_t n, circles *around, lists *to) {
    const hail_grid_view grid = *job->grid;
    runs first, rest;
    first.count = rest.count = 0;
    for (uint32_t at = 0; at < n; at += HAIL_LANES) {
        vi_store(to->count + at, vi_set1(0));
        draw_circles(job, &grid, i + at, lanes_left(at, n), at, around);
    }
    for (uint32_t at = 0; at < n; at += HAIL_LANES)
        list_runs(&grid, around, at, &first, &rest);
    if (grid.count > FAR_BODIES) {
        lanes_fetch(grid.x, first.from, first.count);
        lanes_fetch(grid.y, first.from, first.count);
    }
    for (uint32_t k = 0; k < first.count; k++)
        list_bodies(&grid, around, first.point[k], first.from[k], vi_set1((int32_t)first.length[k]), to);
    for (uint32_t k = 0; k < rest.count; k++)
        for (uint32_t done = 0; done < rest.length[k]; done += HAIL_LANES)
            list_bodies(&grid, around, rest.point[k], rest.from[k] + done, vi_set1((int32_t)(rest.length[k] - done)),
                        to);
}

/* ---- The nearest ------------------------------------------------------------------------------------------------- */

typedef struct vnearest {
    vf squared[HAIL_NEAR_KEEP + 1];
    vi position[HAIL_NEAR_KEEP + 1];
} vnearest;

/* Inserts a body into lists of `depth`; what falls out at their ends is gone. */
static LANES_INLINE void insert(vnearest *best, uint32_t depth, vf squared, vi position) {
    for (uint32_t j = 0; j < depth; j++) {
        const vf old = best->squared[j];
        const vi old_position = best->position[j];
        const vm before = vf_lt(squared, old);
        best->squared[j] = vf_min(squared, old);
        best->position[j] = vi_select(before, position, old_position);
        squared = vf_max(squared, old);
        position = vi_select(before, old_position, position);
    }
}

/* Of points `first` and so on of these. */
static LANES_INLINE vnearest pick_nearest(const lists *from, uint32_t first, uint32_t depth) {
    vnearest best;
    for (uint32_t j = 0; j < depth; j++) {
        best.squared[j] = vf_set1(INFINITY);
        best.position[j] = vi_set1(0);
    }
    const vi count = vi_load(from->count + first);
    uint32_t at[HAIL_LANES], longest = 0;
    for (uint32_t lane = 0; lane < HAIL_LANES; lane++) {
        at[lane] = (first + lane) * LIST;
        longest = from->count[first + lane] > longest ? from->count[first + lane] : longest;
    }
    longest = longest < ROOM ? longest : ROOM;
    for (uint32_t k = 0; k < longest; k += 8) {
        vf squared[8], position[8];
        vf_load_rows8(from->squared + k, at, squared);
        vf_load_rows8((const float *)(const void *)from->position + k, at, position);
        for (uint32_t c = 0; c < 8 && k + c < longest; c++) {
            const vm is_there = vi_gt(count, vi_set1((int32_t)(k + c)));
            insert(&best, depth, vf_select(is_there, squared[c], vf_set1(INFINITY)), vi_from_bits(position[c]));
        }
    }
    return best;
}

/* Writes what was kept of points [i, i + n), which are points `at` and so on of these. */
static LANES_INLINE void write_nearest(const hail_near_few_job *job, uint32_t i, uint32_t n, uint32_t at,
                                       const vnearest *best, uint32_t depth, const lists *from, const circles *of) {
    const vf radius = vf_set1(job->radius);
    const vi count = vi_load(from->count + at), keep = vi_set1((int32_t)job->keep);
    vf last = radius, next = radius;
    for (uint32_t j = 0; j < depth; j++) {
        const vf distance = vf_sub(vf_sqrt(best->squared[j]), radius);
        last = j + 1 == job->keep ? distance : last;
        next = j == job->keep ? distance : next;
        if (j >= job->keep)
            continue;
        vf_store_n(job->distance + (size_t)j * job->stride + i, distance, n);
        vi_store_n(job->position + (size_t)j * job->stride + i, best->position[j], n);
    }
    const vm short_of = vi_gt(keep, count);
    const vm whole =
        vm_or(vi_gt(vi_load(of->limited + at), vi_set1(0)), vi_eq(count, vi_set1((int32_t)job->grid->count)));
    const vm doubt =
        vm_or(vi_gt(count, vi_set1(ROOM)), vm_or(vm_and_not(short_of, whole), vm_and_not(vf_eq(last, next), short_of)));
    uint32_t found[HAIL_LANES];
    vi_store(found, vi_select(doubt, vi_set1(HAIL_NEAR_DOUBT), vi_select(short_of, count, keep)));
    for (uint32_t lane = 0; lane < n; lane++)
        job->found[i + lane] = (uint8_t)found[lane];
}

static LANES_INLINE void find_few(const hail_near_few_job *job, uint32_t begin, uint32_t end, uint32_t depth) {
    circles around;
    lists listed;
    for (uint32_t i = begin; i < end; i += POINTS) {
        const uint32_t n = end - i < POINTS ? end - i : POINTS;
        list_points(job, i, n, &around, &listed);
        for (uint32_t at = 0; at < n; at += HAIL_LANES) {
            const vnearest best = pick_nearest(&listed, at, depth);
            write_nearest(job, i + at, lanes_left(at, n), at, &best, depth, &listed, &around);
        }
    }
}

/* The number of registers that a list takes is known in each of these. */
void HAIL_KERNEL(near_few)(const hail_near_few_job *given, uint32_t begin, uint32_t end) {
    const hail_near_few_job job = *given;
    if (job.keep == 1)
        find_few(&job, begin, end, 2);
    else if (job.keep <= 4)
        find_few(&job, begin, end, 5);
    else
        find_few(&job, begin, end, HAIL_NEAR_KEEP + 1);
}
