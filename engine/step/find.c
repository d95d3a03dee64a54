#include "find.h"

#include <float.h>
#include <math.h>

#include <string.h>

/* One search: who looks, and what becomes of what is found. */
typedef struct search {
    hail_world *world;
    const hail_plan *plan;
    uint32_t most;
    uint32_t *counts; /* NULL: pairs are kept; else they are only counted, by slot of a */
    hail_orient_job resolve;
    hail_found found;
} search;

static void set_sides(search *s, const hail_layer *first, const uint32_t *first_order, const hail_layer *second,
                      const uint32_t *second_order, hail_orientation orientation) {
    hail_orient_job *job = &s->resolve;
    job->first_order = first_order;
    job->second_order = second_order;
    job->first_handle = &layer_handles(first)->slot;
    job->second_handle = &layer_handles(second)->slot;
    const bool grouped = first->column[COLUMN_GROUP] && second->column[COLUMN_GROUP];
    job->first_group = grouped ? layer_words(first, COLUMN_GROUP) : NULL;
    job->second_group = grouped ? layer_words(second, COLUMN_GROUP) : NULL;
    job->orientation = orientation;
}

/* Takes a chunk; false ends the search. When there is no memory for more pairs at once, the rule is worked in narrower
 * windows: slower, but whole. */
static bool take(search *s, uint32_t count) {
    hail_pairs *pairs = &s->world->pairs;
    uint32_t n = pairs->count;
    const hail_oriented out = {(uint32_t *)pairs->a.data + n, (uint32_t *)pairs->b.data + n,
                               (uint32_t *)pairs->slot_a.data + n, (uint32_t *)pairs->slot_b.data + n};
    n += s->world->kernels->orient(&s->resolve, pairs->first.data, pairs->second.data, count, &out);
    if (s->counts) {
        for (uint32_t i = 0; i < n; i++)
            s->counts[out.slot_a[i]]++;
        return true;
    }
    pairs->count = n;
    if (n <= pairs->capacity && n <= s->most)
        return true;
    if (n <= s->most && hail_pairs_grow(&s->world->heap, pairs, s->most))
        return true;
    s->found = FOUND_TOO_MANY;
    return false;
}

static bool search_grid_self(search *s, const hail_layer *layer) {
    const hail_grid_view *grid = &layer->grid.view;
    hail_cursor cursor = {0};
    set_sides(s, layer, layer->grid.order.data, layer, layer->grid.order.data, HAIL_LOWER_SLOT_IS_A);
    while (cursor.body < grid->count) {
        hail_pairs *pairs = &s->world->pairs; /* growing moves them */
        const uint32_t n = s->world->kernels->pairs_self(grid, s->plan->slack, &cursor, grid->count, pairs->first.data,
                                                         pairs->second.data, PAIR_CHUNK);
        if (!take(s, n))
            return false;
    }
    return true;
}

static bool search_grid_cross(search *s, const hail_layer *stream, const hail_layer *target) {
    const hail_stream_view view = hail_plan_stream(stream);
    hail_cursor cursor = {0};
    set_sides(s, stream, NULL, target, target->grid.order.data, s->plan->orientation);
    while (cursor.body < stream->active) {
        hail_pairs *pairs = &s->world->pairs;
        const uint32_t n =
            s->world->kernels->pairs_cross(&target->grid.view, &view, stream->small_limit, s->plan->slack, &cursor,
                                           stream->active, pairs->first.data, pairs->second.data, PAIR_CHUNK);
        if (!take(s, n))
            return false;
    }
    return true;
}

/* One class of targets: sieve a block of bodies, look the survivors up, and so on. */
static bool stream_past(search *s, const hail_stream_view *view, uint32_t bodies, const hail_raster_job *job) {
    const hail_kernels *kernels = s->world->kernels;
    hail_raster *raster = &s->world->raster;
    for (uint32_t begin = 0; begin < bodies; begin += RASTER_BLOCK) {
        const uint32_t end = bodies - begin < RASTER_BLOCK ? bodies : begin + RASTER_BLOCK;
        const uint32_t left = kernels->cull(&raster->view, view, begin, end, &raster->survivors);
        hail_cursor cursor = {0};
        while (cursor.body < left) {
            hail_pairs *pairs = &s->world->pairs;
            const uint32_t n = kernels->pairs_raster(&raster->view, &raster->survivors, view->uniform_radius,
                                                     !view->radius, job->small_limit, job->size_filter, job->slack,
                                                     &cursor, left, pairs->first.data, pairs->second.data, PAIR_CHUNK);
            if (n && !take(s, n))
                return false;
        }
    }
    return true;
}

