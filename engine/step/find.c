/* engine/step/find.c - finds pairs by a grid, or a raster of few targets that many stream past. */
#include "find.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The search for one rule's pairs. */
typedef struct search {
    hail_world *world;
    const hail_planned_rule *plan;
    uint32_t limit;
    uint32_t *counts; /* NULL: pairs are kept; else they are only counted, by slot of a */
    hail_orient_job orient;
    hail_found found;
} search;

static void set_sides(search *s, const hail_layer *first, const uint32_t *first_order, const hail_layer *second,
                      const uint32_t *second_order, hail_orientation orientation) {
    hail_orient_job *job = &s->orient;
    job->first_order = first_order;
    job->second_order = second_order;
    job->first_handle = &layer_handles(first)->slot;
    job->second_handle = &layer_handles(second)->slot;
    const bool grouped = first->column[COLUMN_GROUP] && second->column[COLUMN_GROUP];
    job->first_group = grouped ? layer_words(first, COLUMN_GROUP) : NULL;
    job->second_group = grouped ? layer_words(second, COLUMN_GROUP) : NULL;
    job->orientation = orientation;
}

/* Takes the chunk that was found; false ends the search. Without memory for more pairs the rule is worked through in
 * narrower ranges, which is slower but complete. */
static bool take(search *s, uint32_t count) {
    hail_pairs *pairs = &s->world->scratch.pairs;
    uint32_t n = pairs->count;
    const hail_oriented out = {(uint32_t *)pairs->a.data + n, (uint32_t *)pairs->b.data + n,
                               (uint32_t *)pairs->slot_a.data + n, (uint32_t *)pairs->slot_b.data + n};
    n += s->world->kernels->orient(&s->orient, pairs->first.data, pairs->second.data, count, &out);
    if (s->counts) {
        for (uint32_t i = 0; i < n; i++)
            s->counts[out.slot_a[i]]++;
        return true;
    }
    pairs->count = n;
    if (n <= pairs->capacity && n <= s->limit)
        return true;
    if (n <= s->limit && hail_pairs_grow(&s->world->heap, pairs, s->limit))
        return true;
    s->found = FOUND_TOO_MANY;
    return false;
}

