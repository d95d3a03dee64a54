/* engine/state/image_shapes.h - the shapes of a set in an image. */
#ifndef HAIL_STATE_IMAGE_SHAPES_H
#define HAIL_STATE_IMAGE_SHAPES_H

#include "image.h"

/* Fails if a set has shapes that no image can hold: sprites, whose pixels are the caller's. */
hail_status hail_image_check_set(const hail_world *world);

/* Writes the records of all shapes of a set. Returns where they end. */
uint8_t *hail_image_put_shapes(uint8_t *at, const hail_shapeset *set);

/* Checks the shapes in an image as the calls that add shapes do, but for what takes memory: whether compounds reach too
 * far. */
bool hail_image_shapes_good(const hail_state_image *image);

/* Whether an image has a shape of the caller's with this number. */
bool hail_image_has_shape(const hail_state_image *image, uint32_t id);

/* Checks that a world's set may get the shapes of an image. *equal: it has them, with the same numbers. */
hail_status hail_image_check_own_shapes(const hail_world *world, const hail_state_image *image, bool *equal);

/* Makes the shapes of an image aside, for hail_shapeset_exchange. Fails with nothing kept; a compound that reaches too
 * far: HAIL_BAD_ARGUMENT. */
hail_status hail_image_make_shapes(const hail_world *world, const hail_state_image *image, hail_shapeset *aside);

#endif
