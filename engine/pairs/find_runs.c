/* engine/pairs/find_runs.c - finds pairs in a grid or a raster, body by body or, in crowds of bodies that may not
 * collide, by runs (broad/runs.h). */
#include "search.h"

/* Runs of a grid or a raster, for the sides that are set. first_order: by what its finder lists. */
static hail_runs runs_of(const hail_search *s, const hail_buffer *run_end, const uint32_t *first_order) {
    return (hail_runs){s->orient.filter, first_order, s->orient.second_order, run_end->data};
}

/* Whether lists of bodies by cell are worth being sorted into runs, for a layer that streams past them. */
static bool worth_runs(const hail_search *s, const hail_layer *stream, const hail_grid_layout *map,
                       const uint32_t *start, const uint32_t *listed, size_t element) {
    const hail_run_lists lists = {.filter = s->orient.filter,
                                  .x = layer_floats(stream, COLUMN_X),
                                  .y = layer_floats(stream, COLUMN_Y),
                                  .count = stream->active,
                                  .map = *map,
                                  .start = start,
                                  .listed = listed,
                                  .every = (uint32_t)(element / sizeof *listed)};
    return hail_runs_worth(&lists);
}

/* A grid is sorted only if no earlier rule has done so; the one of a static layer stays in the layer's order. */
void hail_search_choose_grid(hail_search *s, const hail_layer *stream, const hail_layer *target, hail_grid *grid) {
    const hail_filter_columns columns = layer_filter(target);
    s->by_runs = !s->plan->kept && filter_any(s->orient.filter) &&
                 worth_runs(s, stream, &grid->view.map, grid->start.data, grid->order.data, sizeof(uint32_t));
    if (s->by_runs && !grid->by_runs) {
        const hail_grid_job job = hail_plan_grid_job(s->world, target, s->plan->swept);
        hail_grid_sort_runs(s->world->kernels, grid, &job, &columns, &s->world->scratch->run_sort);
    }
    s->by_runs = s->by_runs && grid->by_runs;
}

void hail_search_choose_raster(hail_search *s, const hail_layer *stream, const hail_layer *target) {
    hail_raster *raster = &s->world->scratch->raster;
    const hail_filter_columns columns = layer_filter(target);
    s->by_runs = filter_any(s->orient.filter) && worth_runs(s, stream, &raster->view.coarse, raster->view.start,
                                                            &raster->view.targets->index, sizeof(hail_target));
    if (s->by_runs)
        hail_raster_sort_runs(raster, &columns, &s->world->scratch->run_sort);
    s->by_runs = s->by_runs && raster->by_runs;
}

uint32_t hail_search_grid(const hail_search *s, const hail_grid *grid, const hail_grid_stream *stream,
                          hail_cursor *cursor, uint32_t end) {
    const hail_kernels *kernels = s->world->kernels;
    const hail_stream_view *view = stream ? &stream->view : NULL;
    const float small_limit = stream ? stream->small_limit : 0.0f;
    uint32_t *first = search_first(s), *second = search_second(s);
    if (s->by_runs) {
        const uint32_t *body = stream && stream->body ? stream->body : s->orient.first_order;
        const hail_runs runs = runs_of(s, &grid->run_end, body);
        return kernels->runs_grid(&grid->view, &runs, view, small_limit, s->plan->slack, cursor, end, first, second,
                                  search_chunk(s));
    }
    return stream ? kernels->pairs_cross(&grid->view, view, small_limit, s->plan->slack, cursor, end, first, second,
                                         search_chunk(s))
                  : kernels->pairs_self(&grid->view, s->plan->slack, cursor, end, first, second, search_chunk(s));
}

uint32_t hail_search_raster(const hail_search *s, const hail_raster_lookup *lookup, const hail_survivors *survivors,
                            hail_cursor *cursor, uint32_t end) {
    const hail_kernels *kernels = s->world->kernels;
    const hail_raster *raster = s->raster;
    uint32_t *first = search_first(s), *second = search_second(s);
    if (!s->by_runs)
        return kernels->pairs_raster(&raster->view, survivors, lookup->uniform_radius, lookup->uniform,
                                     lookup->small_limit, lookup->size_filter, lookup->slack, cursor, end, first,
                                     second, search_chunk(s));
    const hail_runs runs = runs_of(s, &raster->run_end, lookup->body);
    return kernels->runs_raster(&raster->view, &runs, survivors, lookup->uniform_radius, lookup->uniform,
                                lookup->small_limit, lookup->size_filter, lookup->slack, cursor, end, first, second,
                                search_chunk(s));
}