static bool search_grid_self(search *s, const hail_layer *layer) {
    const hail_grid_view *grid = &layer->scratch.grid.view;
    hail_cursor cursor = {0};
    set_sides(s, layer, layer->scratch.grid.order.data, layer, layer->scratch.grid.order.data, HAIL_LOWER_SLOT_IS_A);
    while (cursor.body < grid->count) {
        hail_pairs *pairs = &s->world->scratch.pairs; /* read again: growing moves them */
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
    set_sides(s, stream, NULL, target, target->scratch.grid.order.data, s->plan->orientation);
    while (cursor.body < stream->active) {
        hail_pairs *pairs = &s->world->scratch.pairs;
        const uint32_t n =
            s->world->kernels->pairs_cross(&target->scratch.grid.view, &view, stream->small_limit, s->plan->slack,
                                           &cursor, stream->active, pairs->first.data, pairs->second.data, PAIR_CHUNK);
        if (!take(s, n))
            return false;
    }
    return true;
}

/* Streams bodies past one class of targets: culls a block of bodies, looks up the survivors, then takes the next block.
 */
static bool stream_past(search *s, const hail_stream_view *view, uint32_t bodies, const hail_raster_job *job) {
    const hail_kernels *kernels = s->world->kernels;
    hail_raster *raster = &s->world->scratch.raster;
    for (uint32_t begin = 0; begin < bodies; begin += RASTER_BLOCK) {
        const uint32_t end = bodies - begin < RASTER_BLOCK ? bodies : begin + RASTER_BLOCK;
        const uint32_t left = kernels->cull(&raster->view, view, begin, end, &raster->survivors);
        hail_cursor cursor = {0};
        while (cursor.body < left) {
            hail_pairs *pairs = &s->world->scratch.pairs;
            const uint32_t n = kernels->pairs_raster(&raster->view, &raster->survivors, view->uniform_radius,
                                                     !view->radius, job->small_limit, job->size_filter, job->slack,
                                                     &cursor, left, pairs->first.data, pairs->second.data, PAIR_CHUNK);
            if (n && !take(s, n))
                return false;
        }
    }
    return true;
}

/* Streams the bodies of `stream` past the targets of `target`: the chosen ones, or all (NULL). */
static bool search_raster(search *s, const hail_layer *stream, const hail_layer *target, const uint32_t *chosen,
                          uint32_t count, hail_size_filter size_filter, float small_limit,
                          hail_orientation orientation) {
    hail_world *world = s->world;
    const hail_stream_view view = hail_plan_stream(stream);
    const hail_raster_job job = {.box = &world->box.area,
                                 .x = layer_floats(target, COLUMN_X),
                                 .y = layer_floats(target, COLUMN_Y),
                                 .radius = layer_radii(target),
                                 .uniform = target->scratch.largest,
                                 .chosen = chosen,
                                 .count = count,
                                 .size_filter = size_filter,
                                 .small_limit = small_limit,
                                 .stream_max = stream->scratch.largest,
                                 .slack = s->plan->slack};
    if (!count || !stream->active)
        return true;
    if (!hail_raster_reserve(&world->heap, &world->scratch.raster, count)) {
        s->found = FOUND_NO_MEMORY;
        return false;
    }
    set_sides(s, stream, NULL, target, NULL, orientation);
    hail_raster_begin(&world->scratch.raster, &job);
    while (hail_raster_next(world->kernels, &world->scratch.raster, &job))
        if (!stream_past(s, &view, stream->active, &job))
            return false;
    return true;
}

/* Lists a layer's large bodies, at most hail_plan_max_large of them, in scratch.large. */
static uint32_t list_large(hail_world *world, const hail_layer *layer) {
    const float *radius = layer_radii(layer);
    uint32_t *list = world->scratch.large.data, count = 0;
    for (uint32_t i = 0; radius && layer->scratch.largest > layer->small_limit && i < layer->active; i++)
        if (radius[i] > layer->small_limit)
            list[count++] = i;
    return count;
}

/* PIECE_LENGTH: longest piece of a path, divided by the targets' mean radius plus the limit of small bodies that
 * stream. PIECE_REACH: its reach from the middle divided by its length, rounded up. A path has at most MAX_PIECES
 * pieces where targets are; the limit on a piece is never below LEAST_PIECE (px). */
static const float PIECE_LENGTH = 2.0f, PIECE_REACH = 0.501f, MAX_PIECES = 1 << 15, LEAST_PIECE = 1e-3f;

/* Inflated by these, the search finds all that a sweep may report within its rounding errors (docs/arithmetic.md,
 * "Sweeps": margin and slack). ABS is a factor on both sides' coordinates and displacements, REL on radii, for a
 * flatness of 1. */
static const float PATH_INFLATE_ABS = 1.0f / (1 << 20), PATH_INFLATE_REL = 1.0f / (1 << 17);

/* Culls and looks up the pieces as if they were bodies; the path filter then keeps each pair once. */
static bool stream_pieces(search *s, const hail_pieces_job *piece_job, const hail_path_filter_job *filter,
                          uint32_t bodies) {
    const hail_kernels *kernels = s->world->kernels;
    hail_raster *raster = &s->world->scratch.raster;
    const hail_pieces *pieces = &filter->pieces;
    const hail_stream_view view = {pieces->x, pieces->y, pieces->radius, 0.0f};
    hail_cursor next = {0};
    while (next.body < bodies) {
        const uint32_t count = kernels->path_pieces(piece_job, HAIL_MAX_BOUND, &next, bodies, pieces, PIECE_BLOCK);
        const uint32_t left = kernels->cull(&raster->view, &view, 0, count, &raster->survivors);
        hail_cursor cursor = {0};
        while (cursor.body < left) {
            hail_pairs *pairs = &s->world->scratch.pairs;
            uint32_t n =
                kernels->pairs_raster(&raster->view, &raster->survivors, 0.0f, false, FLT_MAX, HAIL_SIZE_SMALL,
                                      filter->slack, &cursor, left, pairs->first.data, pairs->second.data, PAIR_CHUNK);
            n = kernels->filter_paths(filter, pairs->first.data, pairs->second.data, n);
            if (n && !take(s, n))
                return false;
        }
    }
    return true;
}

/* The same for swept rules: targets are circles around their paths; pieces of the bodies' paths stream past. */
static bool search_paths(search *s, const hail_layer *stream, const hail_layer *target, const uint32_t *chosen,
                         uint32_t count, hail_size_filter size_filter, float small_limit,
                         hail_orientation orientation) {
    hail_world *world = s->world;
    hail_paths *paths = &world->scratch.paths;
    if (!count || !stream->active)
        return true;
    if (!hail_raster_reserve(&world->heap, &world->scratch.raster, count) ||
        !hail_paths_reserve(&world->heap, paths, target->active)) {
        s->found = FOUND_NO_MEMORY;
        return false;
    }
    const hail_path_view targets = hail_plan_path(target);
    const float inflate_abs = PATH_INFLATE_ABS * world->shapes->flatness,
                inflate_rel = s->plan->slack + PATH_INFLATE_REL * world->shapes->flatness;
    const hail_path_box box = hail_paths_bound(paths, &targets, chosen, count, inflate_rel, inflate_abs);
    const hail_pieces pieces = hail_paths_pieces(paths);
    hail_pieces_job piece_job = {.path = hail_plan_path(stream),
                                 .inflate_rel = inflate_rel,
                                 .inflate_abs = inflate_abs,
                                 .min_x = box.min_x,
                                 .min_y = box.min_y,
                                 .max_x = box.max_x,
                                 .max_y = box.max_y};
    const float rounding = hail_paths_size(&piece_job, stream->active) * inflate_abs;
    const float across =
        (box.max_x - box.min_x) + (box.max_y - box.min_y) + (stream->scratch.largest + rounding) * 8.0f;
    const float longest =
        fmaxf((box.mean + stream->small_limit) * PIECE_LENGTH, fmaxf(across / MAX_PIECES, LEAST_PIECE));
    piece_job.longest = longest;
    const hail_path_filter_job filter = {piece_job.path, targets,           pieces, size_filter, small_limit,
                                         inflate_rel,    2.0f * inflate_abs};
    const hail_raster_job job = {.box = &world->box.area,
                                 .x = paths->mid_x.data,
                                 .y = paths->mid_y.data,
                                 .radius = paths->radius.data,
                                 .chosen = chosen,
                                 .count = count,
                                 .size_filter = size_filter,
                                 .small_limit = fmaxf(small_limit, 0.0f),
                                 .stream_max = stream->scratch.largest,
                                 .slack = inflate_rel,
                                 .extra = longest * PIECE_REACH + rounding};
    set_sides(s, stream, NULL, target, NULL, orientation);
    hail_raster_begin(&world->scratch.raster, &job);
    while (hail_raster_next(world->kernels, &world->scratch.raster, &job))
        if (!stream_pieces(s, &piece_job, &filter, stream->active))
            return false;
    return true;
}

/* The orientation of the same pairs if first and second are swapped. */
static hail_orientation swapped(hail_orientation orientation) {
    return orientation == HAIL_FIRST_IS_A    ? HAIL_SECOND_IS_A
           : orientation == HAIL_SECOND_IS_A ? HAIL_FIRST_IS_A
                                             : orientation;
}

static void search_self(search *s, const hail_layer *layer) {
    if (s->plan->swept)
        search_paths(s, layer, layer, NULL, layer->active, HAIL_SIZE_SELF, layer->scratch.largest,
                     HAIL_LOWER_SLOT_IS_A);
    else if (search_grid_self(s, layer))
        search_raster(s, layer, layer, layer->scratch.grid.large.data, layer->scratch.grid.large_count, HAIL_SIZE_SELF,
                      0.0f, HAIL_LOWER_SLOT_IS_A);
}

/* Finds each pair once: by its stream body if that is small or no larger than the target; otherwise the target streams
 * past it. */
static void search_cross(search *s, const hail_layer *stream, const hail_layer *target) {
    const hail_orientation orientation = s->plan->orientation;
    if (s->plan->swept) {
        if (!search_paths(s, stream, target, NULL, target->active, HAIL_SIZE_SMALL, stream->small_limit, orientation))
            return;
        const uint32_t large = list_large(s->world, stream);
        search_paths(s, target, stream, s->world->scratch.large.data, large, HAIL_SIZE_SMALLER, -1.0f,
                     swapped(orientation));
        return;
    }
    if (s->plan->gridded) {
        if (!search_grid_cross(s, stream, target))
            return;
        if (!search_raster(s, stream, target, target->scratch.grid.large.data, target->scratch.grid.large_count,
                           HAIL_SIZE_SMALL, stream->small_limit, orientation))
            return;
    } else if (!search_raster(s, stream, target, NULL, target->active, HAIL_SIZE_SMALL, stream->small_limit,
                              orientation)) {
        return;
    }
    const uint32_t large = list_large(s->world, stream);
    search_raster(s, target, stream, s->world->scratch.large.data, large, HAIL_SIZE_SMALLER,
                  s->plan->gridded ? target->small_limit : -1.0f, swapped(orientation));
}

static void run(search *s) {
    hail_world *world = s->world;
    world->scratch.pairs.count = 0;
    world->stats.passes++;
    if (s->plan->self)
        search_self(s, world->bodies.layer[s->plan->target]);
    else
        search_cross(s, world->bodies.layer[s->plan->stream], world->bodies.layer[s->plan->target]);
}

hail_found hail_find_pairs(hail_world *world, const hail_planned_rule *plan, const hail_order_range *range,
                           uint32_t limit) {
    search s = {.world = world, .plan = plan, .limit = limit};
    s.orient.windowed = !range->everything;
    s.orient.a_min = range->a_min;
    s.orient.a_max = range->a_max;
    s.orient.b_min = range->b_min;
    s.orient.b_max = range->b_max;
    run(&s);
    return s.found;
}

bool hail_count_pairs(hail_world *world, const hail_planned_rule *plan, uint32_t *counts) {
    search s = {.world = world, .plan = plan, .counts = counts};
    memset(counts, 0, world->bodies.slot_count * sizeof *counts);
    run(&s);
    return s.found == FOUND_ALL;
}
