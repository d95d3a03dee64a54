/* simd/lanes.h - the lane type: HAIL_LANES floats or 32-bit integers worked on at once, over SIMDe.
 *
 * Kernels are written against this file alone and compiled once per variant: 4 lanes on 128-bit hardware, 8 on AVX2, 16
 * on AVX-512. A lane type is never passed between .c files.
 *
 * Types: vf (floats), vi (32-bit integers), vm (a mask of lanes). Names: vf_add works on vf, vi_add on vi, vm_and on
 * vm.
 *
 * Results are the same bits everywhere: operations are correctly rounded, never fused, and no reciprocal is
 * approximate. Floats become integers by truncation only, after they are clamped. vf_min and vf_max return the second
 * operand when both are zeros (SSE's rule; NEON may differ in the sign of that zero, so no result may depend on it).
 *
 * Memory: gathers and row loads read exactly the elements named, but gathers of 16-bit numbers may read one more after
 * each. vf_load and vf_store access HAIL_LANES elements, the _n forms only the first n. A compress store writes
 * HAIL_LANES elements, of which the first popcount(mask) are valid.
 */
#ifndef HAIL_SIMD_LANES_H
#define HAIL_SIMD_LANES_H

#include <float.h>
#include <stdint.h>
#include <string.h>

#include "compiler.h"

/* Keeps what was stored at p in memory: elements that are loaded from it next are not taken from a vector's register
 * instead, which costs shuffles. Not with 8 lanes: loads of a part of what was just stored are slow on CPUs such as
 * Zen 3. */
#if (defined(__GNUC__) || defined(__clang__)) && HAIL_LANES != 8
#define HAIL_IN_MEMORY(p) __asm__ volatile("" : : "r"(p) : "memory")
#else
#define HAIL_IN_MEMORY(p) ((void)(p))
#endif

#if HAIL_LANES == 4
#include "lanes4.h"
#elif HAIL_LANES == 8
#include "lanes8.h"
#else
#include "lanes16.h"
#endif

/* Which half of a 64-bit word in memory is its lower half. */
enum { LANES_LOW_HALF = HAIL_BIG_ENDIAN };

#define HAIL_ALL_LANES ((1u << HAIL_LANES) - 1u)

/* The first n words, as vf_load_n and vf_store_n. */
static LANES_INLINE vi vi_load_n(const uint32_t *p, uint32_t n) {
    return vi_from_bits(vf_load_n((const float *)(const void *)p, n));
}
static LANES_INLINE void vi_store_n(uint32_t *p, vi a, uint32_t n) {
    vf_store_n((float *)(void *)p, vf_from_bits(a), n);
}

/* The lanes below n. */
static LANES_INLINE vm vm_first(uint32_t n) {
    return vi_gt(vi_set1((int32_t)(n < HAIL_LANES ? n : HAIL_LANES)), vi_iota());
}

static LANES_INLINE vf vf_abs(vf a) { return vf_from_bits(vi_and(vi_from_bits(a), vi_set1(0x7fffffff))); }
static LANES_INLINE vf vf_keep(vm m, vf a) { return vf_from_bits(vi_keep(m, vi_from_bits(a))); }
static LANES_INLINE vf vf_negate(vf a) { return vf_from_bits(vi_xor(vi_from_bits(a), vi_set1(INT32_MIN))); }

/* Prefetches elements that will be picked or gathered. */
static LANES_INLINE void lanes_fetch_halves(const uint16_t *p, const uint32_t *index, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        HAIL_FETCH(p + index[i]);
}

static LANES_INLINE void lanes_fetch(const float *p, const uint32_t *index, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        HAIL_FETCH(p + index[i]);
}

/* Neither NaN nor infinite. */
static LANES_INLINE vm vf_finite(vf a) { return vf_le(vf_abs(a), vf_set1(FLT_MAX)); }

/* Handles are stored as two words: slot, generation. */
static LANES_INLINE vi vi_gather_pair(const uint32_t *pairs, vi index, int word) {
    return vi_gather(pairs + word, vi_add(index, index));
}

#endif
