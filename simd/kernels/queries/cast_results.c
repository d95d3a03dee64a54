/* simd/kernels/queries/cast_results.c - results of casts of circles against circles (docs/arithmetic.md, "Casts"): one
 * a lane. */
#include "cast_rows.h"
#include "kernels/narrow/circle_lanes.h"

void HAIL_KERNEL(cast_results)(const hail_cast_results_job *given, const uint32_t *query, const uint32_t *index,
                               const uint32_t *row, uint32_t count) {
    const hail_cast_results_job job = *given;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vcontact c = sweep_circles(&job.pair, query + i, index + i, n);
        write_cast_rows(&job, &job.pair.one, query + i, index + i, row + i, n, &c, vi_set1(0));
    }
}
