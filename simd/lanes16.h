/* simd/lanes16.h - 16 lanes: AVX-512 (F, BW, DQ, VL). What each function does, lanes4.h says. Debian's SIMDe (0.7.4)
 * has no 512-bit gather, conversion or masked load: these are the native instructions. */
#ifndef HAIL_SIMD_LANES16_H
#define HAIL_SIMD_LANES16_H

#include "bits.h"
#include "eights.h"

static LANES_INLINE simde__m256 lanes16_half(vf a, int high) {
    const simde__m512d d = simde_mm512_castps_pd(a);
    return simde_mm256_castpd_ps(high ? simde_mm512_extractf64x4_pd(d, 1) : simde_mm512_extractf64x4_pd(d, 0));
}
static LANES_INLINE vf lanes16_join(simde__m256 low, simde__m256 high) {
    const simde__m512d d = simde_mm512_castpd256_pd512(simde_mm256_castps_pd(low));
    return simde_mm512_castpd_ps(simde_mm512_insertf64x4(d, simde_mm256_castps_pd(high), 1));
}

static LANES_INLINE simde__m256i lanes16_half_i(vi a, int high) {
    return simde_mm256_castps_si256(lanes16_half(vf_from_bits(a), high));
}
static LANES_INLINE vi lanes16_join_i(simde__m256i low, simde__m256i high) {
    return vi_from_bits(lanes16_join(simde_mm256_castsi256_ps(low), simde_mm256_castsi256_ps(high)));
}

static LANES_INLINE vm vf_lt(vf a, vf b) { return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_LT_OQ); }
static LANES_INLINE vm vf_le(vf a, vf b) { return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_LE_OQ); }
static LANES_INLINE vm vf_gt(vf a, vf b) { return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_GT_OQ); }
static LANES_INLINE vm vf_ge(vf a, vf b) { return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_GE_OQ); }
static LANES_INLINE vm vf_eq(vf a, vf b) { return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_EQ_OQ); }

static LANES_INLINE vi vi_iota(void) {
    return simde_mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}
static LANES_INLINE vi vi_mul(vi a, vi b) { return simde_mm512_mullo_epi32(a, b); } /* the lower word of each product */
static LANES_INLINE vm vi_eq(vi a, vi b) { return simde_mm512_cmpeq_epi32_mask(a, b); }
static LANES_INLINE vm vi_gt(vi a, vi b) { return simde_mm512_cmpgt_epi32_mask(a, b); }
static LANES_INLINE vi vi_count(vi a, vm m) { return simde_mm512_mask_add_epi32(a, m, a, simde_mm512_set1_epi32(1)); }
static LANES_INLINE vi vi_running_sum(vi a) {
    const simde__m256i low = hail_running_sum8(lanes16_half_i(a, 0)), high = hail_running_sum8(lanes16_half_i(a, 1));
    return lanes16_join_i(low, simde_mm256_add_epi32(high, hail_last8(low)));
}
static LANES_INLINE vi vi_last(vi a) {
    const simde__m256i last = hail_last8(lanes16_half_i(a, 1));
    return lanes16_join_i(last, last);
}
static LANES_INLINE vi vi_load_bytes(const uint8_t *p) {
    return lanes16_join_i(hail_load_bytes8(p), hail_load_bytes8(p + 8));
}
static LANES_INLINE vi vi_unzip(vi a, vi b, vi *odd) {
    simde__m256i odd_a, odd_b;
    const simde__m256i even_a = hail_unzip8(lanes16_half_i(a, 0), lanes16_half_i(a, 1), &odd_a);
    const simde__m256i even_b = hail_unzip8(lanes16_half_i(b, 0), lanes16_half_i(b, 1), &odd_b);
    *odd = lanes16_join_i(odd_a, odd_b);
    return lanes16_join_i(even_a, even_b);
}

static LANES_INLINE vm vm_and(vm a, vm b) { return (vm)(a & b); }
static LANES_INLINE vm vm_or(vm a, vm b) { return (vm)(a | b); }
static LANES_INLINE vm vm_and_not(vm a, vm b) { return (vm)(a & ~b); } /* a and not b */
static LANES_INLINE unsigned vm_bits(vm a) {
    unsigned bits;
    HAIL_WIDEN_HALF(bits, a);
    return bits;
}
static LANES_INLINE unsigned vm_count_bits(unsigned bits) { return bits_count_word(bits); }

