/* engine/pairs/find.c - finds pairs by a grid, by a raster of few targets that many stream past, or, among few bodies,
 * by comparing all. */
#include "find.h"

#include <float.h>
#include <string.h>

#include "resting.h"
#include "search.h"

enum { GRID_GRAIN = 1024, CROSS_GRAIN = 256 }; /* bodies of a task at least; those that stream past a grid */

/* Every body is compared with every target. */
typedef struct all_targets {
    hail_stream_view stream, targets;
    uint32_t count;
} all_targets;

static bool all_range(hail_search *s, hail_search_cursors *cursors, uint32_t end, const void *what) {
    const all_targets *all = what;
    while (cursors->from.body < end) {
        const uint32_t n =
            s->world->kernels->pairs_all(&all->stream, &all->targets, all->count, s->plan->self, s->plan->slack,
                                         &cursors->from, end, search_first(s), search_second(s), search_chunk(s));
        if (n && !hail_search_take(s, n))
            return false;
    }
    return true;
}

static bool search_all(hail_search *s, const hail_layer *stream, const hail_layer *target) {
    const all_targets what = {hail_plan_stream(stream), hail_plan_stream(target), target->active};
    hail_search_set_sides(s, stream, NULL, target, NULL, s->plan->orientation);
    return hail_search_bodies(s, stream->active, GRID_GRAIN, all_range, &what);
}

static bool grid_self_range(hail_search *s, hail_search_cursors *cursors, uint32_t end, const void *what) {
    while (cursors->from.body < end)
        if (!hail_search_take(s, hail_search_grid(s, what, NULL, &cursors->from, end)))
            return false;
    return true;
}

/* Whether there was memory for a layer's grid. */
static bool has_grid(hail_search *s, const hail_layer *layer) {
    if (!layer->scratch->gridded)
        s->found = FOUND_NO_MEMORY;
    return layer->scratch->gridded;
}

static bool search_grid_self(hail_search *s, hail_layer *layer) {
    hail_grid *grid = &layer->scratch->grid;
    if (!has_grid(s, layer))
        return false;
    hail_search_set_sides(s, layer, grid->order.data, layer, grid->order.data, HAIL_LOWER_SLOT_IS_A);
    hail_search_choose_grid(s, layer, layer, grid);
    return hail_search_bodies(s, grid->view.count, GRID_GRAIN, grid_self_range, grid);
}

/* A layer that streams past a grid. */
typedef struct grid_search {
    const hail_grid *grid;
    hail_grid_stream stream;
} grid_search;

static bool grid_cross_range(hail_search *s, hail_search_cursors *cursors, uint32_t end, const void *what) {
    const grid_search *g = what;
    while (cursors->from.body < end)
        if (!hail_search_take(s, hail_search_grid(s, g->grid, &g->stream, &cursors->from, end)))
            return false;
    return true;
}

/* small_limit: larger bodies do not stream. order: of the targets in the grid. */
static bool search_grid_cross(hail_search *s, const hail_layer *stream, const hail_layer *target, hail_grid *grid,
                              const uint32_t *order, float small_limit) {
    const grid_search what = {grid, {hail_plan_stream(stream), NULL, small_limit}};
    hail_search_set_sides(s, stream, NULL, target, order, search_past(s->plan));
    hail_search_choose_grid(s, stream, target, grid);
    return hail_search_bodies(s, stream->active, CROSS_GRAIN, grid_cross_range, &what);
}

/* The order of a level of a static layer's index. NULL: the layer's own, in which it puts its bodies. */
static const uint32_t *order_of(const hail_layer_index *index, uint32_t level) {
    return index->ordered && level == 0 ? NULL : index->levels.level[level].order;
}

/* All bodies of `stream` past all levels of a static layer's index; a layer with itself finds each pair from both
 * sides. Bodies beyond the bound do not collide in swept rules. */
static void search_kept(hail_search *s, const hail_layer *stream, const hail_layer *target) {
    hail_levels *levels = &layer_index(target)->levels;
    bool more = !s->plan->apart;
    s->ascending = s->plan->self;
    for (uint32_t l = 0; more && l < levels->count; l++) {
        const uint32_t *order = order_of(layer_index(target), l);
        more = s->plan->swept ? hail_search_path_grid(s, stream, target, &levels->grid[l], order)
                              : search_grid_cross(s, stream, target, &levels->grid[l], order, FLT_MAX);
    }
    if (more && !s->plan->swept && levels->beyond.view.count)
        search_grid_cross(s, stream, target, &levels->beyond_grid, levels->beyond.order, FLT_MAX);
    s->ascending = false;
}

