/* simd/bits_set.h - how many bits of a word are set. */
#ifndef HAIL_SIMD_BITS_SET_H
#define HAIL_SIMD_BITS_SET_H

static inline unsigned bits_set(unsigned bits) {
#if defined(__GNUC__)
    return (unsigned)__builtin_popcount(bits);
#else
    bits -= bits >> 1 & 0x55555555u;
    bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
    return ((bits + (bits >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
#endif
}

#endif
