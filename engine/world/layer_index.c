/* engine/world/layer_index.c - an index is made of grids of its own, or of the one that the last step built, if nothing
 * moved since. Where few bodies of a static layer changed, only these are sorted. */
#include "layer_index.h"

#include <math.h>

#include "layers.h"
#include "tasks/run_tasks.h"

enum { RADII_BLOCK = 1024, RADII_GRAIN = 8 }; /* bodies of a kernel's call; such blocks of a task at least */

/* A layer's bodies; there is room for their radii. */
static hail_levels_job job_of(const hail_world *world, const hail_layer *layer, const float *radius) {
    return (hail_levels_job){.x = layer_floats(layer, COLUMN_X),
                             .y = layer_floats(layer, COLUMN_Y),
                             .radius = layer_uniform(layer) ? NULL : radius,
                             .uniform = layer_uniform(layer) ? shape_radii(world->shapes)[layer->uniform_shape] : 0.0f,
                             .count = layer->active,
                             .bound = HAIL_MAX_BOUND,
                             .tasks = world->tasks};
}

/* ---- Radii ------------------------------------------------------------------------------------------------------- */

/* What tasks know of bodies' radii. */
typedef struct radii_task {
    const hail_world *world;
    const hail_layer *layer;
    float *radius;
} radii_task;

static void set_some(const radii_task *t, uint32_t begin, uint32_t end) {
    t->world->kernels->radii(shape_radii(t->world->shapes), layer_words(t->layer, COLUMN_SHAPE),
                             layer_floats(t->layer, COLUMN_SCALE), t->radius, begin, end);
}

static void set_radii(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const radii_task *t = task;
    const uint32_t end = last * RADII_BLOCK, count = t->layer->active;
    (void)worker;
    set_some(t, first * RADII_BLOCK, end < count ? end : count);
}

/* ---- All bodies -------------------------------------------------------------------------------------------------- */

static uint32_t most_marks(const hail_layer_index *index) { return (uint32_t)(index->marked.bytes / sizeof(uint32_t)); }

static bool reserve(hail_world *world, const hail_layer *layer, hail_layer_index *index) {
    const bool tasks = world->tasks != NULL;
    return hail_levels_reserve(&world->heap, &index->levels, layer->capacity, layer_uniform(layer), tasks) &&
           (!layer->options.is_static ||
            hail_scratch_grow(&world->heap, &index->marked, hail_layer_most_marks(layer->capacity) * sizeof(uint32_t)));
}

static float largest_of(const hail_levels *levels) {
    float largest = levels->beyond.view.count ? levels->beyond.reach : 0.0f;
    for (uint32_t l = 0; l < levels->count; l++)
        largest = levels->level[l].reach > largest ? levels->level[l].reach : largest;
    return largest;
}

/* What only the index of a static layer has. */
static bool add_rest(hail_world *world, const hail_layer *layer, hail_levels *levels, const hail_levels_job *job) {
    return hail_levels_add_beyond(&world->heap, world->kernels, levels, job) &&
           hail_levels_reserve_added(&world->heap, levels, most_marks(layer_index(layer)));
}

static bool build(hail_world *world, hail_layer *layer, hail_layer_index *index) {
    hail_levels *levels = &index->levels;
    index->ordered = index->marked_count = index->checked = index->sorted = 0;
    if (!reserve(world, layer, index))
        return false;
    const hail_levels_job job = job_of(world, layer, levels->radius.data);
    radii_task task = {world, layer, levels->radius.data};
    if (job.radius)
        hail_run_tasks(world->tasks, (layer->active - 1) / RADII_BLOCK + 1, RADII_GRAIN, set_radii, &task);
    if (!hail_levels_build(&world->heap, world->kernels, levels, &job) ||
        (layer->options.is_static && !add_rest(world, layer, levels, &job)))
        return false;
    index->built = levels->count;
    index->uniform = !job.radius;
    index->largest = largest_of(levels);
    layer->rebuild = false;
    return true;
}

