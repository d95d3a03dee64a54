/* simd/kernels/queries/cast_rows.h - writes rows of what casts hit, from their contacts (docs/arithmetic.md, "Casts").
 */
#ifndef HAIL_SIMD_KERNELS_QUERIES_CAST_ROWS_H
#define HAIL_SIMD_KERNELS_QUERIES_CAST_ROWS_H

#include "kernels/narrow/pair_lanes.h"
#include "query_rows.h"

/* The first n casts of `query`, a side of the contacts, hit bodies index[0] and so on. feature: that of the body, where
 * word 5 has it. */
static LANES_INLINE void write_cast_rows(const hail_cast_results_job *job, const hail_side *own, const uint32_t *query,
                                         const uint32_t *index, const uint32_t *row, uint32_t n, const vcontact *c,
                                         vi feature) {
    const vf zero = vf_set1(0.0f);
    const vbodies casts = read_bodies(query, n);
    const vpoint speed = side_motion(own, &casts);
    const vm inside = vf_eq(c->t, zero);
    const vf way = vf_mul(c->t, vf_sqrt(vdot(speed, speed)));
    const vi flag = vi_select(inside, vi_set1((int32_t)job->inside), vi_set1(0));
    const vpoint at = job->rays ? vpick(inside, side_position(own, &casts), c->at[0]) : c->at[0];
    const vf rest[8] = {zero,
                        vf_from_bits(vi_or(vi_or(vi_set1((int32_t)job->header), flag), feature)),
                        c->t,
                        vf_select(inside, vf_sub(zero, c->depth[0]), way),
                        at.x,
                        at.y,
                        vf_sub(zero, c->normal.x),
                        vf_sub(zero, c->normal.y)};
    write_query_rows(job->rows, &(hail_row_owners){job->handle, job->user}, index, row, n, rest);
}

#endif
