/* simd/kernels/broad/pairs_runs_reference.c - the finders that skip runs, one pair at a time: only the first body of a
 * run is asked whether it may collide. When the output is full, they stop before the pair that does not fit. */
#include "kernels/reference.h"

typedef struct pair_output {
    uint32_t *first, *second;
    uint32_t count, capacity;
} pair_output;

static uint32_t value(const uint32_t *column, uint32_t i, uint32_t otherwise) { return column ? column[i] : otherwise; }

/* Whether the run of second index q is of use to first index p. */
static bool useful(const hail_filter *filter, uint32_t p, uint32_t q) {
    if (filter->groups && filter->first.group[p] == filter->second.group[q] && filter->first.group[p] != 0)
        return false;
    if (!filter->masks)
        return true;
    const uint32_t to_q =
        value(filter->first.category, p, HAIL_DEFAULT_CATEGORY) & value(filter->second.mask, q, HAIL_DEFAULT_MASK);
    const uint32_t to_p =
        value(filter->second.category, q, HAIL_DEFAULT_CATEGORY) & value(filter->first.mask, p, HAIL_DEFAULT_MASK);
    return to_q != 0 && to_p != 0;
}

static bool add(pair_output *out, uint32_t first, uint32_t second) {
    if (out->count == out->capacity)
        return false;
    out->first[out->count] = first;
    out->second[out->count++] = second;
    return true;
}

/* The bodies of one side, by name. */
static float radius_in(const hail_stream_view *view, uint32_t i) {
    return view->radius ? view->radius[i] : view->uniform_radius;
}

static bool walk(pair_output *out, const hail_stream_view *grid, const hail_runs *runs, const hail_stream_view *bodies,
                 uint32_t i, uint32_t from, uint32_t stop, float slack, hail_cursor *cursor) {
    const uint32_t p = runs->first_order ? runs->first_order[i] : i;
    for (uint32_t at = from + cursor->step; at < stop;) {
        if (!useful(&runs->filter, p, runs->second_order ? runs->second_order[at] : at)) {
            at = runs->end[at];
            continue;
        }
        for (const uint32_t last = runs->end[at]; at < last && at < stop; at++) {
            const bool near = reference_near(bodies->x[i], bodies->y[i], radius_in(bodies, i), grid->x[at], grid->y[at],
                                             radius_in(grid, at), slack);
            if (near && !add(out, i, at)) {
                cursor->step = at - from;
                return false;
            }
        }
    }
    cursor->step = 0;
    return true;
}

uint32_t HAIL_KERNEL(runs_grid)(const hail_grid_view *grid, const hail_runs *runs, const hail_stream_view *stream,
                                float small_limit, float slack, hail_cursor *cursor, uint32_t end, uint32_t *first,
                                uint32_t *second, uint32_t capacity) {
    const hail_stream_view own = {grid->x, grid->y, grid->radius, grid->uniform_radius};
    const uint32_t stride = (uint32_t)grid->map.stride;
    pair_output out = {first, second, 0, capacity};
    for (; cursor->body < end; cursor->body++, cursor->run = 0) {
        const uint32_t i = cursor->body;
        const hail_stream_view *bodies = stream ? stream : &own;
        if (stream && radius_in(stream, i) > small_limit)
            continue;
        /* Of the three rows around the cell: all with a stream, else the rest of its own and the next. */
        const uint32_t cell = reference_cell(&grid->map, bodies->x[i], bodies->y[i]);
        for (cursor->run = stream || cursor->run ? cursor->run : 1; cursor->run < 3; cursor->run++) {
            const uint32_t middle = cell + cursor->run * stride - stride;
            const uint32_t from = !stream && cursor->run == 1 ? i + 1 : grid->start[middle - 1];
            if (!walk(&out, &own, runs, bodies, i, from, grid->start[middle + 2], slack, cursor))
                return out.count;
        }
    }
    return out.count;
}

uint32_t HAIL_KERNEL(runs_raster)(const hail_raster_view *raster, const hail_runs *runs,
                                  const hail_survivors *survivors, float uniform_radius, bool uniform,
                                  float small_limit, hail_size_filter size_filter, float slack, hail_cursor *cursor,
                                  uint32_t end, uint32_t *first, uint32_t *second, uint32_t capacity) {
    pair_output out = {first, second, 0, capacity};
    for (; cursor->body < end; cursor->body++, cursor->step = 0) {
        const uint32_t i = cursor->body, name = survivors->index[i];
        const uint32_t p = runs->first_order ? runs->first_order[name] : name;
        const float x = survivors->x[i], y = survivors->y[i], r = uniform ? uniform_radius : survivors->radius[i];
        const uint32_t cell = reference_cell(&raster->coarse, x, y);
        const uint32_t from = raster->start[cell], stop = raster->start[cell + 1];
        for (uint32_t at = from + cursor->step; at < stop;) {
            const hail_target *target = &raster->targets[at];
            if (!useful(&runs->filter, p, target->index)) {
                at = runs->end[at];
                continue;
            }
            if (reference_near(x, y, r, target->x, target->y, target->radius, slack) &&
                reference_size_allows(size_filter, small_limit, r, name, target) && !add(&out, name, target->index)) {
                cursor->step = at - from;
                return out.count;
            }
            at++;
        }
    }
    return out.count;
}
