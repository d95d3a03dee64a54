/* engine/casts/query_casts.c - rays, shapes and lines of sight: checks, then block by block. */
#include "cast_hits.h"
#include "cast_shape.h"
#include "cast_sources.h"
#include "queries/shape_list.h"
#include "tasks/run_tasks.h"

/* What tasks know of a call. */
typedef struct cast_call {
    const hail_query_scope *scope;
    const float *x, *y, *dx, *dy;
    const float *to_x, *to_y; /* of rays, instead of dx and dy; else NULL */
    const hail_shapes *list;  /* NULL: rays */
    size_t capacity;
    hail_query_hit *hits;
    uint32_t *counts;
    uint8_t *clear; /* of sight */
    hail_cast_kinds kinds;
    float flatness;
} cast_call;

static uint32_t block_of(uint32_t first, uint32_t last) {
    return last - first < CAST_BLOCK ? last - first : CAST_BLOCK;
}

static void begin(hail_cast *cast, const cast_call *call, bool sight) {
    cast->scope = call->scope;
    cast->list = call->list;
    cast->flatness = call->flatness;
    cast->capacity = call->capacity;
    cast->counting = call->counts != NULL;
    cast->sight = sight;
    cast->unordered = call->scope->filter->order == HAIL_UNORDERED;
    cast->kinds = &call->kinds;
}

/* Casts a block's queries, whose columns are set. */
static void cast_block(hail_cast *cast) {
    hail_cast_set_shapes(cast);
    if (cast->scope->map)
        hail_cast_tiles(cast);
    if (cast->scope->sectors)
        hail_cast_walls(cast);
    if (cast->scope->layers)
        hail_cast_bodies(cast);
    hail_cast_finish(cast);
}

/* A block's displacements, for rays whose ends are given. */
typedef struct ray_ways {
    float dx[CAST_BLOCK], dy[CAST_BLOCK];
} ray_ways;

static void set_ways(ray_ways *ways, const cast_call *call, uint32_t first, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        ways->dx[k] = call->to_x[first + k] - call->x[first + k];
        ways->dy[k] = call->to_y[first + k] - call->y[first + k];
    }
}

static void cast_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const cast_call *call = task;
    hail_cast cast;
    ray_ways ways;
    (void)worker;
    begin(&cast, call, false);
    for (uint32_t i = first; i < last; i += CAST_BLOCK) {
        cast.found = call->counts ? call->counts + i : NULL;
        hail_cast_begin(&cast, i, block_of(i, last));
        cast.x = call->x + i;
        cast.y = call->y + i;
        cast.dx = call->to_x ? ways.dx : call->dx + i;
        cast.dy = call->to_x ? ways.dy : call->dy + i;
        if (call->to_x)
            set_ways(&ways, call, i, cast.count);
        cast.hits = call->capacity ? call->hits + i * call->capacity : NULL;
        cast_block(&cast);
    }
}

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

static const hail_ray_fields ray_fields = HAIL_RAY_FIELDS("rays->");

static cast_call call_of_rays(hail_query_scope *scope, const hail_rays *rays, size_t capacity) {
    return (cast_call){.scope = scope,
                       .x = rays->x,
                       .y = rays->y,
                       .dx = rays->dx,
                       .dy = rays->dy,
                       .to_x = rays->to_x,
                       .to_y = rays->to_y,
                       .capacity = capacity,
                       .kinds = {.cores = {1, 1}},
                       .flatness = 1.0f};
}

hail_status hail_query_rays(const hail_world *world, const hail_rays *rays, const hail_query_filter *filter,
                            size_t capacity, hail_query_hit *hits, uint32_t *counts) {
    if (!rays)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_check_count(context_error(rays->context), "rays->count", rays->count));
    const hail_query_args call = {world, rays->context, filter, rays->count, capacity, "hits", hits, counts};
    hail_query_scope scope;
    cast_call all = call_of_rays(&scope, rays, capacity);
    all.hits = hits;
    all.counts = counts;
    hail_checks checks;
    HAIL_REQUIRE(hail_query_open(&scope, &call, &checks));
    HAIL_REQUIRE(hail_check_rays(&checks, &ray_fields, rays, HAIL_NEEDS_WAYS));
    hail_run_tasks(checks.tasks, (uint32_t)rays->count, CAST_BLOCK, cast_range, &all);
    return HAIL_OK;
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static float flattest(const hail_shapes *list) {
    float flatness = 1.0f;
    for (size_t i = 0; list->convexes && i < list->shape_count; i++) {
        const float own = list->convexes[i].words[HAIL_TEMPLATE_FLATNESS];
        flatness = own > flatness ? own : flatness;
    }
    return flatness;
}

