/* engine/state/kept_layers.h - static layers that a restore changes in few bodies, or in none: their index is kept. */
#ifndef HAIL_STATE_KEPT_LAYERS_H
#define HAIL_STATE_KEPT_LAYERS_H

#include "image.h"

/* Whether a layer is static, in the image, too, and has the columns and the room of its record. */
bool hail_layer_keeps(const hail_layer *layer, const uint32_t record[IMAGE_LAYER]);

/* Marks the bodies of such a layer that are others in the image, whose columns begin at `at`. False: there are none,
 * and nothing else differs. */
bool hail_layer_mark_others(hail_layer *layer, const uint32_t record[IMAGE_LAYER], const uint8_t *at);

#endif
