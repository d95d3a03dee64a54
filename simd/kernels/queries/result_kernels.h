/* simd/kernels/queries/result_kernels.h - signatures of the kernels that write results of queries: of nearest circles,
 * and of circles that are hit. */
#ifndef HAIL_SIMD_KERNELS_QUERIES_RESULT_KERNELS_H
#define HAIL_SIMD_KERNELS_QUERIES_RESULT_KERNELS_H

#include "kernels/broad/broad_kernels.h"
#include "kernels/narrow/narrow_kernels.h"

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

/* ---- Casts ------------------------------------------------------------------------------------------------------- */

/* Shapes that are cast, and what they hit. */
typedef struct hail_cast_results_job {
    hail_narrow_job pair;    /* of sweeps, with manifolds: a is the query, b the body */
    const uint32_t *handle;  /* by index: slot, generation */
    const uint32_t *user;    /* by index: two words; NULL: zeros */
    uint32_t header, inside; /* word 5 of a hail_query_hit; what is or-ed to it if t is 0 */
    bool rays;               /* queries are points: if t is 0, the point that is hit is where they are */
    uint32_t *rows;          /* hail_query_hit, of HAIL_QUERY_HIT_WORDS */
} hail_cast_results_job;

/* Sweeps query[i] against the body index[i], which it hits, and writes row[i]. Both are circles. */
typedef void hail_cast_results_fn(const hail_cast_results_job *job, const uint32_t *query, const uint32_t *index,
                                  const uint32_t *row, uint32_t count);

/* The same for casts of polygons against circles or, if pair.two_is_a is not set, of circles against polygons: pair is
 * a job of circle_polygon, a body has number body[i] in it, and index[i] in the columns of handles and user values. */
typedef void hail_cast_polygon_results_fn(const hail_cast_results_job *job, const uint32_t *query, const uint32_t *body,
                                          const uint32_t *index, const uint32_t *row, uint32_t count);

#endif
