/* simd/lowest_bit.h - the number of the lowest bit that is set; 0 if none is. */
#ifndef HAIL_SIMD_LOWEST_BIT_H
#define HAIL_SIMD_LOWEST_BIT_H

#include <stdint.h>

static inline uint32_t lowest_bit(unsigned bits) {
#if defined(__GNUC__)
    return bits ? (uint32_t)__builtin_ctz(bits) : 0;
#else
    uint32_t n = 0;
    while (bits && !(bits >> n & 1u))
        n++;
    return n;
#endif
}

#endif
