/* simd/pixel_sums.h - adds up to 64 touching pixels of a sprite's row to the sums. No lanes: kernels and the engine
 * share it. */
#ifndef HAIL_SIMD_PIXEL_SUMS_H
#define HAIL_SIMD_PIXEL_SUMS_H

#include "bits.h"
#include "kernels/sprites/sprites_kernels.h"

/* 64 pixels of a row, from column 64 * word on. The row lies in the mask's memory. */
static inline uint64_t mask_bits(const hail_mask *mask, int32_t row, int32_t word) {
    const uint32_t *words = mask->rows + (size_t)row * mask->stride + 2 * (size_t)word;
    return (uint64_t)words[1] << 32 | words[0];
}

/* The same, but 0 for rows above and below the opaque ones and for words beyond the image. */
static inline uint64_t mask_bits_or_none(const hail_mask *mask, int32_t row, int32_t word) {
    const bool in = row >= mask->top && row < mask->bottom && word >= 0 && word < (int32_t)(mask->stride / 2);
    return in ? mask_bits(mask, row, word) : 0;
}

/* A row's pixels from `column` to column + 63. Only those within the row's words are valid. */
static inline uint64_t mask_from(const hail_mask *mask, int32_t row, int32_t column) {
    const uint32_t *words = mask->rows + (size_t)row * mask->stride + column / 32;
    const uint64_t low = (uint64_t)words[1] << 32 | words[0];
    const int32_t shift = column % 32;
    return shift ? low >> shift | (uint64_t)words[2] << (64 - shift) : low;
}

/* The same with open pixels around the image; column is -1 or more. */
static inline uint64_t mask_from_or_none(const hail_mask *mask, int32_t row, int32_t column) {
    const int32_t left = (int32_t)mask->stride * 32 - column; /* pixels from there to the end */
    if (row < mask->top || row >= mask->bottom || left <= 0)
        return 0;
    if (column < 0)
        return mask_from(mask, row, 0) << 1;
    return left < 64 ? mask_from(mask, row, column) & ~(UINT64_MAX << left) : mask_from(mask, row, column);
}

/* The sum of the numbers of the set bits. */
static inline int32_t bits_sum(uint64_t bits) {
    return (int32_t)(bits_count(bits & 0xaaaaaaaaaaaaaaaau) + 2 * bits_count(bits & 0xccccccccccccccccu) +
                     4 * bits_count(bits & 0xf0f0f0f0f0f0f0f0u) + 8 * bits_count(bits & 0xff00ff00ff00ff00u) +
                     16 * bits_count(bits & 0xffff0000ffff0000u) + 32 * bits_count(bits & 0xffffffff00000000u));
}

/* The sum of the numbers of the set bits, of which these are the first, the last and the count; mostly they are one
 * run. */
static inline int32_t bits_sum_of(uint64_t bits, int32_t first, int32_t last, int32_t count) {
    return last - first + 1 == count ? (first + last) * count / 2 : bits_sum(bits);
}

/* Updates a row's first and last touching pixel. The row's words must come in order. spans[0] is the first row that
 * touches. */
static inline void sums_span(hail_pixel_sums *sums, hail_span *spans, int32_t row, int32_t first, int32_t last) {
    const int32_t top = sums->count ? sums->first_y : row;
    if (sums->count && sums->last_y == row) {
        spans[row - top].last = (int16_t)last;
        return;
    }
    for (int32_t between = sums->last_y + 1; sums->count && between < row; between++)
        spans[between - top] = (hail_span){1, 0};
    spans[row - top] = (hail_span){(int16_t)first, (int16_t)last};
}

/* The pixels beside those of a row, opaque ones: bit i is the pixel next to pixel column + i. */
typedef struct pixel_sides {
    uint64_t left, right, above, below;
} pixel_sides;

static inline pixel_sides sides_of(const hail_mask *a, int32_t row, int32_t column) {
    if (a->stride == 2) { /* a row is a word, and column 0 */
        const uint64_t own = mask_bits(a, row, 0);
        return (pixel_sides){own << 1, own >> 1, row > a->top ? mask_bits(a, row - 1, 0) : 0,
                             row + 1 < a->bottom ? mask_bits(a, row + 1, 0) : 0};
    }
    return (pixel_sides){mask_from_or_none(a, row, column - 1), mask_from_or_none(a, row, column + 1),
                         mask_from_or_none(a, row - 1, column), mask_from_or_none(a, row + 1, column)};
}

/* Adds the touching pixels `bits` (not 0, all opaque) of columns column to column + 63 in row `row`. Calls come in
 * order of rows and columns; before the first, the sums are all 0. */
static inline void sums_add(hail_pixel_sums *sums, hail_span *spans, const hail_mask *a, int32_t row, int32_t column,
                            uint64_t bits) {
    const pixel_sides beside = sides_of(a, row, column);
    const int32_t from = bits_first(bits), to = bits_last(bits);
    const bool run = !(bits >> from & ((bits >> from) + 1)); /* mostly */
    const int32_t count = run ? to - from + 1 : (int32_t)bits_count(bits);
    sums_span(sums, spans, row, column + from, column + to);
    if (!sums->count) {
        sums->first_x = column + from;
        sums->first_y = row;
    }
    sums->last_y = row;
    sums->count += (uint32_t)count;
    /* Exposed sides, counted by those that are not: the sum is the same. Within a run both sides are not. */
    sums->side_x += run ? (int32_t)(beside.left >> from & 1u) - (int32_t)(beside.right >> to & 1u)
                        : (int32_t)bits_count(bits & beside.left) - (int32_t)bits_count(bits & beside.right);
    sums->side_y += (int32_t)bits_count(bits & beside.above) - (int32_t)bits_count(bits & beside.below);
    sums->sum_x += (int64_t)count * column + bits_sum_of(bits, from, to, count);
    sums->sum_y += (int64_t)count * row;
}

#endif
