/* simd/kernels/queries/near_one_reference.c - the body nearest to points. */
#include "kernels/reference.h"

#include <math.h>

/* How many cells away from a point the cells begin that are not looked at. */
static float room_along(float at, float cell, float last) {
    const float before = cell > 1.0f ? at - (cell - 1.0f) : INFINITY;
    const float after = cell + 1.0f < last ? cell + 2.0f - at : INFINITY;
    return before < after ? before : after;
}

/* The square of the distance within which every body is in the cells around a point. */
static float known_around(const hail_grid_layout *map, float x, float y) {
    const float column = (x - map->min_x) * map->inverse, row = (y - map->min_y) * map->inverse;
    const float wide = room_along(column, (float)(int)reference_clamp(column, map->last_column), map->last_column);
    const float high = room_along(row, (float)(int)reference_clamp(row, map->last_row), map->last_row);
    const float room = (wide < high ? wide : high) - (fabsf(column) + fabsf(row) + 4.0f) * HAIL_NEAR_SHARE;
    const float reach = (room > 0.0f ? room : 0.0f) * ((1.0f - HAIL_NEAR_SHARE) / map->inverse);
    return reach * reach;
}

void HAIL_KERNEL(near_one)(const hail_near_few_job *job, uint32_t begin, uint32_t end) {
    const hail_grid_view *grid = job->grid;
    const uint32_t stride = (uint32_t)grid->map.stride;
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t cell = reference_cell(&grid->map, job->x[i], job->y[i]);
        float best = INFINITY, next = INFINITY;
        uint32_t position = 0;
        for (uint32_t row = cell - stride; row <= cell + stride; row += stride)
            for (uint32_t p = grid->start[row - 1]; p < grid->start[row + 2]; p++) {
                const float dx = job->x[i] - grid->x[p], dy = job->y[i] - grid->y[p], squared = dx * dx + dy * dy;
                next = squared < best ? best : squared < next ? squared : next;
                position = squared < best ? p : position;
                best = squared < best ? squared : best;
            }
        const float limit = job->limits ? job->limits[i] : job->limit;
        const bool some = best <= limit;
        const bool sure = (some ? best : limit) < known_around(&grid->map, job->x[i], job->y[i]);
        const bool tie = some && sqrtf(best) - job->radius == sqrtf(next) - job->radius;
        job->found[i] = tie || !sure ? HAIL_NEAR_DOUBT : some;
        if (!some)
            continue;
        job->position[i] = position;
        job->distance[i] = sqrtf(best) - job->radius;
    }
}
