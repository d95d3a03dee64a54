/* bench/random.h - random numbers for scenes: SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom
 * Number Generators", 2014). */
#ifndef BENCH_RANDOM_H
#define BENCH_RANDOM_H

#include <stdint.h>

static inline uint64_t random_bits(uint64_t *state) {
    uint64_t mixed = *state += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
}

/* From 0, up to but not 1. */
static inline float random_part(uint64_t *state) { return (float)(random_bits(state) >> 40) * 0x1p-24f; }

static inline double random_between(uint64_t *state, double from, double to) {
    return from + (to - from) * (double)random_part(state);
}

#endif
