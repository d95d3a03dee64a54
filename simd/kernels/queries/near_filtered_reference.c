/* simd/kernels/queries/near_filtered_reference.c - the few bodies nearest to points that a filter lets through. */
#include <float.h>

#include "kernels/reference.h"

/* The square of the radius in which bodies are sought; *limited: nothing lies beyond it. */
static float square_of(const hail_near_filtered_job *job, uint32_t i, bool *limited) {
    const hail_near_few_job *few = &job->few;
    const hail_grid_layout *map = &few->grid->map;
    const uint32_t cell = reference_cell(map, few->x[i], few->y[i]), stride = (uint32_t)map->stride;
    const float limit = few->limits ? few->limits[i] : few->limit;
    uint32_t around = 0;
    for (uint32_t row = cell - stride; row <= cell + stride; row += stride)
        around += few->grid->start[row + 2] - few->grid->start[row - 1];
    float squared = few->area / (around ? (float)around : 1.0f);
    squared = squared < few->largest ? squared : few->largest;
    squared = squared < limit ? squared : limit;
    const float wide = sqrtf(squared) + job->spread;
    squared = job->counts && limit < HAIL_NEAR_ANY ? FLT_MAX : wide * wide;
    squared = squared < few->largest ? squared : few->largest;
    squared = squared < limit ? squared : limit;
    *limited = squared == limit;
    return squared;
}

static bool lets_through(const hail_near_filtered_job *job, uint32_t i, uint32_t position) {
    if (job->allowed && !(job->allowed[position / 32] >> position % 32 & 1))
        return false;
    if (!job->order)
        return true;
    const uint32_t index = job->order[position];
    if (index == job->no_index[i])
        return false;
    if (job->group && job->no_group[i] && job->group[index] == job->no_group[i])
        return false;
    if (job->category && job->in_category[i] && !(job->category[index] & job->in_category[i]))
        return false;
    return !(job->mask && job->in_mask[i] && !(job->mask[index] & job->in_mask[i]));
}

/* The first of a list are the nearest. */
typedef struct list {
    float distance[HAIL_NEAR_KEEP + 1];
    uint32_t position[HAIL_NEAR_KEEP + 1];
    uint32_t count; /* in the circle */
} list;

static void insert(list *to, float distance, uint32_t position) {
    uint32_t at = to->count < HAIL_NEAR_KEEP + 1 ? to->count : HAIL_NEAR_KEEP + 1;
    to->count++;
    for (; at > 0 && to->distance[at - 1] > distance; at--)
        if (at <= HAIL_NEAR_KEEP) {
            to->distance[at] = to->distance[at - 1];
            to->position[at] = to->position[at - 1];
        }
    if (at <= HAIL_NEAR_KEEP) {
        to->distance[at] = distance;
        to->position[at] = position;
    }
}

/* Looks at all bodies of the grid: what lies in no cell of the circle is not in it either. */
static void find(const hail_near_filtered_job *job, uint32_t i, float squared, list *to) {
    const hail_grid_view *grid = job->few.grid;
    for (uint32_t p = 0; p < grid->count; p++) {
        const float dx = job->few.x[i] - grid->x[p], dy = job->few.y[i] - grid->y[p], d2 = dx * dx + dy * dy;
        const float radius = job->to_centre ? 0.0f : grid->radius ? grid->radius[p] : grid->uniform_radius;
        const float distance = sqrtf(d2) - radius;
        if (d2 <= squared && distance <= job->within[i] && lets_through(job, i, p))
            insert(to, distance, p);
    }
}

void HAIL_KERNEL(near_filtered)(const hail_near_filtered_job *job, uint32_t begin, uint32_t end) {
    const hail_near_few_job *few = &job->few;
    for (uint32_t i = begin; i < end; i++) {
        bool limited;
        list near = {.count = 0};
        const float squared = square_of(job, i, &limited);
        find(job, i, squared, &near);
        const uint32_t kept = near.count < few->keep ? near.count : few->keep;
        const float reach = job->to_centre ? 0.0f : job->reach;
        const float limit = few->limits ? few->limits[i] : few->limit;
        const bool uncounted = job->counts && limit < HAIL_NEAR_ANY;
        const bool all = !uncounted && kept == few->keep &&
                         !((near.distance[kept - 1] + reach) * (1.0f + 0x1p-20f) > sqrtf(squared));
        const bool tie = near.count > few->keep && near.distance[few->keep - 1] == near.distance[few->keep];
        const bool sure = near.count <= HAIL_NEAR_ROOM && (all || limited) && !tie;
        few->found[i] = (uint8_t)(sure ? kept : HAIL_NEAR_DOUBT);
        for (uint32_t j = 0; j < kept; j++) {
            few->position[(size_t)j * few->stride + i] = near.position[j];
            few->distance[(size_t)j * few->stride + i] = near.distance[j];
        }
        if (job->counts)
            job->counts[i] = near.count;
    }
}
