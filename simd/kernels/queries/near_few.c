/* simd/kernels/queries/near_few.c - the few bodies nearest to points, in three passes over some points: the runs of
 * bodies that each circle reaches, one point a lane; the bodies in each circle, run after run, one body a lane; and the
 * nearest of these, one point a lane again. The second pass has a loop of its own for bodies that all have one radius
 * and no filter. These are compared by the squares of their distances. */
#include "near_circles.h"

/* Bodies: the grid of more does not fit into the cache. */
enum { FAR_BODIES = 32768 };

/* By point: the bodies within the circle that are let through. */
typedef struct near_lists {
    float key[POINTS * LIST]; /* or squares of distances */
    uint32_t position[POINTS * LIST];
    uint32_t count[POINTS]; /* not only of those that there is room for */
} near_lists;

static LANES_INLINE bool is_even(const hail_near_few_job *job) {
    return !job->order && !job->allowed && !job->there && (!job->grid->radius || job->grow == 0.0f);
}

static LANES_INLINE vf key_of(const hail_near_few_job *job, vf squared, vf radius) {
    return vf_sub(vf_mul(vf_sqrt(squared), vf_set1(job->shrink)), vf_mul(radius, vf_set1(job->grow)));
}

/* ---- Filters ----------------------------------------------------------------------------------------------------- */

/* Lanes whose word has none of some bits, unless these are 0. */
static LANES_INLINE vm lacks(const uint32_t *column, vi index, uint32_t bits) {
    const vi wanted = vi_set1((int32_t)bits), none = vi_set1(0);
    return vm_and_not(vi_eq(vi_and(vi_gather(column, index), wanted), none), vi_eq(wanted, none));
}

