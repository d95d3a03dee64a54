/* simd/lanes8.h - 8 lanes: AVX2. */
#ifndef HAIL_SIMD_LANES8_H
#define HAIL_SIMD_LANES8_H

#include <simde/x86/avx2.h>

#include "bits.h"
#include "compiler.h"
#include "compress8.h"
#include "eights.h"

typedef simde__m256 vf;
typedef simde__m256i vi;
typedef simde__m256i vm; /* all ones or all zeros a lane */

static LANES_INLINE vf vf_from_bits(vi a) { return simde_mm256_castsi256_ps(a); }
static LANES_INLINE vi vi_from_bits(vf a) { return simde_mm256_castps_si256(a); }

static LANES_INLINE vf vf_set1(float a) { return simde_mm256_set1_ps(a); }
static LANES_INLINE vf vf_load(const float *p) { return simde_mm256_loadu_ps(p); }
static LANES_INLINE void vf_store(float *p, vf a) { simde_mm256_storeu_ps(p, a); }
static LANES_INLINE vf vf_add(vf a, vf b) { return simde_mm256_add_ps(a, b); }
static LANES_INLINE vf vf_sub(vf a, vf b) { return simde_mm256_sub_ps(a, b); }
static LANES_INLINE vf vf_mul(vf a, vf b) { return simde_mm256_mul_ps(a, b); }
static LANES_INLINE vf vf_div(vf a, vf b) { return simde_mm256_div_ps(a, b); }
static LANES_INLINE vf vf_sqrt(vf a) { return simde_mm256_sqrt_ps(a); }
static LANES_INLINE vf vf_min(vf a, vf b) { return simde_mm256_min_ps(a, b); }
static LANES_INLINE vf vf_max(vf a, vf b) { return simde_mm256_max_ps(a, b); }
static LANES_INLINE vm vf_lt(vf a, vf b) { return vi_from_bits(simde_mm256_cmp_ps(a, b, SIMDE_CMP_LT_OQ)); }
static LANES_INLINE vm vf_le(vf a, vf b) { return vi_from_bits(simde_mm256_cmp_ps(a, b, SIMDE_CMP_LE_OQ)); }
static LANES_INLINE vm vf_gt(vf a, vf b) { return vi_from_bits(simde_mm256_cmp_ps(a, b, SIMDE_CMP_GT_OQ)); }
static LANES_INLINE vm vf_ge(vf a, vf b) { return vi_from_bits(simde_mm256_cmp_ps(a, b, SIMDE_CMP_GE_OQ)); }
static LANES_INLINE vm vf_eq(vf a, vf b) { return vi_from_bits(simde_mm256_cmp_ps(a, b, SIMDE_CMP_EQ_OQ)); }
static LANES_INLINE vi vf_truncate(vf a) { return simde_mm256_cvttps_epi32(a); }

static LANES_INLINE vi vi_set1(int32_t a) { return simde_mm256_set1_epi32(a); }
static LANES_INLINE vi vi_iota(void) { return simde_mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0); }
static LANES_INLINE vi vi_load(const uint32_t *p) {
    return simde_mm256_loadu_si256((const simde__m256i *)(const void *)p);
}
/* Each lane's word is a byte. */
static LANES_INLINE vi vi_load_bytes(const uint8_t *p) {
    return simde_mm256_cvtepu8_epi32(simde_mm_loadl_epi64((const simde__m128i *)(const void *)p));
}
static LANES_INLINE void vi_store(uint32_t *p, vi a) { simde_mm256_storeu_si256((simde__m256i *)(void *)p, a); }
static LANES_INLINE vi vi_add(vi a, vi b) { return simde_mm256_add_epi32(a, b); }
static LANES_INLINE vi vi_sub(vi a, vi b) { return simde_mm256_sub_epi32(a, b); }
static LANES_INLINE vi vi_and(vi a, vi b) { return simde_mm256_and_si256(a, b); }
static LANES_INLINE vi vi_or(vi a, vi b) { return simde_mm256_or_si256(a, b); }
static LANES_INLINE vi vi_xor(vi a, vi b) { return simde_mm256_xor_si256(a, b); }
static LANES_INLINE vi vi_mul(vi a, vi b) { return simde_mm256_mullo_epi32(a, b); } /* the lower word of each product */
static LANES_INLINE vm vi_eq(vi a, vi b) { return simde_mm256_cmpeq_epi32(a, b); }
static LANES_INLINE vm vi_gt(vi a, vi b) { return simde_mm256_cmpgt_epi32(a, b); }
static LANES_INLINE vi vi_count(vi a, vm m) { return simde_mm256_sub_epi32(a, m); } /* 1 more in the lanes of a mask */
static LANES_INLINE vf vi_to_float(vi a) { return simde_mm256_cvtepi32_ps(a); }
/* First: lane i becomes the sum of lanes 0 to i. Second: every lane becomes the last one. */
static LANES_INLINE vi vi_running_sum(vi a) {
    a = simde_mm256_add_epi32(a, simde_mm256_slli_si256(a, 4));
    a = simde_mm256_add_epi32(a, simde_mm256_slli_si256(a, 8));
    const vi low = simde_mm256_permute2x128_si256(a, a, 0x08); /* zero, then the lower half */
    return simde_mm256_add_epi32(a, simde_mm256_shuffle_epi32(low, 0xff));
}
static LANES_INLINE vi vi_last(vi a) { return simde_mm256_permutevar8x32_epi32(a, simde_mm256_set1_epi32(7)); }
/* The words at even places of two vectors, one after the other; *odd receives those at odd places. */
static LANES_INLINE vi vi_unzip(vi a, vi b, vi *odd) { return hail_unzip8(a, b, odd); }
#define vi_shift_left(a, n)  simde_mm256_slli_epi32((a), (n))
#define vi_shift_right(a, n) simde_mm256_srli_epi32((a), (n))

