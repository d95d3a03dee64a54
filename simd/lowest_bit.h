/* simd/lowest_bit.h - the number of the lowest bit that is set; 0 if none is. */
#ifndef HAIL_SIMD_LOWEST_BIT_H
#define HAIL_SIMD_LOWEST_BIT_H

#include <stdint.h>

#include "compiler.h"

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

static LANES_INLINE uint32_t lowest_bit(uint32_t bits) {
#if defined(__GNUC__) || defined(__clang__)
    return bits ? (uint32_t)__builtin_ctz(bits) : 0;
#elif defined(_MSC_VER)
    unsigned long at;
    return _BitScanForward(&at, bits) ? at : 0;
#else
    uint32_t n = 0;
    while (bits && !(bits >> n & 1u))
        n++;
    return n;
#endif
}

static LANES_INLINE uint32_t lowest_bit_64(uint64_t bits) {
#if defined(__GNUC__) || defined(__clang__)
    return bits ? (uint32_t)__builtin_ctzll(bits) : 0;
#else
    return (uint32_t)bits ? lowest_bit((uint32_t)bits) : bits ? 32 + lowest_bit((uint32_t)(bits >> 32)) : 0;
#endif
}

#endif
