/* simd/full_masks.h - what 4 and 8 lanes share: masks that are all ones or all zeros a lane. */
#ifndef HAIL_SIMD_FULL_MASKS_H
#define HAIL_SIMD_FULL_MASKS_H

#include "plain_lanes.h"

static LANES_INLINE vm vi_eq(vi a, vi b) { return LANES_OP(cmpeq_epi32)(a, b); }
static LANES_INLINE vm vi_gt(vi a, vi b) { return LANES_OP(cmpgt_epi32)(a, b); }
static LANES_INLINE vi vi_count(vi a, vm m) { return vi_sub(a, m); } /* 1 more in the lanes of a mask */
static LANES_INLINE vi vi_keep(vm m, vi a) { return vi_and(m, a); }  /* a where the mask is set, otherwise 0 */
static LANES_INLINE vm vm_and(vm a, vm b) { return vi_and(a, b); }
static LANES_INLINE vm vm_or(vm a, vm b) { return vi_or(a, b); }
static LANES_INLINE vm vm_and_not(vm a, vm b) { return LANES_SI(andnot)(b, a); } /* a and not b */
static LANES_INLINE unsigned vm_bits(vm a) { return (unsigned)LANES_OP(movemask_ps)(vf_from_bits(a)); }
static LANES_INLINE vi vf_truncate(vf a) { return LANES_OP(cvttps_epi32)(a); }
static LANES_INLINE vf vi_to_float(vi a) { return LANES_OP(cvtepi32_ps)(a); }

#endif
