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

/* Eight loads: on many CPUs that is faster than a gather. */
static LANES_INLINE vi vi_pick_halves(const uint16_t *p, const uint32_t *index) {
    simde__m128i low = simde_mm_cvtsi32_si128(p[index[0]]), high = simde_mm_cvtsi32_si128(p[index[4]]);
    low = simde_mm_insert_epi16(low, (int16_t)p[index[1]], 2);
    high = simde_mm_insert_epi16(high, (int16_t)p[index[5]], 2);
    low = simde_mm_insert_epi16(low, (int16_t)p[index[2]], 4);
    high = simde_mm_insert_epi16(high, (int16_t)p[index[6]], 4);
    low = simde_mm_insert_epi16(low, (int16_t)p[index[3]], 6);
    high = simde_mm_insert_epi16(high, (int16_t)p[index[7]], 6);
    return simde_mm256_inserti128_si256(simde_mm256_castsi128_si256(low), high, 1);
}
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

/* Eight 128-bit loads instead of four gathers. */
static LANES_INLINE void vf_load_rows4(const float *base, const uint32_t *offset, vf out[4]) {
    simde__m256 row[4];
    for (int i = 0; i < 4; i++)
        row[i] = simde_mm256_insertf128_ps(simde_mm256_castps128_ps256(simde_mm_loadu_ps(base + offset[i])),
                                           simde_mm_loadu_ps(base + offset[i + 4]), 1);
    lanes_transpose_fours(row, out);
}

/* The same for k below 8. It is done as two halves of four: loads straight into the upper half of a register save the
 * last shuffles of a transpose of eight. */
static LANES_INLINE void vf_load_rows8(const float *base, const uint32_t *i, vf out[8]) {
    vf_load_rows4(base, i, out);
    vf_load_rows4(base + 4, i, out + 4);
}

static LANES_INLINE void vf_store_rows4(float *base, uint32_t words, const uint32_t *row, uint32_t n, const vf v[4]) {
    vf lane[4];
    lanes_transpose_fours(v, lane);
    for (uint32_t i = 0; i < 4 && i < n; i++)
        simde_mm_storeu_ps(base + words * (size_t)row[i], simde_mm256_castps256_ps128(lane[i]));
    for (uint32_t i = 4; i < 8 && i < n; i++)
        simde_mm_storeu_ps(base + words * (size_t)row[i], simde_mm256_extractf128_ps(lane[i - 4], 1));
}

/* Lane i of v[k] becomes lane k of v[i]: unpacks pairs, shuffles fours, swaps halves. */
static LANES_INLINE void lanes8_transpose(simde__m256 v[8]) {
    const simde__m256 a0 = simde_mm256_unpacklo_ps(v[0], v[1]), a1 = simde_mm256_unpackhi_ps(v[0], v[1]);
    const simde__m256 a2 = simde_mm256_unpacklo_ps(v[2], v[3]), a3 = simde_mm256_unpackhi_ps(v[2], v[3]);
    const simde__m256 a4 = simde_mm256_unpacklo_ps(v[4], v[5]), a5 = simde_mm256_unpackhi_ps(v[4], v[5]);
    const simde__m256 a6 = simde_mm256_unpacklo_ps(v[6], v[7]), a7 = simde_mm256_unpackhi_ps(v[6], v[7]);
    const simde__m256 b0 = simde_mm256_shuffle_ps(a0, a2, 0x44), b1 = simde_mm256_shuffle_ps(a0, a2, 0xee);
    const simde__m256 b2 = simde_mm256_shuffle_ps(a1, a3, 0x44), b3 = simde_mm256_shuffle_ps(a1, a3, 0xee);
    const simde__m256 b4 = simde_mm256_shuffle_ps(a4, a6, 0x44), b5 = simde_mm256_shuffle_ps(a4, a6, 0xee);
    const simde__m256 b6 = simde_mm256_shuffle_ps(a5, a7, 0x44), b7 = simde_mm256_shuffle_ps(a5, a7, 0xee);
    v[0] = simde_mm256_permute2f128_ps(b0, b4, 0x20);
    v[1] = simde_mm256_permute2f128_ps(b1, b5, 0x20);
    v[2] = simde_mm256_permute2f128_ps(b2, b6, 0x20);
    v[3] = simde_mm256_permute2f128_ps(b3, b7, 0x20);
    v[4] = simde_mm256_permute2f128_ps(b0, b4, 0x31);
    v[5] = simde_mm256_permute2f128_ps(b1, b5, 0x31);
    v[6] = simde_mm256_permute2f128_ps(b2, b6, 0x31);
    v[7] = simde_mm256_permute2f128_ps(b3, b7, 0x31);
}

/* n is nearly always 8 or more; then no row is tested. */
static LANES_INLINE void vf_store_rows8(float *base, uint32_t words, const uint32_t *row, uint32_t n, const vf v[8]) {
    vf lane[8] = {v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]};
    lanes8_transpose(lane);
    if (n >= 8) {
        for (uint32_t i = 0; i < 8; i++)
            vf_store(base + words * (size_t)row[i], lane[i]);
        return;
    }
    for (uint32_t i = 0; i < 7 && i < n; i++)
        vf_store(base + words * (size_t)row[i], lane[i]);
}

static LANES_INLINE void lanes_max4(float to[4], vf a, vf b, vf c, vf d) { hail_max4x8(to, a, b, c, d); }

#endif
