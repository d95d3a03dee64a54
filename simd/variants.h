/* simd/variants.h - finds the variants of this build that this CPU can run. */
#ifndef HAIL_SIMD_VARIANTS_H
#define HAIL_SIMD_VARIANTS_H

#include "kernels.h"

/* How many variants this CPU can run. */
size_t hail_variant_count(void);

/* One of them by number: the reference is 0, the widest is last. NULL past the end. */
const hail_kernels *hail_variant(size_t number);

/* The variant of that name. NULL: there is none, or this CPU cannot run it. */
const hail_kernels *hail_variant_named(const char *name);

/* The variant that the environment variable HAIL_ISA names, or the widest if it is not set or empty. NULL: this CPU can
 * run none of that name. */
const hail_kernels *hail_variant_default(void);

#endif
