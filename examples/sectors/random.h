/* examples/sectors/random.h - random numbers that are the same on every machine: SplitMix64 (G. Steele, D. Lea, C.
 * Flood, Fast Splittable Pseudorandom Number Generators, 2014). */
#ifndef SECTORS_RANDOM_H
#define SECTORS_RANDOM_H

#include <stdint.h>

/* From 0 to below 1. */
static inline double random_of(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ z >> 31) >> 11) / (double)(UINT64_C(1) << 53);
}

#endif
