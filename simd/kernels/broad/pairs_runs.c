/* simd/kernels/broad/pairs_runs.c - finds pairs in crowds of bodies that may not collide: one body at a time, with the
 * lanes along a run of its neighbours.
 *
 * A run's bodies have equal filter columns, so its first body says whether any of them may collide. Runs are long in
 * crowds: their vectors are full, and lie side by side. */
#include "kernels/kernel.h"

static inline uint32_t word_or(const uint32_t *column, uint32_t i, uint32_t otherwise) {
    return column ? column[i] : otherwise;
}

static inline bool may_collide(const hail_filter *filter, uint32_t p, uint32_t q) {
    const hail_filter_columns *a = &filter->first, *b = &filter->second;
    if (filter->groups && a->group[p] != 0 && a->group[p] == b->group[q])
        return false;
    const uint32_t one = filter->masks ? word_or(a->category, p, HAIL_DEFAULT_CATEGORY) : HAIL_DEFAULT_CATEGORY;
    const uint32_t other = filter->masks ? word_or(b->category, q, HAIL_DEFAULT_CATEGORY) : HAIL_DEFAULT_CATEGORY;
    const uint32_t of_one = filter->masks ? word_or(a->mask, p, HAIL_DEFAULT_MASK) : HAIL_DEFAULT_MASK;
    const uint32_t of_other = filter->masks ? word_or(b->mask, q, HAIL_DEFAULT_MASK) : HAIL_DEFAULT_MASK;
    return (one & of_other) && (other & of_one);
}

static inline uint32_t index_of(const uint32_t *order, uint32_t at) { return order ? order[at] : at; }

/* Where pairs are listed. */
typedef struct pair_output {
    uint32_t *first, *second;
    uint32_t count, capacity;
} pair_output;

static inline void list(pair_output *out, unsigned bits, uint32_t first, vi second) {
    vi_compress_store(out->first + out->count, bits, vi_set1((int32_t)first));
    vi_compress_store(out->second + out->count, bits, second);
    out->count += vm_count_bits(bits);
}

/* The cell of one point. */
static inline uint32_t cell_at(const hail_grid_layout *map, float x, float y) {
    uint32_t cells[HAIL_LANES];
    vi_store(cells, lanes_cell(map, vf_set1(x), vf_set1(y)));
    return cells[0];
}

static inline vm circles_touch(vf dx, vf dy, vf r, vf other, vf slack) {
    const vf d2 = vf_add(vf_mul(dx, dx), vf_mul(dy, dy)), reach = vf_mul(vf_add(r, other), slack);
    return vf_le(d2, vf_mul(reach, reach));
}

/* ---- Grid ------------------------------------------------------------------------------------------------------ */

/* A body, and what is listed for it. */
typedef struct seeker {
    float x, y, radius;
    uint32_t name, index;
} seeker;

/* Walks positions [from, stop) for one body, from the cursor's step on. False: the output is full. */
static inline bool walk_grid_row(pair_output *out, const hail_grid_view *grid, const hail_runs *runs,
                                 const seeker *body, uint32_t from, uint32_t stop, vf slack, hail_cursor *cursor) {
    const vf x = vf_set1(body->x), y = vf_set1(body->y), r = vf_set1(body->radius);
    for (uint32_t at = from + cursor->step; at < stop;) {
        const uint32_t run = runs->end[at] < stop ? runs->end[at] : stop;
        if (!may_collide(&runs->filter, body->index, index_of(runs->second_order, at))) {
            at = run;
            continue;
        }
        for (; at < run; at += HAIL_LANES) {
            if (out->count + HAIL_LANES > out->capacity) {
                cursor->step = at - from;
                return false;
            }
            const vf other = grid->radius ? vf_load(grid->radius + at) : vf_set1(grid->uniform_radius);
            const vf dx = vf_sub(vf_load(grid->x + at), x), dy = vf_sub(vf_load(grid->y + at), y);
            const vm touches = vm_and(vm_first(lanes_left(at, run)), circles_touch(dx, dy, r, other, slack));
            list(out, vm_bits(touches), body->name, vi_add(vi_set1((int32_t)at), vi_iota()));
        }
        at = run;
    }
    cursor->step = 0;
    return true;
}

static inline float radius_at(const float *radius, uint32_t i, float uniform) { return radius ? radius[i] : uniform; }