/* Bodies of `stream` past the targets (chosen, or all) of `target`. */
static bool search_raster(search *s, const hail_layer *stream, const hail_layer *target, const uint32_t *chosen,
                          uint32_t count, hail_size_filter size_filter, float small_limit,
                          hail_orientation orientation) {
    hail_world *world = s->world;
    const hail_stream_view view = hail_plan_stream(stream);
    const hail_raster_job job = {.box = &world->box,
                                 .x = layer_floats(target, COLUMN_X),
                                 .y = layer_floats(target, COLUMN_Y),
                                 .radius = layer_radii(target),
                                 .uniform = target->largest,
                                 .chosen = chosen,
                                 .count = count,
                                 .size_filter = size_filter,
                                 .small_limit = small_limit,
                                 .stream_max = stream->largest,
                                 .slack = s->plan->slack};
    if (!count || !stream->active)
        return true;
    if (!hail_raster_reserve(&world->heap, &world->raster, count)) {
        s->found = FOUND_NO_MEMORY;
        return false;
    }
    set_sides(s, stream, NULL, target, NULL, orientation);
    hail_raster_begin(&world->raster, &job);
    while (hail_raster_next(world->kernels, &world->raster, &job))
        if (!stream_past(s, &view, stream->active, &job))
            return false;
    return true;
}

/* Lists a layer's large bodies in world->chosen, which has room for hail_plan_most_large of them. */
static uint32_t list_large(hail_world *world, const hail_layer *layer) {
    const float *radius = layer_radii(layer);
    uint32_t *chosen = world->chosen.data, count = 0;
    for (uint32_t i = 0; radius && layer->largest > layer->small_limit && i < layer->active; i++)
        if (radius[i] > layer->small_limit)
            chosen[count++] = i;
    return count;
}

/* Px: the longest piece of a path, by the mean size of what it may meet; and how far a piece reaches from its middle.
 */
static const float PIECE_LENGTH = 2.0f, PIECE_REACH = 0.501f;

/* What sweeps find within rounding (docs/arithmetic.md, "Sweeps": margin and slack) is found by the search, too: for
 * a flatness of 1, of coordinates and displacements on either side, and of radii. */
static const float PATH_INFLATE_ABS = 1.0f / (1 << 20), PATH_INFLATE_REL = 1.0f / (1 << 17);

/* Every piece is a body to the sieve; the gate then lets each pair through once. */
static bool stream_pieces(search *s, const hail_pieces_job *cutting, const hail_path_filter_job *gate,
                          uint32_t bodies) {
    const hail_kernels *kernels = s->world->kernels;
    hail_raster *raster = &s->world->raster;
    const hail_pieces *pieces = &gate->pieces;
    const hail_stream_view view = {pieces->x, pieces->y, pieces->radius, 0.0f};
    hail_cursor next = {0};
    while (next.body < bodies) {
        const uint32_t count = kernels->path_pieces(cutting, HAIL_MAX_BOUND, &next, bodies, pieces, PIECE_BLOCK);
        const uint32_t left = kernels->cull(&raster->view, &view, 0, count, &raster->survivors);
        hail_cursor cursor = {0};
        while (cursor.body < left) {
            hail_pairs *pairs = &s->world->pairs;
            uint32_t n =
                kernels->pairs_raster(&raster->view, &raster->survivors, 0.0f, false, FLT_MAX, HAIL_SIZE_SMALL,
                                      gate->slack, &cursor, left, pairs->first.data, pairs->second.data, PAIR_CHUNK);
            n = kernels->filter_paths(gate, pairs->first.data, pairs->second.data, n);
            if (n && !take(s, n))
                return false;
        }
    }
    return true;
}

