/* simd/kernels/queries/near_insert.h - lists of the nearest bodies, by insertion, in registers: one point a lane. */
#ifndef HAIL_SIMD_KERNELS_QUERIES_NEAR_INSERT_H
#define HAIL_SIMD_KERNELS_QUERIES_NEAR_INSERT_H

#include <math.h>

#include "kernels/kernel.h"

/* Squares of distances, or distances. */
typedef struct vnearest {
    vf squared[HAIL_NEAR_KEEP + 1];
    vi position[HAIL_NEAR_KEEP + 1];
} vnearest;

static LANES_INLINE vnearest no_nearest(uint32_t depth) {
    vnearest none;
    for (uint32_t j = 0; j < depth; j++) {
        none.squared[j] = vf_set1(INFINITY);
        none.position[j] = vi_set1(0);
    }
    return none;
}

/* Inserts a body into lists of `depth`; what falls out at their ends is gone. Bodies that are equally near may change
 * places. */
static LANES_INLINE void insert(vnearest *best, uint32_t depth, vf squared, vi position) {
    for (uint32_t j = 0; j < depth; j++) {
        const vf old = best->squared[j];
        const vi old_position = best->position[j];
        const vm before = vf_lt(squared, old);
        best->squared[j] = vf_min(squared, old);
        best->position[j] = vi_select(before, position, old_position);
        squared = vf_max(squared, old);
        position = vi_select(before, old_position, position);
    }
}

/* The same, behind those that are as near, which keep their places. */
static LANES_INLINE void insert_behind(vnearest *best, uint32_t depth, vf squared, vi position) {
    vm before = vf_lt(squared, best->squared[depth - 1]);
    for (uint32_t j = depth - 1; j > 0; j--) {
        const vm sooner = vf_lt(squared, best->squared[j - 1]);
        const vi here = vi_select(before, position, best->position[j]);
        best->squared[j] = vf_max(best->squared[j - 1], vf_min(squared, best->squared[j]));
        best->position[j] = vi_select(sooner, best->position[j - 1], here);
        before = sooner;
    }
    best->squared[0] = vf_min(squared, best->squared[0]);
    best->position[0] = vi_select(before, position, best->position[0]);
}

#endif