/* Culls a block of bodies, looks up the survivors, then takes the next block. */
bool hail_search_stream_past(hail_search *s, hail_search_cursors *cursors, uint32_t end, const void *what) {
    const hail_raster_stream *r = what;
    const hail_kernels *kernels = s->world->kernels;
    const hail_survivors survivors = search_survivors(s);
    hail_search_enter_raster(s);
    while (cursors->from.body < end) {
        const uint32_t begin = cursors->from.body, until = end - begin < RASTER_BLOCK ? end : begin + RASTER_BLOCK;
        const uint32_t left = kernels->cull(&s->raster->view, &r->view, begin, until, &survivors);
        while (cursors->cursor.body < left) {
            uint32_t n = hail_search_raster(s, &r->lookup, &survivors, &cursors->cursor, left);
            if (r->filter)
                n = kernels->filter_paths(r->filter, search_first(s), search_second(s), n);
            if (n && !hail_search_take(s, n))
                return false;
        }
        *cursors = (hail_search_cursors){.from = {.body = until}};
    }
    return true;
}

/* Streams the bodies of `stream` past the targets of `target`: the chosen ones, or all (NULL). */
static bool search_raster(hail_search *s, const hail_layer *stream, const hail_layer *target, const uint32_t *chosen,
                          uint32_t count, hail_size_filter size_filter, float small_limit,
                          hail_orientation orientation) {
    hail_world *world = s->world;
    const hail_raster_job job = {.box = &world->box.area,
                                 .x = layer_floats(target, COLUMN_X),
                                 .y = layer_floats(target, COLUMN_Y),
                                 .radius = layer_reach(target),
                                 .uniform = layer_largest_reach(target),
                                 .chosen = chosen,
                                 .count = count,
                                 .streamed = stream->active,
                                 .size_filter = size_filter,
                                 .small_limit = small_limit,
                                 .stream_max = layer_largest_reach(stream),
                                 .slack = s->plan->slack};
    if (!count || !stream->active)
        return true;
    hail_raster_stream what = {.view = hail_plan_stream(stream)};
    what.lookup =
        (hail_raster_lookup){NULL, what.view.uniform_radius, !what.view.radius, small_limit, size_filter, job.slack};
    hail_search_set_sides(s, stream, NULL, target, NULL, orientation);
    if (!hail_search_reserve_raster(s, count, stream->active))
        return false;
    return hail_search_classes(s, stream, target, &job, RASTER_GRAIN, hail_search_stream_past, &what);
}

/* Lists a layer's large bodies, at most hail_plan_max_large of them, in scratch.large. */
static uint32_t list_large(hail_world *world, const hail_layer *layer) {
    const float *radius = layer_reach(layer);
    uint32_t *list = world->scratch->large.data, count = 0;
    for (uint32_t i = 0; radius && layer_largest_reach(layer) > layer_small_reach(layer) && i < layer->active; i++)
        if (radius[i] > layer_small_reach(layer))
            list[count++] = i;
    return count;
}

static void search_self(hail_search *s, hail_layer *layer) {
    if (s->plan->swept)
        hail_search_paths_of_self(s, layer);
    else if (search_grid_self(s, layer))
        search_raster(s, layer, layer, layer->scratch->grid.large.data, layer->scratch->grid.large_count,
                      HAIL_SIZE_SELF, 0.0f, HAIL_LOWER_SLOT_IS_A);
}

/* Finds each pair once: by its stream body if that is small or no larger than the target; otherwise the target streams
 * past it. */
static void search_cross(hail_search *s, const hail_layer *stream, hail_layer *target) {
    const hail_orientation orientation = s->plan->orientation;
    if (s->plan->swept) {
        hail_search_paths_across(s, stream, target, list_large(s->world, stream));
        return;
    }
    if (s->plan->gridded) {
        hail_grid *grid = &target->scratch->grid;
        if (!has_grid(s, target) ||
            !search_grid_cross(s, stream, target, grid, grid->order.data, layer_small_reach(stream)))
            return;
        if (!search_raster(s, stream, target, target->scratch->grid.large.data, target->scratch->grid.large_count,
                           HAIL_SIZE_SMALL, layer_small_reach(stream), orientation))
            return;
    } else if (!search_raster(s, stream, target, NULL, target->active, HAIL_SIZE_SMALL, layer_small_reach(stream),
                              orientation)) {
        return;
    }
    const uint32_t large = list_large(s->world, stream);
    search_raster(s, target, stream, s->world->scratch->large.data, large, HAIL_SIZE_SMALLER,
                  s->plan->gridded ? layer_small_reach(target) : -1.0f, search_swapped(orientation));
}

/* ---- Ranges ------------------------------------------------------------------------------------------------------ */

/* The most targets that a rule may rasterize: room was made for them. */
static uint32_t most_targets(const hail_planned_rule *plan, const hail_layer *a, const hail_layer *b) {
    return plan->swept ? hail_plan_max_path_targets(a->active, b->active, plan->self)
                       : hail_plan_max_targets(a->active, b->active);
}

/* Whether it costs less to look up the bodies of a layer's range one by one, in order of their slots, than to search
 * all. Rough costs in ns; a range was chosen to have as many pairs as may be held. */