hail_status hail_query_casts(const hail_world *world, const hail_shapes *shapes, const hail_query_filter *filter,
                             size_t capacity, hail_query_hit *hits, uint32_t *counts) {
    if (!shapes)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_check_count(context_error(shapes->context), "shapes->count", shapes->count));
    const hail_query_args call = {world, shapes->context, filter, shapes->count, capacity, "hits", hits, counts};
    hail_query_scope scope;
    cast_call all = {.scope = &scope,
                     .x = shapes->x,
                     .y = shapes->y,
                     .dx = shapes->dx,
                     .dy = shapes->dy,
                     .list = shapes,
                     .capacity = capacity,
                     .hits = hits,
                     .counts = counts};
    hail_checks checks;
    HAIL_REQUIRE(hail_query_open(&scope, &call, &checks));
    HAIL_REQUIRE(hail_shape_list_check(&checks, world, shapes, true));
    hail_cast_kinds_of(world, shapes, &all.kinds);
    all.flatness = shapes->convexes ? flattest(shapes) : world->shapes->flatness;
    hail_run_tasks(checks.tasks, (uint32_t)shapes->count, CAST_BLOCK, cast_range, &all);
    return HAIL_OK;
}

/* ---- Lines of sight ---------------------------------------------------------------------------------------------- */

/* Lines of sight, as rays from their ends with the smaller x, or y if those are equal: the same ray whichever end is
 * named first.
 */
typedef struct sight_rays {
    float x[CAST_BLOCK], y[CAST_BLOCK], dx[CAST_BLOCK], dy[CAST_BLOCK];
} sight_rays;

static void set_sight_rays(sight_rays *rays, const cast_call *call, uint32_t first, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        const float x = call->x[first + k], y = call->y[first + k],
                    to_x = call->to_x ? call->to_x[first + k] : x + call->dx[first + k],
                    to_y = call->to_x ? call->to_y[first + k] : y + call->dy[first + k];
        const bool forward = x != to_x ? x < to_x : y <= to_y;
        rays->x[k] = (forward ? x : to_x) + 0.0f; /* not -0 */
        rays->y[k] = (forward ? y : to_y) + 0.0f;
        rays->dx[k] = forward ? to_x - x : x - to_x;
        rays->dy[k] = forward ? to_y - y : y - to_y;
    }
}

static void sight_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const cast_call *call = task;
    sight_rays rays;
    hail_query_hit hits[CAST_BLOCK];
    uint32_t found[CAST_BLOCK];
    hail_cast cast;
    (void)worker;
    begin(&cast, call, true);
    cast.x = rays.x;
    cast.y = rays.y;
    cast.dx = rays.dx;
    cast.dy = rays.dy;
    cast.hits = hits;
    cast.found = found;
    for (uint32_t i = first; i < last; i += CAST_BLOCK) {
        hail_cast_begin(&cast, i, block_of(i, last));
        set_sight_rays(&rays, call, i, cast.count);
        cast_block(&cast);
        for (uint32_t k = 0; k < cast.count; k++)
            call->clear[i + k] = !found[k];
    }
}

hail_status hail_query_sight(const hail_world *world, const hail_rays *rays, const hail_query_filter *filter,
                             uint8_t *clear) {
    if (!rays)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_check_count(context_error(rays->context), "rays->count", rays->count));
    const hail_query_args call = {world, rays->context, filter, rays->count, 1, "clear", clear, NULL};
    hail_query_scope scope;
    cast_call all = call_of_rays(&scope, rays, 1);
    all.clear = clear;
    hail_checks checks;
    HAIL_REQUIRE(hail_query_open(&scope, &call, &checks));
    HAIL_REQUIRE(hail_check_rays(&checks, &ray_fields, rays, HAIL_NEEDS_ENDS));
    hail_run_tasks(checks.tasks, (uint32_t)rays->count, CAST_BLOCK, sight_range, &all);
    return HAIL_OK;
}
