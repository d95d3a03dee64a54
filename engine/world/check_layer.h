/* engine/world/check_layer.h - which options a layer takes. */
#ifndef HAIL_WORLD_CHECK_LAYER_H
#define HAIL_WORLD_CHECK_LAYER_H

#include "arguments.h"

/* Checks the options that a layer is to get. Describes what it refuses in the world's hail_error. */
hail_status hail_check_layer(const hail_world *world, uint32_t layer, const hail_layer_options *options);

#endif
