/* engine/nearest/near_search.c - has the kernel look in each source. A point is done if the last body that is kept is
 * nearer than any that the kernel did not look at. Others are searched in rings. */
#include "near_search.h"

#include <math.h>
#include <string.h>

#include "near_rings.h"
#include "near_surfaces.h"
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
    if (s->asks || s->scope->filter->each_layers)
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

void hail_near_search_block(hail_near_search *s) {
    begin_block(s);
    if (s->best.in_heap)
        hail_near_search_rings(s, 0);
    else
        search_lists(s);
    if (s->best.capacity > 1)
        hail_near_best_sort(&s->best);
}
