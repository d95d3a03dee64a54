/* engine/pairs/find_paths.c - finds the pairs of a swept rule: circles around the targets' paths lie in a grid or a
 * raster; pieces of the bodies' paths stream past, as if they were bodies. Within a layer, the short paths of a grid
 * are searched as bodies are, and all paths stream past the long ones. */
#include <float.h>
#include <math.h>

#include "search.h"

enum { PATH_GRAIN = 512 }; /* bodies of a task at least */

static hail_path_filter_job filter_of(const hail_world *world, const hail_layer *stream, const hail_layer *target) {
    const hail_circles_job one = hail_plan_circles(world, stream), other = hail_plan_circles(world, target);
    return (hail_path_filter_job){.stream = one.path,
                                  .target = other.path,
                                  .small_limit = FLT_MAX,
                                  .bound = HAIL_MAX_BOUND,
                                  .slack = one.inflate_rel,
                                  .inflate_abs = 2.0f * one.inflate_abs};
}

/* Whether there was memory for a layer's grid. */
static bool has_grid(hail_search *s, const hail_layer *layer) {
    if (!layer->scratch->path_gridded)
        s->found = FOUND_NO_MEMORY;
    return layer->scratch->path_gridded;
}

/* ---- Whole paths within a grid ----------------------------------------------------------------------------------- */

typedef struct path_grid {
    const hail_grid *grid;
    hail_path_filter_job filter;
} path_grid;

static bool search_within(hail_search *s, hail_search_cursors *cursors, uint32_t end, const void *what) {
    const path_grid *p = what;
    while (cursors->from.body < end) {
        uint32_t n = hail_search_grid(s, p->grid, NULL, &cursors->from, end);
        n = s->world->kernels->filter_paths(&p->filter, search_first(s), search_second(s), n);
        if (n && !hail_search_take(s, n))
            return false;
    }
    return true;
}

static bool search_short(hail_search *s, const hail_layer *layer) {
    hail_grid *grid = &layer->scratch->path_grid;
    if (!has_grid(s, layer))
        return false;
    path_grid what = {grid, filter_of(s->world, layer, layer)};
    what.filter.first_order = what.filter.second_order = grid->order.data;
    hail_search_set_sides(s, layer, grid->order.data, layer, grid->order.data, HAIL_LOWER_SLOT_IS_A);
    hail_search_choose_grid(s, layer, layer, grid);
    return hail_search_bodies(s, grid->view.count, PATH_GRAIN, search_within, &what);
}

/* ---- Pieces of paths --------------------------------------------------------------------------------------------- */

/* Bodies whose paths stream past. */
typedef struct path_stream {
    hail_pieces_job cut;
    hail_path_filter_job filter;
    const hail_grid *grid; /* what they stream past; NULL: a raster */
    uint32_t block;        /* pieces at a time */
} path_stream;

/* Looks up the pieces as if they were bodies; the path filter then keeps each pair once. */
static bool stream_pieces(hail_search *s, hail_search_cursors *cursors, uint32_t end, const void *what) {
    const path_stream *p = what;
    const hail_kernels *kernels = s->world->kernels;
    const hail_survivors survivors = search_survivors(s);
    const hail_pieces pieces = search_pieces(s);
    const hail_stream_view view = {pieces.x, pieces.y, pieces.radius, 0.0f};
    const hail_grid_stream past_grid = {view, pieces.body, FLT_MAX};
    const hail_raster_lookup lookup = {pieces.body, 0.0f, false, FLT_MAX, HAIL_SIZE_SMALL, p->filter.slack};
    hail_path_filter_job filter = p->filter;
    filter.pieces = pieces;
    if (!p->grid)
        hail_search_enter_raster(s);
    while (cursors->from.body < end) {
        hail_cursor next = cursors->from;
        uint32_t left = kernels->path_pieces(&p->cut, HAIL_MAX_BOUND, &next, end, &pieces, p->block);
        if (!p->grid)
            left = kernels->cull(&s->raster->view, &view, 0, left, &survivors);
        while (cursors->cursor.body < left) {
            uint32_t n = p->grid ? hail_search_grid(s, p->grid, &past_grid, &cursors->cursor, left)
                                 : hail_search_raster(s, &lookup, &survivors, &cursors->cursor, left);
            n = kernels->filter_paths(&filter, search_first(s), search_second(s), n);
            if (n && !hail_search_take(s, n))
                return false;
        }
        *cursors = (hail_search_cursors){.from = next};
    }
    return true;
}

bool hail_search_path_grid(hail_search *s, const hail_layer *stream, const hail_layer *target, hail_grid *grid,
                           const uint32_t *order) {
    path_stream what = {.cut = s->plan->cut.job,
                        .filter = filter_of(s->world, stream, target),
                        .grid = grid,
                        .block = piece_block(stream->active)};
    if (!hail_paths_reserve(&s->world->scratch->heap, &s->world->scratch->paths, 0, stream->active)) {
        s->found = FOUND_NO_MEMORY;
        return false;
    }
    what.cut.path = what.filter.stream;
    what.filter.second_order = order;
    hail_search_set_sides(s, stream, NULL, target, order, search_past(s->plan));
    hail_search_choose_grid(s, stream, target, grid);
    return hail_search_bodies(s, stream->active, PATH_GRAIN, stream_pieces, &what);
}

