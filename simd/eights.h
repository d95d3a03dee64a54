/* simd/eights.h - what 8 and 16 lanes share: shifts, sums, edges and boxes in 256-bit registers. */
#ifndef HAIL_SIMD_EIGHTS_H
#define HAIL_SIMD_EIGHTS_H

#include <simde/x86/avx2.h>

#include "lowest_bit.h"
#include "plain_lanes.h"

/* Shift each lane by the same lane of n, which is below 32. */
static LANES_INLINE vi vi_shift_right_by(vi a, vi n) { return LANES_OP(srlv_epi32)(a, n); }

/* Shift all lanes by n bits. 32 gives 0. */
static LANES_INLINE vi vi_shift_right_all(vi a, uint32_t n) {
    return LANES_OP(srl_epi32)(a, simde_mm_set_epi64x(0, (int64_t)n));
}
static LANES_INLINE vi vi_shift_left_all(vi a, uint32_t n) {
    return LANES_OP(sll_epi32)(a, simde_mm_set_epi64x(0, (int64_t)n));
}

/* Shifts pairs of lanes to the left by n bits, each pair as one 64-bit word in memory. 64 gives 0. */
static LANES_INLINE vi vi_shift_left_wide(vi a, uint32_t n) {
    return LANES_OP(sll_epi64)(a, simde_mm_set_epi64x(0, (int64_t)n));
}

/* Lane 4 * q + k of to[j] = lane 4 * q + j of v[k]. */
static LANES_INLINE void lanes_transpose_fours(const vf v[4], vf to[4]) {
    const vf a0 = LANES_OP(unpacklo_ps)(v[0], v[1]), a1 = LANES_OP(unpackhi_ps)(v[0], v[1]);
    const vf a2 = LANES_OP(unpacklo_ps)(v[2], v[3]), a3 = LANES_OP(unpackhi_ps)(v[2], v[3]);
    to[0] = LANES_OP(shuffle_ps)(a0, a2, 0x44);
    to[1] = LANES_OP(shuffle_ps)(a0, a2, 0xee);
    to[2] = LANES_OP(shuffle_ps)(a1, a3, 0x44);
    to[3] = LANES_OP(shuffle_ps)(a1, a3, 0xee);
}

/* As vi_load_bytes, vi_running_sum and vi_last. */
static LANES_INLINE simde__m256i hail_load_bytes8(const uint8_t *p) {
    return simde_mm256_cvtepu8_epi32(simde_mm_loadl_epi64((const simde__m128i *)(const void *)p));
}
static LANES_INLINE simde__m256i hail_running_sum8(simde__m256i a) {
    a = simde_mm256_add_epi32(a, simde_mm256_slli_si256(a, 4));
    a = simde_mm256_add_epi32(a, simde_mm256_slli_si256(a, 8));
    const simde__m256i low = simde_mm256_permute2x128_si256(a, a, 0x08); /* zero, then the lower half */
    return simde_mm256_add_epi32(a, simde_mm256_shuffle_epi32(low, 0xff));
}
static LANES_INLINE simde__m256i hail_last8(simde__m256i a) {
    return simde_mm256_permutevar8x32_epi32(a, simde_mm256_set1_epi32(7));
}

/* As vi_unzip: halves of the same kind are put together first, as shuffles stay within them. */
static LANES_INLINE simde__m256i hail_unzip8(simde__m256i a, simde__m256i b, simde__m256i *odd) {
    const simde__m256 low = simde_mm256_castsi256_ps(simde_mm256_permute2x128_si256(a, b, 0x20));
    const simde__m256 high = simde_mm256_castsi256_ps(simde_mm256_permute2x128_si256(a, b, 0x31));
    *odd = simde_mm256_castps_si256(simde_mm256_shuffle_ps(low, high, 0xdd));
    return simde_mm256_castps_si256(simde_mm256_shuffle_ps(low, high, 0x88));
}

/* Gathers words by eight loads: on many CPUs that is faster than a gather. Indices are taken from their register two at
 * a time. */
static LANES_INLINE simde__m128i hail_pick_words4(const uint32_t *p, simde__m128i index) {
    const uint64_t low = (uint64_t)simde_mm_cvtsi128_si64(index), high = (uint64_t)simde_mm_extract_epi64(index, 1);
    simde__m128i words = simde_mm_cvtsi32_si128((int32_t)p[(uint32_t)low]);
    words = simde_mm_insert_epi32(words, (int32_t)p[low >> 32], 1);
    words = simde_mm_insert_epi32(words, (int32_t)p[(uint32_t)high], 2);
    return simde_mm_insert_epi32(words, (int32_t)p[high >> 32], 3);
}
static LANES_INLINE simde__m256i hail_pick_words8(const uint32_t *p, simde__m256i index) {
    return simde_mm256_inserti128_si256(
        simde_mm256_castsi128_si256(hail_pick_words4(p, simde_mm256_castsi256_si128(index))),
        hail_pick_words4(p, simde_mm256_extracti128_si256(index, 1)), 1);
}