static LANES_INLINE vm vm_from_bits(unsigned bits) { return (vm)bits; }

static LANES_INLINE vi vi_keep(vm m, vi a) { return simde_mm512_maskz_mov_epi32(m, a); }

static LANES_INLINE vi vi_select(vm m, vi a, vi b) { return simde_mm512_mask_blend_epi32(m, b, a); }
static LANES_INLINE vf vf_select(vm m, vf a, vf b) { return simde_mm512_mask_blend_ps(m, b, a); }

static LANES_INLINE vm lanes16_first(uint32_t n) { return (vm)(n < 16 ? (1u << n) - 1u : 0xffffu); }

static LANES_INLINE vi vf_truncate(vf a) { return _mm512_cvttps_epi32(a); }
static LANES_INLINE vf vi_to_float(vi a) { return _mm512_cvtepi32_ps(a); }
static LANES_INLINE vf vf_load_n(const float *p, uint32_t n) {
    return n >= 16 ? vf_load(p) : _mm512_maskz_loadu_ps(lanes16_first(n), p);
}
static LANES_INLINE void vf_store_n(float *p, vf a, uint32_t n) {
    if (n >= 16)
        vf_store(p, a);
    else
        _mm512_mask_storeu_ps(p, lanes16_first(n), a);
}

static LANES_INLINE vf vf_gather(const float *p, vi index) { return _mm512_i32gather_ps(index, p, 4); }
static LANES_INLINE vi vi_gather(const uint32_t *p, vi index) { return _mm512_i32gather_epi32(index, p, 4); }

/* Compresses in a register, then stores: the compressing store is slow on some CPUs. */
static LANES_INLINE void vi_compress_store(uint32_t *p, unsigned bits, vi a) {
    vi_store(p, simde_mm512_maskz_compress_epi32((vm)bits, a));
}
static LANES_INLINE void vf_compress_store(float *p, unsigned bits, vf a) {
    vf_store(p, simde_mm512_maskz_compress_ps((vm)bits, a));
}

/* Gathers 16-bit numbers and widens each to a word; indices lie in memory or in lanes. */
static LANES_INLINE vi vi_gather_halves(const uint16_t *p, vi index) {
    return vi_and(_mm512_i32gather_epi32(index, p, 2), vi_set1(0xffff));
}
static LANES_INLINE vi vi_pick_halves(const uint16_t *p, const uint32_t *index) {
    return vi_gather_halves(p, vi_load(index));
}

static LANES_INLINE vi vi_pick(const uint32_t *p, vi index) {
    return lanes16_join_i(hail_pick_words8(p, lanes16_half_i(index, 0)), hail_pick_words8(p, lanes16_half_i(index, 1)));
}

static LANES_INLINE vm vi_test_bits(const uint32_t *words, vi bit) {
    const vi word = vi_gather(words, vi_shift_right(bit, 5)), one = vi_set1(1);
    return vi_eq(vi_and(vi_shift_right_by(word, vi_and(bit, vi_set1(31))), one), one);
}

static LANES_INLINE float vf_min_lane(vf a) {
    return hail_min8(simde_mm256_min_ps(lanes16_half(a, 0), lanes16_half(a, 1)));
}

static LANES_INLINE vf vf_load_eights(const float *p, size_t stride) {
    return lanes16_join(simde_mm256_loadu_ps(p), simde_mm256_loadu_ps(p + stride));
}

/* Loads four floats of each of four bodies into one register. */
static LANES_INLINE vf lanes16_fours(const float *base, const uint32_t *i) {
    const simde__m512 a = simde_mm512_castps128_ps512(simde_mm_loadu_ps(base + i[0]));
    const simde__m512 b = simde_mm512_insertf32x4(a, simde_mm_loadu_ps(base + i[4]), 1);
    const simde__m512 c = simde_mm512_insertf32x4(b, simde_mm_loadu_ps(base + i[8]), 2);
    return simde_mm512_insertf32x4(c, simde_mm_loadu_ps(base + i[12]), 3);
}
static LANES_INLINE void lanes16_load_rows4(const float *base, const uint32_t i[16], vf out[4]) {
    const vf row[4] = {lanes16_fours(base, i), lanes16_fours(base, i + 1), lanes16_fours(base, i + 2),
                       lanes16_fours(base, i + 3)};
    lanes_transpose_fours(row, out);
}

