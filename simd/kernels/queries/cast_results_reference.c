/* simd/kernels/queries/cast_results_reference.c - results of casts, one pair at a time: its contact's numbers. */
#include "cast_row_reference.h"

void HAIL_KERNEL(cast_results)(const hail_cast_results_job *job, const uint32_t *query, const uint32_t *index,
                               const uint32_t *row, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        float contact[HAIL_ROW_WORDS];
        const uint32_t first = 0;
        hail_narrow_job pair = job->pair;
        pair.rows = contact;
        HAIL_KERNEL(circle_circle_sweep)(&pair, query + i, index + i, &first, 1);
        write_cast_row(job, &pair.one, query[i], index[i], row[i], contact);
    }
}
