/* simd/doubles.h - a double a lane: what kernels need of double precision, beside simd/lanes.h. Two registers hold the
 * lower and the upper half of the lanes. As there, results are the same bits everywhere, and nothing is fused. */
#ifndef HAIL_SIMD_DOUBLES_H
#define HAIL_SIMD_DOUBLES_H

#include "lanes.h"

/* ---- Half of the lanes ------------------------------------------------------------------------------------------ */

#if HAIL_LANES == 4

typedef simde__m128d vhalf;

static LANES_INLINE vhalf half_abs(vhalf a) { return simde_mm_andnot_pd(simde_mm_set1_pd(-0.0), a); }
static LANES_INLINE vhalf half_low(vf a) { return simde_mm_cvtps_pd(a); }
static LANES_INLINE vhalf half_high(vf a) { return simde_mm_cvtps_pd(simde_mm_movehl_ps(a, a)); }
static LANES_INLINE vhalf half_low_whole(vi a) { return simde_mm_cvtepi32_pd(a); }
static LANES_INLINE vhalf half_high_whole(vi a) { return simde_mm_cvtepi32_pd(simde_mm_unpackhi_epi64(a, a)); }
static LANES_INLINE vf halves_to_floats(vhalf low, vhalf high) {
    return simde_mm_movelh_ps(simde_mm_cvtpd_ps(low), simde_mm_cvtpd_ps(high));
}
static LANES_INLINE vm halves_mask(vhalf low, vhalf high) {
    return vi_from_bits(simde_mm_shuffle_ps(simde_mm_castpd_ps(low), simde_mm_castpd_ps(high), 0x88));
}
static LANES_INLINE vm halves_lt(vhalf al, vhalf ah, vhalf bl, vhalf bh) {
    return halves_mask(simde_mm_cmplt_pd(al, bl), simde_mm_cmplt_pd(ah, bh));
}
static LANES_INLINE vm halves_le(vhalf al, vhalf ah, vhalf bl, vhalf bh) {
    return halves_mask(simde_mm_cmple_pd(al, bl), simde_mm_cmple_pd(ah, bh));
}
static LANES_INLINE vhalf half_pick(vi m, vhalf a, vhalf b) {
    const vhalf mask = simde_mm_castsi128_pd(m);
    return simde_mm_or_pd(simde_mm_and_pd(mask, a), simde_mm_andnot_pd(mask, b));
}
static LANES_INLINE vhalf half_select_low(vm m, vhalf a, vhalf b) {
    return half_pick(simde_mm_unpacklo_epi32(m, m), a, b);
}
static LANES_INLINE vhalf half_select_high(vm m, vhalf a, vhalf b) {
    return half_pick(simde_mm_unpackhi_epi32(m, m), a, b);
}

#elif HAIL_LANES == 8

typedef simde__m256d vhalf;

static LANES_INLINE vhalf half_abs(vhalf a) { return simde_mm256_andnot_pd(simde_mm256_set1_pd(-0.0), a); }
static LANES_INLINE vhalf half_low(vf a) { return simde_mm256_cvtps_pd(simde_mm256_castps256_ps128(a)); }
static LANES_INLINE vhalf half_high(vf a) { return simde_mm256_cvtps_pd(simde_mm256_extractf128_ps(a, 1)); }
static LANES_INLINE vhalf half_low_whole(vi a) { return simde_mm256_cvtepi32_pd(simde_mm256_castsi256_si128(a)); }
static LANES_INLINE vhalf half_high_whole(vi a) { return simde_mm256_cvtepi32_pd(simde_mm256_extracti128_si256(a, 1)); }
static LANES_INLINE vf halves_to_floats(vhalf low, vhalf high) {
    return simde_mm256_insertf128_ps(simde_mm256_castps128_ps256(simde_mm256_cvtpd_ps(low)), simde_mm256_cvtpd_ps(high),
                                     1);
}
static LANES_INLINE vm halves_mask(vhalf low, vhalf high) {
    const vf evens = simde_mm256_shuffle_ps(simde_mm256_castpd_ps(low), simde_mm256_castpd_ps(high), 0x88);
    return simde_mm256_permute4x64_epi64(vi_from_bits(evens), 0xd8);
}
static LANES_INLINE vm halves_lt(vhalf al, vhalf ah, vhalf bl, vhalf bh) {
    return halves_mask(simde_mm256_cmp_pd(al, bl, SIMDE_CMP_LT_OQ), simde_mm256_cmp_pd(ah, bh, SIMDE_CMP_LT_OQ));
}
static LANES_INLINE vm halves_le(vhalf al, vhalf ah, vhalf bl, vhalf bh) {
    return halves_mask(simde_mm256_cmp_pd(al, bl, SIMDE_CMP_LE_OQ), simde_mm256_cmp_pd(ah, bh, SIMDE_CMP_LE_OQ));
}
static LANES_INLINE vhalf half_pick(simde__m128i m, vhalf a, vhalf b) {
    return simde_mm256_blendv_pd(b, a, simde_mm256_castsi256_pd(simde_mm256_cvtepi32_epi64(m)));
}
static LANES_INLINE vhalf half_select_low(vm m, vhalf a, vhalf b) {
    return half_pick(simde_mm256_castsi256_si128(m), a, b);
}
static LANES_INLINE vhalf half_select_high(vm m, vhalf a, vhalf b) {
    return half_pick(simde_mm256_extracti128_si256(m, 1), a, b);
}