/* Those of the lanes `in`, bodies from position `from` on, that point i may find. */
static LANES_INLINE vm filtered(const hail_near_few_job *job, uint32_t i, uint32_t from, vm in) {
    if (!job->order)
        return in;
    const vi index = vi_select(in, vi_load(job->order + from), vi_set1(0));
    vm out = vi_eq(index, vi_set1((int32_t)job->no_index[i]));
    if (job->group) {
        const vi group = vi_set1((int32_t)job->no_group[i]);
        out = vm_or(out, vm_and_not(vi_eq(vi_gather(job->group, index), group), vi_eq(group, vi_set1(0))));
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

/* Lists those of up to HAIL_LANES bodies from position `from` on that point k, which is point i + k of the job, may
 * find. */
static LANES_INLINE void list_bodies(const hail_near_few_job *job, const hail_grid_view *grid, const circles *of,
                                     bool even, uint32_t i, uint32_t k, uint32_t from, vi length, near_lists *to) {
    const vf dx = vf_sub(vf_set1(of->x[k]), vf_load(grid->x + from)),
             dy = vf_sub(vf_set1(of->y[k]), vf_load(grid->y + from));
    vf key = vf_add(vf_mul(dx, dx), vf_mul(dy, dy));
    vm in = vm_and(vi_gt(length, vi_iota()), vf_le(key, vf_set1(of->squared[k])));
    if (!even) {
        key = key_of(job, key, grid->radius ? vf_load(grid->radius + from) : vf_set1(grid->uniform_radius));
        in = filtered(job, i + k, from, vm_and(in, vf_le(key, vf_set1(job->within[i + k]))));
    }
    unsigned bits = vm_bits(in);
    if (!even && job->allowed)
        bits &= allowed_at(job->allowed, from);
    const uint32_t count = to->count[k];
    const size_t at = (size_t)k * LIST + (count < ROOM ? count : ROOM);
    vf_compress_store(to->key + at, bits, key);
    vi_compress_store(to->position + at, bits, vi_add(vi_set1((int32_t)from), vi_iota()));
    to->count[k] = count + vm_count_bits(bits);
}

/* Lists the bodies of runs. */
static LANES_INLINE void list_in_runs(const hail_near_few_job *job, const hail_grid_view *grid, const circles *around,
                                      bool even, uint32_t i, const runs *first, const runs *rest, near_lists *to) {
    for (uint32_t r = 0; r < first->count; r++)
        list_bodies(job, grid, around, even, i, first->point[r], first->from[r], vi_set1((int32_t)first->length[r]),
                    to);
    for (uint32_t r = 0; r < rest->count; r++)
        for (uint32_t done = 0; done < rest->length[r]; done += HAIL_LANES)
            list_bodies(job, grid, around, even, i, rest->point[r], rest->from[r] + done,
                        vi_set1((int32_t)(rest->length[r] - done)), to);
}

/* Lists the bodies in the circles of points [i, i + n). */
static LANES_APART void list_points(const hail_near_few_job *job, bool even, uint32_t i, uint32_t n, circles *around,
                                    near_lists *to) {
    const hail_grid_view grid = *job->grid; /* a copy that no store can change */
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
    if (even)
        list_in_runs(job, &grid, around, true, i, &first, &rest, to);
    else
        list_in_runs(job, &grid, around, false, i, &first, &rest, to);
}

/* ---- The nearest ------------------------------------------------------------------------------------------------- */

typedef struct vnearest {
    vf key[HAIL_NEAR_KEEP + 1];
    vi position[HAIL_NEAR_KEEP + 1];
} vnearest;

/* Inserts a body into lists of `depth`; what falls out at their ends is gone. Bodies that are equally near may change
 * places. */
static LANES_INLINE void insert(vnearest *best, uint32_t depth, vf key, vi position) {
    for (uint32_t j = 0; j < depth; j++) {
        const vf old = best->key[j];
        const vi old_position = best->position[j];
        const vm before = vf_lt(key, old);
        best->key[j] = vf_min(key, old);
        best->position[j] = vi_select(before, position, old_position);
        key = vf_max(key, old);
        position = vi_select(before, old_position, position);
    }
}

/* Lists of points [i, i + n) from the job, or empty ones. */
static LANES_INLINE void open_lists(const hail_near_few_job *job, uint32_t i, uint32_t n, uint32_t depth,
                                    vnearest *best) {
    for (uint32_t j = 0; j < depth; j++) {
        const size_t at = (size_t)j * job->stride + i;
        const bool some = job->merges && j <= job->keep;
        best->key[j] = some ? vf_load_n(job->key + at, n) : vf_set1(INFINITY);
        best->position[j] = some ? vi_load_n(job->position + at, n) : vi_set1(0);
    }
}

/* Adds the bodies of points `first` and so on of these. */
static LANES_INLINE void pick_nearest(const hail_near_few_job *job, const near_lists *from, uint32_t first,
                                      uint32_t depth, bool squares, vnearest *best) {
    const vi count = vi_load(from->count + first), base = vi_set1((int32_t)job->base);
    const vf radius = vf_set1(job->grid->uniform_radius);
    uint32_t at[HAIL_LANES], longest = 0;
    for (uint32_t lane = 0; lane < HAIL_LANES; lane++) {
        at[lane] = (first + lane) * LIST;
        longest = from->count[first + lane] > longest ? from->count[first + lane] : longest;
    }
    longest = longest < ROOM ? longest : ROOM;
    for (uint32_t k = 0; k < longest; k += 8) {
        vf key[8], position[8];
        vf_load_rows8(from->key + k, at, key);
        vf_load_rows8((const float *)(const void *)from->position + k, at, position);
        for (uint32_t c = 0; c < 8 && k + c < longest; c++) {
            const vm is_there = vi_gt(count, vi_set1((int32_t)(k + c)));
            const vf own = squares ? key_of(job, key[c], radius) : key[c];
            insert(best, depth, vf_select(is_there, own, vf_set1(INFINITY)), vi_add(vi_from_bits(position[c]), base));
        }
    }
}

/* Writes the lists of points [i, i + n), which are points `at` and so on of these. squares: keys are still squares. */
static LANES_INLINE void write_nearest(const hail_near_few_job *job, uint32_t i, uint32_t n, uint32_t at,
                                       const vnearest *best, uint32_t depth, bool squares, const near_lists *from,
                                       const circles *of) {
    const vi count = vi_load(from->count + at);
    const vf radius = vf_set1(job->grid->uniform_radius);
    vf next = vf_set1(INFINITY);
    for (uint32_t j = 0; j < depth && j <= job->keep; j++) {
        next = squares ? key_of(job, best->key[j], radius) : best->key[j];
        vf_store_n(job->key + (size_t)j * job->stride + i, next, n);
        vi_store_n(job->position + (size_t)j * job->stride + i, best->position[j], n);
    }
    const vf beyond = vf_min(next, vf_load(of->beyond + at));
    const vf known = vf_select(vi_gt(count, vi_set1(ROOM)), vf_set1(-INFINITY), beyond);
    vf_store_n(job->beyond + i, job->merges ? vf_min(known, vf_load_n(job->beyond + i, n)) : known, n);
    if (job->there)
        vi_store_n(job->there + i, count, n);
}

static LANES_INLINE void find_few(const hail_near_few_job *job, uint32_t begin, uint32_t end, uint32_t depth) {
    const bool even = is_even(job);
    circles around;
    near_lists listed;
    for (uint32_t i = begin; i < end; i += POINTS) {
        const uint32_t n = end - i < POINTS ? end - i : POINTS;
        list_points(job, even, i, n, &around, &listed);
        for (uint32_t at = 0; at < n; at += HAIL_LANES) {
            const uint32_t lanes = lanes_left(at, n);
            vnearest best;
            open_lists(job, i + at, lanes, depth, &best);
            pick_nearest(job, &listed, at, depth, even && job->merges, &best);
            write_nearest(job, i + at, lanes, at, &best, depth, even && !job->merges, &listed, &around);
        }
    }
}

/* The number of registers that a list takes is known in each of these but the last. */
void HAIL_KERNEL(near_few)(const hail_near_few_job *given, uint32_t begin, uint32_t end) {
    const hail_near_few_job job = *given; /* a copy that no store can change */
    if (job.keep == 1)
        find_few(&job, begin, end, 2);
    else if (job.keep <= 4)
        find_few(&job, begin, end, 5);
    else
        find_few(&job, begin, end, job.keep + 1);
}
