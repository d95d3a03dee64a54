/* simd/plain_lanes.h - the types of lanes, and the operations that are one instruction of the same name at every
 * width. */
#ifndef HAIL_SIMD_PLAIN_LANES_H
#define HAIL_SIMD_PLAIN_LANES_H

#include <stddef.h>
#include <stdint.h>

#include "compiler.h"

/* LANES_OP(add_ps) is SIMDe's addition of floats of this width, LANES_SI(and) its bitwise and. */
#if HAIL_LANES == 4
#include <simde/x86/sse4.1.h>
typedef simde__m128 vf;
typedef simde__m128i vi;
typedef simde__m128i vm; /* all ones or all zeros a lane */
#define LANES_OP(name) simde_mm_##name
#define LANES_SI(name) simde_mm_##name##_si128
static LANES_INLINE vf vf_from_bits(vi a) { return simde_mm_castsi128_ps(a); }
#elif HAIL_LANES == 8
#include <simde/x86/avx2.h>
typedef simde__m256 vf;
typedef simde__m256i vi;
typedef simde__m256i vm; /* all ones or all zeros a lane */
#define LANES_OP(name) simde_mm256_##name
#define LANES_SI(name) simde_mm256_##name##_si256
static LANES_INLINE vf vf_from_bits(vi a) { return simde_mm256_castsi256_ps(a); }
#elif HAIL_LANES == 16
#include <simde/x86/avx512.h>
typedef simde__m512 vf;
typedef simde__m512i vi;
typedef simde__mmask16 vm;
#define LANES_OP(name) simde_mm512_##name
#define LANES_SI(name) simde_mm512_##name##_si512
static LANES_INLINE vf vf_from_bits(vi a) { return simde_mm512_castsi512_ps(a); }
#else
#error "HAIL_LANES is 4, 8 or 16"
#endif
static LANES_INLINE vi vi_from_bits(vf a) { return LANES_SI(castps)(a); }

static LANES_INLINE vf vf_set1(float a) { return LANES_OP(set1_ps)(a); }
static LANES_INLINE vf vf_load(const float *p) { return LANES_OP(loadu_ps)(p); }
static LANES_INLINE void vf_store(float *p, vf a) { LANES_OP(storeu_ps)(p, a); }
static LANES_INLINE vf vf_add(vf a, vf b) { return LANES_OP(add_ps)(a, b); }
static LANES_INLINE vf vf_sub(vf a, vf b) { return LANES_OP(sub_ps)(a, b); }
static LANES_INLINE vf vf_mul(vf a, vf b) { return LANES_OP(mul_ps)(a, b); }
static LANES_INLINE vf vf_div(vf a, vf b) { return LANES_OP(div_ps)(a, b); }
static LANES_INLINE vf vf_sqrt(vf a) { return LANES_OP(sqrt_ps)(a); }
static LANES_INLINE vf vf_min(vf a, vf b) { return LANES_OP(min_ps)(a, b); }
static LANES_INLINE vf vf_max(vf a, vf b) { return LANES_OP(max_ps)(a, b); }

static LANES_INLINE vi vi_set1(int32_t a) { return LANES_OP(set1_epi32)(a); }
static LANES_INLINE vi vi_load(const uint32_t *p) { return LANES_SI(loadu)((const vi *)(const void *)p); }
static LANES_INLINE void vi_store(uint32_t *p, vi a) { LANES_SI(storeu)((vi *)(void *)p, a); }
static LANES_INLINE vi vi_add(vi a, vi b) { return LANES_OP(add_epi32)(a, b); }
static LANES_INLINE vi vi_sub(vi a, vi b) { return LANES_OP(sub_epi32)(a, b); }
static LANES_INLINE vi vi_and(vi a, vi b) { return LANES_SI(and)(a, b); }
static LANES_INLINE vi vi_or(vi a, vi b) { return LANES_SI(or)(a, b); }
static LANES_INLINE vi vi_xor(vi a, vi b) { return LANES_SI(xor)(a, b); }
#define vi_shift_left(a, n)  LANES_OP(slli_epi32)((a), (n))
#define vi_shift_right(a, n) LANES_OP(srli_epi32)((a), (n))

#endif
