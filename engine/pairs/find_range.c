/* engine/pairs/find_range.c - finds the pairs of one range of the contact order by looking only at the bodies whose
 * slots are in the range of a. A rule with many more pairs than can be held at once is worked through in many ranges:
 * if each of them searched all bodies, many bodies in one spot would take minutes. */
#include <float.h>
#include <string.h>

#include "search.h"
#include "world/body_store.h"

enum { RANGE_BLOCK = 1024 }; /* bodies that stream past a grid at a time */

/* Some bodies of a layer, side by side. */
typedef struct range_block {
    uint32_t index[RANGE_BLOCK + HAIL_SLACK];
    float x[RANGE_BLOCK + HAIL_SLACK], y[RANGE_BLOCK + HAIL_SLACK], radius[RANGE_BLOCK + HAIL_SLACK];
    uint32_t count;
} range_block;

/* The active bodies of a layer whose slots are in a range, slot by slot. */
typedef struct range_bodies {
    const hail_body_store *bodies;
    uint32_t layer, next, last; /* the next slot, and the last one */
} range_bodies;

static range_bodies bodies_of_a(const hail_search *s) {
    const hail_body_store *bodies = &s->world->bodies;
    const uint32_t last = s->range->a_max < bodies->slot_count ? s->range->a_max : bodies->slot_count - 1;
    return (range_bodies){bodies, s->plan->rule->layer_a, s->range->a_min, last};
}

/* Finds the next body; false: there is none. */
static bool next_body(range_bodies *range, uint32_t *index) {
    const hail_layer *layer = range->bodies->layer[range->layer];
    while (range->next <= range->last) {
        const uint32_t slot = range->next++;
        *index = slot_index(range->bodies, slot);
        if (!(body_slots(range->bodies)[slot].generation & SLOT_FREE) &&
            slot_layer(range->bodies, slot) == range->layer && *index < layer->active)
            return true;
    }
    return false;
}

/* ---- A layer with itself: the range's bodies stream past the grid of all ---------------------------------------- */

static void fill_block(range_bodies *range, range_block *block) {
    const hail_layer *layer = range->bodies->layer[range->layer];
    const float *x = layer_floats(layer, COLUMN_X), *y = layer_floats(layer, COLUMN_Y), *radius = layer_reach(layer);
    uint32_t index;
    block->count = 0;
    while (block->count < RANGE_BLOCK && next_body(range, &index)) {
        block->index[block->count] = index;
        block->x[block->count] = x[index];
        block->y[block->count] = y[index];
        block->radius[block->count++] = radius ? radius[index] : layer_largest_reach(layer);
    }
}

static bool stream_block(hail_search *s, hail_layer *layer, const range_block *block) {
    const hail_grid *grid = &layer->scratch->grid;
    const hail_grid_stream stream = {
        {block->x, block->y, layer_reach(layer) ? block->radius : NULL, layer_largest_reach(layer)},
        NULL,
        layer_small_reach(layer)};
    hail_cursor cursor = {0};
    hail_search_set_sides(s, layer, block->index, layer, grid->order.data, HAIL_FIRST_IS_A);
    while (cursor.body < block->count)
        if (!hail_search_take(s, hail_search_grid(s, grid, &stream, &cursor, block->count)))
            return false;
    return true;
}

bool hail_search_range_of_self(hail_search *s, hail_layer *layer) {
    range_bodies range = bodies_of_a(s);
    range_block block;
    s->by_runs = false;
    s->ascending = true;
    bool more = true;
    for (fill_block(&range, &block); more && block.count; fill_block(&range, &block))
        more = stream_block(s, layer, &block);
    s->ascending = false;
    return more;
}

/* ---- Two layers, or paths: the range's bodies are the targets, and all others stream past ------------------------ */

uint32_t hail_search_list_range(hail_search *s, uint32_t most) {
    range_bodies range = bodies_of_a(s);
    uint32_t *list = s->world->scratch->in_range.data, count = 0, index;
    while (next_body(&range, &index)) {
        if (count == most)
            return most + 1;
        list[count++] = index;
    }
    return count;
}
