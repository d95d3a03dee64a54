/* engine/world/layer_marks.h - marks the bodies of static layers that changed: nothing else tells that they did. */
#ifndef HAIL_WORLD_LAYER_MARKS_H
#define HAIL_WORLD_LAYER_MARKS_H

#include "layer.h"

/* The options that mean nothing where bodies stand still. */
enum { HAIL_STATIC_REFUSES = HAIL_LIFE | HAIL_DISPLACEMENT };

/* How many bodies of a static layer may be marked until its index is built again: the cost of the marks between two
 * builds is then about that of a build. */
uint32_t hail_layer_most_marks(uint32_t bodies);

/* Makes a layer's index old, and in a static layer all that is known of its bodies. */
void hail_layer_mark_all(hail_layer *layer);

/* Marks the bodies at indices [begin, end) of a static layer: the bodies there are others now, or have changed. The
 * layer's `changes` is not counted. */
void hail_layer_mark_range(hail_layer *layer, uint32_t begin, uint32_t end);

/* Marks one body, if the layer is static. */
static inline void layer_mark(hail_layer *layer, uint32_t index) {
    if (layer->options.is_static)
        hail_layer_mark_range(layer, index, index + 1);
}

#endif
