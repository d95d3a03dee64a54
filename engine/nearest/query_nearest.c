/* engine/nearest/query_nearest.c - hail_query_nearest: block by block, the kernel looks in each source. A point is done
 * if the last body that is kept is nearer than any that the kernel did not look at. Others are searched in rings. */
#include <hail/query.h>

#include <math.h>
#include <string.h>

#include "near_search.h"
#include "tasks/run_tasks.h"
#include "world/slots.h"

/* A point's circle holds this many bodies more than are wanted, and so many times their root, if they lie evenly. */
static const float MORE_BODIES = 1.5f, MORE_ROOTS = 2.2f, PI = 3.14159265f;

/* Circles grow by this share of the largest radius, where radii differ. */
static const float SPREAD = 0.75f;

/* ---- Jobs -------------------------------------------------------------------------------------------------------- */

static void set_circles(hail_near_few_job *job, const hail_near_source *source, const near_measure *measure,
                        size_t capacity) {
    const hail_grid_view *grid = &source->level->view;
    const float cell = 1.0f / (grid->map.inverse * grid->map.inverse), wanted = (float)capacity; /* px^2 */
    const bool whole = grid->count <= HAIL_NEAR_ROOM && grid->map.last_row < HAIL_NEAR_ROWS;
    job->area = (wanted + MORE_ROOTS * sqrtf(wanted) + MORE_BODIES) * (9.0f / PI) * cell / source->share;
    job->largest = whole ? INFINITY : HAIL_NEAR_CELLS * HAIL_NEAR_CELLS * cell;
    job->spread = grid->radius ? job->reach * measure->grow * SPREAD : 0.0f;
}

/* Columns that nobody asks about need not be read. */
static void set_filter(hail_near_few_job *job, const hail_near_search *s, const hail_near_source *source) {
    const hail_query_filter *f = s->scope->filter;
    const hail_layer *layer = source->layer;
    job->allowed = source->allowed;
    job->order = NULL;
    if (!s->asks)
        return;
    job->order = source->level->order;
    job->group = f->group || f->each_group ? layer_words(layer, COLUMN_GROUP) : NULL;
    job->category = f->mask || f->each_mask ? layer_words(layer, COLUMN_CATEGORY) : NULL;
    job->mask = f->category || f->each_category ? layer_words(layer, COLUMN_MASK) : NULL;
    job->no_index = s->no_index;
    job->no_group = s->no_group;
    job->in_category = s->in_category;
    job->in_mask = s->in_mask;
}

/* Keys that are distances go to the points' lists, others to lists of the source. */
static void set_lists(hail_near_few_job *job, hail_near_search *s, const hail_near_source *source, bool exact) {
    const size_t capacity = s->best.capacity, bounds = s->counts ? HAIL_NEAR_KEEP : capacity + NEAR_BOUNDS - 1;
    job->keep = (uint32_t)(exact ? capacity : bounds < HAIL_NEAR_KEEP ? bounds : HAIL_NEAR_KEEP);
    job->base = exact ? source->first : 0;
    job->merges = exact && source->first > 0;
    job->key = exact ? s->best.key : s->bound;
    job->position = exact ? s->best.number : s->position;
    job->beyond = exact ? s->beyond : s->source_beyond;
    job->there = s->counts ? s->there : NULL;
}

