/* engine/step/static_layers.c - an index that lasts. Its levels, one after the other, are the order of the columns. */
#include "static_layers.h"

#include <string.h>

#include "lowest_bit.h"
#include "reorder.h"
#include "world/layer_index.h"
#include "world/layers.h"

/* ---- Order ------------------------------------------------------------------------------------------------------- */

/* Lists the bodies of all levels in the order of the first one, where there is room for all. Returns how many. */
static uint32_t list_levels(hail_layer_index *index) {
    hail_levels *levels = &index->levels;
    uint32_t *order = levels->grid[0].order.data, count = levels->level[0].view.count;
    for (uint32_t l = 1; l <= index->built; l++) {
        const hail_level *level = l < index->built ? &levels->level[l] : &levels->beyond;
        for (uint32_t i = 0; i < level->view.count; i++)
            order[count++] = level->order[i];
    }
    return count;
}

/* Writes that the bodies of a grid are those from index `first` on. Returns the next one. */
static uint32_t number_bodies(const hail_grid *grid, uint32_t count, uint32_t first) {
    uint32_t *order = grid->order.data;
    for (uint32_t i = 0; i < count; i++)
        order[i] = first + i;
    return first + count;
}

/* Writes the points of a grid of bodies [0, view.count) again. */
static void set_points(const hail_layer *layer, const hail_grid *grid) {
    const hail_grid_view *view = &grid->view;
    memcpy(grid_x(grid), layer_floats(layer, COLUMN_X), view->count * sizeof(float));
    memcpy(grid_x(grid) + (view->y - view->x), layer_floats(layer, COLUMN_Y), view->count * sizeof(float));
}

/* Puts the bodies in the order of the levels, through the memory of the first one's points. */
static void order_bodies(hail_world *world, uint32_t number) {
    const hail_layer *layer = world->bodies.layer[number];
    hail_layer_index *index = layer_index(layer);
    hail_levels *levels = &index->levels;
    hail_grid *first = &levels->grid[0];
    if (!index->built || list_levels(index) != layer->active)
        return;
    const hail_reordering r = {world, number, first->order.data, first->points.data};
    hail_reorder_bodies(&r);
    if (layer_radii(layer))
        hail_reorder_words(&r, layer_radii(layer));
    hail_reorder_end(&r);
    set_points(layer, first);
    uint32_t next = 0;
    for (uint32_t l = 0; l < index->built; l++)
        next = number_bodies(&levels->grid[l], levels->level[l].view.count, next);
    number_bodies(&levels->beyond_grid, levels->beyond.view.count, next);
    index->ordered = layer->active;
}

/* ---- All --------------------------------------------------------------------------------------------------------- */

bool hail_index_layers(hail_world *world, uint64_t layers) {
    for (uint64_t left = layers; left; left &= left - 1) {
        const uint32_t l = lowest_bit_64(left);
        const hail_layer *layer = world->bodies.layer[l];
        if (!layer->active)
            continue;
        if (!hail_index_prepare(world, l))
            return false;
        if (!layer_index(layer)->ordered && !layer->settled)
            order_bodies(world, l);
    }
    return true;
}

bool hail_reserve_static_layers(hail_world *world) {
    bool reserved = true;
    for (uint64_t left = world->bodies.still & world->rules.layers.colliding; reserved && left; left &= left - 1)
        reserved = hail_index_reserve(world, lowest_bit_64(left), false);
    return reserved;
}

bool hail_reserve_full_static_layers(hail_world *world) {
    bool reserved = true;
    for (uint64_t left = world->bodies.still; reserved && left; left &= left - 1) {
        const uint32_t l = lowest_bit_64(left);
        hail_layer_mark_all(world->bodies.layer[l]);
        reserved = hail_index_reserve(world, l, true);
    }
    return reserved;
}

void hail_layers_told(hail_world *world, uint64_t layers) {
    for (uint64_t left = layers; left; left &= left - 1) {
        hail_layer *layer = world->bodies.layer[lowest_bit_64(left)];
        if (layer->told)
            hail_layer_mark_all(layer);
        layer->told = false;
    }
}
