/* simd/bits.h - counts a number's set bits; finds the first (lowest) and the last (highest). */
#ifndef HAIL_SIMD_BITS_H
#define HAIL_SIMD_BITS_H

#include <stdint.h>

#include "compiler.h"
#include "lowest_bit.h"

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

static LANES_INLINE uint32_t bits_count_word(uint32_t bits) {
#if defined(__GNUC__) || defined(__clang__)
    return (uint32_t)__builtin_popcount(bits);
#elif defined(_MSC_VER) && defined(__AVX2__) /* every variant with AVX2 requires POPCNT (simd/cpu.h) */
    return __popcnt(bits);
#else
    bits -= bits >> 1 & 0x55555555u;
    bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
    return ((bits + (bits >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
#endif
}

/* Without POPCNT, gcc's own is a call of a function. */
static LANES_INLINE uint32_t bits_count(uint64_t bits) {
#if (defined(__GNUC__) || defined(__clang__)) && (defined(__POPCNT__) || !(defined(__x86_64__) || defined(__i386__)))
    return (uint32_t)__builtin_popcountll(bits);
#else
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    return (uint32_t)(((bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101) >> 56);
#endif
}

/* Of a number other than 0. */
static LANES_INLINE int32_t bits_first(uint64_t bits) { return (int32_t)lowest_bit_64(bits); }

static LANES_INLINE int32_t bits_last(uint64_t bits) {
#if defined(__GNUC__) || defined(__clang__)
    return 63 ^ __builtin_clzll(bits);
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_ARM64))
    unsigned long at = 0;
    _BitScanReverse64(&at, bits);
    return (int32_t)at;
#else
    int32_t n = 63;
    while (!(bits >> n & 1u))
        n--;
    return n;
#endif
}

/* For each mask of 8 lanes, the permutation that moves the set lanes to the front and keeps their order. */
extern const uint8_t hail_compress8[256][8];

#endif
