/* engine/world/layers.c - columns in one block. Bodies stay dense: a body that leaves is replaced by the last one of
 * its part. */
#include "layers.h"

#include <string.h>

#include "compiler.h"

#include "lowest_bit.h"

const uint8_t hail_layer_element[COLUMN_COUNT] = {4, 4, 4, 4, 4, 8, 4, 4, 4, 4, 4, 4, 8, 4, 4, 4, 4};

/* The option that a column comes with. 0: every layer has it. */
static const uint32_t column_option[COLUMN_COUNT] = {
    0,          0,          0,         0,         0,         0,         HAIL_ROTATION,     HAIL_ROTATION,
    HAIL_SCALE, HAIL_GROUP, HAIL_MASK, HAIL_MASK, HAIL_USER, HAIL_LIFE, HAIL_DISPLACEMENT, HAIL_DISPLACEMENT,
    HAIL_PIERCE};

bool hail_layer_has(uint32_t columns, int c) { return !column_option[c] || (columns & column_option[c]); }

hail_layer *hail_layer_use(hail_heap *heap, hail_body_store *bodies, uint32_t number) {
    if (!bodies->layer[number])
        bodies->layer[number] = hail_state_new(heap, sizeof(hail_layer));
    hail_layer *layer = bodies->layer[number];
    if (!layer)
        return NULL;
    bodies->used |= UINT64_C(1) << number;
    return layer;
}

void hail_layer_set_options(hail_body_store *bodies, uint32_t number, const hail_layer_options *options) {
    hail_layer *layer = bodies->layer[number];
    const uint64_t bit = UINT64_C(1) << number;
    layer->options.bounds = options->bounds;
    layer->options.caller_moved = options->caller_moved || options->borrowed;
    layer->options.is_static = options->is_static != 0;
    layer->options.borrowed = options->borrowed;
    layer->options.generations = options->generations != 0;
    bodies->still = options->is_static ? bodies->still | bit : bodies->still & ~bit;
    bodies->borrowed = options->borrowed ? bodies->borrowed | bit : bodies->borrowed & ~bit;
    hail_layer_mark_all(layer);
}

void hail_layer_destroy(hail_heap *heap, hail_layer *layer) {
    if (!layer)
        return;
    hail_layer_index *index = layer_index(layer);
    if (index) {
        hail_levels_free(heap, &index->levels);
        hail_scratch_free(heap, &index->marked);
    }
    hail_scratch_free(heap, &layer->index);
    hail_state_free(heap, layer->block, layer->block_bytes);
    hail_state_free(heap, layer, sizeof *layer);
}

/* Columns of a large layer start at different offsets within a page, because equal offsets would compete for the same
 * cache lines. */
static size_t staggered(size_t offset, int column, uint32_t capacity) {
    const size_t page = 4096;
    offset = (offset + HAIL_ALIGN - 1) / HAIL_ALIGN * HAIL_ALIGN;
    if (capacity < 4 * page)
        return offset;
    const size_t want = (size_t)column * 5 * HAIL_ALIGN % page;
    return offset + (want + page - offset % page) % page;
}

void hail_layer_fill(void *column, int c, uint32_t begin, uint32_t end) {
    float *f = column;
    const float one = c == COLUMN_COS || c == COLUMN_SCALE ? 1.0f : HAIL_FOREVER;
    if (c == COLUMN_COS || c == COLUMN_SCALE || c == COLUMN_LIFE)
        for (uint32_t i = begin; i < end; i++)
            f[i] = one;
    uint32_t *words = column;
    if (c == COLUMN_CATEGORY || c == COLUMN_MASK || c == COLUMN_PIERCE)
        for (uint32_t i = begin; i < end; i++)
            words[i] = c == COLUMN_MASK ? HAIL_DEFAULT_MASK : 1;
}

size_t hail_layer_bytes(uint32_t capacity, uint32_t columns) {
    size_t bytes = 0;
    for (int c = 0; c < COLUMN_COUNT; c++)
        if (hail_layer_has(columns, c))
            bytes = staggered(bytes, c, capacity) + (size_t)capacity * hail_layer_element[c];
    return bytes;
}