/* The step's radii are those of its grid. */
static bool borrow(hail_world *world, hail_layer *layer, const hail_layer_scratch *scratch, hail_layer_index *index) {
    const hail_levels_job job = job_of(world, layer, scratch->column[SCRATCH_RADIUS].data);
    index->ordered = 0;
    return hail_levels_borrow(&world->heap, world->kernels, &index->levels, &scratch->grid, layer->small_limit, &job);
}

/* What the world's own scratch has for a layer. A shared one's grids may be another world's by now. NULL: nothing. */
static const hail_layer_scratch *scratch_of(const hail_world *world, uint32_t number) {
    return world->own_scratch ? step_scratch_layer(world->own_scratch, number) : NULL;
}

static bool in_bound(const hail_world *world, const float *x, const float *y, uint32_t count) {
    const float bound = HAIL_MAX_BOUND;
    return !world->kernels->outside(x, count, -bound, bound) && !world->kernels->outside(y, count, -bound, bound);
}

/* Returns whether the step's grid is that of the present bodies with their own radii, and none of them lies beyond
 * HAIL_MAX_BOUND. */
static bool can_borrow(const hail_world *world, const hail_layer *layer, const hail_layer_scratch *scratch,
                       hail_layer_version now) {
    return scratch && !layer->options.is_static && same_version(scratch->grid_version, now) &&
           scratch->inflate == 0.0f &&
           in_bound(world, layer_floats(layer, COLUMN_X), layer_floats(layer, COLUMN_Y), layer->active);
}

/* ---- Marks ------------------------------------------------------------------------------------------------------- */

/* An entry that is gone has no x: no comparison of a distance with NaN holds. */

/* With m marks at most, a step's marks cost about m / 2 bodies each time, and m bodies share one build of all. */
uint32_t hail_layer_most_marks(uint32_t bodies) { return 64 + 8 * (uint32_t)sqrtf((float)bodies); }

float *hail_static_radii(const hail_layer *layer) {
    return layer_index(layer) ? layer_index(layer)->levels.radius.data : NULL;
}

void hail_layer_mark_all(hail_layer *layer) {
    layer->changes++;
    layer->rebuild = layer->recheck = true;
    layer->settled = false;
}

typedef struct entry {
    hail_level *level;
    float *x;
} entry;

/* That of the body at index i. */
static entry entry_of(hail_layer_index *index, uint32_t i) {
    hail_levels *levels = &index->levels;
    for (uint32_t l = 0; l < index->built; l++) {
        const uint32_t count = levels->level[l].view.count;
        if (i < count)
            return (entry){&levels->level[l], grid_x(&levels->grid[l]) + i};
        i -= count;
    }
    return (entry){&levels->beyond, grid_x(&levels->beyond_grid) + i};
}

/* False: there is no room for one more mark. */
static bool mark(hail_layer_index *index, uint32_t i) {
    uint32_t *marked = index->marked.data;
    const entry e = entry_of(index, i);
    if (isnan(*e.x)) {
        index->checked = index->sorted = 0;
        return true;
    }
    if (index->marked_count == index->marked.bytes / sizeof *marked)
        return false;
    *e.x = NAN;
    e.level->gone++;
    marked[index->marked_count++] = i;
    return true;
}

void hail_layer_mark_range(hail_layer *layer, uint32_t begin, uint32_t end) {
    hail_layer_index *index = layer_index(layer);
    bool all = layer->rebuild || !index || !index->ordered;
    for (uint32_t i = begin; i < end && !all && i < index->ordered; i++)
        all = !mark(index, i);
    layer->rebuild = all;
    layer->recheck = layer->recheck || all;
    layer->settled = false;
}

/* ---- Few bodies of a static layer -------------------------------------------------------------------------------- */

/* Lists the bodies that are in no level that was built: those that are marked, and those that came since. Returns how
 * many; UINT32_MAX: too many. */