/* As lanes_widest_edge of lanes4.h. */
static LANES_INLINE uint32_t lanes_widest_edge(const float *edges, float x, float y, float scale) {
    const simde__m256 along_x = simde_mm256_mul_ps(simde_mm256_loadu_ps(edges), simde_mm256_set1_ps(x));
    const simde__m256 along_y = simde_mm256_mul_ps(simde_mm256_loadu_ps(edges + 8), simde_mm256_set1_ps(y));
    const simde__m256 offset = simde_mm256_mul_ps(simde_mm256_loadu_ps(edges + 32), simde_mm256_set1_ps(scale));
    const simde__m256 separation = simde_mm256_sub_ps(simde_mm256_add_ps(along_x, along_y), offset);
    simde__m256 max = simde_mm256_max_ps(separation, simde_mm256_permute2f128_ps(separation, separation, 1));
    max = simde_mm256_max_ps(max, simde_mm256_shuffle_ps(max, max, 0x4e));
    max = simde_mm256_max_ps(max, simde_mm256_shuffle_ps(max, max, 0xb1));
    return lowest_bit((unsigned)simde_mm256_movemask_ps(simde_mm256_cmp_ps(separation, max, SIMDE_CMP_EQ_OQ)));
}

static LANES_INLINE float hail_min8(simde__m256 a) {
    simde__m128 b = simde_mm_min_ps(simde_mm256_castps256_ps128(a), simde_mm256_extractf128_ps(a, 1));
    b = simde_mm_min_ps(b, simde_mm_shuffle_ps(b, b, 0x4e));
    return simde_mm_cvtss_f32(simde_mm_min_ps(b, simde_mm_shuffle_ps(b, b, 0xb1)));
}

/* to[k] = the largest of vector k's 8 lanes. */
static LANES_INLINE void hail_max4x8(float to[4], simde__m256 a, simde__m256 b, simde__m256 c, simde__m256 d) {
    const simde__m256 ab = simde_mm256_max_ps(simde_mm256_unpacklo_ps(a, b), simde_mm256_unpackhi_ps(a, b));
    const simde__m256 cd = simde_mm256_max_ps(simde_mm256_unpacklo_ps(c, d), simde_mm256_unpackhi_ps(c, d));
    const simde__m256 all =
        simde_mm256_max_ps(simde_mm256_shuffle_ps(ab, cd, 0x44), simde_mm256_shuffle_ps(ab, cd, 0xee));
    simde_mm_storeu_ps(to, simde_mm_max_ps(simde_mm256_castps256_ps128(all), simde_mm256_extractf128_ps(all, 1)));
}

static LANES_INLINE simde__m256 hail_two4(const float *low, const float *high) {
    return simde_mm256_insertf128_ps(simde_mm256_castps128_ps256(simde_mm_loadu_ps(low)), simde_mm_loadu_ps(high), 1);
}

/* As lanes_box4 of lanes4.h. */
static LANES_INLINE void lanes_box4(float box[4], const float base[4], const float *u, const float *v,
                                    const uint32_t at[4], float ax, float ay, float bx, float by) {
    const simde__m256 x = simde_mm256_insertf128_ps(simde_mm256_set1_ps(ax), simde_mm_set1_ps(bx), 1);
    const simde__m256 y = simde_mm256_insertf128_ps(simde_mm256_set1_ps(ay), simde_mm_set1_ps(by), 1);
    const simde__m256 low = simde_mm256_add_ps(simde_mm256_mul_ps(hail_two4(u + at[0], u + at[1]), x),
                                               simde_mm256_mul_ps(hail_two4(v + at[0], v + at[1]), y));
    const simde__m256 high = simde_mm256_add_ps(simde_mm256_mul_ps(hail_two4(u + at[2], u + at[3]), x),
                                                simde_mm256_mul_ps(hail_two4(v + at[2], v + at[3]), y));
    const simde__m256 minus = simde_mm256_xor_ps(low, simde_mm256_set1_ps(-0.0f));
    simde__m256 max = simde_mm256_max_ps(simde_mm256_unpacklo_ps(minus, high), simde_mm256_unpackhi_ps(minus, high));
    max = simde_mm256_max_ps(max, simde_mm256_shuffle_ps(max, max, 0x4e));
    const simde__m128 extent =
        simde_mm_unpacklo_ps(simde_mm256_castps256_ps128(max), simde_mm256_extractf128_ps(max, 1));
    const simde__m128 side = simde_mm_xor_ps(extent, simde_mm_set_ps(0.0f, 0.0f, -0.0f, -0.0f));
    simde_mm_storeu_ps(box, simde_mm_add_ps(simde_mm_loadu_ps(base), side));
}

#endif
