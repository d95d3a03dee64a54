/* simd/kernels/queries/near_one.c - the body nearest to each point, in three passes over some points: where the bodies
 * of the cells around it lie, one point a lane; the nearest in each lane, run after run, one body a lane; and the
 * nearest of all lanes, one point a lane again. No branch depends on how many bodies a cell holds. A point alone finds
 * its cells without lanes. */
#include <math.h>

#include "kernels/kernel.h"
#include "lowest_bit.h"

enum { ONE_POINTS = 32, GRID_ROWS = 3 };

/* Of the rows of cells around each point: where the bodies of three cells begin, and how many they are. Rests: what
 * rows hold beyond HAIL_LANES bodies. */
typedef struct one_runs {
    uint32_t from[GRID_ROWS][ONE_POINTS + HAIL_LANES], length[GRID_ROWS][ONE_POINTS + HAIL_LANES];
    uint32_t rest_from[GRID_ROWS * ONE_POINTS + HAIL_LANES], rest_length[GRID_ROWS * ONE_POINTS + HAIL_LANES],
        rest_point[GRID_ROWS * ONE_POINTS + HAIL_LANES];
    uint32_t rests;
} one_runs;

/* By point: the nearest body of each lane, and the square of the next one's distance. */
typedef struct nearest {
    float squared[ONE_POINTS * HAIL_LANES], next[ONE_POINTS * HAIL_LANES];
    uint32_t position[ONE_POINTS * HAIL_LANES];
} nearest;

/* Lanes of these. */
typedef struct vclosest {
    vf squared, next;
    vi position;
} vclosest;

/* ---- Cells ------------------------------------------------------------------------------------------------------- */

typedef struct vone_axis {
    vf at, cell; /* in cells: the point, and the cell that it lies in */
    vf room;     /* from the point to the nearer end of the cells around it; none if nothing lies beyond */
} vone_axis;

static LANES_INLINE vone_axis axis_of(vf at, float min, float inverse, float last) {
    const vf end = vf_set1(last), one = vf_set1(1.0f), two = vf_set1(2.0f), none = vf_set1(INFINITY);
    vone_axis a = {.at = vf_mul(vf_sub(at, vf_set1(min)), vf_set1(inverse))};
    a.cell = vi_to_float(vf_truncate(vf_min(vf_max(a.at, vf_set1(0.0f)), end)));
    const vf before = vf_select(vf_gt(a.cell, one), vf_sub(a.at, vf_sub(a.cell, one)), none);
    const vf after = vf_select(vf_lt(vf_add(a.cell, one), end), vf_sub(vf_add(a.cell, two), a.at), none);
    a.room = vf_min(before, after);
    return a;
}

/* The square of the distance to the nearest cell that is not looked at. */
static LANES_INLINE vf known(const hail_grid_layout *map, const vone_axis *column, const vone_axis *row) {
    const vf size = vf_add(vf_add(vf_abs(column->at), vf_abs(row->at)), vf_set1(4.0f));
    const vf room = vf_sub(vf_min(column->room, row->room), vf_mul(size, vf_set1(HAIL_NEAR_SHARE)));
    const vf reach = vf_mul(vf_max(room, vf_set1(0.0f)), vf_set1((1.0f - HAIL_NEAR_SHARE) / map->inverse));
    return vf_mul(reach, reach);
}

static LANES_INLINE void add_rests(one_runs *to, vi from, vi length, vi point) {
    const vi vector = vi_set1(HAIL_LANES);
    const unsigned bits = vm_bits(vi_gt(length, vector));
    vi_compress_store(to->rest_from + to->rests, bits, vi_add(from, vector));
    vi_compress_store(to->rest_length + to->rests, bits, vi_sub(length, vector));
    vi_compress_store(to->rest_point + to->rests, bits, point);
    to->rests += vm_count_bits(bits);
}

