/* simd/lanes8.h - 8 lanes: AVX2. What each function does, lanes4.h says. */
#ifndef HAIL_SIMD_LANES8_H
#define HAIL_SIMD_LANES8_H

#include "bits.h"
#include "eights.h"
#include "full_masks.h"

static LANES_INLINE vm vf_lt(vf a, vf b) { return vi_from_bits(simde_mm256_cmp_ps(a, b, SIMDE_CMP_LT_OQ)); }
static LANES_INLINE vm vf_le(vf a, vf b) { return vi_from_bits(simde_mm256_cmp_ps(a, b, SIMDE_CMP_LE_OQ)); }
static LANES_INLINE vm vf_gt(vf a, vf b) { return vi_from_bits(simde_mm256_cmp_ps(a, b, SIMDE_CMP_GT_OQ)); }
static LANES_INLINE vm vf_ge(vf a, vf b) { return vi_from_bits(simde_mm256_cmp_ps(a, b, SIMDE_CMP_GE_OQ)); }
static LANES_INLINE vm vf_eq(vf a, vf b) { return vi_from_bits(simde_mm256_cmp_ps(a, b, SIMDE_CMP_EQ_OQ)); }

static LANES_INLINE vi vi_iota(void) { return simde_mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0); }
static LANES_INLINE vi vi_load_bytes(const uint8_t *p) { return hail_load_bytes8(p); }
static LANES_INLINE vi vi_mul(vi a, vi b) { return simde_mm256_mullo_epi32(a, b); } /* the lower word of each product */
static LANES_INLINE vi vi_running_sum(vi a) { return hail_running_sum8(a); }
static LANES_INLINE vi vi_last(vi a) { return hail_last8(a); }
static LANES_INLINE vi vi_unzip(vi a, vi b, vi *odd) { return hail_unzip8(a, b, odd); }

static LANES_INLINE unsigned vm_count_bits(unsigned bits) { return bits_count_word(bits); }

/* The lanes whose bits are set: each lane is compared with its own bit. */
static LANES_INLINE vm vm_from_bits(unsigned bits) {
    const vi own = simde_mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1);
    return vi_eq(vi_and(vi_set1((int32_t)bits), own), own);
}

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

/* Single loads: gather instructions are slower on CPUs that have no wider lanes than these. */
static LANES_INLINE vi vi_gather(const uint32_t *p, vi index) { return hail_pick_words8(p, index); }
static LANES_INLINE vf vf_gather(const float *p, vi index) {
    return vf_from_bits(vi_gather((const uint32_t *)(const void *)p, index));
}
static LANES_INLINE vi vi_pick(const uint32_t *p, vi index) { return vi_gather(p, index); }

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

static LANES_INLINE vi lanes8_compress_order(unsigned bits) { return hail_load_bytes8(hail_compress8[bits]); }
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

static LANES_INLINE vm vi_test_bits(const uint32_t *words, vi bit) {
    const vi word = vi_gather(words, vi_shift_right(bit, 5)), one = vi_set1(1);
    return vi_eq(vi_and(vi_shift_right_by(word, vi_and(bit, vi_set1(31))), one), one);
}

static LANES_INLINE float vf_min_lane(vf a) { return hail_min8(a); }

static LANES_INLINE vf vf_load_eights(const float *p, size_t stride) {
    (void)stride;
    return vf_load(p);
}

static LANES_INLINE void vf_load_rows4(const float *base, const uint32_t *i, vf out[4]) { hail_load4x8(base, i, out); }

/* The same for k below 8. It is done as two halves of four: loads straight into the upper half of a register save the
 * last shuffles of a transpose of eight. */
static LANES_INLINE void vf_load_rows8(const float *base, const uint32_t *i, vf out[8]) {
    vf_load_rows4(base, i, out);
    vf_load_rows4(base + 4, i, out + 4);
}

static LANES_INLINE void vf_store_rows4(float *base, uint32_t words, const uint32_t *row, uint32_t n, const vf v[4]) {
    hail_store4x8(base, words, row, n, v);
}

static LANES_INLINE void vf_store_rows8(float *base, uint32_t words, const uint32_t *row, uint32_t n, const vf v[8]) {
    vf lane[8] = {v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]};
    hail_transpose8(lane);
    hail_store_all8(base, words, row, n, lane);
}

static LANES_INLINE void lanes_max4(float to[4], vf a, vf b, vf c, vf d) { hail_max4x8(to, a, b, c, d); }

#endif
