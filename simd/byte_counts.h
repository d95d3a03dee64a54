/* simd/byte_counts.h - counts the set bits of bytes, and sums bytes. */
#ifndef HAIL_SIMD_BYTE_COUNTS_H
#define HAIL_SIMD_BYTE_COUNTS_H

#include "lanes.h"

/* The sum of the 64-bit words. */
static inline uint64_t wide_sum(simde__m128i a) {
    uint64_t word[2];
    memcpy(word, &a, sizeof word);
    return word[0] + word[1];
}

/* The sum of the bytes of each 64-bit word; sums and differences of bytes; the dot product of a lane's two 16-bit
 * numbers with the other's, which are signed. */
static LANES_INLINE vi vi_sum_bytes(vi a) { return LANES_OP(sad_epu8)(a, vi_set1(0)); }
static LANES_INLINE vi vi_add_bytes(vi a, vi b) { return LANES_OP(add_epi8)(a, b); }
static LANES_INLINE vi vi_sub_bytes(vi a, vi b) { return LANES_OP(sub_epi8)(a, b); }
static LANES_INLINE vi vi_dot_halves(vi a, vi b) { return LANES_OP(madd_epi16)(a, b); }

#if HAIL_LANES == 4

static LANES_INLINE uint64_t vi_sum_wide(vi a) { return wide_sum(a); }

/* The number of set bits in each byte. positions: the sum of their numbers in the byte, 0 to 7. */
static LANES_INLINE vi vi_count_bytes(vi a, vi *positions) {
    const vi in_two = vi_set1(0x55555555), in_four = vi_set1(0x33333333), in_eight = vi_set1(0x0f0f0f0f);
    const vi odd = vi_and(vi_shift_right(a, 1), in_two), two = vi_sub(a, odd);
    const vi high_two = vi_and(vi_shift_right(two, 2), in_four), four = vi_add(vi_and(two, in_four), high_two);
    const vi high_four = vi_and(vi_shift_right(four, 4), in_eight);
    const vi position_two = vi_add(vi_and(odd, in_four), vi_and(vi_shift_right(odd, 2), in_four));
    const vi position_four = vi_add(position_two, vi_add(high_two, high_two));
    const vi position_eight = vi_and(vi_add(position_four, vi_shift_right(position_four, 4)), in_eight);
    *positions = vi_add(position_eight, vi_shift_left(high_four, 2));
    return vi_add(vi_and(four, in_eight), high_four);
}

#else

#if HAIL_LANES == 8
static LANES_INLINE uint64_t vi_sum_wide(vi a) {
    return wide_sum(simde_mm_add_epi64(simde_mm256_castsi256_si128(a), simde_mm256_extracti128_si256(a, 1)));
}
static LANES_INLINE vi byte_counts_pick(simde__m128i table, vi index) {
    return simde_mm256_shuffle_epi8(simde_mm256_broadcastsi128_si256(table), index);
}
#else
static LANES_INLINE uint64_t vi_sum_wide(vi a) {
    const simde__m256i half =
        simde_mm256_add_epi64(simde_mm512_castsi512_si256(a), simde_mm512_extracti64x4_epi64(a, 1));
    return wide_sum(simde_mm_add_epi64(simde_mm256_castsi256_si128(half), simde_mm256_extracti128_si256(half, 1)));
}
static LANES_INLINE vi byte_counts_pick(simde__m128i table, vi index) {
    return simde_mm512_shuffle_epi8(simde_mm512_broadcast_i32x4(table), index);
}
#endif

/* Looks up half bytes in tables. */
static LANES_INLINE vi vi_count_bytes(vi a, vi *positions) {
    const simde__m128i count = simde_mm_set_epi8(4, 3, 3, 2, 3, 2, 2, 1, 3, 2, 2, 1, 2, 1, 1, 0);
    const simde__m128i low_position = simde_mm_set_epi8(6, 6, 5, 5, 4, 4, 3, 3, 3, 3, 2, 2, 1, 1, 0, 0);
    const simde__m128i high_position = simde_mm_add_epi8(low_position, simde_mm_slli_epi16(count, 2));
    const vi half = vi_set1(0x0f0f0f0f), low = vi_and(a, half), high = vi_and(vi_shift_right(a, 4), half);
    *positions = vi_add_bytes(byte_counts_pick(low_position, low), byte_counts_pick(high_position, high));
    return vi_add_bytes(byte_counts_pick(count, low), byte_counts_pick(count, high));
}

#endif

#endif
