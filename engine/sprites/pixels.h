/* engine/sprites/pixels.h - sprites' pixels against convex shapes, and against each other on the way of a step. */
#ifndef HAIL_SPRITES_PIXELS_H
#define HAIL_SPRITES_PIXELS_H

#include <hail/contact.h>

#include "sprite_data.h"

/* A body as the pixel tests take it: where it is at the start of its way (or simply is), how it is turned, and its way.
 */
typedef struct hail_pose {
    double x, y, cos, sin, scale;
    double dx, dy;
} hail_pose;

/* A sprite's template, and the bits of its mask. */
typedef struct hail_pixels {
    const hail_spriteset *set;
    uint32_t sprite;
    const hail_sprite_info *info;
    hail_mask mask;
} hail_pixels;

hail_pixels hail_pixels_of(const hail_spriteset *set, uint32_t sprite);

/* A sprite and a shape (a row of the kernels' templates): whether they touch, where and how; the contact's normal
 * points out of the sprite. swept: their first touch on the way. Kind, handles and layers are left 0. */
bool hail_pixels_against_shape(const hail_pixels *sprite, const hail_pose *at, const float *row, const hail_pose *shape,
                               bool swept, hail_contact *contact);

/* Two sprites: the normal points from a to b. */
bool hail_pixels_against_pixels(const hail_kernels *kernels, const hail_pixels *a, const hail_pose *at,
                                const hail_pixels *b, const hail_pose *other, bool swept, hail_contact *contact);

#endif