static LANES_INLINE vm vm_and(vm a, vm b) { return simde_mm256_and_si256(a, b); }
static LANES_INLINE vm vm_or(vm a, vm b) { return simde_mm256_or_si256(a, b); }
static LANES_INLINE vm vm_and_not(vm a, vm b) { return simde_mm256_andnot_si256(b, a); } /* a and not b */
static LANES_INLINE unsigned vm_bits(vm a) { return (unsigned)simde_mm256_movemask_ps(vf_from_bits(a)); }
static LANES_INLINE unsigned vm_count_bits(unsigned bits) { return bits_count_word(bits); }

/* The lanes whose bits are set: each lane is compared with its own bit. */
static LANES_INLINE vm vm_from_bits(unsigned bits) {
    const vi own = simde_mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1);
    return vi_eq(vi_and(vi_set1((int32_t)bits), own), own);
}

/* a where the mask is set, otherwise 0 */
static LANES_INLINE vi vi_keep(vm m, vi a) { return vi_and(m, a); }

/* m ? a : b */
static LANES_INLINE vi vi_select(vm m, vi a, vi b) { return simde_mm256_blendv_epi8(b, a, m); }
static LANES_INLINE vf vf_select(vm m, vf a, vf b) { return simde_mm256_blendv_ps(b, a, vf_from_bits(m)); }

static LANES_INLINE vm lanes8_first(uint32_t n) { return vi_gt(vi_set1((int32_t)(n < 8 ? n : 8)), vi_iota()); }
static LANES_INLINE vf vf_load_n(const float *p, uint32_t n) {
    return n >= 8 ? vf_load(p) : simde_mm256_maskload_ps(p, lanes8_first(n));
}
static LANES_INLINE void vf_store_n(float *p, vf a, uint32_t n) {
    if (n >= 8)
        vf_store(p, a);
    else
        simde_mm256_maskstore_ps(p, lanes8_first(n), a);
}
static LANES_INLINE vi vi_load_n(const uint32_t *p, uint32_t n) {
    return n >= 8 ? vi_load(p) : vi_from_bits(simde_mm256_maskload_ps((const float *)(const void *)p, lanes8_first(n)));
}
static LANES_INLINE void vi_store_n(uint32_t *p, vi a, uint32_t n) {
    vf_store_n((float *)(void *)p, vf_from_bits(a), n);
}

/* Single loads: gather instructions are slower on CPUs that have no wider lanes than these. */
static LANES_INLINE vi vi_gather(const uint32_t *p, vi index) { return hail_pick_words8(p, index); }
static LANES_INLINE vf vf_gather(const float *p, vi index) {
    return vf_from_bits(vi_gather((const uint32_t *)(const void *)p, index));
}

/* The elements of a register. Loads of a part of what was just stored are slow where gathers are: elements leave their
 * register two at a time. */
static LANES_INLINE void lanes8_elements(uint32_t lane[8], vi a) {
    const simde__m128i low = simde_mm256_castsi256_si128(a), high = simde_mm256_extracti128_si256(a, 1);
    const uint64_t pair[4] = {(uint64_t)simde_mm_cvtsi128_si64(low), (uint64_t)simde_mm_extract_epi64(low, 1),
                              (uint64_t)simde_mm_cvtsi128_si64(high), (uint64_t)simde_mm_extract_epi64(high, 1)};
    for (int i = 0; i < 4; i++) {
        lane[2 * i] = (uint32_t)pair[i];
        lane[2 * i + 1] = (uint32_t)(pair[i] >> 32);
    }
}

