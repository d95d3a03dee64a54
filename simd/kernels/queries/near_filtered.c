/* simd/kernels/queries/near_filtered.c - the few bodies nearest to points that a filter lets through, of any radii, and
 * how many there are; in the same passes as near_few. The filter is asked about bodies in a circle, one a lane. */
#include "near_circles.h"

/* By point: the bodies that may be found. */
typedef struct filtered_lists {
    float distance[POINTS * LIST];
    uint32_t position[POINTS * LIST];
    uint32_t count[POINTS]; /* not only of those that there is room for */
} filtered_lists;

/* ---- Filters ----------------------------------------------------------------------------------------------------- */

/* Lanes of a column at some indices. */
static LANES_INLINE vi words_at(const uint32_t *column, vi index) { return vi_gather(column, index); }

/* Lanes whose word has none of some bits, unless these are 0. */
static LANES_INLINE vm lacks(const uint32_t *column, vi index, uint32_t bits) {
    const vi wanted = vi_set1((int32_t)bits), none = vi_set1(0);
    return vm_and_not(vi_eq(vi_and(words_at(column, index), wanted), none), vi_eq(wanted, none));
}

/* Those of the lanes `in`, bodies from position `from` on, that point i may find. */
static LANES_INLINE vm filtered(const hail_near_filtered_job *job, uint32_t i, uint32_t from, vm in) {
    if (!job->order)
        return in;
    const vi index = vi_select(in, vi_load(job->order + from), vi_set1(0));
    vm out = vi_eq(index, vi_set1((int32_t)job->no_index[i]));
    if (job->group) {
        const vi group = vi_set1((int32_t)job->no_group[i]);
        out = vm_or(out, vm_and_not(vi_eq(words_at(job->group, index), group), vi_eq(group, vi_set1(0))));
    }
    if (job->mask)
        out = vm_or(out, lacks(job->mask, index, job->in_mask[i]));
    if (job->category)
        out = vm_or(out, lacks(job->category, index, job->in_category[i]));
    return vm_and_not(in, out);
}