static uint32_t list_changed(const hail_layer *layer, const hail_layer_index *index, uint32_t *list) {
    const uint32_t *marked = index->marked.data, most = most_marks(index);
    const uint32_t came = layer->active > index->ordered ? layer->active - index->ordered : 0;
    uint32_t count = 0;
    if (came > most || index->marked_count > most - came)
        return UINT32_MAX;
    for (uint32_t m = 0; m < index->marked_count; m++)
        if (marked[m] < layer->active)
            list[count++] = marked[m];
    for (uint32_t i = index->ordered; i < layer->active; i++)
        list[count++] = i;
    return count;
}

/* Sets the radii of listed bodies, from number `first` on. False: one of them lies beyond the bound. */
static bool look_at_changed(const hail_world *world, const hail_layer *layer, const hail_levels_job *job,
                            const uint32_t *list, uint32_t first, uint32_t count) {
    const radii_task radii = {world, layer, layer_index(layer)->levels.radius.data};
    bool good = true;
    for (uint32_t i = first; i < count; i++) {
        if (job->radius)
            set_some(&radii, list[i], list[i] + 1);
        good = good && fabsf(job->x[list[i]]) <= job->bound && fabsf(job->y[list[i]]) <= job->bound;
    }
    return good;
}

/* Sorts the bodies that changed into a level of their own. What it holds of the last one it keeps. False: too much has
 * changed for that, or there is no memory: all have to be sorted. */
static bool add_changed(hail_world *world, const hail_layer *layer, hail_layer_index *index) {
    hail_levels *levels = &index->levels;
    const bool uniform = layer_uniform(layer);
    const size_t bytes = ((size_t)layer->active + HAIL_SLACK) * sizeof(float);
    if (layer->rebuild || !index->ordered || index->version.shapes != world->shapes->changes ||
        index->uniform != uniform || (uniform && index->largest != shape_radii(world->shapes)[layer->uniform_shape]) ||
        (!uniform && levels->radius.bytes < bytes))
        return false;
    uint32_t *left = levels->left.data;
    const uint32_t count = list_changed(layer, index, left);
    const bool only_marks = layer->active == index->ordered; /* the list is that of the marks */
    const uint32_t first = only_marks ? index->sorted : 0;
    levels->count = index->built;
    index->sorted = 0;
    if (count == UINT32_MAX)
        return false;
    const hail_levels_job job = job_of(world, layer, levels->radius.data);
    if (!look_at_changed(world, layer, &job, left, first, count) ||
        (count && !hail_levels_add(&world->heap, world->kernels, levels, &job, first, count)))
        return false;
    index->sorted = only_marks ? count : 0;
    index->largest = largest_of(levels);
    return true;
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

static bool make_index(hail_world *world, hail_layer *layer) {
    if (layer->index.data)
        return true;
    if (!hail_scratch_grow(&world->heap, &layer->index, sizeof(hail_layer_index)))
        return false;
    *layer_index(layer) = (hail_layer_index){0};
    return true;
}

bool hail_index_prepare(hail_world *world, uint32_t number) {
    hail_layer *layer = world->bodies.layer[number];
    const hail_layer_version now = world_layer_version(world, number);
    if (!layer->active || index_up_to_date(world, number))
        return true;
    if (!make_index(world, layer))
        return false;
    hail_layer_index *index = layer_index(layer);
    const hail_layer_scratch *scratch = scratch_of(world, number);
    const bool done = layer->options.is_static && add_changed(world, layer, index) ? true
                      : can_borrow(world, layer, scratch, now) ? borrow(world, layer, scratch, index)
                                                               : build(world, layer, index);
    index->version = done ? now : (hail_layer_version){0, 0};
    return done;
}

bool hail_index_reserve(hail_world *world, uint32_t number, bool all) {
    hail_layer *layer = world->bodies.layer[number];
    const uint32_t most = hail_layer_most_marks(layer->capacity);
    if (!layer->capacity || (!all && (!layer->rebuild || index_up_to_date(world, number))))
        return true;
    return make_index(world, layer) && reserve(world, layer, layer_index(layer)) &&
           (!all || hail_levels_reserve_all(&world->heap, &layer_index(layer)->levels, layer->capacity, most));
}
