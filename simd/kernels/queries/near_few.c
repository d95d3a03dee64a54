/* simd/kernels/queries/near_few.c - the few bodies nearest to points, in three passes over a vector of points: the cells
 * that each circle reaches, one point a lane; the bodies in each circle, one body a lane; and the nearest of these, one
 * point a lane again, by insertion into lists that lie in registers. */
#include <math.h>

#include "kernels/kernel.h"

enum { ROOM = HAIL_NEAR_ROOM, LIST = ROOM + HAIL_LANES };

/* A share of coordinates that is many times what rounding makes of them. */
#define MARGIN 0x1p-20f

/* ---- Circles ----------------------------------------------------------------------------------------------------- */

/* By lane: a circle, and the cells that it reaches: `rows` rows from cell `first` on, `width` cells each. */
typedef struct circles {
    float x[HAIL_LANES], y[HAIL_LANES], squared[HAIL_LANES];
    uint32_t first[HAIL_LANES], width[HAIL_LANES], rows[HAIL_LANES];
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

/* Returns the lanes whose circle is the limit's. */
static LANES_INLINE vm draw_circles(const hail_near_few_job *job, const hail_grid_view *grid, uint32_t i, uint32_t n,
                                    circles *to) {
    const hail_grid_layout *map = &grid->map;
    const vf x = vf_load_n(job->x + i, n), y = vf_load_n(job->y + i, n), one = vf_set1(1.0f);
    const vf around = vf_max(vi_to_float(count_around(grid, x, y)), one), limit = vf_set1(job->limit);
    const vf squared = vf_min(vf_min(vf_div(vf_set1(job->area), around), vf_set1(job->largest)), limit);
    const vf reach = vf_sqrt(squared);
    const vaxis column = reach_axis(x, reach, map->min_x, map->inverse, map->last_column);
    const vaxis row = reach_axis(y, reach, map->min_y, map->inverse, map->last_row);
    vf_store(to->x, x);
    vf_store(to->y, y);
    vf_store(to->squared, squared);
    const vf pad = vf_set1(map->pad);
    vi_store(to->first, vf_truncate(vf_add(vf_mul(vf_add(row.from, pad), vf_set1(map->stride)),
                                           vf_add(column.from, pad))));
    vi_store(to->width, vf_truncate(vf_add(vf_sub(column.to, column.from), one)));
    vi_store(to->rows, vf_truncate(vf_add(vf_sub(row.to, row.from), one)));
    return vf_eq(squared, limit);
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

/* By lane: the bodies within the circle. */
typedef struct lists {
    float squared[HAIL_LANES * LIST];
    uint32_t position[HAIL_LANES * LIST];
    uint32_t count[HAIL_LANES]; /* not only of those that there is room for */
} lists;

static LANES_INLINE uint32_t list_run(const hail_grid_view *grid, uint32_t begin, uint32_t end, vf x, vf y, vf squared,
                                      float *to_squared, uint32_t *to_position, uint32_t count) {
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const vf dx = vf_sub(vf_load(grid->x + i), x), dy = vf_sub(vf_load(grid->y + i), y);
        const vf d2 = vf_add(vf_mul(dx, dx), vf_mul(dy, dy));
        const unsigned bits = vm_bits(vm_and(vm_first(end - i), vf_le(d2, squared)));
        const uint32_t at = count < ROOM ? count : ROOM;
        vf_compress_store(to_squared + at, bits, d2);
        vi_compress_store(to_position + at, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
        count += vm_count_bits(bits);
    }
    return count;
}

static LANES_INLINE void list_bodies(const hail_grid_view *grid, const circles *of, uint32_t lane, lists *to) {
    const vf x = vf_set1(of->x[lane]), y = vf_set1(of->y[lane]), squared = vf_set1(of->squared[lane]);
    float *const to_squared = to->squared + (size_t)lane * LIST;
    uint32_t *const to_position = to->position + (size_t)lane * LIST;
    const uint32_t *start = grid->start + of->first[lane];
    const uint32_t stride = (uint32_t)grid->map.stride, width = of->width[lane];
    uint32_t count = 0;
    for (uint32_t r = of->rows[lane]; r > 0; r--, start += stride)
        count = list_run(grid, start[0], start[width], x, y, squared, to_squared, to_position, count);
    to->count[lane] = count;
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

static LANES_INLINE vnearest pick_nearest(const lists *from, uint32_t longest, uint32_t depth) {
    vnearest best;
    for (uint32_t j = 0; j < depth; j++) {
        best.squared[j] = vf_set1(INFINITY);
        best.position[j] = vi_set1(0);
    }
    const vi count = vi_load(from->count);
    uint32_t at[HAIL_LANES];
    for (uint32_t lane = 0; lane < HAIL_LANES; lane++)
        at[lane] = lane * LIST;
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

/* Writes what was kept of points [i, i + n). */
static LANES_INLINE void write_nearest(const hail_near_few_job *job, uint32_t i, uint32_t n, const vnearest *best,
                                       uint32_t depth, const lists *from, vm limited) {
    const vf radius = vf_set1(job->radius);
    const vi count = vi_load(from->count), keep = vi_set1((int32_t)job->keep);
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
    const vm whole = vm_or(limited, vi_eq(count, vi_set1((int32_t)job->grid->count)));
    const vm doubt = vm_or(vi_gt(count, vi_set1(ROOM)),
                           vm_or(vm_and_not(short_of, whole), vm_and_not(vf_eq(last, next), short_of)));
    uint32_t found[HAIL_LANES];
    vi_store(found, vi_select(doubt, vi_set1(HAIL_NEAR_DOUBT), vi_select(short_of, count, keep)));
    for (uint32_t lane = 0; lane < n; lane++)
        job->found[i + lane] = (uint8_t)found[lane];
}

static LANES_INLINE void find_few(const hail_near_few_job *job, uint32_t begin, uint32_t end, uint32_t depth) {
    const hail_grid_view grid = *job->grid;
    circles around;
    lists listed;
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        const vm limited = draw_circles(job, &grid, i, n, &around);
        uint32_t longest = 0;
        for (uint32_t lane = 0; lane < HAIL_LANES; lane++) {
            listed.count[lane] = 0;
            if (lane < n)
                list_bodies(&grid, &around, lane, &listed);
            longest = listed.count[lane] > longest ? listed.count[lane] : longest;
        }
        const vnearest best = pick_nearest(&listed, longest < ROOM ? longest : ROOM, depth);
        write_nearest(job, i, n, &best, depth, &listed, limited);
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