uint32_t HAIL_KERNEL(runs_grid)(const hail_grid_view *given, const hail_runs *runs_given,
                                const hail_stream_view *stream, float small_limit, float slack, hail_cursor *cursor,
                                uint32_t end, uint32_t *first, uint32_t *second, uint32_t capacity) {
    const hail_grid_view view = *given, *grid = &view; /* copies that no store can change */
    const hail_runs copy = *runs_given, *runs = &copy;
    const hail_stream_view self = {grid->x, grid->y, grid->radius, grid->uniform_radius};
    const hail_stream_view from_stream = stream ? *stream : self, *bodies = &from_stream;
    const uint32_t stride = (uint32_t)grid->map.stride, rows = stream ? 3 : 2, above = stream ? stride : 0;
    const vf slacks = vf_set1(slack);
    pair_output out = {.first = first, .second = second, .capacity = capacity};
    for (; cursor->body < end; cursor->body++, cursor->run = 0) {
        const uint32_t i = cursor->body;
        const float radius = radius_at(bodies->radius, i, bodies->uniform_radius);
        const seeker body = {bodies->x[i], bodies->y[i], radius, i, index_of(runs->first_order, i)};
        if (stream && !(radius <= small_limit))
            continue;
        const uint32_t cell = cell_at(&grid->map, body.x, body.y);
        for (; cursor->run < rows; cursor->run++) {
            const uint32_t middle = cell + cursor->run * stride - above;
            const uint32_t from = !stream && cursor->run == 0 ? i + 1 : grid->start[middle - 1];
            if (!walk_grid_row(&out, grid, runs, &body, from, grid->start[middle + 2], slacks, cursor))
                return out.count;
        }
    }
    return out.count;
}

/* ---- Raster ---------------------------------------------------------------------------------------------------- */

static inline vm run_size_allows(hail_size_filter size_filter, vf limit, vf r, vf other, vi index, vi name) {
    if (size_filter == HAIL_SIZE_SMALL)
        return vf_le(r, vf_max(limit, other));
    if (size_filter == HAIL_SIZE_SMALLER)
        return vm_or(vf_le(r, limit), vf_lt(r, other));
    return vm_or(vf_lt(r, other), vm_and(vf_eq(r, other), vi_gt(name, index)));
}

uint32_t HAIL_KERNEL(runs_raster)(const hail_raster_view *given, const hail_runs *runs_given,
                                  const hail_survivors *survivors, float uniform_radius, bool uniform,
                                  float small_limit, hail_size_filter size_filter, float slack, hail_cursor *cursor,
                                  uint32_t end, uint32_t *first, uint32_t *second, uint32_t capacity) {
    const hail_raster_view view = *given, *raster = &view;
    const hail_runs copy = *runs_given, *runs = &copy;
    const vf slacks = vf_set1(slack), limit = vf_set1(small_limit);
    const vi zero = vi_set1(0);
    pair_output out = {.first = first, .second = second, .capacity = capacity};
    for (; cursor->body < end; cursor->body++, cursor->step = 0) {
        const uint32_t i = cursor->body, name = survivors->index[i], index = index_of(runs->first_order, name);
        const float radius = uniform ? uniform_radius : survivors->radius[i];
        const vf x = vf_set1(survivors->x[i]), y = vf_set1(survivors->y[i]), r = vf_set1(radius);
        const uint32_t cell = cell_at(&raster->coarse, survivors->x[i], survivors->y[i]);
        const uint32_t from = raster->start[cell], stop = raster->start[cell + 1];
        for (uint32_t at = from + cursor->step; at < stop;) {
            const uint32_t run = runs->end[at] < stop ? runs->end[at] : stop;
            if (!may_collide(&runs->filter, index, raster->targets[at].index)) {
                at = run;
                continue;
            }
            for (; at < run; at += HAIL_LANES) {
                if (out.count + HAIL_LANES > capacity) {
                    cursor->step = at - from;
                    return out.count;
                }
                const vm in_run = vm_first(lanes_left(at, run));
                vf target[4];
                uint32_t row[HAIL_LANES];
                const vi places = vi_select(in_run, vi_add(vi_set1((int32_t)at), vi_iota()), zero);
                vi_store(row, vi_shift_left(places, 2));
                vf_load_rows4(&raster->targets->x, row, target);
                const vi other = vi_from_bits(target[3]);
                vm touches = circles_touch(vf_sub(target[0], x), vf_sub(target[1], y), r, target[2], slacks);
                touches = vm_and(vm_and(in_run, touches),
                                 run_size_allows(size_filter, limit, r, target[2], vi_set1((int32_t)name), other));
                list(&out, vm_bits(touches), name, other);
            }
            at = run;
        }
    }
    return out.count;
}
