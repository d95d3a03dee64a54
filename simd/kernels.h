/* simd/kernels.h - the table of kernels that each variant fills. A kernel's signature, its preconditions and the types
 * that it works on stand in its room's header. */
#ifndef HAIL_SIMD_KERNELS_H
#define HAIL_SIMD_KERNELS_H

#include "kernels/broad/broad_kernels.h"
#include "kernels/narrow/narrow_kernels.h"
#include "kernels/points/points_kernels.h"
#include "kernels/queries/cast_kernels.h"
#include "kernels/queries/nearest_kernels.h"
#include "kernels/queries/overlap_kernels.h"
#include "kernels/registry.h"
#include "kernels/sectors/sectors_kernels.h"
#include "kernels/sprites/sprites_kernels.h"
#include "kernels/state/state_kernels.h"
#include "kernels/step/step_kernels.h"
#include "kernels/tiles/tiles_kernels.h"

#define HAIL_KERNEL_FIELD(kernel, type) type *kernel;
#define HAIL_NO_FIELD(kernel, question, class)
typedef struct hail_kernels {
    const char *name;
    uint32_t lanes;              /* 1 for the reference */
    uint32_t (*built_for)(void); /* the CPU features (simd/cpu.h) that this table's code was compiled to use */
    hail_narrow_fn *narrow[HAIL_QUESTIONS][HAIL_PAIR_CLASSES]; /* NULL: no kernel for that question and class */
    HAIL_EACH_KERNEL(HAIL_KERNEL_FIELD, HAIL_NO_FIELD)
} hail_kernels;
#undef HAIL_KERNEL_FIELD
#undef HAIL_NO_FIELD

#endif