#else

typedef simde__m512d vhalf;

static LANES_INLINE vhalf half_abs(vhalf a) { return simde_mm512_abs_pd(a); }
static LANES_INLINE vhalf half_widen(simde__m256 a) {
    return simde_mm512_insertf64x4(simde_mm512_castpd256_pd512(simde_mm256_cvtps_pd(simde_mm256_castps256_ps128(a))),
                                   simde_mm256_cvtps_pd(simde_mm256_extractf128_ps(a, 1)), 1);
}
static LANES_INLINE vhalf half_low(vf a) { return half_widen(lanes16_half(a, 0)); }
static LANES_INLINE vhalf half_high(vf a) { return half_widen(lanes16_half(a, 1)); }
static LANES_INLINE vhalf half_widen_whole(simde__m256i a) {
    const simde__m256d low = simde_mm256_cvtepi32_pd(simde_mm256_castsi256_si128(a)),
                       high = simde_mm256_cvtepi32_pd(simde_mm256_extracti128_si256(a, 1));
    return simde_mm512_insertf64x4(simde_mm512_castpd256_pd512(low), high, 1);
}
static LANES_INLINE vhalf half_low_whole(vi a) { return half_widen_whole(simde_mm512_castsi512_si256(a)); }
static LANES_INLINE vhalf half_high_whole(vi a) { return half_widen_whole(simde_mm512_extracti64x4_epi64(a, 1)); }
static LANES_INLINE simde__m256 half_narrow(vhalf a) {
    const simde__m128 low = simde_mm256_cvtpd_ps(simde_mm512_extractf64x4_pd(a, 0)),
                      high = simde_mm256_cvtpd_ps(simde_mm512_extractf64x4_pd(a, 1));
    return simde_mm256_insertf128_ps(simde_mm256_castps128_ps256(low), high, 1);
}
static LANES_INLINE vf halves_to_floats(vhalf low, vhalf high) {
    return lanes16_join(half_narrow(low), half_narrow(high));
}
static LANES_INLINE vm halves_lt(vhalf al, vhalf ah, vhalf bl, vhalf bh) {
    return (vm)(simde_mm512_cmp_pd_mask(al, bl, SIMDE_CMP_LT_OQ) | simde_mm512_cmp_pd_mask(ah, bh, SIMDE_CMP_LT_OQ)
                                                                       << 8);
}
static LANES_INLINE vm halves_le(vhalf al, vhalf ah, vhalf bl, vhalf bh) {
    return (vm)(simde_mm512_cmp_pd_mask(al, bl, SIMDE_CMP_LE_OQ) | simde_mm512_cmp_pd_mask(ah, bh, SIMDE_CMP_LE_OQ)
                                                                       << 8);
}
static LANES_INLINE vhalf half_select_low(vm m, vhalf a, vhalf b) {
    return simde_mm512_mask_blend_pd((simde__mmask8)m, b, a);
}
static LANES_INLINE vhalf half_select_high(vm m, vhalf a, vhalf b) {
    return simde_mm512_mask_blend_pd((simde__mmask8)(m >> 8), b, a);
}

