/* simd/lanes4.h - 4 lanes: SSE2, and through SIMDe NEON, WebAssembly's simd128 or plain C. */
#ifndef HAIL_SIMD_LANES4_H
#define HAIL_SIMD_LANES4_H

#include "full_masks.h"
#include "lowest_bit.h"

static LANES_INLINE vm vf_lt(vf a, vf b) { return vi_from_bits(simde_mm_cmplt_ps(a, b)); }
static LANES_INLINE vm vf_le(vf a, vf b) { return vi_from_bits(simde_mm_cmple_ps(a, b)); }
static LANES_INLINE vm vf_gt(vf a, vf b) { return vi_from_bits(simde_mm_cmpgt_ps(a, b)); }
static LANES_INLINE vm vf_ge(vf a, vf b) { return vi_from_bits(simde_mm_cmpge_ps(a, b)); }
static LANES_INLINE vm vf_eq(vf a, vf b) { return vi_from_bits(simde_mm_cmpeq_ps(a, b)); }

static LANES_INLINE vi vi_iota(void) { return simde_mm_set_epi32(3, 2, 1, 0); }
/* Each lane's word is a byte. */
static LANES_INLINE vi vi_load_bytes(const uint8_t *p) { return simde_mm_cvtepu8_epi32(simde_mm_loadu_si32(p)); }
/* The lower word of each product. */
static LANES_INLINE vi vi_mul(vi a, vi b) {
#if defined(SIMDE_X86_SSE2_NATIVE)
    const simde__m128i even = simde_mm_mul_epu32(a, b);
    const simde__m128i odd = simde_mm_mul_epu32(simde_mm_srli_epi64(a, 32), simde_mm_srli_epi64(b, 32));
    return simde_mm_unpacklo_epi32(simde_mm_shuffle_epi32(even, 0x08), simde_mm_shuffle_epi32(odd, 0x08));
#else
    return simde_mm_mullo_epi32(a, b); /* in big-endian memory two words are not one 64-bit word */
#endif
}
/* First: lane i becomes the sum of lanes 0 to i. Second: every lane becomes the last one. */
static LANES_INLINE vi vi_running_sum(vi a) {
    a = simde_mm_add_epi32(a, simde_mm_slli_si128(a, 4));
    return simde_mm_add_epi32(a, simde_mm_slli_si128(a, 8));
}
static LANES_INLINE vi vi_last(vi a) { return simde_mm_shuffle_epi32(a, 0xff); }
/* The even words of two vectors, one after the other; *odd receives the odd ones. */
static LANES_INLINE vi vi_unzip(vi a, vi b, vi *odd) {
    *odd = vi_from_bits(simde_mm_shuffle_ps(vf_from_bits(a), vf_from_bits(b), 0xdd));
    return vi_from_bits(simde_mm_shuffle_ps(vf_from_bits(a), vf_from_bits(b), 0x88));
}

static LANES_INLINE unsigned vm_count_bits(unsigned bits) {
    return (unsigned)(0x4332322132212110ull >> (4u * bits)) & 7u;
}

/* The lanes whose bits are set: each lane is compared with its own bit. */
static LANES_INLINE vm vm_from_bits(unsigned bits) {
    const vi own = simde_mm_set_epi32(8, 4, 2, 1);
    return vi_eq(vi_and(vi_set1((int32_t)bits), own), own);
}

/* m ? a : b */
static LANES_INLINE vi vi_select(vm m, vi a, vi b) {
    return simde_mm_or_si128(simde_mm_and_si128(m, a), simde_mm_andnot_si128(m, b));
}
static LANES_INLINE vf vf_select(vm m, vf a, vf b) {
    return vf_from_bits(vi_select(m, vi_from_bits(a), vi_from_bits(b)));
}

static LANES_INLINE vf vf_load_n(const float *p, uint32_t n) {
    if (n >= 4)
        return vf_load(p);
    float lane[4] = {0};
    memcpy(lane, p, n * sizeof *p);
    return vf_load(lane);
}
static LANES_INLINE void vf_store_n(float *p, vf a, uint32_t n) {
    if (n >= 4) {
        vf_store(p, a);
        return;
    }
    float lane[4];
    vf_store(lane, a);
    memcpy(p, lane, n * sizeof *p);
}

static LANES_INLINE vf vf_gather(const float *p, vi index) {
    uint32_t i[4];
    vi_store(i, index);
    return simde_mm_set_ps(p[i[3]], p[i[2]], p[i[1]], p[i[0]]);
}
static LANES_INLINE vi vi_gather(const uint32_t *p, vi index) {
    uint32_t i[4];
    vi_store(i, index);
    return simde_mm_set_epi32((int32_t)p[i[3]], (int32_t)p[i[2]], (int32_t)p[i[1]], (int32_t)p[i[0]]);
}

