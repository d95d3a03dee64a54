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

/* ---- Few bodies -------------------------------------------------------------------------------------------------- */

enum { HAIL_NEAR_LISTED = 64 /* bodies at most */ };

/* A circle, and what its results say of it. */
typedef struct hail_listed_body {
    uint32_t handle[2], user[2]; /* slot and generation; 0: without user values */
    float x, y, radius;
    uint32_t header; /* word 5 of a hail_query_hit */
} hail_listed_body;

typedef struct hail_near_listed_job {
    const hail_listed_body *bodies;
    uint32_t count;           /* at most HAIL_NEAR_LISTED */
    bool to_centre;           /* distances are those to the centres */
    uint32_t inside;          /* is or-ed to the header if the circle contains the point */
    const float *x, *y;       /* points */
    float radius;             /* px: bodies that are farther away are not there; 0: all are */
    const float *each_radius; /* px: by point, instead of `radius`; NULL: none */
    uint32_t keep;            /* 1 to HAIL_NEAR_KEEP */
    uint32_t *rows;           /* hail_query_hit, `keep` by point */
    uint32_t *counts;         /* by point: how many bodies are there; NULL: not wanted */
} hail_near_listed_job;

/* Writes the results of points [begin, end): the nearest `keep` of the bodies that are there; of those that are equally
 * near, those that come first. If there are fewer, word 5 of the row behind them becomes 0, and nothing else is
 * written. */
typedef void hail_near_listed_fn(const hail_near_listed_job *job, uint32_t begin, uint32_t end);

#endif
