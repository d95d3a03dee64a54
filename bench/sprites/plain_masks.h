/* plain_masks.h - sprites as scalar programs want them, cropped to what is opaque, and the four scalar ways through a
 * pair's pixels. plain: bytes, pixel by pixel. plain:tuned, aligned: 64 pixels at a time; turned: exact spans along
 * whichever of a's rows and columns are fewer. */
#ifndef PLAIN_MASKS_H
#define PLAIN_MASKS_H

#include "sprites.h"

/* One that is clear surrounds the pixels: what rounding lets slip by lands there, and is not opaque. */
typedef struct plain_bytes {
    uint8_t *pixel; /* 1 where it is opaque; the pixel at (0, 0) */
    int pitch;
    int *run; /* by row: the first opaque pixel, and the one after the last; 0, 0 of a row without one */
} plain_bytes;

typedef struct plain_mask {
    int width, height;
    float origin_x, origin_y;  /* px from the left top opaque corner */
    plain_bytes rows, columns; /* columns: mirrored at the diagonal */
    uint64_t *words;           /* bit x % 64 of word height * (x / 64) + y */
    int word_columns;
} plain_mask;

typedef struct plain_masks {
    plain_mask of[SPRITE_TEMPLATES];
} plain_masks;

plain_masks *plain_masks_create(const sprite_template *templates);
void plain_masks_destroy(plain_masks *masks);

/* How many pixels of instance a touch b; stop: as soon as there are any. */
typedef uint32_t plain_look(const plain_masks *masks, const sprite_instances *at, uint32_t a, uint32_t b, bool stop);

plain_look plain_aligned, plain_aligned_pixels, plain_aligned_tuned, plain_rotated, plain_rotated_tuned;

static inline int plain_least(int a, int b) { return a < b ? a : b; }
static inline int plain_most(int a, int b) { return a > b ? a : b; }

#endif
