/* simd/kernels/declare.h - declares one variant's kernels, so that a kernel and the table agree. The build defines
 * HAIL_VARIANT (simd/meson.build). */
#ifndef HAIL_SIMD_KERNELS_DECLARE_H
#define HAIL_SIMD_KERNELS_DECLARE_H

#include "eight_lanes.h"
#include "kernels.h"

/* A kernel's name in this variant. */
#define HAIL_NAME_(kernel, variant) hail_kernel_##kernel##_##variant
#define HAIL_NAME(kernel, variant)  HAIL_NAME_(kernel, variant)
#define HAIL_KERNEL(kernel)         HAIL_NAME(kernel, HAIL_VARIANT)

#define HAIL_DECLARE_KERNEL(name, type)            type HAIL_KERNEL(name);
#define HAIL_DECLARE_NARROW(name, question, class) hail_narrow_fn HAIL_KERNEL(name);
HAIL_EACH_KERNEL(HAIL_DECLARE_KERNEL, HAIL_DECLARE_NARROW)
#undef HAIL_DECLARE_KERNEL
#undef HAIL_DECLARE_NARROW

#endif
