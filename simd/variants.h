/* simd/variants.h - the variants in this build, and which of them this CPU can run. */
#ifndef HAIL_SIMD_VARIANTS_H
#define HAIL_SIMD_VARIANTS_H

#include "kernels.h"

/* How many variants this CPU can run, reference first, widest last. */
size_t hail_variant_count(void);

/* One of them; NULL past the end. */
const hail_kernels *hail_variant(size_t number);

/* The one of that name, NULL if there is none or this CPU cannot run it. */
const hail_kernels *hail_variant_named(const char *name);

/* What HAIL_ISA names, else the widest; NULL if HAIL_ISA names none that can run. */
const hail_kernels *hail_variant_default(void);

#endif
