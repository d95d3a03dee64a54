/* tests/sprites/pixel_oracle.h - a sprite in a world against a rounded convex shape, as hail/world.h describes it:
 * every opaque pixel is a closed square, whose distance from the shape is computed by itself in double precision. */
#ifndef HAIL_TESTS_PIXEL_ORACLE_H
#define HAIL_TESTS_PIXEL_ORACLE_H

#include "narrow/batch_oracle.h"
#include "sprite_oracle.h"

/* A sprite at its pose. */
typedef struct pixel_pose {
    const drawing *of;
    double x, y, cos, sin, scale;
} pixel_pose;

/* A template as a plain picture; the caller frees it. */
drawing *pixel_drawing(const hail_spriteset *set, uint32_t sprite);

/* Around the whole image: answers the radius. */
double pixel_circle(const pixel_pose *s, double *x, double *y);

/* The smallest distance of an opaque pixel from the shape, up to `limit`; negative inside. */
double pixel_gap(const pixel_pose *s, const solid *other, double limit);

/* The pixels that touch. Those within `band` px of touching may or may not count. */
typedef struct pixel_meeting {
    uint32_t sure, undecided;
    double x, y;         /* px: the mean of the centres of the pixels that certainly touch */
    double out_x, out_y; /* unit vector out of the sprite; (0, 0) where the header leaves it open */
    double depth;        /* px */
    double band;
} pixel_meeting;

pixel_meeting pixel_meet(const pixel_pose *s, const solid *other, double band);

/* Checks a contact: NULL, or what is wrong; valid until the next call. first: the sprite is a. */
const char *pixel_differs(const pixel_meeting *m, const hail_contact *c, bool first);

#endif
