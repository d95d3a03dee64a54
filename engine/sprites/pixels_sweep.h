/* engine/sprites/pixels_sweep.h - when the centre of a moving sprite's pixel first enters another sprite's pixel. */
#ifndef HAIL_SPRITES_PIXELS_SWEEP_H
#define HAIL_SPRITES_PIXELS_SWEEP_H

#include "sprite_data.h"

/* The motion of one sprite's pixels as another sees it: the centre of pixel (i, j) starts at (x + i*ux + j*vx, y + i*uy
 * + j*vy) and moves by (dx, dy), in px from the other image's corner. */
typedef struct hail_pixel_motion {
    double x, y, ux, uy, vx, vy, dx, dy;
    double own_dx, own_dy; /* the motion in the first sprite's own frame: only its direction counts */
    bool aligned;          /* the pixels of both have one size and angle */
} hail_pixel_motion;

/* When a pixel first enters, and which one: the first of those that do so at that time, row by row. */
typedef struct hail_pixel_entry {
    double t;
    int32_t x, y;
} hail_pixel_entry;

/* The first time, from 0 to 1, at which an opaque pixel's centre is in an opaque pixel of `other`, whose pixels are as
 * large or larger; t is more than 1 if there is none. No centre is in one at time 0, but for rounding. */
hail_pixel_entry hail_pixels_first_entry(const hail_kernels *kernels, const hail_mask *mask, const hail_mask *other,
                                         const hail_pixel_motion *m);

#endif
