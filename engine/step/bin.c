#include "bin.h"

#include "validate.h"
#include "world/layer.h"
#include "statics.h"
#include "collide_walls.h"
#include "plan.h"

#include <string.h>

enum {
    LEAST_PAIRS = 4096, /* room that every world with rules has */
    REORDER = 16        /* steps from one re-permutation of a layer to the next */
};

/* A cell is that much wider than the pairs need, for the rounding of cell numbers (see grid.c, MAX_AXIS). */
static const float CELL_MARGIN = 1.02f;

/* ---- Reserve --------------------------------------------------------------------------------------------------- */

static uint32_t size_of(const hail_world *world, uint32_t layer, bool capacity) {
    const hail_layer *l = world->layer[layer];
    return !l ? 0 : capacity ? l->capacity : l->active + layer_quarantined(l); /* a repaired body joins in */
}

static size_t bodies_in(const hail_world *world, bool capacity) {
    size_t bodies = 0;
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++)
        bodies += size_of(world, l, capacity);
    return bodies;
}

/* What one rule's search needs, between layers of these sizes. */
static bool reserve_rule(hail_world *world, const hail_rule_entry *rule, uint32_t size_a, uint32_t size_b) {
    hail_layer *a = world->layer[rule->a], *b = world->layer[rule->b];
    if (!size_a || !size_b)
        return true;
    const uint32_t large = hail_plan_most_large(size_a > size_b ? size_a : size_b);
    uint32_t targets = rule->a == rule->b ? 0 : hail_plan_most_targets(size_a, size_b);
    if (rule_swept(rule)) { /* either side may be drawn, whole */
        targets = size_a > size_b ? size_a : size_b;
        if (!hail_paths_reserve(&world->heap, &world->paths, targets))
            return false;
    }
    targets = targets > large ? targets : large;
    if (!hail_scratch_grow(&world->heap, &world->chosen, ((size_t)large + HAIL_SLACK) * sizeof(uint32_t)) ||
        !hail_raster_reserve(&world->heap, &world->raster, targets))
        return false;
    /* The side with fewer active bodies may be gridded; which one that is, is known only when the bad ones have been
     * put away. */
    const uint32_t fewer = size_a < size_b ? size_a : size_b;
    return hail_grid_reserve(&world->heap, &a->grid, fewer) && hail_grid_reserve(&world->heap, &b->grid, fewer);
}

/* What layers' contacts with tiles and walls need; `any`: there may be some. */
static bool reserve_fixed(hail_world *world, bool capacity, bool *any) {
    bool walled = false, stopped = false;
    *any = false;
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++) {
        const hail_layer *layer = world->layer[l];
        if (!layer || !size_of(world, l, capacity))
            continue;
        const bool tiles = (capacity || world->map) && layer->tiles.mode;
        const bool walls = (capacity || world->sectors) && layer->walls.mode;
        *any = *any || tiles || walls;
        walled = walled || walls;
        stopped = stopped || (tiles && layer->tiles.stop) || (walls && layer->walls.stop);
    }
    const size_t stops = stopped ? bodies_in(world, capacity) * sizeof(hail_stop) : 0;
    return hail_scratch_grow(&world->heap, &world->stops, stops) && (!walled || hail_wall_scratch_reserve(world));
}

static bool reserve(hail_world *world, bool capacity, uint32_t pairs) {
    const uint64_t swept = world_swept(world);
    bool any = false;
    uint32_t largest = 0;
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++) {
        const uint32_t bodies = size_of(world, l, capacity);
        hail_layer *layer = world->layer[l];
        largest = bodies > largest ? bodies : largest;
        const size_t bytes = ((size_t)bodies + HAIL_SLACK) * sizeof(float);
        if (bodies && (capacity || !layer_uniform(layer)) &&
            !hail_scratch_grow(&world->heap, &layer->scratch[SCRATCH_RADIUS], bytes))
            return false;
        if (bodies && (swept >> l & 1) && !layer->options.caller_moved &&
            !(hail_scratch_grow(&world->heap, &layer->scratch[SCRATCH_DX], bytes) &&
              hail_scratch_grow(&world->heap, &layer->scratch[SCRATCH_DY], bytes)))
            return false;
    }
    for (uint32_t r = 0; r < world->rule_count; r++) {
        const hail_rule_entry *rule = &world_rules(world)[r];
        const uint32_t a = size_of(world, rule->a, capacity), b = size_of(world, rule->b, capacity);
        any = any || (a && b);
        if (!reserve_rule(world, rule, a, b))
            return false;
    }
    bool fixed;
    if (!reserve_fixed(world, capacity, &fixed))
        return false;
    any = any || fixed;
    if (!hail_scratch_grow(&world->heap, &world->attention, (ATTENTION_BLOCK + HAIL_SLACK) * sizeof(uint32_t)) ||
        (any && !hail_scratch_grow(&world->heap, &world->sorting, ((size_t)largest + HAIL_SLACK) * sizeof(uint64_t))))
        return false;
    const uint32_t budget = world->options.pair_budget;
    pairs = pairs > budget ? budget : pairs;
    pairs = pairs > LEAST_PAIRS ? pairs : LEAST_PAIRS;
    if ((fixed || world->composed) &&
        !hail_scratch_grow(&world->heap, &world->found_rows, (size_t)pairs * sizeof(hail_contact)))
        return false;
    return !any || world->pairs.capacity >= pairs || hail_pairs_reserve(&world->heap, &world->pairs, pairs);
}

