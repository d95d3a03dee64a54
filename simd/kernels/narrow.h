/* simd/kernels/narrow.h - what the narrowphase kernels share: gathering a side and writing contact rows. */
#ifndef HAIL_SIMD_NARROW_H
#define HAIL_SIMD_NARROW_H

#include "kernel.h"

static inline vf side_radius(const hail_side *side, vi index) {
    return side->radius ? vf_gather(side->radius, index) : vf_set1(side->uniform_radius);
}

/* Features a and b are the first two bytes of word 5. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
enum { FEATURE_A_SHIFT = 24, FEATURE_B_SHIFT = 16 };
#else
enum { FEATURE_A_SHIFT = 0, FEATURE_B_SHIFT = 8 };
#endif

/* Rows lie in the order of the stream, not of finding: in a large world each is a miss. Asked for ahead. */
enum { ROWS_AHEAD = 24 };
static inline void fetch_row(const float *row) {
#if defined(__GNUC__)
    __builtin_prefetch(row, 1);
#else
    (void)row;
#endif
}

/* One contact a lane, of one point. `a` and `b` are the sides in the contact's order; `left` pairs are left, of which
 * this is the first n. Handles are copied as they are; the other words are turned from columns into rows. */
static inline void write_contacts(const hail_narrow_job *job, const hail_side *side_a, const hail_side *side_b, vi a,
                                  vi b, vm touching, vi features, vf nx, vf ny, vf px, vf py, vf depth,
                                  const uint32_t *place, uint32_t n, uint32_t left) {
    const vf zero = vf_set1(0.0f);
    const vi header = vi_select(touching, vi_set1((int32_t)job->header), vi_set1(0));
    uint32_t index_a[HAIL_LANES], index_b[HAIL_LANES];
    vi_store(index_a, a);
    vi_store(index_b, b);
    const uint32_t *soon = left >= ROWS_AHEAD + HAIL_LANES ? place + ROWS_AHEAD : place;
    for (uint32_t i = 0; i < n; i++) {
        fetch_row(job->rows + (size_t)HAIL_ROW_WORDS * soon[i]);
        float *row = job->rows + (size_t)HAIL_ROW_WORDS * place[i];
        memcpy(row, side_a->handle + 2 * (size_t)index_a[i], 2 * sizeof(uint32_t));
        memcpy(row + 2, side_b->handle + 2 * (size_t)index_b[i], 2 * sizeof(uint32_t));
    }
    if (job->manifold) {
        const vf head[4] = {vf_from_bits(header), vf_from_bits(features), zero, zero}; /* parts, t */
        const vf rest[8] = {nx, ny, px, zero, py, zero, depth, zero};
        vf_store_rows4(job->rows + 4, place, n, head);
        vf_store_rows8(job->rows + 8, place, n, rest);
    } else {
        const vf head[4] = {vf_from_bits(header), zero, zero, zero};
        const vf rest[8] = {zero, zero, zero, zero, zero, zero, zero, zero};
        vf_store_rows4(job->rows + 4, place, n, head);
        vf_store_rows8(job->rows + 8, place, n, rest);
    }
}

#endif
