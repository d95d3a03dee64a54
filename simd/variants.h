/* simd/variants.h - finds the variants of this build that this CPU can run. The CPU is asked once in a process, and so
 * is the environment. */
#ifndef HAIL_SIMD_VARIANTS_H
#define HAIL_SIMD_VARIANTS_H

#include "kernels.h"

/* How many variants this CPU can run, "auto" among them. */
size_t hail_kernels_count(void);

/* One of them by number: the reference is 0, then by width, "auto" is last. NULL past the end. */
const hail_kernels *hail_kernels_at(size_t number);

/* Number 0. */
extern const hail_kernels hail_kernels_reference;

/* The kernels for so few elements: below `least`, a constant of the kernel, the scalar reference, because lanes take as
 * long for one element as for a vector of them. All of them write the same bits. */
static inline const hail_kernels *hail_kernels_for(const hail_kernels *kernels, size_t count, size_t least) {
    return count < least ? &hail_kernels_reference : kernels;
}

/* The variant of that name. NULL: there is none, or this CPU cannot run it. */
const hail_kernels *hail_kernels_named(const char *name);

/* The variant that the environment variable HAIL_ISA names if it runs here, or "auto". */
const hail_kernels *hail_kernels_default(void);

#endif
