/* simd/kernels/queries/cast_results.c - results of casts of circles against circles (docs/arithmetic.md, "Casts"): one
 * a lane. */
#include "kernels/narrow/circle_lanes.h"
#include "query_rows.h"

void HAIL_KERNEL(cast_results)(const hail_cast_results_job *given, const uint32_t *query, const uint32_t *index,
                               const uint32_t *row, uint32_t count) {
    const hail_cast_results_job job = *given;
    const vf zero = vf_set1(0.0f);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vcontact c = sweep_circles(&job.pair, query + i, index + i, n);
        const vbodies a = read_bodies(query + i, n);
        const vpoint speed = side_motion(&job.pair.one, &a);
        const vi inside = vi_select(vf_eq(c.t, zero), vi_set1((int32_t)job.inside), vi_set1(0));
        const vf rest[8] = {zero,
                            vf_from_bits(vi_or(vi_set1((int32_t)job.header), inside)),
                            c.t,
                            vf_mul(c.t, vf_sqrt(vdot(speed, speed))),
                            c.at[0].x,
                            c.at[0].y,
                            vf_sub(zero, c.normal.x),
                            vf_sub(zero, c.normal.y)};
        write_query_rows(job.rows, &(hail_row_owners){job.handle, job.user}, index + i, row + i, n, rest);
    }
}