/* ---- Rasters ----------------------------------------------------------------------------------------------------- */

/* Streams paths past the targets of a raster. */
static bool search_pieces_past(hail_search *s, const hail_layer *stream, const hail_layer *target,
                               const hail_raster_job *job, const hail_pieces_job *cut,
                               const hail_path_filter_job *filter) {
    const path_stream what = {.cut = *cut, .filter = *filter, .block = piece_block(stream->active)};
    return hail_search_classes(s, stream, target, job, PATH_GRAIN, stream_pieces, &what);
}

/* Streams bodies at rest past them: they need no pieces. */
static bool search_resting_past(hail_search *s, const hail_layer *stream, const hail_layer *target,
                                const hail_raster_job *job, const hail_path_filter_job *filter) {
    const hail_stream_view view = hail_plan_stream(stream);
    const hail_raster_lookup lookup = {NULL,    view.uniform_radius, !view.radius,
                                       FLT_MAX, HAIL_SIZE_SMALL,     filter->slack};
    const hail_raster_stream what = {view, lookup, filter};
    return hail_search_classes(s, stream, target, job, RASTER_GRAIN, hail_search_stream_past, &what);
}

bool hail_search_paths(hail_search *s, const hail_layer *stream, const hail_layer *target, const uint32_t *chosen,
                       uint32_t count, hail_size_filter size_filter, float small_limit, hail_orientation orientation) {
    hail_world *world = s->world;
    hail_paths *paths = &world->scratch->paths;
    const bool rests = !layer_displacement(stream, false);
    if (!count || !stream->active)
        return true;
    hail_search_set_sides(s, stream, NULL, target, NULL, orientation);
    if (!hail_search_reserve_raster(s, count, stream->active))
        return false;
    if (!hail_paths_reserve(&world->scratch->heap, paths, count, stream->active)) {
        s->found = FOUND_NO_MEMORY;
        return false;
    }
    hail_circles_job circles = hail_plan_circles(world, target);
    circles.inflate_abs *= rests ? HAIL_ONE_SIDE_INFLATE : 1.0f;
    float mean;
    const hail_circle_figures box = hail_paths_bound(world->kernels, paths, &circles, chosen, count, &mean);
    const hail_path_cut cut = rests ? (hail_path_cut){.reach = 0.0f} : hail_plan_cut(world, stream, &box, mean);
    hail_path_filter_job filter = filter_of(world, stream, target);
    filter.size_filter = size_filter;
    filter.small_limit = small_limit;
    const hail_raster_job job = {.box = &world->box.area,
                                 .x = paths->mid_x.data,
                                 .y = paths->mid_y.data,
                                 .radius = paths->radius.data,
                                 .chosen = chosen,
                                 .by_target = true,
                                 .count = count,
                                 .streamed = stream->active,
                                 .size_filter = size_filter,
                                 .small_limit = fmaxf(small_limit, 0.0f),
                                 .stream_max = layer_largest_reach(stream),
                                 .slack = circles.inflate_rel,
                                 .extra = cut.reach};
    return rests ? search_resting_past(s, stream, target, &job, &filter)
                 : search_pieces_past(s, stream, target, &job, &cut.job, &filter);
}

/* ---- All --------------------------------------------------------------------------------------------------------- */

bool hail_search_paths_of_self(hail_search *s, const hail_layer *layer) {
    const hail_grid *grid = &layer->scratch->path_grid;
    return search_short(s, layer) &&
           hail_search_paths(s, layer, layer, grid->large.data, grid->large_count, HAIL_SIZE_SELF,
                             layer->scratch->path_limit, HAIL_LOWER_SLOT_IS_A);
}

bool hail_search_paths_across(hail_search *s, const hail_layer *stream, const hail_layer *target, uint32_t large) {
    const hail_orientation orientation = s->plan->orientation;
    hail_grid *grid = &target->scratch->path_grid;
    const bool gridded = s->plan->gridded;
    const uint32_t *chosen = gridded ? grid->large.data : NULL, count = gridded ? grid->large_count : target->active;
    const float short_limit = gridded ? target->scratch->path_limit : -1.0f;
    return (!gridded || (has_grid(s, target) && hail_search_path_grid(s, stream, target, grid, grid->order.data))) &&
           hail_search_paths(s, stream, target, chosen, count, HAIL_SIZE_SMALL, layer_small_reach(stream),
                             orientation) &&
           hail_search_paths(s, target, stream, s->world->scratch->large.data, large, HAIL_SIZE_SMALLER, short_limit,
                             search_swapped(orientation));
}