/* The same for swept rules: targets as circles about their paths; pieces of the bodies' paths stream past. */
static bool search_paths(search *s, const hail_layer *stream, const hail_layer *target, const uint32_t *chosen,
                         uint32_t count, hail_size_filter size_filter, float small_limit,
                         hail_orientation orientation) {
    hail_world *world = s->world;
    hail_paths *paths = &world->paths;
    if (!count || !stream->active)
        return true;
    if (!hail_raster_reserve(&world->heap, &world->raster, count) ||
        !hail_paths_reserve(&world->heap, paths, target->active)) {
        s->found = FOUND_NO_MEMORY;
        return false;
    }
    const hail_path_view targets = hail_plan_path(target);
    const float inflate_abs = PATH_INFLATE_ABS * world->flatness,
                inflate_rel = s->plan->slack + PATH_INFLATE_REL * world->flatness;
    const hail_path_box box = hail_paths_bound(paths, &targets, chosen, count, inflate_rel, inflate_abs);
    const hail_pieces pieces = hail_paths_pieces(paths);
    hail_pieces_job cutting = {.path = hail_plan_path(stream),
                               .inflate_rel = inflate_rel,
                               .inflate_abs = inflate_abs,
                               .min_x = box.min_x,
                               .min_y = box.min_y,
                               .max_x = box.max_x,
                               .max_y = box.max_y};
    const float rounding = hail_paths_size(&cutting, stream->active) * inflate_abs;
    /* No path has more than 2^15 pieces where targets are. */
    const float across = (box.max_x - box.min_x) + (box.max_y - box.min_y) + (stream->largest + rounding) * 8.0f;
    const float longest = fmaxf((box.mean + stream->small_limit) * PIECE_LENGTH, fmaxf(across / (1 << 15), 1e-3f));
    cutting.longest = longest;
    const hail_path_filter_job gate = {cutting.path, targets,           pieces, size_filter, small_limit,
                                       inflate_rel,  2.0f * inflate_abs};
    const hail_raster_job job = {.box = &world->box,
                                 .x = paths->mid_x.data,
                                 .y = paths->mid_y.data,
                                 .radius = paths->radius.data,
                                 .chosen = chosen,
                                 .count = count,
                                 .size_filter = size_filter,
                                 .small_limit = fmaxf(small_limit, 0.0f),
                                 .stream_max = stream->largest,
                                 .slack = inflate_rel,
                                 .extra = longest * PIECE_REACH + rounding};
    set_sides(s, stream, NULL, target, NULL, orientation);
    hail_raster_begin(&world->raster, &job);
    while (hail_raster_next(world->kernels, &world->raster, &job))
        if (!stream_pieces(s, &cutting, &gate, stream->active))
            return false;
    return true;
}

static hail_orientation turned(hail_orientation orientation) {
    return orientation == HAIL_FIRST_IS_A    ? HAIL_SECOND_IS_A
           : orientation == HAIL_SECOND_IS_A ? HAIL_FIRST_IS_A
                                             : orientation;
}

static void search_self(search *s, const hail_layer *layer) {
    if (s->plan->swept)
        search_paths(s, layer, layer, NULL, layer->active, HAIL_SIZE_SELF, layer->largest, HAIL_LOWER_SLOT_IS_A);
    else if (search_grid_self(s, layer))
        search_raster(s, layer, layer, layer->grid.large.data, layer->grid.large_count, HAIL_SIZE_SELF, 0.0f,
                      HAIL_LOWER_SLOT_IS_A);
}

/* A pair is met once: by its stream body if that is small or no larger than the target; otherwise the target streams
 * past it. */
static void search_cross(search *s, const hail_layer *stream, const hail_layer *target) {
    const hail_orientation orientation = s->plan->orientation;
    if (s->plan->swept) {
        if (!search_paths(s, stream, target, NULL, target->active, HAIL_SIZE_SMALL, stream->small_limit, orientation))
            return;
        const uint32_t large = list_large(s->world, stream);
        search_paths(s, target, stream, s->world->chosen.data, large, HAIL_SIZE_SMALLER, -1.0f, turned(orientation));
        return;
    }
    if (s->plan->gridded) {
        if (!search_grid_cross(s, stream, target))
            return;
        if (!search_raster(s, stream, target, target->grid.large.data, target->grid.large_count, HAIL_SIZE_SMALL,
                           stream->small_limit, orientation))
            return;
    } else if (!search_raster(s, stream, target, NULL, target->active, HAIL_SIZE_SMALL, stream->small_limit,
                              orientation)) {
        return;
    }
    const uint32_t large = list_large(s->world, stream);
    search_raster(s, target, stream, s->world->chosen.data, large, HAIL_SIZE_SMALLER,
                  s->plan->gridded ? target->small_limit : -1.0f, turned(orientation));
}

static void run(search *s) {
    hail_world *world = s->world;
    world->pairs.count = 0;
    world->stats.passes++;
    if (s->plan->self)
        search_self(s, world->layer[s->plan->target]);
    else
        search_cross(s, world->layer[s->plan->stream], world->layer[s->plan->target]);
}

hail_found hail_find_pairs(hail_world *world, const hail_plan *plan, const hail_order_range *window, bool whole,
                           uint32_t most) {
    search s = {.world = world, .plan = plan, .most = most};
    s.resolve.windowed = !whole;
    s.resolve.a_min = window->a_min;
    s.resolve.a_max = window->a_max;
    s.resolve.b_min = window->b_min;
    s.resolve.b_max = window->b_max;
    run(&s);
    return s.found;
}

bool hail_count_pairs(hail_world *world, const hail_plan *plan, uint32_t *counts) {
    search s = {.world = world, .plan = plan, .counts = counts};
    memset(counts, 0, world->slot_count * sizeof *counts);
    run(&s);
    return s.found == FOUND_ALL;
}
