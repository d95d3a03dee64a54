/* engine/tiles/tile_numbers.h - numbers of pixels. */
#ifndef HAIL_TILES_TILE_NUMBERS_H
#define HAIL_TILES_TILE_NUMBERS_H

#include <stdint.h>

static inline int32_t pixel_min(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t pixel_max(int32_t a, int32_t b) { return a > b ? a : b; }

/* For numbers: fmin and fmax, which also care for NaN, are calls. */
static inline double lesser(double a, double b) { return a < b ? a : b; }
static inline double greater(double a, double b) { return a > b ? a : b; }

/* The pixel that holds a. A call of floor takes longer. */
static inline int32_t whole_pixel(double a) {
    if (a < -1e9 || a > 1e9)
        return a < 0.0 ? -1000000000 : 1000000000;
    const int32_t towards_zero = (int32_t)a;
    return towards_zero - ((double)towards_zero > a);
}

#endif
