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

/* One contact a lane, of one point. `a` and `b` are the sides in the contact's order. */
static inline void write_contacts(const hail_narrow_job *job, const hail_side *side_a, const hail_side *side_b, vi a, vi b,
                                  vm touching, vi features, vf nx, vf ny, vf px, vf py, vf depth, const uint32_t *place,
                                  uint32_t n) {
    const vf zero = vf_set1(0.0f);
    vf row[HAIL_ROW_WORDS];
    row[0] = vf_from_bits(vi_gather_pair(side_a->handle, a, 0));
    row[1] = vf_from_bits(vi_gather_pair(side_a->handle, a, 1));
    row[2] = vf_from_bits(vi_gather_pair(side_b->handle, b, 0));
    row[3] = vf_from_bits(vi_gather_pair(side_b->handle, b, 1));
    row[4] = vf_from_bits(vi_select(touching, vi_set1((int32_t)job->header), vi_set1(0)));
    row[5] = row[6] = row[7] = row[11] = row[13] = row[15] = zero; /* parts, t, the second point */
    if (job->manifold) {
        row[5] = vf_from_bits(features);
        row[8] = nx;
        row[9] = ny;
        row[10] = px;
        row[12] = py;
        row[14] = depth;
    } else {
        row[8] = row[9] = row[10] = row[12] = row[14] = zero;
    }
    vf_store_rows16(job->rows, place, n, row);
}

#endif
