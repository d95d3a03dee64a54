/* bench/stars/plain_star_rays.h - the pixel centres of a star that moves, as rays through a picture, in scalar C. */
#ifndef PLAIN_STAR_RAYS_H
#define PLAIN_STAR_RAYS_H

#include "stars.h"

/* Opaque pixels: pixels[y * pitch + x]. Those outside of the bounds are open. */
typedef struct plain_picture {
    const uint8_t *pixels;
    int pitch, left, top, right, bottom; /* right and bottom exclusive */
} plain_picture;

/* The star's pixel (i, j) starts at (x + j * vx + i * ux, y + j * vy + i * uy) in the picture, and moves by (dx, dy).
 */
typedef struct plain_way {
    float x, y, ux, uy, vx, vy, dx, dy;
    float length; /* of (dx, dy) */
} plain_way;

/* Of a star's pixels those that can be the first to enter a picture, unless they move less than PLAIN_LEADING_WAY, for
 * each of 16 directions. See engine/sprites/leading_pixels.h. */
enum { PLAIN_DIRECTIONS = 16 };
#define PLAIN_LEADING_WAY 3.5f /* px */

typedef struct plain_leading {
    uint64_t rows[PLAIN_DIRECTIONS][STAR_SIDE];
} plain_leading;

void plain_leading_make(const uint64_t *rows, plain_leading *leading);

/* Those for a motion in the star's own frame. */
const uint64_t *plain_leading_rows(const plain_leading *leading, float dx, float dy);

/* Those bits of a row whose pixels are in opaque ones at a time. */
uint64_t plain_star_inside(const plain_picture *picture, const plain_way *way, uint64_t bits, int row, float time);

/* When pixel (i, j) first is in an opaque one; 2: not until then. axis: 0 if it came in over a border in x, 1: in y. */
float plain_star_entry(const plain_picture *picture, const plain_way *way, int i, int j, float until, int *axis);

/* When the first of these pixels is; 2: not until then. */
float plain_star_first(const plain_picture *picture, const plain_way *way, const uint64_t *rows, float until);

#endif
