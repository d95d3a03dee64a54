/* engine/broad/levels.c - chooses each level's limit by counting radii in octaves, and its box by a sample of the
 * bodies. Both can change the speed only. */
#include "levels.h"

#include <math.h>

#include "octaves.h"
#include "sample_box.h"

/* A level takes at least this share of the bodies that are left. */
static const float LEVEL_SHARE = 0.75f;

/* Bodies up to so many times a level's limit are no reason for another level. */
static const float LEVEL_MORE = 1.25f;

/* Bodies in a cell, where they are spread evenly. */
static const float CELL_BODIES = 2.0f;

bool hail_levels_reserve(hail_heap *heap, hail_levels *levels, uint32_t bodies, bool uniform, bool tasks) {
    return hail_grid_reserve(heap, &levels->grid[0],
                             &(hail_grid_room){.bodies = bodies, .tasks = tasks, .radii = !uniform, .cells = true}) &&
           (uniform || hail_scratch_grow(heap, &levels->radius, ((size_t)bodies + HAIL_SLACK) * sizeof(float)));
}

void hail_levels_free(hail_heap *heap, hail_levels *levels) {
    hail_buffer *buffers[] = {&levels->radius, &levels->left, &levels->left_x, &levels->left_y, &levels->left_radius};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        hail_scratch_free(heap, buffers[i]);
    for (uint32_t l = 0; l < MAX_LEVELS; l++)
        hail_grid_free(heap, &levels->grid[l]);
    hail_grid_free(heap, &levels->beyond_grid);
    levels->count = 0;
}

/* ---- Extent ------------------------------------------------------------------------------------------------------ */

enum { AT_ONCE = 8 /* numbers that compilers compare side by side */ };

/* The least and the greatest of `count` (1 or more) coordinates; NaN is neither. */
static void find_range(const float *at, uint32_t count, float *min, float *max) {
    float least[AT_ONCE], most[AT_ONCE];
    for (uint32_t k = 0; k < AT_ONCE; k++)
        least[k] = INFINITY, most[k] = -INFINITY;
    for (uint32_t i = 0; i + AT_ONCE <= count; i += AT_ONCE)
        for (uint32_t k = 0; k < AT_ONCE; k++) {
            least[k] = at[i + k] < least[k] ? at[i + k] : least[k];
            most[k] = at[i + k] > most[k] ? at[i + k] : most[k];
        }
    for (uint32_t i = count / AT_ONCE * AT_ONCE; i < count; i++) {
        least[0] = at[i] < least[0] ? at[i] : least[0];
        most[0] = at[i] > most[0] ? at[i] : most[0];
    }
    *min = least[0], *max = most[0];
    for (uint32_t k = 1; k < AT_ONCE; k++) {
        *min = least[k] < *min ? least[k] : *min;
        *max = most[k] > *max ? most[k] : *max;
    }
}