static LANES_INLINE void vf_load_rows4(const float *base, const uint32_t *i, vf out[4]) {
    lanes16_load_rows4(base, i, out);
}

static LANES_INLINE void vf_load_rows8(const float *base, const uint32_t *i, vf out[8]) {
    lanes16_load_rows4(base, i, out);
    lanes16_load_rows4(base + 4, i, out + 4);
}

/* base[words * row[i] + k] = lane i of v[k], k below 4, for the first n lanes. n is nearly always 16 or more; then no
 * row is tested. */
static LANES_INLINE void vf_store_rows4(float *base, uint32_t words, const uint32_t *row, uint32_t n, const vf v[4]) {
    vf lane[4];
    float rows[4][16];
    lanes_transpose_fours(v, lane);
    if (n >= 16) {
        for (int j = 0; j < 4; j++) {
            _mm_storeu_ps(base + words * (size_t)row[j], _mm512_castps512_ps128(lane[j]));
            _mm_storeu_ps(base + words * (size_t)row[4 + j], _mm512_extractf32x4_ps(lane[j], 1));
            _mm_storeu_ps(base + words * (size_t)row[8 + j], _mm512_extractf32x4_ps(lane[j], 2));
            _mm_storeu_ps(base + words * (size_t)row[12 + j], _mm512_extractf32x4_ps(lane[j], 3));
        }
        return;
    }
    for (int j = 0; j < 4; j++)
        vf_store(rows[j], lane[j]);
    for (uint32_t i = 0; i < 15 && i < n; i++)
        _mm_storeu_ps(base + words * (size_t)row[i], _mm_loadu_ps(&rows[i % 4][i / 4 * 4]));
}

static LANES_INLINE void vf_store_rows8(float *base, uint32_t words, const uint32_t *row, uint32_t n, const vf v[8]) {
    const vi first = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0), last = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
    vf low[4], high[4];
    float rows[8][16];
    lanes_transpose_fours(v, low);
    lanes_transpose_fours(v + 4, high);
    for (int j = 0; j < 4; j++) {
        const simde__m512d a = _mm512_castps_pd(low[j]), b = _mm512_castps_pd(high[j]);
        low[j] = _mm512_castpd_ps(_mm512_permutex2var_pd(a, first, b)); /* rows j and 4 + j */
        high[j] = _mm512_castpd_ps(_mm512_permutex2var_pd(a, last, b)); /* rows 8 + j and 12 + j */
    }
    if (n >= 16) {
        for (int j = 0; j < 4; j++) {
            _mm256_storeu_ps(base + words * (size_t)row[j], lanes16_half(low[j], 0));
            _mm256_storeu_ps(base + words * (size_t)row[4 + j], lanes16_half(low[j], 1));
            _mm256_storeu_ps(base + words * (size_t)row[8 + j], lanes16_half(high[j], 0));
            _mm256_storeu_ps(base + words * (size_t)row[12 + j], lanes16_half(high[j], 1));
        }
        return;
    }
    for (int j = 0; j < 4; j++) {
        vf_store(rows[j], low[j]);
        vf_store(rows[4 + j], high[j]);
    }
    for (uint32_t i = 0; i < 15 && i < n; i++)
        _mm256_storeu_ps(base + words * (size_t)row[i], _mm256_loadu_ps(&rows[i / 8 * 4 + i % 4][i / 4 % 2 * 8]));
}

static LANES_INLINE void lanes_max4(float to[4], vf a, vf b, vf c, vf d) {
    const vf v[4] = {a, b, c, d};
    simde__m256 max[4];
    for (int k = 0; k < 4; k++)
        max[k] = simde_mm256_max_ps(lanes16_half(v[k], 0), lanes16_half(v[k], 1));
    hail_max4x8(to, max[0], max[1], max[2], max[3]);
}

#endif