/* Finds the runs of points [i, i + n), which are points `at` and so on of these. Returns what is known around them. */
static LANES_INLINE vf find_runs(const hail_near_few_job *job, const hail_grid_view *grid, uint32_t i, uint32_t n,
                                 uint32_t at, one_runs *to) {
    const hail_grid_layout *map = &grid->map;
    const vone_axis column = axis_of(vf_load_n(job->x + i, n), map->min_x, map->inverse, map->last_column),
                    row = axis_of(vf_load_n(job->y + i, n), map->min_y, map->inverse, map->last_row);
    const vf pad = vf_set1(map->pad), stride = vf_set1(map->stride);
    const vf cell = vf_add(vf_mul(vf_add(row.cell, pad), stride), vf_add(column.cell, pad));
    vf first = vf_sub(vf_sub(cell, stride), vf_set1(1.0f));
    for (uint32_t r = 0; r < GRID_ROWS; r++, first = vf_add(first, stride)) {
        uint32_t start[HAIL_LANES];
        vf word[4];
        vi_store(start, vf_truncate(first));
        vf_load_rows4((const float *)(const void *)grid->start, start, word);
        const vi from = vi_from_bits(word[0]);
        const vi length = vi_select(vm_first(n), vi_sub(vi_from_bits(word[3]), from), vi_set1(0));
        vi_store(to->from[r] + at, from);
        vi_store(to->length[r] + at, length);
        add_rests(to, from, length, vi_add(vi_set1((int32_t)at), vi_iota()));
    }
    return known(map, &column, &row);
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

/* Takes up to HAIL_LANES bodies from position `from` on into account. */
static LANES_INLINE void look_at_run(const hail_grid_view *grid, vf x, vf y, uint32_t from, uint32_t length,
                                     vclosest *best) {
    const vf dx = vf_sub(x, vf_load(grid->x + from)), dy = vf_sub(y, vf_load(grid->y + from));
    const vf all = vf_add(vf_mul(dx, dx), vf_mul(dy, dy));
    const vf squared = vf_select(vi_gt(vi_set1((int32_t)length), vi_iota()), all, vf_set1(INFINITY));
    const vm before = vf_lt(squared, best->squared);
    best->next = vf_min(best->next, vf_max(best->squared, squared));
    best->squared = vf_min(best->squared, squared);
    best->position = vi_select(before, vi_add(vi_set1((int32_t)from), vi_iota()), best->position);
}

static LANES_INLINE void keep(nearest *to, uint32_t point, const vclosest *best) {
    vf_store(to->squared + point * HAIL_LANES, best->squared);
    vf_store(to->next + point * HAIL_LANES, best->next);
    vi_store(to->position + point * HAIL_LANES, best->position);
}

static LANES_INLINE void look_at_runs(const hail_grid_view *grid, const float *x, const float *y, uint32_t n,
                                      const one_runs *of, nearest *to) {
    const vf none = vf_set1(INFINITY);
    for (uint32_t k = 0; k < n; k++) {
        vclosest best = {none, none, vi_set1(0)};
        for (uint32_t r = 0; r < GRID_ROWS; r++)
            look_at_run(grid, vf_set1(x[k]), vf_set1(y[k]), of->from[r][k], of->length[r][k], &best);
        keep(to, k, &best);
    }
}

static LANES_INLINE void look_at_rests(const hail_grid_view *grid, const float *x, const float *y, const one_runs *of,
                                       nearest *to) {
    for (uint32_t i = 0; i < of->rests; i++) {
        const uint32_t k = of->rest_point[i], at = k * HAIL_LANES;
        vclosest best = {vf_load(to->squared + at), vf_load(to->next + at), vi_load(to->position + at)};
        for (uint32_t done = 0; done < of->rest_length[i]; done += HAIL_LANES)
            look_at_run(grid, vf_set1(x[k]), vf_set1(y[k]), of->rest_from[i] + done, of->rest_length[i] - done, &best);
        keep(to, k, &best);
    }
}

/* ---- The nearest ------------------------------------------------------------------------------------------------- */

/* Of points `at` and so on of these, over all lanes. */
static LANES_INLINE vclosest pick_closest(const nearest *from, uint32_t at) {
    vclosest best = {vf_set1(INFINITY), vf_set1(INFINITY), vi_set1(0)};
    uint32_t row[HAIL_LANES];
    for (uint32_t lane = 0; lane < HAIL_LANES; lane++)
        row[lane] = (at + lane) * HAIL_LANES;
    for (uint32_t k = 0; k < HAIL_LANES; k += 4) {
        vf squared[4], next[4], position[4];
        vf_load_rows4(from->squared + k, row, squared);
        vf_load_rows4(from->next + k, row, next);
        vf_load_rows4((const float *)(const void *)from->position + k, row, position);
        for (uint32_t c = 0; c < 4; c++) {
            const vm before = vf_lt(squared[c], best.squared);
            best.next = vf_min(vf_min(best.next, next[c]), vf_max(best.squared, squared[c]));
            best.squared = vf_min(best.squared, squared[c]);
            best.position = vi_select(before, vi_from_bits(position[c]), best.position);
        }
    }
    return best;
}

static LANES_INLINE void write_closest(const hail_near_few_job *job, uint32_t i, uint32_t n, const vclosest *best,
                                       vf around) {
    const vf limit = job->limits ? vf_load_n(job->limits + i, n) : vf_set1(job->limit), radius = vf_set1(job->radius);
    const vf distance = vf_sub(vf_sqrt(best->squared), radius), next = vf_sub(vf_sqrt(best->next), radius);
    const vm some = vf_le(best->squared, limit), sure = vf_lt(vf_min(best->squared, limit), around);
    const vm doubt = vm_or(vm_and(some, vf_eq(distance, next)), vm_and_not(vm_first(HAIL_LANES), sure));
    uint32_t found[HAIL_LANES];
    vi_store(found, vi_select(doubt, vi_set1(HAIL_NEAR_DOUBT), vi_count(vi_set1(0), some)));
    vf_store_n(job->distance + i, distance, n);
    vi_store_n(job->position + i, best->position, n);
    for (uint32_t lane = 0; lane < n; lane++)
        job->found[i + lane] = (uint8_t)found[lane];
}

/* ---- A point alone ----------------------------------------------------------------------------------------------- */

/* An axis of one point: as vaxis. */
typedef struct axis {
    float at, cell, room;
} axis;

static inline axis place_on(float at, float min, float inverse, float last) {
    axis a = {.at = (at - min) * inverse};
    const float above = a.at > 0.0f ? a.at : 0.0f;
    a.cell = (float)(int32_t)(above < last ? above : last);
    const float before = a.cell > 1.0f ? a.at - (a.cell - 1.0f) : INFINITY;
    const float after = a.cell + 1.0f < last ? a.cell + 2.0f - a.at : INFINITY;
    a.room = before < after ? before : after;
    return a;
}

/* As known. */
static inline float known_around(const hail_grid_layout *map, const axis *column, const axis *row) {
    const float size = fabsf(column->at) + fabsf(row->at) + 4.0f,
                least = column->room < row->room ? column->room : row->room;
    const float room = least - size * HAIL_NEAR_SHARE;
    const float reach = (room > 0.0f ? room : 0.0f) * ((1.0f - HAIL_NEAR_SHARE) / map->inverse);
    return reach * reach;
}

/* The nearest bodies of three rows of three cells, the first of which begins with cell `first`. */
static LANES_INLINE vclosest look_around(const hail_grid_view *grid, uint32_t first, vf x, vf y) {
    const vf none = vf_set1(INFINITY);
    const uint32_t stride = (uint32_t)grid->map.stride, *start = grid->start + first;
    vclosest best = {none, none, vi_set1(0)};
    for (uint32_t r = 0; r < GRID_ROWS; r++, start += stride) {
        uint32_t p = start[0];
        const uint32_t end = start[3];
        do
            look_at_run(grid, x, y, p, end - p, &best);
        while ((p += HAIL_LANES) < end);
    }
    return best;
}

static LANES_INLINE void find_one(const hail_near_few_job *job, uint32_t i) {
    const hail_grid_view *grid = job->grid;
    const hail_grid_layout *map = &grid->map;
    const axis column = place_on(job->x[i], map->min_x, map->inverse, map->last_column),
               row = place_on(job->y[i], map->min_y, map->inverse, map->last_row);
    const float cell = (row.cell + map->pad) * map->stride + (column.cell + map->pad);
    const vclosest best =
        look_around(grid, (uint32_t)(cell - map->stride - 1.0f), vf_set1(job->x[i]), vf_set1(job->y[i]));
    uint32_t position[HAIL_LANES];
    vi_store(position, best.position);
    const float squared = vf_min_lane(best.squared), limit = job->limits ? job->limits[i] : job->limit;
    const unsigned lanes = vm_bits(vf_eq(best.squared, vf_set1(squared)));
    const vm own = vi_eq(vi_iota(), vi_set1((int32_t)lowest_bit(lanes)));
    const float next = vf_min_lane(vf_min(best.next, vf_select(own, vf_set1(INFINITY), best.squared)));
    const float distance = sqrtf(squared) - job->radius;
    const bool some = squared <= limit, sure = (some ? squared : limit) < known_around(map, &column, &row);
    job->distance[i] = distance;
    job->position[i] = position[lowest_bit(lanes)];
    job->found[i] = !sure || (some && distance == sqrtf(next) - job->radius) ? HAIL_NEAR_DOUBT : some;
}

void HAIL_KERNEL(near_one)(const hail_near_few_job *given, uint32_t begin, uint32_t end) {
    if (end - begin == 1) {
        find_one(given, begin);
        return;
    }
    const hail_near_few_job job = *given;
    const hail_grid_view grid = *job.grid;
    vf around[ONE_POINTS / HAIL_LANES];
    one_runs all;
    nearest of;
    for (uint32_t i = begin; i < end; i += ONE_POINTS) {
        const uint32_t n = end - i < ONE_POINTS ? end - i : ONE_POINTS;
        all.rests = 0;
        for (uint32_t at = 0; at < n; at += HAIL_LANES)
            around[at / HAIL_LANES] = find_runs(&job, &grid, i + at, lanes_left(at, n), at, &all);
        look_at_runs(&grid, job.x + i, job.y + i, n, &all, &of);
        look_at_rests(&grid, job.x + i, job.y + i, &all, &of);
        for (uint32_t at = 0; at < n; at += HAIL_LANES) {
            const vclosest best = pick_closest(&of, at);
            write_closest(&job, i + at, lanes_left(at, n), &best, around[at / HAIL_LANES]);
        }
    }
}