/* In place: a point takes hardly longer than a copy of what it is asked with. */
static void set_job(hail_near_few_job *job, hail_near_search *s, const hail_near_source *source,
                    const near_measure *measure) {
    const hail_area *box = near_extent(source);
    job->grid = &source->level->view;
    job->x = s->points->x + s->first;
    job->y = s->points->y + s->first;
    job->min_x = box->min_x;
    job->min_y = box->min_y;
    job->max_x = box->max_x;
    job->max_y = box->max_y;
    job->shrink = measure->shrink;
    job->grow = measure->grow;
    job->reach = source->level->reach;
    job->limits = s->limits;
    job->stride = s->count;
    set_circles(job, source, measure, s->best.capacity);
    set_lists(job, s, source, measure->exact);
    set_filter(job, s, source);
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

static float square_of(float reach) {
    const float squared = reach * reach;
    return reach < 0.0f ? -1.0f : squared < FLT_MAX ? squared : FLT_MAX;
}

static void set_limits(hail_near_few_job *job, hail_near_search *s, const hail_near_source *source,
                       const near_measure *measure) {
    const bool same = !source->first && !s->near->each_radius; /* nothing was found yet, and all look equally far */
    const float all = square_of(near_reach(source, *measure, s->best.radius[0]));
    job->within = same ? s->best.radius : s->within;
    for (uint32_t i = 0; same && i < s->count; i++)
        s->limits[i] = all;
    for (uint32_t i = 0; !same && i < s->count; i++) {
        s->within[i] = near_reach_of(s, i);
        s->limits[i] = square_of(near_reach(source, *measure, s->within[i]));
    }
}

/* Whether point i looks in a source, and may find bodies of its layer at all. */
static bool looks_in(const hail_near_search *s, const hail_near_source *source, uint32_t i) {
    if (!(scope_layers(s->scope, s->first + i) >> source->layer_number & 1))
        return false;
    return !s->asks || layer_words(source->layer, COLUMN_CATEGORY) || !s->in_category[i] ||
           (s->in_category[i] & HAIL_DEFAULT_CATEGORY);
}

/* The index of the body that point i leaves out; UINT32_MAX: it is not of this layer, or none. */
static uint32_t left_out_by(const hail_near_search *s, const hail_near_source *source, uint32_t i) {
    const hail_body_store *bodies = &s->scope->world->bodies;
    const hail_query_filter *f = s->scope->filter;
    const hail_handle except = f->each_except ? f->each_except[s->first + i] : f->except;
    if (!slots_alive(bodies, except) || slot_layer(bodies, except.slot) != source->layer_number)
        return UINT32_MAX;
    return slot_index(bodies, except.slot);
}

static void leave_out(hail_near_search *s, const hail_near_source *source) {
    if (!s->asks && !s->scope->filter->each_layers)
        return;
    for (uint32_t i = 0; i < s->count; i++) {
        if (!looks_in(s, source, i))
            s->limits[i] = -1.0f;
        s->no_index[i] = s->asks ? left_out_by(s, source, i) : UINT32_MAX;
    }
}

/* ---- Sources ----------------------------------------------------------------------------------------------------- */

/* Counts what the kernel found in a source whose keys are distances. */
static void add_counts(hail_near_search *s, const hail_near_source *source) {
    for (uint32_t i = 0; i < s->count; i++) {
        s->best.there[i] += s->there[i];
        if (near_counts(s, i) && !source->all_valid)
            s->beyond[i] = -INFINITY;
    }
}

static void search_source(hail_near_search *s, const hail_near_source *source) {
    const near_measure measure = near_measure_of(source, s->scope->world, s->to_centre);
    hail_near_few_job job;
    set_job(&job, s, source, &measure);
    set_limits(&job, s, source, &measure);
    leave_out(s, source);
    s->kernels->near_few(&job, 0, s->count);
    if (!measure.exact)
        hail_near_take_surfaces(s, source, job.keep);
    else if (s->counts)
        add_counts(s, source);
}

/* Forgets lists with bodies that have a bad pose: these are not found. */
static void check_poses(hail_near_search *s, const hail_near_source *source) {
    for (uint32_t i = 0; i < s->count; i++) {
        bool valid = true;
        for (size_t j = 0; j < s->best.capacity; j++) {
            const size_t at = j * s->count + i;
            const uint32_t position = s->best.number[at] - source->first;
            if (s->best.key[at] < INFINITY && position < source->level->view.count)
                valid &= layer_pose_valid(source->layer, source->level->order[position]);
        }
        if (!valid) {
            hail_near_best_clear(&s->best, i);
            s->beyond[i] = -INFINITY;
        }
    }
}

static void search_sources(hail_near_search *s) {
    bool poses = false;
    for (uint32_t n = 0; n < s->sources.count; n++) {
        search_source(s, &s->sources.source[n]);
        poses |= layer_checks_poses(s->sources.source[n].layer);
    }
    for (uint32_t n = 0; poses && n < s->sources.count; n++)
        if (layer_checks_poses(s->sources.source[n].layer))
            check_poses(s, &s->sources.source[n]);
}

/* ---- Blocks ------------------------------------------------------------------------------------------------------ */

/* px: of point i of a call; FLT_MAX: any. */
static float radius_of(const hail_nearest_options *near, size_t i) {
    const float radius = near->each_radius ? near->each_radius[i] : near->radius;
    return radius > 0.0f ? radius : FLT_MAX;
}

static void begin_block(hail_near_search *s) {
    const hail_nearest_options *near = s->near;
    const float radius = radius_of(near, near->each_radius ? s->first : 0);
    const uint32_t keys = s->best.in_heap ? 0 : (uint32_t)(s->best.capacity + 1) * s->count;
    s->best.points = s->count;
    s->best.heap = s->hits + s->first * s->best.capacity;
    s->best.heap_count = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        s->best.radius[i] = radius;
        s->beyond[i] = INFINITY;
    }
    if (s->counts)
        memset(s->best.there, 0, s->count * sizeof *s->best.there);
    for (uint32_t i = 0; near->each_radius && i < s->count; i++)
        s->best.radius[i] = radius_of(near, s->first + i);
    for (uint32_t i = 0; i < keys; i++)
        s->best.key[i] = INFINITY;
    for (uint32_t i = 0; s->asks && i < s->count; i++) {
        const hail_filter_values values = filter_values(s->scope, s->first + i);
        s->no_group[i] = values.group;
        s->in_category[i] = values.mask;
        s->in_mask[i] = values.category;
    }
}

