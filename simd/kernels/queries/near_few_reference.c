/* simd/kernels/queries/near_few_reference.c - the few bodies nearest to points. */
#include "kernels/reference.h"

typedef struct circle {
    float x, y, squared;
    uint32_t from_column, to_column, from_row, to_row; /* in cells, the border counted */
} circle;

static uint32_t reach_to(float at, float reach, float min, float inverse, float last) {
    return 1 + (uint32_t)reference_clamp((at + reach - min) * inverse, last);
}

static circle draw(const hail_near_few_job *job, float x, float y, float limit) {
    const hail_grid_layout *map = &job->grid->map;
    const uint32_t cell = reference_cell(map, x, y), stride = (uint32_t)map->stride, *start = job->grid->start;
    uint32_t around = 0;
    for (uint32_t row = cell - stride; row <= cell + stride; row += stride)
        around += start[row + 2] - start[row - 1];
    circle c = {.x = x, .y = y, .squared = job->area / (around ? (float)around : 1.0f)};
    c.squared = c.squared < job->largest ? c.squared : job->largest;
    c.squared = c.squared < limit ? c.squared : limit;
    const float reach = sqrtf(c.squared) * 1.00001f;
    const float wide = reach + fabsf(x) * 1.0e-6f, high = reach + fabsf(y) * 1.0e-6f;
    c.from_column = reach_to(x, -wide, map->min_x, map->inverse, map->last_column);
    c.to_column = reach_to(x, wide, map->min_x, map->inverse, map->last_column);
    c.from_row = reach_to(y, -high, map->min_y, map->inverse, map->last_row);
    c.to_row = reach_to(y, high, map->min_y, map->inverse, map->last_row);
    return c;
}

/* The first of a list are the nearest. */
typedef struct list {
    float squared[HAIL_NEAR_KEEP + 1];
    uint32_t position[HAIL_NEAR_KEEP + 1];
    uint32_t count; /* in the circle */
} list;

static void insert(list *to, float squared, uint32_t position) {
    uint32_t at = to->count < HAIL_NEAR_KEEP + 1 ? to->count : HAIL_NEAR_KEEP + 1;
    to->count++;
    for (; at > 0 && to->squared[at - 1] > squared; at--)
        if (at <= HAIL_NEAR_KEEP) {
            to->squared[at] = to->squared[at - 1];
            to->position[at] = to->position[at - 1];
        }
    if (at <= HAIL_NEAR_KEEP) {
        to->squared[at] = squared;
        to->position[at] = position;
    }
}

static void find(const hail_grid_view *grid, const circle *c, list *to) {
    for (uint32_t row = c->from_row; row <= c->to_row; row++) {
        const uint32_t *start = grid->start + (size_t)row * (uint32_t)grid->map.stride;
        for (uint32_t p = start[c->from_column]; p < start[c->to_column + 1]; p++) {
            const float dx = grid->x[p] - c->x, dy = grid->y[p] - c->y, squared = dx * dx + dy * dy;
            if (squared <= c->squared)
                insert(to, squared, p);
        }
    }
}

void HAIL_KERNEL(near_few)(const hail_near_few_job *job, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        const float limit = job->limits ? job->limits[i] : job->limit;
        const circle c = draw(job, job->x[i], job->y[i], limit);
        list near = {.count = 0};
        find(job->grid, &c, &near);
        const uint32_t kept = near.count < job->keep ? near.count : job->keep;
        const bool enough = kept == job->keep || c.squared == limit || near.count == job->grid->count;
        const bool tie = near.count > job->keep && sqrtf(near.squared[job->keep - 1]) - job->radius ==
                                                       sqrtf(near.squared[job->keep]) - job->radius;
        job->found[i] = (uint8_t)(near.count > HAIL_NEAR_ROOM || !enough || tie ? HAIL_NEAR_DOUBT : kept);
        for (uint32_t j = 0; j < kept; j++) {
            job->position[(size_t)j * job->stride + i] = near.position[j];
            job->distance[(size_t)j * job->stride + i] = sqrtf(near.squared[j]) - job->radius;
        }
    }
}