/* Those of the bodies from position `from` on that a filter for all points lets through. */
static LANES_INLINE unsigned allowed_at(const uint32_t *allowed, uint32_t from) {
    const uint64_t words = (uint64_t)allowed[from / 32 + 1] << 32 | allowed[from / 32];
    return (unsigned)(words >> from % 32) & HAIL_ALL_LANES;
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

/* Lists those of up to HAIL_LANES bodies from position `from` on that point k, which is point i of the job, may find.
 */
static LANES_INLINE void list_allowed(const hail_near_filtered_job *job, const hail_grid_view *grid, const circles *of,
                                      uint32_t i, uint32_t k, uint32_t from, vi length, filtered_lists *to) {
    const vf dx = vf_sub(vf_set1(of->x[k]), vf_load(grid->x + from)),
             dy = vf_sub(vf_set1(of->y[k]), vf_load(grid->y + from));
    const vf d2 = vf_add(vf_mul(dx, dx), vf_mul(dy, dy));
    const vf radius = job->to_centre ? vf_set1(0.0f)
                      : grid->radius ? vf_load(grid->radius + from)
                                     : vf_set1(grid->uniform_radius);
    const vf distance = vf_sub(vf_sqrt(d2), radius);
    const vm near = vm_and(vf_le(d2, vf_set1(of->squared[k])), vf_le(distance, vf_set1(job->within[i + k])));
    unsigned bits = vm_bits(filtered(job, i + k, from, vm_and(vi_gt(length, vi_iota()), near)));
    if (job->allowed)
        bits &= allowed_at(job->allowed, from);
    const uint32_t count = to->count[k];
    const size_t at = (size_t)k * LIST + (count < ROOM ? count : ROOM);
    vf_compress_store(to->distance + at, bits, distance);
    vi_compress_store(to->position + at, bits, vi_add(vi_set1((int32_t)from), vi_iota()));
    to->count[k] = count + vm_count_bits(bits);
}

/* The squared radii of the circles: of points that count, the limits as far as they go. */
static LANES_INLINE vf reach_of(const hail_near_filtered_job *job, const hail_grid_view *grid, uint32_t i, uint32_t n) {
    const hail_near_few_job *few = &job->few;
    const vf limit = limits_of(few, i, n), largest = vf_set1(few->largest);
    const vf room = vf_sqrt(squares_of(few, grid, i, n)), wide = vf_add(room, vf_set1(job->spread));
    const vf squared = vf_min(vf_min(vf_mul(wide, wide), largest), limit);
    return job->counts ? vf_select(vf_lt(limit, vf_set1(HAIL_NEAR_ANY)), vf_min(limit, largest), squared) : squared;
}

/* Lists the bodies around points [i, i + n). */
static LANES_INLINE void list_filtered(const hail_near_filtered_job *job, uint32_t i, uint32_t n, circles *around,
                                       filtered_lists *to) {
    const hail_grid_view grid = *job->few.grid;
    runs first, rest;
    first.count = rest.count = 0;
    for (uint32_t at = 0; at < n; at += HAIL_LANES) {
        const uint32_t lanes = lanes_left(at, n);
        vi_store(to->count + at, vi_set1(0));
        draw_circles(&job->few, &grid, reach_of(job, &grid, i + at, lanes), i + at, lanes, at, around);
    }
    for (uint32_t at = 0; at < n; at += HAIL_LANES)
        list_runs(&grid, around, at, &first, &rest);
    for (uint32_t k = 0; k < first.count; k++)
        list_allowed(job, &grid, around, i, first.point[k], first.from[k], vi_set1((int32_t)first.length[k]), to);
    for (uint32_t k = 0; k < rest.count; k++)
        for (uint32_t done = 0; done < rest.length[k]; done += HAIL_LANES)
            list_allowed(job, &grid, around, i, rest.point[k], rest.from[k] + done,
                         vi_set1((int32_t)(rest.length[k] - done)), to);
}

/* ---- The nearest ------------------------------------------------------------------------------------------------- */

/* Of points `first` and so on of these; distances instead of their squares. */
static LANES_INLINE vnearest pick_filtered(const filtered_lists *from, uint32_t first, uint32_t depth) {
    vnearest best = no_nearest(depth);
    const vi count = vi_load(from->count + first);
    uint32_t at[HAIL_LANES], longest = 0;
    for (uint32_t lane = 0; lane < HAIL_LANES; lane++) {
        at[lane] = (first + lane) * LIST;
        longest = from->count[first + lane] > longest ? from->count[first + lane] : longest;
    }
    longest = longest < ROOM ? longest : ROOM;
    for (uint32_t k = 0; k < longest; k += 4) {
        vf distance[4], position[4];
        vf_load_rows4(from->distance + k, at, distance);
        vf_load_rows4((const float *)(const void *)from->position + k, at, position);
        for (uint32_t c = 0; c < 4 && k + c < longest; c++) {
            const vm is_there = vi_gt(count, vi_set1((int32_t)(k + c)));
            insert(&best, depth, vf_select(is_there, distance[c], vf_set1(INFINITY)), vi_from_bits(position[c]));
        }
    }
    return best;
}

/* Whether a body outside of a circle may be as near as the last one that was kept. */
static LANES_INLINE vm may_miss(const hail_near_filtered_job *job, vf last, vf squared) {
    const vf reach = vf_set1(job->to_centre ? 0.0f : job->reach);
    return vf_gt(vf_mul(vf_add(last, reach), vf_set1(1.0f + MARGIN)), vf_sqrt(squared));
}

/* Writes what was kept of points [i, i + n), which are points `at` and so on of these. */
static LANES_INLINE void write_filtered(const hail_near_filtered_job *given, uint32_t i, uint32_t n, uint32_t at,
                                        const vnearest *best, uint32_t depth, const filtered_lists *from,
                                        const circles *of) {
    const hail_near_few_job *job = &given->few;
    const vi count = vi_load(from->count + at), keep = vi_set1((int32_t)job->keep);
    vf last = vf_set1(0.0f), next = last;
    for (uint32_t j = 0; j < depth; j++) {
        last = j + 1 == job->keep ? best->squared[j] : last;
        next = j == job->keep ? best->squared[j] : next;
        if (j >= job->keep)
            continue;
        vf_store_n(job->distance + (size_t)j * job->stride + i, best->squared[j], n);
        vi_store_n(job->position + (size_t)j * job->stride + i, best->position[j], n);
    }
    const vm short_of = vi_gt(keep, count), limited = vi_gt(vi_load(of->limited + at), vi_set1(0));
    const vf limit = given->counts ? limits_of(job, i, n) : vf_set1(INFINITY);
    const vm uncounted = vf_lt(limit, vf_set1(HAIL_NEAR_ANY));
    const vm beyond = vm_or(vm_or(short_of, may_miss(given, last, vf_load(of->squared + at))), uncounted);
    const vm tie = vm_and_not(vf_eq(last, next), short_of);
    const vm doubt = vm_or(vi_gt(count, vi_set1(ROOM)), vm_or(vm_and_not(beyond, limited), tie));
    uint32_t found[HAIL_LANES];
    vi_store(found, vi_select(doubt, vi_set1(HAIL_NEAR_DOUBT), vi_select(short_of, count, keep)));
    for (uint32_t lane = 0; lane < n; lane++)
        job->found[i + lane] = (uint8_t)found[lane];
    if (given->counts)
        vi_store_n(given->counts + i, count, n);
}

static LANES_INLINE void find_filtered(const hail_near_filtered_job *job, uint32_t begin, uint32_t end,
                                       uint32_t depth) {
    circles around;
    filtered_lists listed;
    for (uint32_t i = begin; i < end; i += POINTS) {
        const uint32_t n = end - i < POINTS ? end - i : POINTS;
        list_filtered(job, i, n, &around, &listed);
        for (uint32_t at = 0; at < n; at += HAIL_LANES) {
            const vnearest best = pick_filtered(&listed, at, depth);
            write_filtered(job, i + at, lanes_left(at, n), at, &best, depth, &listed, &around);
        }
    }
}

/* The number of registers that a list takes is known in each of these. */
void HAIL_KERNEL(near_filtered)(const hail_near_filtered_job *given, uint32_t begin, uint32_t end) {
    const hail_near_filtered_job job = *given;
    if (job.few.keep == 1)
        find_filtered(&job, begin, end, 2);
    else if (job.few.keep <= 4)
        find_filtered(&job, begin, end, 5);
    else
        find_filtered(&job, begin, end, HAIL_NEAR_KEEP + 1);
}