static LANES_INLINE void vi_compress_store(uint32_t *p, unsigned bits, vi a) {
    uint32_t lane[4];
    vi_store(lane, a);
    p[0] = lane[0];
    p += bits & 1u;
    p[0] = lane[1];
    p += bits >> 1 & 1u;
    p[0] = lane[2];
    p += bits >> 2 & 1u;
    p[0] = lane[3];
}
static LANES_INLINE void vf_compress_store(float *p, unsigned bits, vf a) {
    vi_compress_store((uint32_t *)(void *)p, bits, vi_from_bits(a));
}

/* Gathers 16-bit numbers and widens each to a word. */
static LANES_INLINE vi vi_gather_halves(const uint16_t *p, vi index) {
    uint32_t i[4];
    vi_store(i, index);
    return simde_mm_set_epi32(p[i[3]], p[i[2]], p[i[1]], p[i[0]]);
}

/* The same by indices in memory. */
static LANES_INLINE vi vi_pick_halves(const uint16_t *p, const uint32_t *index) {
    return simde_mm_set_epi32(p[index[3]], p[index[2]], p[index[1]], p[index[0]]);
}

/* As vi_gather, but by single loads. */
static LANES_INLINE vi vi_pick(const uint32_t *p, vi index) { return vi_gather(p, index); }

/* Shift each lane by the same lane of n, which is below 32 in lanes that matter. SSE2 shifts all lanes by one number:
 * each lane is taken from a shift by its own. In memory, a wide load would wait for narrow stores. */
#if defined(SIMDE_X86_SSE2_NATIVE)
static LANES_INLINE vi vi_shift_right_by(vi a, vi n) {
    const vi low = simde_mm_set_epi32(0, 0, 0, -1), high = simde_mm_unpackhi_epi64(n, n);
    const vf first = vf_from_bits(simde_mm_srl_epi32(a, simde_mm_and_si128(n, low))),
             second = vf_from_bits(simde_mm_srl_epi32(a, simde_mm_srli_epi64(n, 32))),
             third = vf_from_bits(simde_mm_srl_epi32(a, simde_mm_and_si128(high, low))),
             fourth = vf_from_bits(simde_mm_srl_epi32(a, simde_mm_srli_epi64(high, 32)));
    return vi_from_bits(
        simde_mm_shuffle_ps(simde_mm_shuffle_ps(first, second, 0x50), simde_mm_shuffle_ps(third, fourth, 0xfa), 0x88));
}
#else
static LANES_INLINE vi vi_shift_right_by(vi a, vi n) {
    uint32_t lane[4], bits[4];
    vi_store(lane, a);
    vi_store(bits, n);
    for (int i = 0; i < 4; i++)
        lane[i] >>= bits[i] & 31u;
    return vi_load(lane);
}
#endif

/* Shift all lanes by n bits. 32 gives 0, which SIMDe's plain C does not define. */
static LANES_INLINE vi vi_shift_right_all(vi a, uint32_t n) {
#if !defined(SIMDE_X86_SSE2_NATIVE)
    if (n > 31)
        return vi_set1(0);
#endif
    return simde_mm_srl_epi32(a, simde_mm_set_epi64x(0, (int64_t)n));
}
static LANES_INLINE vi vi_shift_left_all(vi a, uint32_t n) {
#if !defined(SIMDE_X86_SSE2_NATIVE)
    if (n > 31)
        return vi_set1(0);
#endif
    return simde_mm_sll_epi32(a, simde_mm_set_epi64x(0, (int64_t)n));
}

/* Shifts pairs of lanes to the left by n bits, each pair as one 64-bit word in memory. 64 gives 0, which SIMDe's plain
 * C does not define. */
static LANES_INLINE vi vi_shift_left_wide(vi a, uint32_t n) {
#if !defined(SIMDE_X86_SSE2_NATIVE)
    if (n > 63)
        return vi_set1(0);
#endif
    return simde_mm_sll_epi64(a, simde_mm_set_epi64x(0, (int64_t)n));
}

/* Takes each lane as the number of a bit. Returns the lanes whose bit is set in a bit set of 32-bit words. */
static LANES_INLINE vm vi_test_bits(const uint32_t *words, vi bit) {
    uint32_t i[4];
    vi_store(i, bit);
    return vi_eq(simde_mm_set_epi32((int32_t)(words[i[3] >> 5] >> (i[3] & 31u) & 1u),
                                    (int32_t)(words[i[2] >> 5] >> (i[2] & 31u) & 1u),
                                    (int32_t)(words[i[1] >> 5] >> (i[1] & 31u) & 1u),
                                    (int32_t)(words[i[0] >> 5] >> (i[0] & 31u) & 1u)),
                 vi_set1(1));
}

/* The smallest lane. */
static LANES_INLINE float vf_min_lane(vf a) {
    a = simde_mm_min_ps(a, simde_mm_shuffle_ps(a, a, 0x4e));
    return simde_mm_cvtss_f32(simde_mm_min_ps(a, simde_mm_shuffle_ps(a, a, 0xb1)));
}

