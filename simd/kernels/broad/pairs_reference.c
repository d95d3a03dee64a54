/* simd/kernels/broad/pairs_reference.c - the finders, one body at a time. When the output is full, they stop before the
 * pair that does not fit: cursor->run is then a row's number, and cursor->step counts bodies in that row. */
#include "kernels/reference.h"

static float radius_of(const hail_stream_view *bodies, uint32_t i) {
    return bodies->radius ? bodies->radius[i] : bodies->uniform_radius;
}

uint32_t HAIL_KERNEL(pairs_all)(const hail_stream_view *stream, const hail_stream_view *target, uint32_t targets,
                                bool self, float slack, hail_cursor *cursor, uint32_t end, uint32_t *first,
                                uint32_t *second, uint32_t capacity) {
    uint32_t count = 0;
    for (; cursor->body < end; cursor->body++, cursor->step = 0) {
        const uint32_t i = cursor->body, from = self && cursor->step <= i ? i + 1 : cursor->step;
        const float x = stream->x[i], y = stream->y[i], r = radius_of(stream, i);
        const float *others_x = target->x, *others_y = target->y, *radius = target->radius;
        const float of_all = (r + target->uniform_radius) * slack;
        for (uint32_t j = from; j < targets; j++) {
            const float dx = others_x[j] - x, dy = others_y[j] - y;
            const float s = radius ? (r + radius[j]) * slack : of_all;
            if (!(dx * dx + dy * dy <= s * s))
                continue;
            if (count == capacity) {
                cursor->step = j;
                return count;
            }
            first[count] = i;
            second[count++] = j;
        }
    }
    return count;
}

/* Walks positions [from, stop) for one body. False: the output is full, and cursor->step is where to go on. */
static bool walk(const hail_grid_view *grid, float x, float y, float r, uint32_t name, uint32_t from, uint32_t stop,
                 float slack, hail_cursor *cursor, uint32_t *first, uint32_t *second, uint32_t *count,
                 uint32_t capacity) {
    for (uint32_t q = from + cursor->step; q < stop; q++) {
        const float other = grid->radius ? grid->radius[q] : grid->uniform_radius;
        if (!reference_near(x, y, r, grid->x[q], grid->y[q], other, slack))
            continue;
        if (*count == capacity) {
            cursor->step = q - from;
            return false;
        }
        first[*count] = name;
        second[(*count)++] = q;
    }
    cursor->step = 0;
    return true;
}

uint32_t HAIL_KERNEL(pairs_self)(const hail_grid_view *grid, float slack, hail_cursor *cursor, uint32_t end,
                                 uint32_t *first, uint32_t *second, uint32_t capacity) {
    const uint32_t stride = (uint32_t)grid->map.stride;
    uint32_t count = 0;
    for (; cursor->body < end; cursor->body++, cursor->run = 0) {
        const uint32_t p = cursor->body;
        const float x = grid->x[p], y = grid->y[p], r = grid->radius ? grid->radius[p] : grid->uniform_radius;
        const uint32_t cell = reference_cell(&grid->map, x, y);
        for (; cursor->run < 2; cursor->run++) {
            const uint32_t from = cursor->run == 0 ? p + 1 : grid->start[cell + stride - 1];
            const uint32_t stop = cursor->run == 0 ? grid->start[cell + 2] : grid->start[cell + stride + 2];
            if (!walk(grid, x, y, r, p, from, stop, slack, cursor, first, second, &count, capacity))
                return count;
        }
    }
    return count;
}

/* A corner of the cells that a body reaches: sign is -1 for the one of the lowest coordinates, 1 for the highest. */
static uint32_t corner_reached(const hail_grid_view *grid, float x, float y, float r, float slack, float sign) {
    const float reach = (r + grid->reach) * slack, sizes = (fabsf(x) + fabsf(y)) + reach;
    const float far = sign * (reach + (sizes * HAIL_REACH_SHARE + HAIL_REACH_SPARE));
    return reference_cell(&grid->map, x + far, y + far);
}

uint32_t HAIL_KERNEL(pairs_cross)(const hail_grid_view *grid, const hail_stream_view *stream, float small_limit,
                                  float slack, hail_cursor *cursor, uint32_t end, uint32_t *first, uint32_t *second,
                                  uint32_t capacity) {
    const uint32_t stride = (uint32_t)grid->map.stride;
    uint32_t count = 0;
    for (; cursor->body < end; cursor->body++, cursor->run = 0) {
        const uint32_t i = cursor->body;
        const float x = stream->x[i], y = stream->y[i], r = stream->radius ? stream->radius[i] : stream->uniform_radius;
        if (!(r <= small_limit))
            continue;
        const uint32_t low = corner_reached(grid, x, y, r, slack, -1.0f),
                       high = corner_reached(grid, x, y, r, slack, 1.0f), columns = high % stride - low % stride;
        for (; low + cursor->run * stride <= high; cursor->run++) {
            const uint32_t cell = low + cursor->run * stride;
            if (!walk(grid, x, y, r, i, grid->start[cell], grid->start[cell + columns + 1], slack, cursor, first,
                      second, &count, capacity))
                return count;
        }
    }
    return count;
}

uint32_t HAIL_KERNEL(cull)(const hail_raster_view *raster, const hail_stream_view *stream, uint32_t begin, uint32_t end,
                           const hail_survivors *survivors) {
    uint32_t count = 0;
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t bit = reference_cell(&raster->fine, stream->x[i], stream->y[i]);
        if (!(raster->bits[bit / 32] & UINT32_C(1) << bit % 32))
            continue;
        survivors->index[count] = i;
        survivors->x[count] = stream->x[i];
        survivors->y[count] = stream->y[i];
        if (stream->radius)
            survivors->radius[count] = stream->radius[i];
        count++;
    }
    return count;
}

uint32_t HAIL_KERNEL(pairs_raster)(const hail_raster_view *raster, const hail_survivors *survivors,
                                   float uniform_radius, bool uniform, float small_limit, hail_size_filter size_filter,
                                   float slack, hail_cursor *cursor, uint32_t end, uint32_t *first, uint32_t *second,
                                   uint32_t capacity) {
    uint32_t count = 0;
    for (; cursor->body < end; cursor->body++, cursor->step = 0) {
        const uint32_t i = cursor->body;
        const float x = survivors->x[i], y = survivors->y[i], r = uniform ? uniform_radius : survivors->radius[i];
        const uint32_t cell = reference_cell(&raster->coarse, x, y);
        const uint32_t from = raster->start[cell], stop = raster->start[cell + 1];
        for (uint32_t k = from + cursor->step; k < stop; k++) {
            const hail_target *target = &raster->targets[k];
            if (!reference_near(x, y, r, target->x, target->y, target->radius, slack) ||
                !reference_size_allows(size_filter, small_limit, r, survivors->index[i], target))
                continue;
            if (count == capacity) {
                cursor->step = k - from;
                return count;
            }
            first[count] = survivors->index[i];
            second[count++] = target->index;
        }
    }
    return count;
}
