/* simd/kernels/queries/result_kernels.h - signatures of the kernels that write results of queries for the nearest
 * circles. */
#ifndef HAIL_SIMD_KERNELS_QUERIES_RESULT_KERNELS_H
#define HAIL_SIMD_KERNELS_QUERIES_RESULT_KERNELS_H

#include "kernels/broad/broad_kernels.h"

enum { HAIL_QUERY_HIT_WORDS = 12 };

typedef struct hail_near_rows_job {
    const hail_grid_view *grid; /* of circles */
    const uint32_t *order;      /* by position: index */
    const uint32_t *handle;     /* by index: slot, generation */
    const uint32_t *user;       /* by index: two words; NULL: zeros */
    const float *x, *y;         /* points */
    bool to_centre;             /* distances are those to the centres */
    uint32_t header, inside;    /* word 5 of a hail_query_hit; what is or-ed to it if the circle contains the point */
    uint32_t *rows;             /* hail_query_hit, of HAIL_QUERY_HIT_WORDS */
} hail_near_rows_job;

/* Writes row[i] of the circle at position[i] and point[i]. */
typedef void hail_near_rows_fn(const hail_near_rows_job *job, const uint32_t *point, const uint32_t *position,
                               const uint32_t *row, uint32_t count);

#endif