static bool range_pays(const hail_search *s) {
    const uint64_t look_up = 200, search = 7, pair = 3;
    const uint64_t all = s->world->bodies.slot_count, last = s->range->a_max < all ? s->range->a_max : all - 1;
    const uint64_t bodies = last - s->range->a_min + 1, pairs = s->world->options.pair_budget / bodies;
    return bodies * (look_up + 2 * pair * pairs) < all * (search + pair * pairs);
}

/* Finds the pairs of a range by the bodies of a that are in it. False: there are too many to be rasterized, and nothing
 * was searched. */
static bool search_range(hail_search *s) {
    hail_world *world = s->world;
    const hail_planned_rule *plan = s->plan;
    hail_layer *a = world->bodies.layer[plan->rule->layer_a], *b = world->bodies.layer[plan->rule->layer_b];
    if (plan->self && !plan->swept && !plan->kept) {
        if (!range_pays(s))
            return false;
        if (has_grid(s, a) && hail_search_range_of_self(s, a))
            search_raster(s, a, a, a->scratch->grid.large.data, a->scratch->grid.large_count, HAIL_SIZE_SELF, 0.0f,
                          HAIL_LOWER_SLOT_IS_A);
        return true;
    }
    const uint32_t most = most_targets(plan, a, b), targets = hail_search_list_range(s, most);
    if (targets > most)
        return false;
    s->ascending = plan->self;
    if (plan->swept)
        hail_search_paths(s, b, a, world->scratch->in_range.data, targets, HAIL_SIZE_SMALL, FLT_MAX, HAIL_SECOND_IS_A);
    else
        search_raster(s, b, a, world->scratch->in_range.data, targets, HAIL_SIZE_SMALL, FLT_MAX, HAIL_SECOND_IS_A);
    s->ascending = false;
    return true;
}

static void search_once(hail_search *s) {
    const hail_planned_rule *plan = s->plan;
    hail_layer *stream = s->world->bodies.layer[plan->stream], *target = s->world->bodies.layer[plan->target];
    if (plan->few)
        search_all(s, stream, target);
    else if (!s->range->everything && search_range(s))
        return;
    else if (plan->kept)
        search_kept(s, stream, target);
    else if (plan->self)
        search_self(s, target);
    else
        search_cross(s, stream, target);
}

/* Bodies that stream past reach further by the rule's margin. */
static void search(hail_search *s) {
    hail_world *world = s->world;
    const uint32_t stream = s->plan->stream;
    const float before = world->bodies.layer[stream]->scratch->inflate;
    s->found = FOUND_ALL;
    world->scratch->pairs.count = 0;
    world->scratch->pairs.ranked = false;
    world->stats.passes++;
    if (s->plan->margin > 0.0f)
        hail_plan_inflate(world, stream, before + s->plan->margin);
    search_once(s);
    if (s->plan->margin > 0.0f)
        hail_plan_inflate(world, stream, before);
}

static hail_search search_of(hail_world *world, const hail_planned_rule *plan, const hail_order_range *range,
                             hail_sink_kind kind) {
    return (hail_search){.world = world, .plan = plan, .range = range, .sink.kind = kind};
}

hail_found hail_find_pairs(hail_world *world, const hail_planned_rule *plan, const hail_order_range *range,
                           uint32_t limit) {
    const bool resting = plan->resting && !plan->few && range->everything;
    const bool shared = range->everything && hail_plan_on_tasks(world, plan);
    if (resting && hail_resting_load(world, plan))
        return FOUND_ALL;
    hail_search s = search_of(world, plan, range, shared ? SINK_SHARED : SINK_KEEP);
    s.sink.limit = limit;
    if (shared)
        hail_search_shared(&s, search);
    else
        search(&s);
    if (resting && s.found == FOUND_ALL)
        hail_resting_keep(world, plan);
    return s.found;
}

hail_found hail_find_and_take(hail_world *world, const hail_planned_rule *plan, const hail_order_range *range,
                              const hail_pair_emit *emit) {
    hail_search s = search_of(world, plan, range, SINK_TAKE);
    s.sink.limit = emit->at;
    s.sink.emit = *emit;
    search(&s);
    if (s.found == FOUND_ALL && world->scratch->pairs.count && (s.sink.taken || emit->at <= TAKE_PAIRS))
        hail_search_hand_over(&s);
    return s.found;
}

hail_found hail_find_in_task_batches(hail_world *world, const hail_planned_rule *plan, struct hail_task_batch *batch) {
    const hail_order_range everything = {.everything = true};
    hail_search s = search_of(world, plan, &everything, SINK_TASK_BATCH);
    s.sink.batch = batch;
    search(&s);
    return s.found;
}

bool hail_count_pairs(hail_world *world, const hail_planned_rule *plan, uint32_t *counts) {
    const hail_order_range everything = {.everything = true};
    hail_search s = search_of(world, plan, &everything, SINK_COUNT);
    s.sink.counts = counts;
    memset(counts, 0, world->bodies.slot_count * sizeof *counts);
    search(&s);
    return s.found == FOUND_ALL;
}
