/* simd/families.h - tables of kernels for families of CPUs, made from measurements. */
#ifndef HAIL_SIMD_FAMILIES_H
#define HAIL_SIMD_FAMILIES_H

#include "kernels.h"

/* The table "auto" of the CPU's family, by its features (simd/cpu.h). NULL: the family was not measured. */
const hail_kernels *hail_family_kernels(uint32_t features);

#endif
