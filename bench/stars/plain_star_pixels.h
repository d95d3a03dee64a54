/* bench/stars/plain_star_pixels.h - two rotated sprites of up to 64 px, pixel by pixel, in scalar C. */
#ifndef PLAIN_STAR_PIXELS_H
#define PLAIN_STAR_PIXELS_H

#include "step/plain_core.h"
#include "stars.h"

typedef struct plain_star_pixels {
    uint64_t rows[STAR_SIDE + 2];                 /* row y is rows[y + 1]; those beyond are open */
    uint8_t opaque[STAR_SIDE + 2][STAR_SIDE + 2]; /* 1 or 0, with a border */
    int left, top, right, bottom;                 /* columns left to right - 1, rows top to bottom - 1 */
    float origin;                                 /* px from the image's corner, both ways */
    double centre_x, centre_y;                    /* px from the image's corner: the mean of the pixels' centres */
} plain_star_pixels;

void plain_star_pixels_make(const uint64_t *rows, plain_star_pixels *pixels);

/* Whether opaque pixels of a touch b: pixel centres of a in opaque pixels of b, as docs/arithmetic.md, "Sprites", has
 * it. Writes the contact's point, normal and depth. */
bool plain_star_pixels_touch(const plain_star_pixels *pixels, const plain_pose *a, const plain_pose *b,
                             star_contact *contact);

#endif
