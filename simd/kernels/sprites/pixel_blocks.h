/* simd/kernels/sprites/pixel_blocks.h - blocks of pixels of two sprites that lie on each other, neither rotated nor
 * scaled; a row a lane. */
#ifndef HAIL_SIMD_KERNELS_SPRITES_PIXEL_BLOCKS_H
#define HAIL_SIMD_KERNELS_SPRITES_PIXEL_BLOCKS_H

#include "kernels/kernel.h"

/* A block: pixels of a row at a time, a word without its first and last bit, which are the pixels beside them; rows, of
 * which a word holds a bit each; and rows over which bytes can hold sums. */
enum { WIDE = 30, HIGH = 64, SUMMED = 8 * HAIL_LANES };

/* The part of a frame's rows that begins `right` bits into a column of words, and goes on in the next column. */
typedef struct word_rows {
    const uint32_t *words, *next;
    uint32_t right;
} word_rows;

/* Pixels of both sprites that lie on each other, in `rows` rows from `top` on: bit i is pixel column + i of a. */
typedef struct pixel_block {
    vi inside; /* the bits that are in the overlap */
    word_rows a, b;
    int32_t column, top, rows;
} pixel_block;

/* The words that begin before pixel (x, y). */
static LANES_INLINE word_rows rows_at(const hail_mask *mask, int32_t x, int32_t y) {
    const uint32_t height = (uint32_t)(mask->bottom - mask->top + 2), bit = (uint32_t)(x - mask->left);
    const uint32_t *words = mask->columns + ((size_t)(bit / 32) * height + (uint32_t)(y - mask->top + 1));
    return (word_rows){words, words + height, bit % 32};
}

/* The block whose first pixel is (left, top) of a. */
static LANES_INLINE pixel_block block_at(const hail_mask *a, const hail_mask *b, const hail_overlap *o, int32_t left,
                                         int32_t top, int32_t wide, int32_t high) {
    const uint32_t bits = (2u << wide) - 2;
    return (pixel_block){.a = rows_at(a, left, top),
                         .b = rows_at(b, left + o->shift_x, top + o->shift_y),
                         .inside = vi_set1((int32_t)bits),
                         .column = left - 1,
                         .top = top,
                         .rows = high};
}

static LANES_INLINE pixel_block only_block(const hail_mask *a, const hail_mask *b, const hail_overlap *o) {
    return block_at(a, b, o, o->left, o->top, o->right - o->left, o->bottom - o->top);
}

/* One of many. */
static LANES_INLINE pixel_block next_block(const hail_mask *a, const hail_mask *b, const hail_overlap *o, int32_t left,
                                           int32_t top) {
    const int32_t wide = o->right - left, high = o->bottom - top;
    return block_at(a, b, o, left, top, wide < WIDE ? wide : WIDE, high < HIGH ? high : HIGH);
}

/* Rows k to k + HAIL_LANES - 1; row -1 exists. */
static LANES_INLINE vi load_rows(const word_rows *w, int32_t k) {
    return vi_or(vi_shift_right_all(vi_load(w->words + k), w->right),
                 vi_shift_left_all(vi_load(w->next + k), 32 - w->right));
}

/* From ONES - n on, n words of ones, and zeros: a mask of the first n rows. Loading it takes fewer instructions than
 * comparing lanes. */
enum { ONES = 64 };
#define EIGHT_ONES UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX
static const uint32_t rows_left[ONES + HAIL_SLACK] = {EIGHT_ONES, EIGHT_ONES, EIGHT_ONES, EIGHT_ONES,
                                                      EIGHT_ONES, EIGHT_ONES, EIGHT_ONES, EIGHT_ONES};

/* The touching pixels of rows k to k + HAIL_LANES - 1. own: a's rows. */
static LANES_INLINE vi touching(const pixel_block *b, vi own, int32_t k) {
    const vi within = vi_and(b->inside, vi_load(rows_left + ONES - b->rows + k));
    return vi_and(vi_and(own, within), load_rows(&b->b, k));
}

/* Bit i is set if row i has pixels. */
static inline uint32_t rows_with_pixels(vi bits) { return vm_bits(vi_eq(bits, vi_set1(0))) ^ HAIL_ALL_LANES; }

static LANES_INLINE bool is_one_block(const hail_overlap *o) {
    return o->right - o->left <= WIDE && o->bottom - o->top <= HIGH;
}

#endif