void hail_layer_lay_out(hail_layer *layer, void *block, uint32_t capacity, uint32_t columns) {
    size_t bytes = 0;
    for (int c = 0; c < COLUMN_COUNT; c++) {
        layer->column[c] = NULL;
        if (!block || !hail_layer_has(columns, c))
            continue;
        const size_t offset = staggered(bytes, c, capacity);
        layer->column[c] = (char *)block + offset;
        bytes = offset + (size_t)capacity * hail_layer_element[c];
    }
    layer->block = block;
    layer->capacity = capacity;
    layer->options.columns = columns;
}

bool hail_layer_fit(hail_heap *heap, hail_layer *layer, uint32_t capacity, uint32_t columns) {
    if (capacity <= layer->capacity && columns == layer->options.columns)
        return true;
    if (capacity < layer->capacity)
        capacity = layer->capacity;
    if (capacity == 0) {
        layer->options.columns = columns;
        return true;
    }
    if ((uint64_t)capacity * 128 > SIZE_MAX / 2) /* on 32-bit systems: a body takes 76 bytes at most */
        return false;
    const size_t bytes = hail_layer_bytes(capacity, columns), old_bytes = layer->block_bytes;
    void *block = hail_state_new(heap, bytes), *old_block = layer->block;
    if (!block)
        return false;
    void *old[COLUMN_COUNT];
    memcpy(old, layer->column, sizeof old);
    hail_layer_lay_out(layer, block, capacity, columns);
    layer->block_bytes = bytes;
    for (int c = 0; c < COLUMN_COUNT; c++)
        if (layer->column[c] && old[c])
            memcpy(layer->column[c], old[c], (size_t)layer->count * hail_layer_element[c]);
        else if (layer->column[c])
            hail_layer_fill(layer->column[c], c, 0, layer->count);
    hail_state_free(heap, old_block, old_bytes);
    return true;
}

enum { SLOTS_AHEAD = 32 }; /* slots lie in no order, each a cache miss in a large world */

void hail_layer_write_slots(hail_body_store *bodies, uint32_t number, uint32_t begin, uint32_t end) {
    const hail_handle *handle = layer_handles(bodies->layer[number]);
    hail_slot *slots = body_slots(bodies);
    for (uint32_t i = begin; i < end; i++) {
        HAIL_FETCH_TO_WRITE(&slots[handle[i + SLOTS_AHEAD < end ? i + SLOTS_AHEAD : i].slot]);
        slots[handle[i].slot].location = number << LOCATION_INDEX_BITS | i;
    }
}

static bool has_scratch(const hail_layer *layer, int c) {
    return layer->scratch && layer->scratch->column[c].bytes >= (size_t)layer->active * sizeof(float);
}

/* Sizes are constants, so that no element is copied by a call. */
static LANES_INLINE void move_element(void *column, int c, uint32_t to, uint32_t from, bool swap) {
    if (c == COLUMN_HANDLE || c == COLUMN_USER) {
        uint64_t *values = column;
        const uint64_t hold = values[to];
        values[to] = values[from];
        if (swap)
            values[from] = hold;
    } else {
        uint32_t *values = column;
        const uint32_t hold = values[to];
        values[to] = values[from];
        if (swap)
            values[from] = hold;
    }
}

/* Columns from this one on come with options. */
enum { OPTIONAL_COLUMNS = COLUMN_HANDLE + 1 };

/* Moves a body, or swaps two. Scratch columns follow the active bodies within a step. */
static LANES_INLINE void move_elements(hail_layer *layer, uint32_t to, uint32_t from, bool swap) {
    for (int c = 0; c < OPTIONAL_COLUMNS; c++)
        move_element(layer->column[c], c, to, from, swap);
    for (int c = OPTIONAL_COLUMNS; layer->options.columns && c < COLUMN_COUNT; c++)
        if (layer->column[c])
            move_element(layer->column[c], c, to, from, swap);
    for (int c = 0; layer->scratch && to < layer->active && from < layer->active && c < SCRATCH_COUNT; c++)
        if (has_scratch(layer, c))
            move_element(layer->scratch->column[c].data, COLUMN_X, to, from, swap);
}