/* Whether a body that was not looked at may change the results of point i. */
static bool needs_fallback(const hail_near_search *s, uint32_t i) {
    const float *last = s->best.key + (s->best.capacity - 1) * s->count, beyond = s->beyond[i];
    return (last[i] >= beyond) & (s->best.radius[i] >= beyond);
}

static void search_lists(hail_near_search *s) {
    search_sources(s);
    for (uint32_t i = 0; i < s->count; i++)
        if (needs_fallback(s, i))
            hail_near_search_rings(s, i);
}

static void search_block(hail_near_search *s) {
    begin_block(s);
    if (s->best.in_heap)
        hail_near_search_rings(s, 0);
    else
        search_lists(s);
    if (s->best.capacity > 1)
        hail_near_best_sort(&s->best);
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

/* What the caller gave. */
typedef struct nearest_question {
    const hail_query_scope *scope;
    const hail_points *points;
    const hail_nearest_options *near;
    size_t capacity;
    hail_query_hit *hits;
    uint32_t *counts;
} nearest_question;

/* Sets up the search of `count` points. Field by field: most of it is memory that need not be cleared. */
static void open_search(hail_near_search *s, const nearest_question *q, size_t count) {
    s->scope = q->scope;
    s->kernels = scope_kernels(q->scope, count);
    s->points = q->points;
    s->near = q->near;
    s->hits = q->hits;
    s->counts = q->counts;
    hail_near_sources_open(&s->sources, q->scope, count, q->counts != NULL);
    s->best.sources = &s->sources;
    s->best.capacity = q->capacity;
    s->best.in_heap = q->capacity > HAIL_NEAR_KEEP;
    s->best.counts = q->counts != NULL;
    s->best.unordered = q->scope->filter->order == HAIL_UNORDERED;
    s->to_centre = q->near->distance_to == HAIL_TO_CENTRE;
    s->asks = q->scope->selective && !s->sources.sifted;
    s->gaps.count = 0;
}

static void write_counts(const hail_near_search *s, hail_near_all *all) {
    for (uint32_t i = 0; i < s->count; i++)
        s->counts[s->first + i] =
            near_counts(s, i) ? s->best.there[i] : hail_near_count_all(all, s->scope, s->first + i);
}

/* The most points of a block. more: so many results more are kept of each. */
static uint32_t points_of_block(size_t capacity, size_t more) {
    if (capacity > HAIL_NEAR_KEEP)
        return 1;
    const uint32_t points = NEAR_KEPT / (uint32_t)(capacity + more + 1);
    return points < NEAR_BLOCK ? points : NEAR_BLOCK;
}

/* Answers points [begin, end). */
static void answer(uint32_t begin, uint32_t end, uint32_t worker, void *task) {
    const nearest_question *q = task;
    const uint32_t block = points_of_block(q->capacity, q->counts ? HAIL_NEAR_KEEP : NEAR_BOUNDS);
    hail_near_search search;
    hail_near_all all = {.known = false};
    (void)worker;
    open_search(&search, q, end - begin);
    for (uint32_t first = begin; first < end; first += search.count) {
        search.first = first;
        search.count = end - first < block ? end - first : block;
        search_block(&search);
        if (q->counts)
            write_counts(&search, &all);
        hail_near_write_results(&search);
    }
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static hail_status check_near(const hail_checks *checks, const hail_nearest_options *near, size_t count) {
    HAIL_REQUIRE(
        hail_check_number(checks->error, "options->radius", (double)near->radius, 0.0, (double)HAIL_MAX_BOUND));
    if (near->each_radius)
        HAIL_REQUIRE(hail_check_floats(checks, "options->each_radius", near->each_radius, count, 0.0f, HAIL_MAX_BOUND));
    return near->distance_to <= HAIL_TO_CENTRE
               ? HAIL_OK
               : hail_fail_above(checks->error, HAIL_BAD_ARGUMENT, "options->distance_to", near->distance_to,
                                 HAIL_TO_CENTRE, "is no hail_distance_to");
}

static hail_status check_call(const hail_checks *checks, const hail_query_args *call, const hail_points *points,
                              const hail_nearest_options *near) {
    const uint32_t find = call->filter ? call->filter->find : 0;
    if (find & ~(uint32_t)HAIL_FIND_BODIES)
        return hail_fail_above(checks->error, HAIL_BAD_ARGUMENT, "filter->find", find, HAIL_FIND_BODIES,
                               "asks for more than bodies");
    if (!call->capacity)
        return hail_fail(checks->error, HAIL_BAD_ARGUMENT, "capacity", "is 0");
    HAIL_REQUIRE(hail_check_points(checks, points));
    return check_near(checks, near, points->count);
}

/* ---- The call ---------------------------------------------------------------------------------------------------- */

hail_status hail_query_nearest(const hail_world *world, const hail_points *points, const hail_nearest_options *options,
                               const hail_query_filter *filter, size_t capacity, hail_query_hit *hits,
                               uint32_t *counts) {
    static const hail_nearest_options none;
    const hail_nearest_options *near = options ? options : &none;
    hail_query_scope scope;
    hail_checks checks;
    if (!points)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_check_count(context_error(points->context), "points->count", points->count));
    const hail_query_args call = {.world = world,
                                  .context = points->context,
                                  .filter = filter,
                                  .count = points->count,
                                  .capacity = capacity,
                                  .results_field = "hits",
                                  .results = hits,
                                  .counts = counts};
    HAIL_REQUIRE(hail_query_open(&scope, &call, &checks));
    HAIL_REQUIRE(check_call(&checks, &call, points, near));
    nearest_question question = {&scope, points, near, capacity, hits, counts};
    hail_run_tasks(checks.tasks, (uint32_t)points->count, 2 * NEAR_BLOCK, answer, &question);
    return HAIL_OK;
}