#endif

static LANES_INLINE vhalf half_set1(double a) { return LANES_OP(set1_pd)(a); }
static LANES_INLINE vhalf half_add(vhalf a, vhalf b) { return LANES_OP(add_pd)(a, b); }
static LANES_INLINE vhalf half_sub(vhalf a, vhalf b) { return LANES_OP(sub_pd)(a, b); }
static LANES_INLINE vhalf half_mul(vhalf a, vhalf b) { return LANES_OP(mul_pd)(a, b); }
static LANES_INLINE vhalf half_div(vhalf a, vhalf b) { return LANES_OP(div_pd)(a, b); }
static LANES_INLINE vhalf half_sqrt(vhalf a) { return LANES_OP(sqrt_pd)(a); }
static LANES_INLINE vhalf half_min(vhalf a, vhalf b) { return LANES_OP(min_pd)(a, b); }
static LANES_INLINE vhalf half_max(vhalf a, vhalf b) { return LANES_OP(max_pd)(a, b); }
static LANES_INLINE void half_store(double *p, vhalf a) { LANES_OP(storeu_pd)(p, a); }

/* ---- All lanes -------------------------------------------------------------------------------------------------- */

typedef struct vd {
    vhalf low, high;
} vd;

static LANES_INLINE vd vd_set1(double a) { return (vd){half_set1(a), half_set1(a)}; }
static LANES_INLINE vd vd_add(vd a, vd b) { return (vd){half_add(a.low, b.low), half_add(a.high, b.high)}; }
static LANES_INLINE vd vd_sub(vd a, vd b) { return (vd){half_sub(a.low, b.low), half_sub(a.high, b.high)}; }
static LANES_INLINE vd vd_mul(vd a, vd b) { return (vd){half_mul(a.low, b.low), half_mul(a.high, b.high)}; }
static LANES_INLINE vd vd_div(vd a, vd b) { return (vd){half_div(a.low, b.low), half_div(a.high, b.high)}; }
static LANES_INLINE vd vd_sqrt(vd a) { return (vd){half_sqrt(a.low), half_sqrt(a.high)}; }
static LANES_INLINE vd vd_abs(vd a) { return (vd){half_abs(a.low), half_abs(a.high)}; }
static LANES_INLINE vd vd_min(vd a, vd b) { return (vd){half_min(a.low, b.low), half_min(a.high, b.high)}; }
static LANES_INLINE vd vd_max(vd a, vd b) { return (vd){half_max(a.low, b.low), half_max(a.high, b.high)}; }
static LANES_INLINE vm vd_lt(vd a, vd b) { return halves_lt(a.low, a.high, b.low, b.high); }
static LANES_INLINE vm vd_le(vd a, vd b) { return halves_le(a.low, a.high, b.low, b.high); }

/* m ? a : b */
static LANES_INLINE vd vd_select(vm m, vd a, vd b) {
    return (vd){half_select_low(m, a.low, b.low), half_select_high(m, a.high, b.high)};
}

/* The smallest lane; the largest one. Neither of two zeros is preferred, here and above, and no lane may be NaN. */
static LANES_INLINE double vd_min_lane(vd a) {
    double lane[HAIL_LANES / 2];
    half_store(lane, half_min(a.low, a.high));
    for (int i = 1; i < HAIL_LANES / 2; i++)
        lane[0] = lane[i] < lane[0] ? lane[i] : lane[0];
    return lane[0];
}
static LANES_INLINE double vd_max_lane(vd a) {
    double lane[HAIL_LANES / 2];
    half_store(lane, half_max(a.low, a.high));
    for (int i = 1; i < HAIL_LANES / 2; i++)
        lane[0] = lane[i] > lane[0] ? lane[i] : lane[0];
    return lane[0];
}

/* From integers and floats, which is exact; to floats, rounded to the nearest. */
static LANES_INLINE vd vd_from_int(vi a) { return (vd){half_low_whole(a), half_high_whole(a)}; }
static LANES_INLINE vd vd_from_float(vf a) { return (vd){half_low(a), half_high(a)}; }
static LANES_INLINE vf vd_to_float(vd a) { return halves_to_floats(a.low, a.high); }

#endif