static void move_body(hail_body_store *bodies, uint32_t number, uint32_t to, uint32_t from) {
    if (to == from)
        return;
    move_elements(bodies->layer[number], to, from, false);
    hail_layer_write_slots(bodies, number, to, to + 1);
    layer_mark(bodies->layer[number], to);
}

/* Moves a part of a layer, from `start` to before `end`, by n: its first bodies go past its end. */
static void shift_part(hail_body_store *bodies, uint32_t number, uint32_t start, uint32_t end, uint32_t n) {
    hail_layer *layer = bodies->layer[number];
    const uint32_t moved = n < end - start ? n : end - start, to = end + n - moved;
    for (int c = 0; moved && c < COLUMN_COUNT; c++) {
        const size_t size = hail_layer_element[c];
        char *column = layer->column[c];
        if (column)
            memcpy(column + to * size, column + start * size, moved * size);
    }
    hail_layer_write_slots(bodies, number, to, to + moved);
}

uint32_t hail_layer_open(hail_body_store *bodies, uint32_t number, uint32_t n) {
    hail_layer *layer = bodies->layer[number];
    const uint32_t first = layer->active, quarantined = first + layer->disabled;
    shift_part(bodies, number, quarantined, layer->count, n);
    shift_part(bodies, number, first, quarantined, n);
    layer->active += n;
    layer->count += n;
    layer->changes++;
    if (layer->options.is_static)
        hail_layer_mark_range(layer, first, first + n);
    return first;
}

void hail_layer_close(hail_body_store *bodies, uint32_t number, uint32_t index) {
    hail_layer *layer = bodies->layer[number];
    uint32_t parked = layer->active + layer->disabled;
    layer->changes++;
    if (index < layer->active) {
        move_body(bodies, number, index, layer->active - 1);
        index = --layer->active;
        layer_mark(layer, index);
        layer->disabled++; /* the hole is the first of the disabled now */
    }
    if (index < parked) {
        move_body(bodies, number, index, --parked);
        index = parked;
        layer->disabled--;
    }
    move_body(bodies, number, index, --layer->count);
}

layer_part hail_layer_part_of(const hail_layer *layer, uint32_t index) {
    if (index < layer->active)
        return PART_ACTIVE;
    return index < layer->active + layer->disabled ? PART_DISABLED : PART_QUARANTINED;
}

void hail_layer_swap(hail_body_store *bodies, uint32_t number, uint32_t i, uint32_t j) {
    hail_layer *layer = bodies->layer[number];
    if (i == j)
        return;
    move_elements(layer, i, j, true);
    hail_layer_write_slots(bodies, number, i, i + 1);
    hail_layer_write_slots(bodies, number, j, j + 1);
    layer_mark(layer, i);
    layer_mark(layer, j);
}

void hail_layer_park(hail_body_store *bodies, uint32_t number, uint32_t index, layer_part to) {
    hail_layer *layer = bodies->layer[number];
    layer_part part = hail_layer_part_of(layer, index);
    layer->changes++;
    while (part < to) { /* outwards: to the end of its part, then over the border */
        const uint32_t last = part == PART_ACTIVE ? layer->active - 1 : layer->active + layer->disabled - 1;
        hail_layer_swap(bodies, number, index, last);
        layer_mark(layer, last);
        if (part == PART_ACTIVE) {
            layer->active--;
            layer->disabled++;
        } else {
            layer->disabled--;
        }
        index = last;
        part++;
    }
    while (part > to) { /* inwards: to the start of its part, then over the border */
        const uint32_t start = part == PART_DISABLED ? layer->active : layer->active + layer->disabled;
        hail_layer_swap(bodies, number, index, start);
        layer_mark(layer, start);
        if (part == PART_DISABLED) {
            layer->active++;
            layer->disabled--;
        } else {
            layer->disabled++;
        }
        index = start;
        part--;
    }
}

void hail_layers_changed(hail_body_store *bodies) {
    for (uint64_t left = bodies->used & ~bodies->still; left; left &= left - 1)
        bodies->layer[lowest_bit_64(left)]->changes++;
}
