/* simd/kernels/queries/overlap_kernels.h - signatures of the kernels that answer queries: bodies near a box or a
 * circle, and their order. */
#ifndef HAIL_SIMD_KERNELS_QUERIES_OVERLAP_KERNELS_H
#define HAIL_SIMD_KERNELS_QUERIES_OVERLAP_KERNELS_H

#include "kernels/broad/broad_kernels.h"

/* ---- Zones ------------------------------------------------------------------------------------------------------- */

/* Zones by number: all points within `radius` of a box with sides along the axes. The box of a point or a circle has no
 * size. Numbers are finite, and min is not above max. */
typedef struct hail_zones {
    const float *min_x, *min_y, *max_x, *max_y; /* px */
    const float *radius;                        /* px; NULL: 0 */
} hail_zones;

typedef struct hail_zone_job {
    hail_grid_view grid;
    float reach; /* px: no body of the grid has a larger radius */
    float slack; /* a factor on the sum of two radii, 1 or more */
    hail_zones zones;
} hail_zone_job;

/* Cells are searched this much further than a body can reach, because the ends of the search are rounded: a share of
 * all numbers that go into them, and px. */
#define HAIL_ZONE_SHARE 0x1p-20f
#define HAIL_ZONE_SPARE 1.0e-15f

/* Lists the bodies that touch zones, as positions, in ascending order for each zone (docs/arithmetic.md, "Queries").
 * Works on zones from cursor->body to `end`, and is done when cursor->body >= end; until[zone] is the length of the
 * list when a zone was done. Before that it stops only when it has written more than capacity - HAIL_SLACK positions.
 * capacity is at least HAIL_SLACK; positions have slack. */
typedef uint32_t hail_find_in_zones_fn(const hail_zone_job *job, hail_cursor *cursor, uint32_t end, uint32_t *position,
                                       uint32_t *until, uint32_t capacity);

/* ---- Order ------------------------------------------------------------------------------------------------------- */

/* rank[i] = how many of `count` keys are less than key[i]. Keys are below 2^31, no two of them are equal, and both
 * arrays have slack, which is written: key's too. */
typedef void hail_rank_keys_fn(uint32_t *key, uint32_t count, uint32_t *rank);

#endif
