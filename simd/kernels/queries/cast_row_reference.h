/* simd/kernels/queries/cast_row_reference.h - the row of a cast that hits a body, from the numbers of their contact. */
#ifndef HAIL_SIMD_KERNELS_QUERIES_CAST_ROW_REFERENCE_H
#define HAIL_SIMD_KERNELS_QUERIES_CAST_ROW_REFERENCE_H

#include <string.h>

#include "kernels/reference.h"

/* Words of a contact: docs/arithmetic.md, "Sweeps". */
enum { CONTACT_T = 7, CONTACT_NORMAL_X = 8, CONTACT_NORMAL_Y = 9, CONTACT_X = 10, CONTACT_Y = 12, CONTACT_DEPTH = 14 };

/* Returns the row. own: the side of the casts. */
static inline uint32_t *write_cast_row(const hail_cast_results_job *job, const hail_side *own, uint32_t query,
                                       uint32_t index, uint32_t row, const float contact[HAIL_ROW_WORDS]) {
    const float t = contact[CONTACT_T], dx = own->dx[query], dy = own->dy[query];
    const bool inside = t == 0.0f, at_start = inside && job->rays;
    const float numbers[6] = {t,
                              inside ? 0.0f - contact[CONTACT_DEPTH] : t * sqrtf(dx * dx + dy * dy),
                              at_start ? own->x[query] : contact[CONTACT_X],
                              at_start ? own->y[query] : contact[CONTACT_Y],
                              0.0f - contact[CONTACT_NORMAL_X],
                              0.0f - contact[CONTACT_NORMAL_Y]};
    uint32_t *to = job->rows + (size_t)HAIL_QUERY_HIT_WORDS * row;
    memset(to, 0, HAIL_QUERY_HIT_WORDS * sizeof *to);
    memcpy(to, job->handle + 2 * (size_t)index, 8);
    if (job->user)
        memcpy(to + 2, job->user + 2 * (size_t)index, 8);
    to[5] = job->header | (inside ? job->inside : 0);
    memcpy(to + 6, numbers, sizeof numbers);
    return to;
}

#endif