static LANES_INLINE vi lanes8_compress_order(unsigned bits) {
    return simde_mm256_cvtepu8_epi32(simde_mm_loadl_epi64((const simde__m128i *)(const void *)hail_compress8[bits]));
}
static LANES_INLINE void vi_compress_store(uint32_t *p, unsigned bits, vi a) {
    vi_store(p, simde_mm256_permutevar8x32_epi32(a, lanes8_compress_order(bits)));
}
static LANES_INLINE void vf_compress_store(float *p, unsigned bits, vf a) {
    vf_store(p, simde_mm256_permutevar8x32_ps(a, lanes8_compress_order(bits)));
}

/* Gathers 16-bit numbers and widens each to a word; indices lie in memory or in lanes. */
static LANES_INLINE vi vi_pick_halves(const uint16_t *p, const uint32_t *index) { return hail_pick_halves8(p, index); }
static LANES_INLINE vi vi_gather_halves(const uint16_t *p, vi index) {
    uint32_t lane[8];
    lanes8_elements(lane, index);
    return vi_pick_halves(p, lane);
}

/* As vi_gather, but by single loads. */
#if HAIL_BIG_ENDIAN
static LANES_INLINE vi vi_pick(const uint32_t *p, vi index) { return vi_gather(p, index); }
#else
static LANES_INLINE vi vi_pick(const uint32_t *p, vi index) { return hail_pick_words8(p, index); }
#endif

/* Shift each lane by the same lane of n, which is below 32. */
static LANES_INLINE vi vi_shift_right_by(vi a, vi n) { return simde_mm256_srlv_epi32(a, n); }

/* Shift all lanes by n bits. 32 gives 0. */
static LANES_INLINE vi vi_shift_right_all(vi a, uint32_t n) {
    return simde_mm256_srl_epi32(a, simde_mm_set_epi64x(0, (int64_t)n));
}
static LANES_INLINE vi vi_shift_left_all(vi a, uint32_t n) {
    return simde_mm256_sll_epi32(a, simde_mm_set_epi64x(0, (int64_t)n));
}

/* Shifts pairs of lanes to the left by n bits, each pair as one 64-bit word in memory. 64 gives 0. */
static LANES_INLINE vi vi_shift_left_wide(vi a, uint32_t n) {
    return simde_mm256_sll_epi64(a, simde_mm_set_epi64x(0, (int64_t)n));
}

/* Takes each lane as the number of a bit. Returns the lanes whose bit is set in a bit set of 32-bit words. */
static LANES_INLINE vm vi_test_bits(const uint32_t *words, vi bit) {
    const vi word = vi_gather(words, vi_shift_right(bit, 5));
    const vi one = simde_mm256_srlv_epi32(word, vi_and(bit, vi_set1(31)));
    return vi_eq(vi_and(one, vi_set1(1)), vi_set1(1));
}

/* The smallest lane. */
static LANES_INLINE float vf_min_lane(vf a) { return hail_min8(a); }

/* Loads lanes from blocks of 8 words that lie `stride` words apart; the first begins at p. */
static LANES_INLINE vf vf_load_eights(const float *p, size_t stride) {
    (void)stride;
    return vf_load(p);
}

/* Lane j of out[k] = base[i[j] + k], k below 4. */
static LANES_INLINE void vf_load_rows4(const float *base, const uint32_t *i, vf out[4]) { hail_load4x8(base, i, out); }

/* The same for k below 8. It is done as two halves of four: loads straight into the upper half of a register save the
 * last shuffles of a transpose of eight. */
static LANES_INLINE void vf_load_rows8(const float *base, const uint32_t *i, vf out[8]) {
    vf_load_rows4(base, i, out);
    vf_load_rows4(base + 4, i, out + 4);
}

/* base[words * row[i] + k] = lane i of v[k], k below 4, for the first n lanes. */
static LANES_INLINE void vf_store_rows4(float *base, uint32_t words, const uint32_t *row, uint32_t n, const vf v[4]) {
    hail_store4x8(base, words, row, n, v);
}

/* The same for k below 8. */
static LANES_INLINE void vf_store_rows8(float *base, uint32_t words, const uint32_t *row, uint32_t n, const vf v[8]) {
    vf lane[8] = {v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]};
    hail_transpose8(lane);
    hail_store_all8(base, words, row, n, lane);
}

/* to[k] = the largest lane of vector k. */
static LANES_INLINE void lanes_max4(float to[4], vf a, vf b, vf c, vf d) { hail_max4x8(to, a, b, c, d); }

/* A box from 4 candidate vertices a side. box[0] and box[1] are base's plus the smallest dot product of the vertices
 * from at[0] on with (ax, ay), and from at[1] on with (bx, by); box[2] and box[3] are base's plus the largest of those
 * from at[2] and at[3] on. */
static LANES_INLINE void lanes_box4(float box[4], const float base[4], const float *u, const float *v,
                                    const uint32_t at[4], float ax, float ay, float bx, float by) {
    hail_box4(box, base, u, v, at, ax, ay, bx, by);
}

#endif
