/* simd/kernels/queries/cast_results_reference.c - results of casts, one pair at a time: its contact's numbers. */
#include <string.h>

#include "kernels/reference.h"

/* Words of a contact: docs/arithmetic.md, "Sweeps". */
enum { CONTACT_T = 7, CONTACT_NORMAL_X = 8, CONTACT_NORMAL_Y = 9, CONTACT_X = 10, CONTACT_Y = 12 };

void HAIL_KERNEL(cast_results)(const hail_cast_results_job *job, const uint32_t *query, const uint32_t *index,
                               uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        float contact[HAIL_ROW_WORDS];
        const uint32_t first = 0;
        hail_narrow_job pair = job->pair;
        pair.rows = contact;
        HAIL_KERNEL(circle_circle_sweep)(&pair, query + i, index + i, &first, 1);
        const float t = contact[CONTACT_T], dx = pair.one.dx[query[i]], dy = pair.one.dy[query[i]];
        const float numbers[6] = {t,
                                  t * sqrtf(dx * dx + dy * dy),
                                  contact[CONTACT_X],
                                  contact[CONTACT_Y],
                                  0.0f - contact[CONTACT_NORMAL_X],
                                  0.0f - contact[CONTACT_NORMAL_Y]};
        uint32_t *to = job->rows + (size_t)HAIL_QUERY_HIT_WORDS * query[i];
        memset(to, 0, HAIL_QUERY_HIT_WORDS * sizeof *to);
        memcpy(to, job->handle + 2 * (size_t)index[i], 8);
        if (job->user)
            memcpy(to + 2, job->user + 2 * (size_t)index[i], 8);
        to[5] = job->header | (t == 0.0f ? job->inside : 0);
        memcpy(to + 6, numbers, sizeof numbers);
    }
}
