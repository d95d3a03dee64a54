/* engine/sprites/leading_pixels.h - which of a sprite's pixels can be the first to enter something, as it moves.
 *
 * The centre of a pixel p enters a square that is at least as large as a pixel, at any angle. If the pixels ahead of p
 * below are opaque, one of their centres entered the square before. Say the motion's larger component is along x, by
 * (u, v), 0 <= v <= u, |(u, v)| = 1. The strip that the square sweeps is at least 1 wide, and p lies in it, w from the
 * border towards -v. The square's near side rises by at most 1 along the motion. So a centre is in the square, or was,
 * if it lies in the strip and at least 1 ahead of p.
 *   (1, 1)  lies u - v nearer to the other border, so in the strip unless w > 1 - u + v; then
 *   (2, 1)  if u < 2v: lies 2v - u nearer to the first border, which is at most v and less than w; or
 *   (2, 0)  otherwise: lies 2v nearer to it, which is less than w.
 * That centre is at most the length of (2, 1) and 1 more ahead: if p has moved less when it enters, the other one may
 * have been beyond the square from the start, and p is the first.
 *
 * Of pixels that start in solid ones, no entry counts. So they count as open here, and are no reason to leave out p.
 *
 * If pixels and squares are of one size and angle, all centres cross from square to square at the same times: in x,
 * where the next pixel ahead in x was, or in y likewise. If both of these are opaque, p enters nothing new. */
#ifndef HAIL_SPRITES_LEADING_PIXELS_H
#define HAIL_SPRITES_LEADING_PIXELS_H

#include "pixel_sums.h"

/* Px of the sprite, rounded up: within this way, any pixel can be the first. */
#define HAIL_LEADING_WAY 3.5

/* The pixels ahead of one, relative to it. */
typedef struct hail_pixels_ahead {
    int32_t x[2], y[2];
} hail_pixels_ahead;

/* For a motion in the sprite's own frame. aligned: pixels and squares are of one size and angle. */
static inline hail_pixels_ahead pixels_ahead(double dx, double dy, bool aligned) {
    const double wide = dx < 0.0 ? -dx : dx, high = dy < 0.0 ? -dy : dy;
    const int32_t x = dx < 0.0 ? -1 : 1, y = dy < 0.0 ? -1 : 1;
    if (aligned)
        return (hail_pixels_ahead){{wide > 0.0 ? x : 0, high > 0.0 ? 0 : x}, {wide > 0.0 ? 0 : y, high > 0.0 ? y : 0}};
    if (wide >= high)
        return (hail_pixels_ahead){{x, 2 * x}, {y, wide < 2.0 * high ? y : 0}};
    return (hail_pixels_ahead){{x, high < 2.0 * wide ? x : 0}, {y, 2 * y}};
}

/* 64 pixels of a row, as mask_bits_or_none has them. */
typedef uint64_t hail_word_fn(const void *of, int32_t row, int32_t word);

static inline uint64_t mask_word(const void *mask, int32_t row, int32_t word) {
    return mask_bits_or_none(mask, row, word);
}

/* The 64 pixels (x, y) from those of a word, -2 <= x <= 2. */
static inline uint64_t word_moved(hail_word_fn *word_of, const void *of, int32_t row, int32_t word, int32_t x,
                                  int32_t y) {
    const uint64_t own = word_of(of, row + y, word);
    if (x > 0)
        return own >> x | word_of(of, row + y, word + 1) << (64 - x);
    return x < 0 ? own << -x | word_of(of, row + y, word - 1) >> (64 + x) : own;
}

/* Those opaque pixels of a word that can be the first, if these are the pixels. */
static inline uint64_t leading_bits_of(hail_word_fn *word_of, const void *of, int32_t row, int32_t word,
                                       const hail_pixels_ahead *a) {
    const uint64_t own = word_of(of, row, word);
    if (!own)
        return 0;
    return own & ~(word_moved(word_of, of, row, word, a->x[0], a->y[0]) &
                   word_moved(word_of, of, row, word, a->x[1], a->y[1]));
}

static inline uint64_t leading_bits(const hail_mask *mask, int32_t row, int32_t word, const hail_pixels_ahead *a) {
    return leading_bits_of(mask_word, mask, row, word, a);
}

/* ---- Masks of at most 64 columns ----------------------------------------------------------------------------------
 */

enum { LEADING_ROWS = 64, ROWS_AHEAD = 2 };

/* A word of which bit i is bit i + x of `bits`, -2 <= x <= 2. */
static inline uint64_t bits_moved(uint64_t bits, int32_t x) { return bits >> (x > 0 ? x : 0) << (x < 0 ? -x : 0); }

/* Rows top to top + count - 1, at most LEADING_ROWS, and ROWS_AHEAD more on either side; pixels whose rows are words.
 */
typedef struct hail_leading_rows {
    uint64_t bits[LEADING_ROWS + 2 * ROWS_AHEAD];
} hail_leading_rows;

/* Those pixels of the rows that can be the first. */
static inline void leading_rows(const hail_leading_rows *rows, int32_t count, const hail_pixels_ahead *a,
                                uint64_t *leading) {
    const uint64_t *own = rows->bits + ROWS_AHEAD, *one = own + a->y[0], *two = own + a->y[1];
    for (int32_t k = 0; k < count; k++)
        leading[k] = own[k] & ~(bits_moved(one[k], a->x[0]) & bits_moved(two[k], a->x[1]));
}

/* Those of a word of a mask. */
static inline void mask_rows(const hail_mask *mask, int32_t word, int32_t top, int32_t count, hail_leading_rows *rows) {
    for (int32_t k = 0; k < count + 2 * ROWS_AHEAD; k++) {
        const int32_t row = top + k - ROWS_AHEAD;
        rows->bits[k] = row >= mask->top && row < mask->bottom ? mask_bits(mask, row, word) : 0;
    }
}

#endif
