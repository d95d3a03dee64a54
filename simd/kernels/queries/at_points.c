/* simd/kernels/queries/at_points.c - docs/arithmetic.md, "Queries": the circles that contain points. A point's cells
 * lie in a few rows, each of which is one run of neighbours in the grid's order. First the runs of some points are
 * listed, one point a lane; then each run is compared with its point, one body a lane. Nearly every run is one vector
 * long, and nothing branches on how many bodies there are. */
#include "kernels/kernel.h"

enum { ROUND = 32, RUNS = 4 * ROUND }; /* points at a time; vectors of bodies near them */

/* Vectors of bodies near points. */
typedef struct run_list {
    uint32_t point[RUNS + HAIL_SLACK], from[RUNS + HAIL_SLACK], bodies[RUNS + HAIL_SLACK], count;
} run_list;

/* The cells around HAIL_LANES points: the first and last one of the first row, how many rows follow. */
typedef struct vcells {
    vf first, last, rows;
} vcells;

static LANES_INLINE vcells cells_near(const hail_zone_job *job, vf x, vf y) {
    const hail_grid_layout *m = &job->grid.map;
    const vf reach = vf_set1(job->reach), ax = vf_abs(x), ay = vf_abs(y);
    const vf sizes = vf_add(vf_add(ax, ax), vf_add(ay, ay));
    const vf spare = vf_add(vf_mul(vf_add(sizes, reach), vf_set1(HAIL_ZONE_SHARE)), vf_set1(HAIL_ZONE_SPARE));
    const vf far = vf_add(reach, spare), pad = vf_set1(m->pad);
    const vf top = lanes_axis(vf_sub(y, far), m->min_y, m->inverse, m->last_row),
             bottom = lanes_axis(vf_add(y, far), m->min_y, m->inverse, m->last_row);
    const vf row = vf_add(vf_mul(vf_add(top, pad), vf_set1(m->stride)), pad);
    return (vcells){vf_add(row, lanes_axis(vf_sub(x, far), m->min_x, m->inverse, m->last_column)),
                    vf_add(row, lanes_axis(vf_add(x, far), m->min_x, m->inverse, m->last_column)), vf_sub(bottom, top)};
}

/* Splits the last run that was listed until none is longer than a vector. False: there is no room. */
static inline bool split_run(run_list *runs, uint32_t run) {
    for (; runs->bodies[run] > HAIL_LANES; run = runs->count++) {
        if (runs->count == RUNS)
            return false;
        runs->point[runs->count] = runs->point[run];
        runs->from[runs->count] = runs->from[run] + HAIL_LANES;
        runs->bodies[runs->count] = runs->bodies[run] - HAIL_LANES;
        runs->bodies[run] = HAIL_LANES;
    }
    return true;
}

/* Lists the runs of n points from point i on. False: there is no room. */
static LANES_INLINE bool list_zone_runs(const hail_zone_job *job, uint32_t i, uint32_t n, run_list *runs) {
    const vcells cells = cells_near(job, vf_load_n(job->zones.min_x + i, n), vf_load_n(job->zones.min_y + i, n));
    const vf stride = vf_set1(job->grid.map.stride);
    const vi point = vi_add(vi_set1((int32_t)i), vi_iota());
    const vm own = vm_first(n);
    for (uint32_t row = 0;; row++) {
        const vf at = vf_set1((float)row);
        const vm in = vm_and(own, vf_le(at, cells.rows));
        if (!vm_bits(in))
            return true;
        if (runs->count + HAIL_LANES > RUNS)
            return false;
        const vf before = vf_mul(vf_min(at, cells.rows), stride); /* lanes that are done look at their last row */
        const vi from = vi_gather(job->grid.start, vf_truncate(vf_add(cells.first, before)));
        const vi to = vi_gather(job->grid.start + 1, vf_truncate(vf_add(cells.last, before)));
        const vi bodies = vi_sub(to, from);
        const unsigned bits = vm_bits(vm_and(in, vi_gt(to, from)));
        const uint32_t first = runs->count;
        vi_compress_store(runs->point + first, bits, point);
        vi_compress_store(runs->from + first, bits, from);
        vi_compress_store(runs->bodies + first, bits, bodies);
        runs->count += vm_count_bits(bits);
        if (vm_bits(vm_and(in, vi_gt(bodies, vi_set1(HAIL_LANES)))))
            for (uint32_t run = first, end = runs->count; run < end; run++)
                if (!split_run(runs, run))
                    return false;
    }
}

/* Compares the runs with their points. */
static LANES_INLINE uint32_t scan_runs(const hail_zone_job *job, const run_list *runs, bool uniform, uint32_t *point,
                                       uint32_t *index) {
    const hail_grid_view *grid = &job->grid;
    const float *x = job->zones.min_x, *y = job->zones.min_y;
    const vf radius = vf_set1(grid->uniform_radius), square = vf_mul(radius, radius);
    const vi lane = vi_iota();
    uint32_t count = 0;
    for (uint32_t r = 0; r < runs->count; r++) {
        const uint32_t p = runs->from[r], name = runs->point[r];
        const vf dx = vf_sub(vf_load(grid->x + p), vf_set1(x[name])),
                 dy = vf_sub(vf_load(grid->y + p), vf_set1(y[name]));
        const vf own = uniform ? radius : vf_load(grid->radius + p);
        const vm inside = vf_le(vf_add(vf_mul(dx, dx), vf_mul(dy, dy)), uniform ? square : vf_mul(own, own));
        const unsigned bits = vm_bits(vm_and(inside, vi_gt(vi_set1((int32_t)runs->bodies[r]), lane)));
        vi_store(point + count, vi_set1((int32_t)name));
        vi_compress_store(index + count, bits, vi_load(job->order + p));
        count += vm_count_bits(bits);
    }
    return count;
}

uint32_t HAIL_KERNEL(find_at_points)(const hail_zone_job *given, uint32_t *first, uint32_t end, uint32_t *point,
                                     uint32_t *index, uint32_t capacity) {
    const hail_zone_job job = *given; /* a copy that no store can change */
    uint32_t count = 0;
    while (*first < end) {
        const uint32_t stop = end - *first < ROUND ? end : *first + ROUND;
        bool listed = true;
        run_list runs;
        runs.count = 0;
        for (uint32_t i = *first; i < stop && listed; i += HAIL_LANES)
            listed = list_zone_runs(&job, i, lanes_left(i, stop), &runs);
        if (!listed || runs.count * HAIL_LANES > capacity - count)
            return count;
        count += job.grid.radius ? scan_runs(&job, &runs, false, point + count, index + count)
                                 : scan_runs(&job, &runs, true, point + count, index + count);
        *first = stop;
    }
    return count;
}
