/* tests/sprites/pixel_oracle.h - a sprite in a world against a rounded convex shape, by the words of hail/world.h:
 * every opaque pixel is a closed square, whose distance from the shape is worked out by itself, in double precision. */
#ifndef HAIL_TESTS_PIXEL_ORACLE_H
#define HAIL_TESTS_PIXEL_ORACLE_H

#include "narrow/batch_oracle.h"
#include "sprite_oracle.h"

/* A sprite where it stands. */
typedef struct pixel_pose {
    const drawing *of;
    double x, y, cos, sin, scale;
} pixel_pose;

/* A template as a plain picture, the caller's to free. */
drawing *pixel_drawing(const hail_spriteset *set, uint32_t sprite);

/* Around the whole image: answers the radius. */
double pixel_circle(const pixel_pose *s, double *x, double *y);

/* The least distance of an opaque pixel from the shape, as far as `limit`; less than 0 inside. */
double pixel_gap(const pixel_pose *s, const solid *other, double limit);

/* What touches. Pixels within `band` px of touching are open to either answer. */
typedef struct pixel_meeting {
    uint32_t sure, undecided;
    double x, y;         /* px: the mean of the centres of those that surely touch */
    double out_x, out_y; /* unit vector out of the sprite; (0, 0) where the words do not say */
    double depth;        /* px */
    double band;
} pixel_meeting;

pixel_meeting pixel_meet(const pixel_pose *s, const solid *other, double band);

/* NULL, or what is wrong with a contact. first: the sprite is its a. Lasts until the next call. */
const char *pixel_differs(const pixel_meeting *m, const hail_contact *c, bool first);

#endif
