/* engine/casts/query_casts.c - rays, shapes and lines of sight: checks, then block by block. */
#include "cast_hits.h"
#include "cast_shape.h"
#include "cast_sources.h"
#include "queries/shape_list.h"
#include "tasks/run_tasks.h"

/* What tasks know of a call. */
typedef struct cast_call {
    const hail_seek *seek;
    const float *x, *y, *dx, *dy; /* of sight, dx and dy are ends, not displacements */
    const hail_shape_list *list;  /* NULL: rays */
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
    cast->seek = call->seek;
    cast->list = call->list;
    cast->flatness = call->flatness;
    cast->capacity = call->capacity;
    cast->counting = call->counts != NULL;
    cast->sight = sight;
    cast->unordered = call->seek->filter.order == HAIL_UNORDERED;
    cast->kinds = call->kinds;
}

/* Casts a block's queries, whose columns are set. */
static void cast_block(hail_cast *cast) {
    hail_cast_set_shapes(cast);
    if (cast->seek->map)
        hail_cast_tiles(cast);
    if (cast->seek->sectors)
        hail_cast_walls(cast);
    if (cast->seek->layers)
        hail_cast_bodies(cast);
    hail_cast_finish(cast);
}

static void cast_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const cast_call *call = task;
    hail_cast cast;
    (void)worker;
    begin(&cast, call, false);
    for (uint32_t i = first; i < last; i += CAST_BLOCK) {
        hail_cast_begin(&cast, i, block_of(i, last));
        cast.x = call->x + i;
        cast.y = call->y + i;
        cast.dx = call->dx + i;
        cast.dy = call->dy + i;
        cast.hits = call->capacity ? call->hits + i * call->capacity : NULL;
        cast_block(&cast);
        if (call->counts)
            memcpy(call->counts + i, cast.found, cast.count * sizeof *call->counts);
    }
}

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

static hail_status check_rays(const hail_checks *checks, const hail_ray_list *rays) {
    const hail_needed needed[] = {
        {"rays->x", rays->x}, {"rays->y", rays->y}, {"rays->dx", rays->dx}, {"rays->dy", rays->dy}};
    HAIL_REQUIRE(hail_check_needed(checks->error, needed, rays->count ? 4 : 0));
    for (size_t i = 0; i < 4; i++)
        HAIL_REQUIRE(hail_check_coordinates(checks, needed[i].field, needed[i].pointer, rays->count));
    return HAIL_OK;
}

hail_status hail_query_rays(const hail_world *world, const hail_ray_list *rays, const hail_query_filter *filter,
                            size_t capacity, hail_query_hit *hits, uint32_t *counts) {
    if (!rays)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_check_count(context_error(rays->context), "rays->count", rays->count));
    const hail_seek_call call = {world, rays->context, filter, rays->count, capacity, "hits", hits, counts};
    hail_seek seek;
    cast_call all = {.seek = &seek,
                     .x = rays->x,
                     .y = rays->y,
                     .dx = rays->dx,
                     .dy = rays->dy,
                     .capacity = capacity,
                     .hits = hits,
                     .counts = counts,
                     .kinds = {.cores = {1, 1}},
                     .flatness = 1.0f};
    hail_checks checks;
    HAIL_REQUIRE(hail_seek_open(&seek, &call, &checks));
    HAIL_REQUIRE(check_rays(&checks, rays));
    hail_run_tasks(checks.tasks, (uint32_t)rays->count, CAST_BLOCK, cast_range, &all);
    return HAIL_OK;
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static float flattest(const hail_shape_list *list) {
    float flatness = 1.0f;
    for (size_t i = 0; list->convexes && i < list->shape_count; i++) {
        const float own = list->convexes[i].words[HAIL_TEMPLATE_FLATNESS];
        flatness = own > flatness ? own : flatness;
    }
    return flatness;
}

