/* engine/sprites/pixels.h - sprites of a world, pixel by pixel, against convex shapes and each other, swept or not. */
#ifndef HAIL_SPRITES_PIXELS_H
#define HAIL_SPRITES_PIXELS_H

#include <hail/contact.h>

#include "sprite_data.h"

/* A body's pose at the start of the step, and its displacement (0 if it is not swept). */
typedef struct hail_pose {
    double x, y, cos, sin, scale;
    double dx, dy;
} hail_pose;

/* A sprite's template and its mask. */
typedef struct hail_pixels {
    const hail_spriteset *set;
    uint32_t sprite;
    const hail_sprite_info *info;
    hail_mask mask;
} hail_pixels;

hail_pixels hail_pixels_of(const hail_spriteset *set, uint32_t sprite);

/* Tests a sprite against a shape, given by its template row. True: they touch, and *contact tells where; its normal
 * points out of the sprite; kind, handles and layers are 0. swept: the first touch of the step counts. */
bool hail_pixels_against_shape(const hail_pixels *sprite, const hail_pose *at, const float *row, const hail_pose *shape,
                               bool swept, hail_contact *contact);

/* The same for a first touch whose time is known. */
bool hail_pixels_hit_shape(const hail_pixels *sprite, const hail_pose *at, const float *row, const hail_pose *shape,
                           double t, hail_contact *contact);

/* Tests two sprites in the same way; the normal points from a to b. */
bool hail_pixels_against_pixels(const hail_kernels *kernels, const hail_pixels *a, const hail_pose *at,
                                const hail_pixels *b, const hail_pose *other, bool swept, hail_contact *contact);

/* A wall: a segment from (x, y) by (ex, ey), and its template row. */
typedef struct hail_wall_segment {
    float x, y, ex, ey;
    const float *row;
} hail_wall_segment;

/* Tests a sprite against a wall as against a shape, and sets the contact's kind. Swept: where the motion does not go
 * into the normal, that is the wall's. */
bool hail_pixels_against_wall(const hail_pixels *sprite, const hail_pose *at, const hail_wall_segment *wall, bool swept,
                              hail_contact *contact);

/* Pairs of sprites: pair i is sprite i of a and sprite i of b, whose scale is not 0. a has the smaller pixels, or both
 * have equal ones. */
typedef struct hail_pixel_list {
    hail_sprites a, b;
    bool swapped;    /* normals point from b to a */
    bool pairs_only; /* contacts are all 0 */
    const uint32_t *list;
    uint32_t count; /* of pairs in the list */
} hail_pixel_list;

/* Receives the contact of pair i, as hail_pixels_against_pixels makes it. */
typedef void hail_pixels_sink(void *user, uint32_t i, const hail_contact *contact);

/* Tests the pairs of a list where they stand, in order, and passes on the contacts of those that touch. */
void hail_pixels_collide_list(const hail_kernels *kernels, const hail_pixel_list *l, hail_pixels_sink *sink,
                              void *user);

/* Whether a sprite and a shape touch where they stand, and whether two sprites do. The same as above, but less work. */
bool hail_pixels_touch_shape(const hail_pixels *sprite, const hail_pose *at, const float *row, const hail_pose *shape);
bool hail_pixels_touch_pixels(const hail_kernels *kernels, const hail_pixels *a, const hail_pose *at,
                              const hail_pixels *b, const hail_pose *other);

#endif
