/* engine/queries/prepare.c - brings the indices of layers up to date: grids of their own, or the one that the last step
 * built, if nothing moved since. */
#include <hail/query.h>

#include "lowest_bit.h"
#include "tasks/run_tasks.h"
#include "world/arguments.h"

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

/* What tasks know of bodies' radii. */
typedef struct radii_task {
    const hail_world *world;
    const hail_layer *layer;
    float *radius;
} radii_task;

static void set_radii(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const radii_task *t = task;
    const uint32_t end = last * RADII_BLOCK, count = t->layer->active;
    (void)worker;
    t->world->kernels->radii(shape_radii(t->world->shapes), layer_words(t->layer, COLUMN_SHAPE),
                             layer_floats(t->layer, COLUMN_SCALE), t->radius, first * RADII_BLOCK,
                             end < count ? end : count);
}

static bool build(hail_world *world, hail_layer *layer, hail_levels *levels) {
    if (!hail_levels_reserve(&world->heap, levels, layer->capacity, layer_uniform(layer), world->tasks != NULL))
        return false;
    const hail_levels_job job = job_of(world, layer, levels->radius.data);
    radii_task task = {world, layer, levels->radius.data};
    if (job.radius)
        hail_run_tasks(world->tasks, (layer->active - 1) / RADII_BLOCK + 1, RADII_GRAIN, set_radii, &task);
    return hail_levels_build(&world->heap, world->kernels, levels, &job);
}

/* The step's radii are those of its grid. */
static bool borrow(hail_world *world, hail_layer *layer, const hail_layer_scratch *scratch, hail_levels *levels) {
    const hail_levels_job job = job_of(world, layer, scratch->column[SCRATCH_RADIUS].data);
    return hail_levels_borrow(&world->heap, world->kernels, levels, &scratch->grid, layer->small_limit, &job);
}

/* What the world's own scratch has for a layer. A shared one's grids may be another world's by now. NULL: nothing. */
static const hail_layer_scratch *scratch_of(const hail_world *world, uint32_t number) {
    return world->own_scratch ? step_scratch_layer(world->own_scratch, number) : NULL;
}

/* Returns whether the step's grid is that of the present bodies with their own radii, and none of them lies beyond
 * HAIL_MAX_BOUND. */
static bool can_borrow(const hail_world *world, const hail_layer *layer, const hail_layer_scratch *scratch,
                       hail_layer_version now) {
    const float bound = HAIL_MAX_BOUND;
    return scratch && same_version(scratch->grid_version, now) && scratch->inflate == 0.0f &&
           !world->kernels->outside(layer_floats(layer, COLUMN_X), layer->active, -bound, bound) &&
           !world->kernels->outside(layer_floats(layer, COLUMN_Y), layer->active, -bound, bound);
}

static bool prepare(hail_world *world, uint32_t number) {
    hail_layer *layer = world->bodies.layer[number];
    const hail_layer_version now = world_layer_version(world, number);
    if (!layer->active)
        return true;
    if (!layer->index.data) {
        if (!hail_scratch_grow(&world->heap, &layer->index, sizeof(hail_layer_index)))
            return false;
        *(hail_layer_index *)layer->index.data = (hail_layer_index){0};
    }
    hail_layer_index *index = layer->index.data;
    if (same_version(index->version, now))
        return true;
    index->version = (hail_layer_version){0, 0};
    const hail_layer_scratch *scratch = scratch_of(world, number);
    const bool done = can_borrow(world, layer, scratch, now) ? borrow(world, layer, scratch, &index->levels)
                                                             : build(world, layer, &index->levels);
    if (!done)
        return false;
    index->version = now;
    return true;
}

hail_status hail_query_prepare(hail_world *world, uint64_t layers) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    if (world->on_tasks)
        return HAIL_BUSY;
    for (uint64_t left = world->bodies.used & (layers ? layers : UINT64_MAX); left; left &= left - 1)
        if (!prepare(world, lowest_bit_64(left)))
            return hail_fail_memory(world->heap.error);
    return HAIL_OK;
}

hail_status hail_layer_changed(hail_world *world, uint32_t layer) {
    if (world && world->on_tasks)
        return HAIL_BUSY;
    const hail_status status = world ? hail_argument_layer(world, "layer", layer) : HAIL_BAD_ARGUMENT;
    if (status == HAIL_OK && world->bodies.layer[layer])
        world->bodies.layer[layer]->changes++;
    return status;
}
