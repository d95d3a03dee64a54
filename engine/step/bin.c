/* engine/step/bin.c - a grid for each layer that some rule's plan looks pairs up in. */
#include "bin.h"

#include <string.h>

#include "attention.h"
#include "lowest_bit.h"
#include "pairs/plan.h"
#include "world/layers.h"

enum { REORDER = 16 }; /* steps between two reorderings of a layer */

/* How much wider a cell is than pairs need: by a factor, for the rounding of cell numbers (see broad/grid.c, MAX_AXIS),
 * and by some px, for tiny bodies. */
static const float CELL_MARGIN = 1.02f, CELL_MARGIN_ABS = 1e-3f;

static uint64_t gridded_layers(const hail_world *world) {
    return world->scratch->gridded | world->scratch->path_gridded;
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
static void choose_cells(hail_world *world) {
    for (uint64_t left = gridded_layers(world); left; left &= left - 1) {
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

/* A column that is put in another order. */
typedef struct column_job {
    const hail_kernels *kernels;
    void *column, *reordered;
    const uint32_t *order;
    size_t element; /* bytes: 4 or 8 */
} column_job;

static void gather_some(const void *user, uint32_t begin, uint32_t end) {
    const column_job *j = user;
    const uint64_t *from = j->column;
    uint64_t *to = j->reordered;
    if (j->element == 4) {
        j->kernels->gather(j->column, j->order, j->reordered, begin, end);
        return;
    }
    for (uint32_t i = begin; i < end; i++)
        to[i] = from[j->order[i]];
}

static void copy_some(const void *user, uint32_t begin, uint32_t end) {
    const column_job *j = user;
    memcpy((char *)j->column + begin * j->element, (const char *)j->reordered + begin * j->element,
           (end - begin) * j->element);
}

/* A layer's grid, in whose order columns are put. A column passes through the memory of the grid's points. */
typedef struct reordering {
    const hail_world *world;
    const uint32_t *order;
    void *room;
    uint32_t count;
} reordering;

static void reorder_column(const reordering *r, void *column, size_t element) {
    const column_job job = {r->world->kernels, column, r->room, r->order, element};
    hail_each_block(r->world, r->count, gather_some, &job);
    hail_each_block(r->world, r->count, copy_some, &job);
}

static void reorder_words(const reordering *r, void *column) { reorder_column(r, column, sizeof(uint32_t)); }

/* A layer whose bodies have new places. */
typedef struct place_job {
    hail_world *world;
    uint32_t *order, number;
} place_job;

static void write_places(const void *user, uint32_t begin, uint32_t end) {
    const place_job *j = user;
    hail_layer_write_slots(&j->world->bodies, j->number, begin, end);
    for (uint32_t i = begin; i < end; i++)
        j->order[i] = i;
}

/* Puts the bodies themselves in the grid's order, so that the next steps' gathers read neighbours side by side. */
static void reorder(hail_world *world, uint32_t number, hail_grid *grid, const hail_grid_job *job) {
    hail_layer *layer = world->bodies.layer[number];
    uint32_t *order = grid->order.data;
    const reordering r = {world, order, grid->points.data, layer->active};
    for (int c = 0; c < COLUMN_COUNT; c++) {
        if (layer->column[c])
            reorder_column(&r, layer->column[c], hail_layer_element[c]);
    }
    if (layer_radii(layer))
        reorder_words(&r, layer_radii(layer));
    if (layer_reach(layer) != layer_radii(layer))
        reorder_words(&r, layer_reach(layer));
    const float *dx = layer->scratch->column[SCRATCH_DX].data; /* NULL: no swept rule ever named the layer */
    const bool has_paths = layer->scratch->swept && dx && layer_displacement(layer, false) == dx;
    for (int c = SCRATCH_DX; has_paths && c <= SCRATCH_DY; c++)
        reorder_words(&r, layer->scratch->column[c].data);
    hail_grid_set_points(world->kernels, grid, job);
    const place_job places = {world, order, number};
    hail_each_block(world, layer->active, write_places, &places);
    for (uint32_t i = 0; i < grid->large_count; i++) /* they lie in the last cell, in order */
        ((uint32_t *)grid->large.data)[i] = layer->active - grid->large_count + i;
}

/* Whether a layer's grid of paths may be sorted into runs. */
static bool may_sort_runs(const hail_world *world, uint32_t number) {
    bool filters = false;
    for (uint32_t r = 0; r < world->scratch->planned_count; r++) {
        const hail_planned_rule *plan = &planned_rules(world)[r];
        hail_layer *const *layer = world->bodies.layer;
        if (plan->swept && plan->gridded && plan->target == number)
            filters = filters || filter_any(layers_filter(layer[plan->stream], layer[plan->target]));
    }
    return filters;
}

/* Room for a layer's grid of paths. What was reserved is for the layer with fewer bodies of a rule (demand.c). */
static bool reserve_paths(hail_world *world, uint32_t number) {
    const hail_layer *layer = world->bodies.layer[number];
    const hail_grid_room room = hail_plan_path_room(world, layer->active, may_sort_runs(world, number), false);
    hail_heap *heap = &world->scratch->heap;
    return hail_grid_reserve(heap, &layer->scratch->path_grid, &room) &&
           (!room.runs || hail_run_sort_reserve(heap, &world->scratch->run_sort, layer->active));
}

static void bin_layer(hail_world *world, uint32_t number) {
    const hail_layer *layer = world->bodies.layer[number];
    const hail_grid_job job = hail_plan_grid_job(world, layer, false);
    build_grid(world, &layer->scratch->grid, &job, cell_of(world, layer->scratch->grid_need));
    if (world->stats.step % REORDER == 1)
        reorder(world, number, &layer->scratch->grid, &job);
    layer->scratch->grid_version = world_layer_version(world, number);
}

/* reordered: the layer's columns were put in order already. */
static void bin_paths(hail_world *world, uint32_t number, bool reordered) {
    const hail_layer *layer = world->bodies.layer[number];
    const hail_grid_job job = hail_plan_grid_job(world, layer, true);
    layer->scratch->path_gridded = reserve_paths(world, number);
    if (!layer->scratch->path_gridded)
        return;
    build_grid(world, &layer->scratch->path_grid, &job, cell_of(world, layer->scratch->path_need));
    if (world->stats.step % REORDER == 1 && !reordered)
        reorder(world, number, &layer->scratch->path_grid, &job);
}

void hail_bin_bodies(hail_world *world) {
    const uint64_t gridded = world->scratch->gridded;
    if (gridded_layers(world))
        choose_cells(world);
    for (uint64_t left = gridded; left; left &= left - 1)
        bin_layer(world, lowest_bit_64(left));
    for (uint64_t left = world->scratch->path_gridded; left; left &= left - 1)
        bin_paths(world, lowest_bit_64(left), gridded >> lowest_bit_64(left) & 1);
}
