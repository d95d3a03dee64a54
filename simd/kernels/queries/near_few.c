/* simd/kernels/queries/near_few.c - the few bodies nearest to points, in three passes over some points: the runs of
 * bodies that each circle reaches, one point a lane; the bodies in each circle, run after run, one body a lane; and the
 * nearest of these, one point a lane again. */
#include "near_circles.h"

/* Bodies: the grid of more does not fit into the cache. */
enum { FAR_BODIES = 32768 };

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
        const uint32_t lanes = lanes_left(at, n);
        draw_circles(job, &grid, squares_of(job, &grid, i + at, lanes), i + at, lanes, at, around);
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

/* Of points `first` and so on of these. */
static LANES_INLINE vnearest pick_nearest(const lists *from, uint32_t first, uint32_t depth) {
    vnearest best = no_nearest(depth);
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