static hail_area extent_of(const hail_levels_job *job) {
    hail_area extent = {0.0f, 0.0f, 0.0f, 0.0f};
    if (job->count) {
        find_range(job->x, job->count, &extent.min_x, &extent.max_x);
        find_range(job->y, job->count, &extent.min_y, &extent.max_y);
    }
    return extent;
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

/* The largest radius of the next level: the lowest octave that leaves few bodies to the levels after it. */
static float choose_limit(const hail_levels_job *job, bool last) {
    uint32_t octaves[OCTAVES] = {0}, taken = 0;
    float largest = 0.0f;
    if (!job->radius)
        return job->uniform;
    for (uint32_t i = 0; i < job->count; i++) {
        octaves[octave_of(job->radius[i])]++;
        largest = job->radius[i] > largest ? job->radius[i] : largest;
    }
    int o = 0;
    while (o < OCTAVES - 1 && (float)(taken += octaves[o]) < (float)job->count * LEVEL_SHARE)
        o++;
    const float limit = octave_limit(o);
    return last || largest <= limit * LEVEL_MORE ? largest : limit;
}

/* ---- Levels ------------------------------------------------------------------------------------------------------ */

float hail_level_cell(const hail_area *box, float reach, uint32_t count) {
    const float area = (box->max_x - box->min_x) * (box->max_y - box->min_y);
    const float even = sqrtf(area * CELL_BODIES / (float)count);
    return reach * 2.0f > even ? reach * 2.0f : even;
}

/* Sorts the job's bodies, up to the next limit, into a level; the `last` one takes all. `index` says which bodies they
 * are, NULL: these. Returns how many are left; their numbers in the job are in the grid's list of large bodies. */
static uint32_t add_level(const hail_kernels *kernels, hail_levels *levels, const hail_levels_job *job,
                          const uint32_t *index, bool last) {
    const uint32_t l = levels->count++;
    hail_grid *grid = &levels->grid[l];
    const hail_area box = hail_sample_box(job->x, job->y, job->count);
    const float limit = choose_limit(job, last);
    const hail_grid_job sort = {.x = job->x,
                                .y = job->y,
                                .radius = job->radius,
                                .uniform = job->uniform,
                                .small_limit = limit,
                                .count = job->count};
    hail_grid_build(kernels, job->tasks, grid, &box, hail_level_cell(&box, limit, job->count), &sort);
    uint32_t *order = grid->order.data;
    for (uint32_t i = 0; index && i < grid->view.count; i++)
        order[i] = index[order[i]];
    levels->level[l] = (hail_level){.view = grid->view, .order = order, .reach = limit};
    return grid->large_count;
}

static bool keep_list(hail_heap *heap, hail_levels *levels, uint32_t count) {
    const size_t bytes = ((size_t)count + HAIL_SLACK) * 4;
    return hail_scratch_grow(heap, &levels->left, bytes) && hail_scratch_grow(heap, &levels->left_x, bytes) &&
           hail_scratch_grow(heap, &levels->left_y, bytes) && hail_scratch_grow(heap, &levels->left_radius, bytes);
}

/* Copies what is left of the whole job, after the first `known` bodies, and returns the job of all these. */
static hail_levels_job job_of_left(const hail_kernels *kernels, hail_levels *levels, const hail_levels_job *whole,
                                   uint32_t known, uint32_t count) {
    const uint32_t *left = levels->left.data;
    kernels->gather((const void *)whole->x, left, levels->left_x.data, known, count);
    kernels->gather((const void *)whole->y, left, levels->left_y.data, known, count);
    if (whole->radius)
        kernels->gather((const void *)whole->radius, left, levels->left_radius.data, known, count);
    return (hail_levels_job){.x = levels->left_x.data,
                             .y = levels->left_y.data,
                             .radius = whole->radius ? levels->left_radius.data : NULL,
                             .uniform = whole->uniform,
                             .count = count};
}

/* Sorts the first `count` bodies of the list `left` into further levels. */
static bool add_levels(hail_heap *heap, const hail_kernels *kernels, hail_levels *levels, const hail_levels_job *whole,
                       uint32_t count) {
    while (count) {
        const hail_levels_job job = job_of_left(kernels, levels, whole, 0, count);
        hail_grid *grid = &levels->grid[levels->count];
        if (!hail_grid_reserve(heap, grid, &(hail_grid_room){.bodies = count, .radii = true, .cells = true})) {
            levels->count = 0;
            return false;
        }
        uint32_t *left = levels->left.data;
        count = add_level(kernels, levels, &job, left, levels->count == BUILT_LEVELS - 1);
        for (uint32_t i = 0; i < count; i++) /* ascending: nothing is overwritten before it is read */
            left[i] = left[((const uint32_t *)grid->large.data)[i]];
    }
    return true;
}

/* Lists a grid's large bodies as what is left. */
static bool list_large(hail_heap *heap, hail_levels *levels, const hail_grid *grid) {
    const uint32_t count = grid->large_count, *large = grid->large.data;
    if (count && !keep_list(heap, levels, count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        ((uint32_t *)levels->left.data)[i] = large[i];
    return true;
}

/* ---- Bodies with bad numbers ------------------------------------------------------------------------------------- */

/* px: larger bodies have a bad scale. The squares of larger cells would not be finite. */
static const float LARGEST = 0x1p60f;

static bool good(const hail_levels_job *job, uint32_t i) {
    const float r = job->radius ? job->radius[i] : job->uniform;
    return fabsf(job->x[i]) <= job->bound && fabsf(job->y[i]) <= job->bound && r >= 0.0f && r <= LARGEST;
}

/* Lists the good bodies as what is left; returns how many. */
static uint32_t list_good(hail_levels *levels, const hail_levels_job *job) {
    uint32_t *left = levels->left.data, count = 0;
    for (uint32_t i = 0; i < job->count; i++)
        if (good(job, i))
            left[count++] = i;
    return count;
}

static bool all_good(const hail_kernels *kernels, const hail_levels_job *job) {
    return !kernels->outside(job->x, job->count, -job->bound, job->bound) &&
           !kernels->outside(job->y, job->count, -job->bound, job->bound) &&
           (!job->radius || !kernels->outside(job->radius, job->count, 0.0f, LARGEST));
}

/* ---- Room for all ------------------------------------------------------------------------------------------------ */

/* Each level leaves at most a quarter of its bodies to the next. */
bool hail_levels_reserve_all(hail_heap *heap, hail_levels *levels, uint32_t bodies, uint32_t added) {
    hail_grid_room room = {.bodies = added, .radii = true, .cells = true};
    bool reserved = keep_list(heap, levels, bodies) && hail_grid_reserve(heap, &levels->beyond_grid, &room);
    for (uint32_t l = 1; reserved && l < MAX_LEVELS; l++) {
        room.bodies = bodies >> 2 * l > added ? bodies >> 2 * l : added;
        reserved = hail_grid_reserve(heap, &levels->grid[l], &room);
    }
    return reserved;
}

/* ---- All levels -------------------------------------------------------------------------------------------------- */

bool hail_levels_build(hail_heap *heap, const hail_kernels *kernels, hail_levels *levels, const hail_levels_job *job) {
    levels->count = 0;
    levels->beyond.view.count = 0;
    levels->extent = extent_of(job);
    if (!job->count)
        return true;
    if (!all_good(kernels, job))
        return keep_list(heap, levels, job->count) && add_levels(heap, kernels, levels, job, list_good(levels, job));
    const uint32_t left = add_level(kernels, levels, job, NULL, false);
    if (!list_large(heap, levels, &levels->grid[0])) {
        levels->count = 0;
        return false;
    }
    return add_levels(heap, kernels, levels, job, left);
}

bool hail_levels_reserve_added(hail_heap *heap, hail_levels *levels, uint32_t bodies) {
    const hail_grid_room room = {.bodies = bodies, .radii = true, .cells = true};
    return keep_list(heap, levels, bodies) && hail_grid_reserve(heap, &levels->grid[levels->count], &room);
}

bool hail_levels_add(hail_heap *heap, const hail_kernels *kernels, hail_levels *levels, const hail_levels_job *job,
                     uint32_t known, uint32_t count) {
    const hail_grid_room room = {.bodies = count, .radii = true, .cells = true};
    if (!hail_grid_reserve(heap, &levels->grid[levels->count], &room))
        return false;
    const hail_levels_job added = job_of_left(kernels, levels, job, known, count);
    const hail_area all = levels->extent, more = extent_of(&added);
    add_level(kernels, levels, &added, levels->left.data, true);
    levels->extent = (hail_area){.min_x = all.min_x < more.min_x ? all.min_x : more.min_x,
                                 .min_y = all.min_y < more.min_y ? all.min_y : more.min_y,
                                 .max_x = all.max_x > more.max_x ? all.max_x : more.max_x,
                                 .max_y = all.max_y > more.max_y ? all.max_y : more.max_y};
    return true;
}

/* Lists the bodies that a grid can hold, although they are not good; returns how many. */
static uint32_t list_beyond(hail_levels *levels, const hail_levels_job *job) {
    uint32_t *left = levels->left.data, count = 0;
    for (uint32_t i = 0; i < job->count; i++)
        if (!good(job, i) && isfinite(job->x[i]) && isfinite(job->y[i]))
            left[count++] = i;
    return count;
}

/* They are few, if any, and share a cell. */
bool hail_levels_add_beyond(hail_heap *heap, const hail_kernels *kernels, hail_levels *levels,
                            const hail_levels_job *job) {
    const hail_area box = {0.0f, 0.0f, 1.0f, 1.0f};
    hail_grid *grid = &levels->beyond_grid;
    const uint32_t count = all_good(kernels, job) ? 0 : list_beyond(levels, job);
    if (!count)
        return true;
    if (!hail_grid_reserve(heap, grid, &(hail_grid_room){.bodies = count, .radii = true, .cells = true}))
        return false;
    const hail_levels_job far = job_of_left(kernels, levels, job, 0, count);
    const float reach = choose_limit(&far, true);
    const hail_grid_job sort = {
        .x = far.x, .y = far.y, .radius = far.radius, .uniform = far.uniform, .small_limit = reach, .count = count};
    hail_grid_build(kernels, NULL, grid, &box, 1.0f, &sort);
    uint32_t *order = grid->order.data;
    for (uint32_t i = 0; i < grid->view.count; i++)
        order[i] = ((const uint32_t *)levels->left.data)[order[i]];
    levels->beyond = (hail_level){.view = grid->view, .order = order, .reach = reach};
    return true;
}

bool hail_levels_borrow(hail_heap *heap, const hail_kernels *kernels, hail_levels *levels, const hail_grid *grid,
                        float reach, const hail_levels_job *job) {
    levels->count = 0;
    levels->beyond.view.count = 0;
    levels->extent = extent_of(job);
    if (!list_large(heap, levels, grid))
        return false;
    levels->level[levels->count++] = (hail_level){.view = grid->view, .order = grid->order.data, .reach = reach};
    return add_levels(heap, kernels, levels, job, grid->large_count);
}
