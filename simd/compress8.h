/* simd/compress8.h - for each mask of 8 lanes, the permutation that moves the set lanes to the front and keeps their
 * order. */
#ifndef HAIL_SIMD_COMPRESS8_H
#define HAIL_SIMD_COMPRESS8_H

#include <stdint.h>

extern const uint8_t hail_compress8[256][8];

#endif
