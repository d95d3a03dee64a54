/* bench/sprites/plain_masks.h - sprites as scalar programs store them, cropped to the opaque pixels, and four scalar
 * methods for pairs. plain: bytes, pixel by pixel. plain:tuned: 64 pixels at a time for aligned pairs; for rotated ones
 * exact spans along a's rows or columns, whichever are fewer. */
#ifndef PLAIN_MASKS_H
#define PLAIN_MASKS_H

#include "sprites.h"

/* The pixels have a transparent border, for reads that rounding puts outside. */
typedef struct plain_bytes {
    uint8_t *pixel; /* points to pixel (0, 0); 1: opaque */
    int pitch;
    int *run; /* by row: the first opaque pixel and the one after the last; 0, 0: none */
} plain_bytes;

typedef struct plain_mask {
    int width, height;
    float origin_x, origin_y;  /* px from the top left corner of the opaque pixels */
    plain_bytes rows, columns; /* columns: transposed */
    uint64_t *words;           /* bit x % 64 of word height * (x / 64) + y */
    int word_columns;
} plain_mask;

typedef struct plain_masks {
    plain_mask of[SPRITE_TEMPLATES];
} plain_masks;

plain_masks *plain_masks_create(const sprite_template *templates);
void plain_masks_destroy(plain_masks *masks);

/* How many pixels of instance a touch b. stop: ends at the first one. */
typedef uint32_t plain_look(const plain_masks *masks, const sprite_instances *at, uint32_t a, uint32_t b, bool stop);

plain_look plain_aligned, plain_aligned_pixels, plain_aligned_tuned, plain_rotated, plain_rotated_tuned;

static inline int plain_least(int a, int b) { return a < b ? a : b; }
static inline int plain_most(int a, int b) { return a > b ? a : b; }

#endif
