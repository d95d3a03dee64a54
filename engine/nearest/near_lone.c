/* engine/nearest/near_lone.c - one point asks the kernel for the circle nearest to it. */
#include "near_lone.h"

#include "near_fast.h"
#include "queries/lone_query.h"

static bool is_usual(const hail_points *points, const hail_query_near *near, size_t capacity,
                     const hail_query_hit *hits, const uint32_t *counts) {
    return points->count == 1 && capacity == 1 && hits && !counts && lone_coordinate(points->x) &&
           lone_coordinate(points->y) && near->radius >= 0.0f && near->radius <= HAIL_MAX_BOUND && !near->each_radius &&
           near->measure <= HAIL_TO_CENTRE;
}

static void write_row(const hail_lone_query *lone, const hail_near_few_job *job, bool to_centre, hail_query_hit *hit) {
    const uint8_t header[4] = {HAIL_CONTACT_BODY, (uint8_t)lone->number, 0, 0}, inside[4] = {0, 0, 0, 1};
    const uint32_t zero = 0;
    hail_near_rows_job rows = {.grid = job->grid,
                               .order = lone->level->order,
                               .handle = &layer_handles(lone->layer)->slot,
                               .user = lone->layer->column[COLUMN_USER],
                               .x = job->x,
                               .y = job->y,
                               .to_centre = to_centre,
                               .rows = &hit->body.slot};
    memcpy(&rows.header, header, sizeof header);
    memcpy(&rows.inside, inside, sizeof inside);
    hail_kernels_at(0)->near_rows(&rows, &zero, job->position, &zero, 1);
}

bool hail_near_lone(const hail_world *world, const hail_points *points, const hail_query_near *near,
                    const hail_query_filter *filter, size_t capacity, hail_query_hit *hits, const uint32_t *counts) {
    hail_lone_query lone;
    if (!is_usual(points, near, capacity, hits, counts) || !hail_lone_open(&lone, world, points->context, filter) ||
        lone.selective || lone.level->view.radius)
        return false;
    const bool to_centre = near->measure == HAIL_TO_CENTRE;
    const float own = to_centre ? 0.0f : lone.level->view.uniform_radius, radius = near_radius(near, 0);
    uint32_t position;
    float distance;
    uint8_t found;
    const hail_near_few_job job = {.grid = &lone.level->view,
                                   .x = points->x,
                                   .y = points->y,
                                   .limit = near_limit(radius, own),
                                   .radius = own,
                                   .keep = 1,
                                   .stride = 1,
                                   .position = &position,
                                   .distance = &distance,
                                   .found = &found};
    world->kernels->near_one(&job, 0, 1);
    if (found == HAIL_NEAR_DOUBT || (found && !lone_allows(&lone, lone.level->order[position])))
        return false;
    if (found && distance <= radius)
        write_row(&lone, &job, to_centre, hits);
    else
        hits->kind = 0;
    return true;
}