hail_status hail_query_casts(const hail_world *world, const hail_shape_list *shapes, const hail_query_filter *filter,
                             size_t capacity, hail_query_hit *hits, uint32_t *counts) {
    if (!shapes)
        return HAIL_BAD_ARGUMENT;
    const hail_bodies *b = &shapes->bodies;
    HAIL_REQUIRE(hail_check_count(context_error(shapes->context), "shapes->bodies.count", b->count));
    const hail_seek_call call = {world, shapes->context, filter, b->count, capacity, "hits", hits, counts};
    hail_seek seek;
    cast_call all = {.seek = &seek,
                     .x = b->x,
                     .y = b->y,
                     .dx = b->dx,
                     .dy = b->dy,
                     .list = shapes,
                     .capacity = capacity,
                     .hits = hits,
                     .counts = counts};
    hail_checks checks;
    HAIL_REQUIRE(hail_seek_open(&seek, &call, &checks));
    HAIL_REQUIRE(hail_shape_list_check(&checks, world, shapes, true));
    all.kinds = hail_cast_kinds_of(world, shapes);
    all.flatness = shapes->convexes ? flattest(shapes) : world->shapes->flatness;
    hail_run_tasks(checks.tasks, (uint32_t)b->count, CAST_BLOCK, cast_range, &all);
    return HAIL_OK;
}

/* ---- Lines of sight ---------------------------------------------------------------------------------------------- */

static hail_status check_lines(const hail_checks *checks, const hail_line_list *lines) {
    const hail_needed needed[] = {
        {"lines->x", lines->x}, {"lines->y", lines->y}, {"lines->to_x", lines->to_x}, {"lines->to_y", lines->to_y}};
    HAIL_REQUIRE(hail_check_needed(checks->error, needed, lines->count ? 4 : 0));
    for (size_t i = 0; i < 4; i++)
        HAIL_REQUIRE(hail_check_coordinates(checks, needed[i].field, needed[i].pointer, lines->count));
    return HAIL_OK;
}

/* Lines as rays from their ends with the smaller x, or y if those are equal: the same ray whichever end is named first.
 */
typedef struct sight_rays {
    float x[CAST_BLOCK], y[CAST_BLOCK], dx[CAST_BLOCK], dy[CAST_BLOCK];
} sight_rays;

static void set_sight_rays(sight_rays *rays, const cast_call *call, uint32_t first, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        const float x = call->x[first + k], y = call->y[first + k], to_x = call->dx[first + k],
                    to_y = call->dy[first + k];
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
    hail_cast cast;
    (void)worker;
    begin(&cast, call, true);
    cast.x = rays.x;
    cast.y = rays.y;
    cast.dx = rays.dx;
    cast.dy = rays.dy;
    cast.hits = hits;
    for (uint32_t i = first; i < last; i += CAST_BLOCK) {
        hail_cast_begin(&cast, i, block_of(i, last));
        set_sight_rays(&rays, call, i, cast.count);
        cast_block(&cast);
        for (uint32_t k = 0; k < cast.count; k++)
            call->clear[i + k] = !cast.found[k];
    }
}

hail_status hail_query_sight(const hail_world *world, const hail_line_list *lines, const hail_query_filter *filter,
                             uint8_t *clear) {
    if (!lines)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_check_count(context_error(lines->context), "lines->count", lines->count));
    const hail_seek_call call = {world, lines->context, filter, lines->count, 1, "clear", clear, NULL};
    hail_seek seek;
    cast_call all = {.seek = &seek,
                     .x = lines->x,
                     .y = lines->y,
                     .dx = lines->to_x,
                     .dy = lines->to_y,
                     .capacity = 1,
                     .clear = clear,
                     .kinds = {.cores = {1, 1}},
                     .flatness = 1.0f};
    hail_checks checks;
    HAIL_REQUIRE(hail_seek_open(&seek, &call, &checks));
    HAIL_REQUIRE(check_lines(&checks, lines));
    hail_run_tasks(checks.tasks, (uint32_t)lines->count, CAST_BLOCK, sight_range, &all);
    return HAIL_OK;
}