bool hail_bin_reserve(hail_world *world) { return reserve(world, false, 0); }

bool hail_bin_reserve_all(hail_world *world, uint32_t pairs) { return reserve(world, true, pairs); }

/* ---- Bin ------------------------------------------------------------------------------------------------------- */

/* The least cell that a rule's grid may have: no pair may lie further apart than one cell. */
static void ask_for_grids(hail_world *world) {
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++)
        if (world->layer[l])
            world->layer[l]->grid_need = 0.0f;
    for (uint32_t r = 0; r < world->rule_count; r++) {
        const hail_rule_entry *rule = &world_rules(world)[r];
        if (!rule_has_bodies(world, rule))
            continue;
        const hail_plan plan = hail_plan_rule(world, rule);
        hail_layer *target = world->layer[plan.target];
        const float need =
            (world->layer[plan.stream]->small_limit + target->small_limit) * plan.slack * CELL_MARGIN + 1e-3f;
        if (plan.gridded && need > target->grid_need)
            target->grid_need = need;
    }
}

static void build_grid(hail_world *world, hail_layer *layer) {
    const float cell = layer->grid_need > world->options.cell ? layer->grid_need : world->options.cell;
    const hail_grid_job job = {.x = layer_floats(layer, COLUMN_X),
                               .y = layer_floats(layer, COLUMN_Y),
                               .radius = layer_radii(layer),
                               .uniform = layer->largest,
                               .small_limit = layer->small_limit,
                               .count = layer->active};
    hail_grid_build(world->kernels, &layer->grid, &world->box, cell, &job);
}

static void reorder_words(hail_world *world, void *column, const uint32_t *order, uint32_t count) {
    world->kernels->gather(column, order, world->sorting.data, 0, count);
    memcpy(column, world->sorting.data, (size_t)count * sizeof(uint32_t));
}

static void reorder_doubles(hail_world *world, void *column, const uint32_t *order, uint32_t count) {
    uint64_t *from = column, *to = world->sorting.data;
    for (uint32_t i = 0; i < count; i++)
        to[i] = from[order[i]];
    memcpy(from, to, (size_t)count * sizeof *to);
}

/* Puts the bodies themselves in the grid's order, so that the next steps' gathers find neighbours side by side. */
static void reorder(hail_world *world, uint32_t number) {
    hail_layer *layer = world->layer[number];
    uint32_t *order = layer->grid.order.data;
    for (int c = 0; c < COLUMN_COUNT; c++) {
        if (!layer->column[c])
            continue;
        if (hail_layer_element[c] == 8)
            reorder_doubles(world, layer->column[c], order, layer->active);
        else
            reorder_words(world, layer->column[c], order, layer->active);
    }
    if (layer_radii(layer))
        reorder_words(world, layer_radii(layer), order, layer->active);
    const float *remembered = layer->scratch[SCRATCH_DX].data; /* NULL: there is no column and nobody moved */
    const bool remembers = layer->swept && remembered && layer_displacement(layer, false) == remembered;
    for (int c = SCRATCH_DX; remembers && c <= SCRATCH_DY; c++)
        reorder_words(world, layer->scratch[c].data, order, layer->active);
    hail_layer_write_slots(world, number, 0, layer->active);
    for (uint32_t i = 0; i < layer->active; i++)
        order[i] = i;
    for (uint32_t i = 0; i < layer->grid.large_count; i++) /* they lie in the last cell, in order */
        ((uint32_t *)layer->grid.large.data)[i] = layer->active - layer->grid.large_count + i;
}

void hail_bin_bodies(hail_world *world) {
    if (!world->rule_count)
        return;
    hail_plan_step(world);
    ask_for_grids(world);
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++) {
        hail_layer *layer = world->layer[l];
        if (!layer || layer->grid_need <= 0.0f)
            continue;
        build_grid(world, layer);
        if (world->stats.step % REORDER == 1)
            reorder(world, l);
    }
}
