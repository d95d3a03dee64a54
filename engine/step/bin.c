/* engine/step/bin.c - a grid for each layer that some rule's plan looks pairs up in. */
#include "bin.h"

#include "lowest_bit.h"
#include "pairs/plan.h"
#include "reorder.h"
#include "world/layers.h"

enum { REORDER = 16 }; /* steps between two reorderings of a layer */

/* How much wider a cell is than pairs need: by a factor, for the rounding of cell numbers (see broad/grid.c, MAX_AXIS),
 * and by some px, for tiny bodies. */
static const float CELL_MARGIN = 1.02f, CELL_MARGIN_ABS = 1e-3f;

static bool is_reordering(const hail_world *world) { return world->stats.step % REORDER == 1; }

/* Layers that stream past static ones, as bits. They are put in order, too: so bodies that lie side by side look into
 * the same cells one after the other. */
static uint64_t streaming_layers(const hail_world *world) {
    uint64_t layers = 0;
    for (uint32_t r = 0; r < world->scratch->planned_count; r++) {
        const hail_planned_rule *plan = &planned_rules(world)[r];
        layers |= (uint64_t)(plan->kept && !plan->resting && !plan->few && !plan->apart) << plan->stream;
    }
    return layers;
}

static uint64_t binned_layers(const hail_world *world) {
    const bool streams = world->bodies.still && is_reordering(world);
    return world->scratch->gridded | (streams ? streaming_layers(world) : 0);
}

/* How far two small bodies of a rule may be apart. */
static float reach_of(const hail_planned_rule *plan, const hail_layer *stream, const hail_layer *target) {
    if (!plan->swept)
        return layer_small_reach(stream) + plan->margin + layer_small_reach(target);
    if (plan->self)
        return 2.0f * target->scratch->path_limit;
    return plan->cut.job.largest * plan->cut.job.inflate_rel + plan->cut.reach + target->scratch->path_limit;
}

/* Sets each grid's smallest cell: no two small bodies that touch may lie further apart than one cell. */
static void choose_cells(hail_world *world, uint64_t layers) {
    for (uint64_t left = layers; left; left &= left - 1) {
        hail_layer_scratch *scratch = world->bodies.layer[lowest_bit_64(left)]->scratch;
        scratch->grid_need = scratch->path_need = 0.0f;
    }
    for (uint32_t r = 0; r < world->scratch->planned_count; r++) {
        const hail_planned_rule *plan = &planned_rules(world)[r];
        const hail_layer *stream = world->bodies.layer[plan->stream];
        hail_layer *target = world->bodies.layer[plan->target];
        float *most = plan->swept ? &target->scratch->path_need : &target->scratch->grid_need;
        const float need =
            plan->gridded ? reach_of(plan, stream, target) * plan->slack * CELL_MARGIN + CELL_MARGIN_ABS : 0.0f;
        *most = need > *most ? need : *most;
    }
}

static float cell_of(const hail_world *world, float need) {
    return need > world->options.cell ? need : world->options.cell;
}

static void build_grid(hail_world *world, hail_grid *grid, const hail_grid_job *job, float cell) {
    hail_grid_fit_cells(&world->scratch->heap, grid, &world->box.area, cell, job->count);
    hail_grid_build(world->kernels, world->tasks, grid, &world->box.area, cell, job);
}

/* Puts the bodies themselves in the grid's order, so that the next steps' gathers read neighbours side by side. */
static void reorder(hail_world *world, uint32_t number, hail_grid *grid, const hail_grid_job *job) {
    hail_layer *layer = world->bodies.layer[number];
    const hail_reordering r = {world, number, grid->order.data, grid->points.data};
    hail_reorder_bodies(&r);
    if (layer_radii(layer))
        hail_reorder_words(&r, layer_radii(layer));
    if (layer_reach(layer) != layer_radii(layer))
        hail_reorder_words(&r, layer_reach(layer));
    const float *dx = layer->scratch->column[SCRATCH_DX].data; /* NULL: no swept rule ever named the layer */
    const bool has_paths = layer->scratch->swept && dx && layer_displacement(layer, false) == dx;
    for (int c = SCRATCH_DX; has_paths && c <= SCRATCH_DY; c++)
        hail_reorder_words(&r, layer->scratch->column[c].data);
    hail_grid_set_points(world->kernels, grid, job);
    hail_reorder_end(&r);
    for (uint32_t i = 0; i < grid->large_count; i++) /* they lie in the last cell, in order */
        ((uint32_t *)grid->large.data)[i] = layer->active - grid->large_count + i;
}

/* Whether a layer's grid may be sorted into runs: that of paths, or the other one. */
static bool may_sort_runs(const hail_world *world, uint32_t number, bool paths) {
    bool filters = false;
    for (uint32_t r = 0; r < world->scratch->planned_count; r++) {
        const hail_planned_rule *plan = &planned_rules(world)[r];
        hail_layer *const *layer = world->bodies.layer;
        if (plan->swept == paths && plan->gridded && plan->target == number)
            filters = filters || filter_any(layers_filter(layer[plan->stream], layer[plan->target]));
    }
    return filters;
}

/* Room for a layer's grid. What was reserved is for the layer with fewer bodies of a rule (memory_plan.c). */
static bool reserve_grid(const hail_world *world, uint32_t number, hail_grid *grid, const hail_grid_room *room) {
    hail_heap *heap = &world->scratch->heap;
    return hail_grid_reserve(heap, grid, room) &&
           (!room->runs || hail_run_sort_reserve(heap, &world->scratch->run_sort, world->bodies.layer[number]->active));
}

static void bin_layer(hail_world *world, uint32_t number) {
    const hail_layer *layer = world->bodies.layer[number];
    const hail_grid_job job = hail_plan_grid_job(world, layer, false);
    const hail_grid_room room = {.bodies = layer->active,
                                 .tasks = world->tasks != NULL,
                                 .radii = job.radius != NULL,
                                 .runs = may_sort_runs(world, number, false)};
    layer->scratch->gridded = reserve_grid(world, number, &layer->scratch->grid, &room);
    if (!layer->scratch->gridded)
        return;
    build_grid(world, &layer->scratch->grid, &job, cell_of(world, layer->scratch->grid_need));
    if (is_reordering(world))
        reorder(world, number, &layer->scratch->grid, &job);
    layer->scratch->grid_version = world_layer_version(world, number);
}

/* binned: its bodies were, and so are in order already. */
static void bin_paths(hail_world *world, uint32_t number, bool binned) {
    const hail_layer *layer = world->bodies.layer[number];
    const hail_grid_job job = hail_plan_grid_job(world, layer, true);
    const hail_grid_room room = hail_plan_path_room(world, layer->active, may_sort_runs(world, number, true), false);
    layer->scratch->path_gridded = reserve_grid(world, number, &layer->scratch->path_grid, &room);
    if (!layer->scratch->path_gridded)
        return;
    build_grid(world, &layer->scratch->path_grid, &job, cell_of(world, layer->scratch->path_need));
    if (is_reordering(world) && !binned)
        reorder(world, number, &layer->scratch->path_grid, &job);
}

void hail_bin_layers(hail_world *world) {
    const uint64_t binned = binned_layers(world), all = binned | world->scratch->path_gridded;
    if (all)
        choose_cells(world, all);
    for (uint64_t left = binned; left; left &= left - 1)
        bin_layer(world, lowest_bit_64(left));
    for (uint64_t left = world->scratch->path_gridded; left; left &= left - 1)
        bin_paths(world, lowest_bit_64(left), binned >> lowest_bit_64(left) & 1);
}
