/* engine/casts/cast_lone.c - one ray goes on by one stretch at a time, until its first hit is known. */
#include "cast_lone.h"

#include "cast_bodies.h"
#include "queries/lone_query.h"

enum { LISTED = HAIL_CAST_ROOM };

/* What it has hit so far. */
typedef struct lone_hit {
    float t;        /* later hits are not wanted */
    uint32_t index; /* CAST_NO_BODY: none */
    uint32_t position;
} lone_hit;

/* A stretch, in cells: longer ones look beyond the first hit, shorter ones are more. */
static const float STRETCH_CELLS = 1.5f;

static bool is_usual(const hail_ray_list *r, size_t capacity, const hail_query_hit *hits, const uint32_t *counts) {
    return r->count == 1 && capacity == 1 && hits && !counts && lone_coordinate(r->x) && lone_coordinate(r->y) &&
           lone_coordinate(r->dx) && lone_coordinate(r->dy);
}

/* Whether the hit of a body comes before the best one. Ties go to the lower slot. */
static bool comes_first(const hail_lone_query *lone, const lone_hit *best, uint32_t index, float t) {
    const hail_handle *handle = layer_handles(lone->layer);
    if (!(t <= best->t) || !lone_allows(lone, index))
        return false;
    return t < best->t || best->index == CAST_NO_BODY || handle[index].slot < handle[best->index].slot;
}

static hail_cast_job job_of(const hail_level *level, float *row) {
    const hail_grid_view *grid = &level->view;
    const hail_grid_layout *map = &grid->map;
    const float cell = 1.0f / map->inverse;
    return (hail_cast_job){.grid = *grid,
                           .reach = grid->radius ? level->reach : grid->uniform_radius,
                           .max_x = map->min_x + (map->last_column + 1.0f) * cell,
                           .max_y = map->min_y + (map->last_row + 1.0f) * cell,
                           .stretch = STRETCH_CELLS * cell,
                           .inflate_rel = 1.0f,
                           .rows = row};
}

static lone_hit find_first(const hail_lone_query *lone, const hail_cast_job *job) {
    const float *to = job->rows + HAIL_CAST_TO;
    const uint32_t active = 0;
    uint32_t cast[LISTED + HAIL_SLACK], position[LISTED + HAIL_SLACK];
    float time[LISTED + HAIL_SLACK];
    lone_hit best = {1.0f, CAST_NO_BODY, 0};
    while (*to <= best.t) {
        hail_cursor cursor = {0};
        while (!cursor.body) {
            const uint32_t count =
                lone->world->kernels->cast_circles(job, &active, &cursor, 1, cast, position, time, LISTED);
            for (uint32_t k = 0; k < count; k++) {
                const uint32_t index = lone->level->order[position[k]];
                if (comes_first(lone, &best, index, time[k]))
                    best = (lone_hit){time[k], index, position[k]};
            }
        }
    }
    return best;
}

/* Writes the hit with a body: the only one of the kernel's, as it lies in the grid. */
static void write_hit(const hail_lone_query *lone, const hail_ray_list *rays, const lone_hit *best,
                      hail_query_hit *hit) {
    const uint8_t header[4] = {HAIL_CONTACT_BODY, (uint8_t)lone->number, 0, 0}, inside[4] = {0, 0, 0, 1};
    const hail_grid_view *grid = &lone->level->view;
    const uint64_t *user = layer_user(lone->layer);
    const uint32_t only = 0, p = best->position;
    hail_cast_results_job job;
    job.pair = (hail_narrow_job){.one = {.x = rays->x, .y = rays->y, .dx = rays->dx, .dy = rays->dy},
                                 .two = {.x = grid->x + p,
                                         .y = grid->y + p,
                                         .uniform_radius = grid->radius ? grid->radius[p] : grid->uniform_radius},
                                 .templates = shape_row(lone->world->shapes, 0),
                                 .manifold = true};
    job.handle = &layer_handles(lone->layer)[best->index].slot;
    job.user = user ? (const uint32_t *)(const void *)(user + best->index) : NULL;
    job.rays = true;
    job.rows = &hit->body.slot;
    memcpy(&job.header, header, sizeof header);
    memcpy(&job.inside, inside, sizeof inside);
    lone->world->kernels->cast_results(&job, &only, &only, &only, 1);
}

bool hail_cast_lone(const hail_world *world, const hail_ray_list *rays, const hail_query_filter *filter,
                    size_t capacity, hail_query_hit *hits, const uint32_t *counts) {
    hail_lone_query lone;
    float row[HAIL_CAST_WORDS];
    if (!is_usual(rays, capacity, hits, counts) || !hail_lone_open(&lone, world, rays->context, filter))
        return false;
    const hail_cast_columns columns = {rays->x, rays->y, rays->dx, rays->dy, NULL, NULL};
    const hail_cast_job job = job_of(lone.level, row);
    hail_kernels_at(0)->cast_rows(&job, &columns, 1);
    const lone_hit best = find_first(&lone, &job);
    if (best.index == CAST_NO_BODY)
        *hits = (hail_query_hit){0};
    else
        write_hit(&lone, rays, &best, hits);
    return true;
}