/* Loads lanes from blocks of 8 words that lie `stride` words apart; the first begins at p. */
static LANES_INLINE vf vf_load_eights(const float *p, size_t stride) {
    (void)stride;
    return vf_load(p);
}

/* Transposes: lane i of v[k] becomes lane k of v[i]. */
static LANES_INLINE void lanes4_transpose(vf v[4]) {
    const vf low = simde_mm_unpacklo_ps(v[0], v[1]), low2 = simde_mm_unpacklo_ps(v[2], v[3]);
    const vf high = simde_mm_unpackhi_ps(v[0], v[1]), high2 = simde_mm_unpackhi_ps(v[2], v[3]);
    v[0] = simde_mm_movelh_ps(low, low2);
    v[1] = simde_mm_movehl_ps(low2, low);
    v[2] = simde_mm_movelh_ps(high, high2);
    v[3] = simde_mm_movehl_ps(high2, high);
}

/* Lane j of out[k] = base[i[j] + k], k below 4. */
static LANES_INLINE void vf_load_rows4(const float *base, const uint32_t *i, vf out[4]) {
    for (int k = 0; k < 4; k++)
        out[k] = vf_load(base + i[k]);
    lanes4_transpose(out);
}

/* The same for k below 8. */
static LANES_INLINE void vf_load_rows8(const float *base, const uint32_t *i, vf out[8]) {
    vf_load_rows4(base, i, out);
    vf_load_rows4(base + 4, i, out + 4);
}

/* base[words * row[i] + k] = lane i of v[k], k below 4, for the first n lanes. */
static LANES_INLINE void vf_store_rows4(float *base, uint32_t words, const uint32_t *row, uint32_t n, const vf v[4]) {
    vf lane[4] = {v[0], v[1], v[2], v[3]};
    lanes4_transpose(lane);
    for (uint32_t i = 0; i < 4 && i < n; i++)
        vf_store(base + words * (size_t)row[i], lane[i]);
}

/* The same for k below 8. */
static LANES_INLINE void vf_store_rows8(float *base, uint32_t words, const uint32_t *row, uint32_t n, const vf v[8]) {
    vf_store_rows4(base, words, row, n, v);
    vf_store_rows4(base + 4, words, row, n, v + 4);
}

/* Of 8 edges, finds the one with the largest separation (nx*x + ny*y) - offset*scale; ties go to the first. The rows of
 * 8 are the normals' x, then their y; the offsets lie 32 words after the x. */
static LANES_INLINE uint32_t lanes_widest_edge(const float *edges, float x, float y, float scale) {
    const vf px = vf_set1(x), py = vf_set1(y), k = vf_set1(scale);
    const vf low =
        vf_sub(vf_add(vf_mul(vf_load(edges), px), vf_mul(vf_load(edges + 8), py)), vf_mul(vf_load(edges + 32), k));
    const vf high =
        vf_sub(vf_add(vf_mul(vf_load(edges + 4), px), vf_mul(vf_load(edges + 12), py)), vf_mul(vf_load(edges + 36), k));
    vf max = vf_max(low, high);
    max = vf_max(max, simde_mm_shuffle_ps(max, max, 0x4e));
    max = vf_max(max, simde_mm_shuffle_ps(max, max, 0xb1));
    const unsigned bits = vm_bits(vf_eq(low, max)) | vm_bits(vf_eq(high, max)) << 4;
    return lowest_bit(bits);
}

/* to[k] = the largest lane of vector k. */
static LANES_INLINE void lanes_max4(float to[4], vf a, vf b, vf c, vf d) {
    vf row[4] = {a, b, c, d};
    lanes4_transpose(row);
    vf_store(to, vf_max(vf_max(row[0], row[1]), vf_max(row[2], row[3])));
}

/* A box from 4 candidate vertices a side. box[0] and box[1] are base's plus the smallest dot product of the vertices
 * from at[0] on with (ax, ay), and from at[1] on with (bx, by); box[2] and box[3] are base's plus the largest of those
 * from at[2] and at[3] on. */
static LANES_INLINE void lanes_box4(float box[4], const float base[4], const float *u, const float *v,
                                    const uint32_t at[4], float ax, float ay, float bx, float by) {
    const vf x[2] = {vf_set1(ax), vf_set1(bx)}, y[2] = {vf_set1(ay), vf_set1(by)};
    const vf minus = simde_mm_set_ps(0.0f, 0.0f, -0.0f, -0.0f);
    vf row[4];
    for (int k = 0; k < 4; k++)
        row[k] = vf_add(vf_mul(vf_load(u + at[k]), x[k & 1]), vf_mul(vf_load(v + at[k]), y[k & 1]));
    lanes4_transpose(row);
    for (int k = 0; k < 4; k++)
        row[k] = simde_mm_xor_ps(row[k], minus);
    const vf max = vf_max(vf_max(row[0], row[1]), vf_max(row[2], row[3]));
    vf_store(box, vf_add(vf_load(base), simde_mm_xor_ps(max, minus)));
}

#endif
