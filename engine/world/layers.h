/* engine/world/layers.h - makes and grows a layer's columns, and moves bodies within them. */
#ifndef HAIL_WORLD_LAYERS_H
#define HAIL_WORLD_LAYERS_H

#include "body_store.h"

/* Returns a layer, which it makes if there is none yet; NULL without memory. */
hail_layer *hail_layer_use(hail_heap *heap, hail_body_store *bodies, uint32_t number);

/* Sets a layer's options, but for its columns. */
void hail_layer_set_options(hail_body_store *bodies, uint32_t number, const hail_layer_options *options);

/* Frees a layer. NULL is fine. */
void hail_layer_destroy(hail_heap *heap, hail_layer *layer);

/* Makes room for `capacity` bodies and the columns of `columns`; false leaves the layer as it was. */
bool hail_layer_fit(hail_heap *heap, hail_layer *layer, uint32_t capacity, uint32_t columns);

/* Bytes of a block with room for `capacity` bodies. */
size_t hail_layer_bytes(uint32_t capacity, uint32_t columns);

/* Makes the columns lie in a block of at least that many bytes (NULL: there are none). What is in them is lost. */
void hail_layer_lay_out(hail_layer *layer, void *block, uint32_t capacity, uint32_t columns);

/* Fills a column that comes with an option with its default where that is not 0, for bodies [begin, end). */
void hail_layer_fill(void *column, int c, uint32_t begin, uint32_t end);

/* Writes the slots' locations of bodies [begin, end). */
void hail_layer_write_slots(hail_body_store *bodies, uint32_t number, uint32_t begin, uint32_t end);

/* Opens n gaps at the end of the active bodies and counts them as bodies; the layer has room. Returns the first. */
uint32_t hail_layer_open(hail_body_store *bodies, uint32_t number, uint32_t n);

/* Closes the gap that body `index` leaves; its slot is not touched. */
void hail_layer_close(hail_body_store *bodies, uint32_t number, uint32_t index);

/* Which part of the columns a body lies in. */
typedef enum layer_part { PART_ACTIVE, PART_DISABLED, PART_QUARANTINED } layer_part;
layer_part hail_layer_part_of(const hail_layer *layer, uint32_t index);

/* Moves a body to another part of its layer. */
void hail_layer_park(hail_body_store *bodies, uint32_t number, uint32_t index, layer_part to);

/* Swaps two bodies. */
void hail_layer_swap(hail_body_store *bodies, uint32_t number, uint32_t i, uint32_t j);

/* Makes the indices of all layers old, but not those of static layers. */
void hail_layers_changed(hail_body_store *bodies);

/* Whether a layer with these columns (hail_layer_options.columns) has the column c. */
bool hail_layer_has(uint32_t columns, int c);

/* Bytes of an element of a column. */
extern const uint8_t hail_layer_element[COLUMN_COUNT];

/* ---- Marks: nothing else tells that bodies of static layers changed ---------------------------------------------- */

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
