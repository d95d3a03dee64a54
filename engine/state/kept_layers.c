/* engine/state/kept_layers.c - compares columns with those of an image. A game that is rolled back by some steps would
 * otherwise sort all of its scenery again. */
#include "image.h"

#include "world/layers.h"

bool hail_layer_keeps(const hail_layer *layer, const uint32_t record[IMAGE_LAYER]) {
    return layer_motion(layer) == MOTION_STATIC && record[LAYER_MOTION] == MOTION_STATIC &&
           record[LAYER_BOUNDS] == layer->options.bounds && record[LAYER_COLUMNS] == layer->options.columns &&
           record[LAYER_COUNT] <= layer->capacity;
}

/* A column, in memory and in an image. */
typedef struct both {
    const uint8_t *memory, *image;
    uint32_t element, word; /* bytes: of a body's number, and of the words in it */
} both;

static bool equal(const both *b, uint32_t begin, uint32_t end) {
    const size_t from = (size_t)begin * b->element;
    return hail_image_equal(b->memory + from, b->image + from, (size_t)(end - begin) * (b->element / b->word), b->word);
}

/* Marks the bodies in [0, count) whose numbers differ, until too many are marked. */
static void mark_column(hail_layer *layer, const both *b, uint32_t count) {
    enum { BLOCK = 64 };
    for (uint32_t begin = 0; begin < count && !layer->rebuild; begin += BLOCK) {
        const uint32_t end = count - begin < BLOCK ? count : begin + BLOCK;
        const bool same = equal(b, begin, end);
        for (uint32_t i = begin; !same && i < end; i++)
            if (!equal(b, i, i + 1))
                hail_layer_mark_range(layer, i, i + 1);
    }
}

bool hail_layer_mark_others(hail_layer *layer, const uint32_t record[IMAGE_LAYER], const uint8_t *at) {
    const uint32_t active = record[LAYER_ACTIVE], count = record[LAYER_COUNT];
    const uint32_t less = active < layer->active ? active : layer->active,
                   more = active < layer->active ? layer->active : active;
    bool others = active != layer->active || record[LAYER_DISABLED] != layer->disabled || count != layer->count;
    if (less < more)
        hail_layer_mark_range(layer, less, more);
    for (int c = 0; c < COLUMN_COUNT; c++) {
        const uint32_t element = hail_layer_element[c];
        const both column = {layer->column[c], at, element, c == COLUMN_HANDLE ? WORD_BYTES : element};
        if (!column.memory)
            continue;
        at += image_column_bytes(count, element);
        if (equal(&column, 0, count < layer->count ? count : layer->count))
            continue;
        mark_column(layer, &column, less);
        others = true;
    }
    layer->changes += others;
    layer->recheck = layer->recheck || (others && layer->rebuild); /* what is rebuilt has no marks */
    return others;
}
