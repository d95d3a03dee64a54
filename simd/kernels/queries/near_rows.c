/* simd/kernels/queries/near_rows.c - results of nearest circles (docs/arithmetic.md, "Queries"): one a lane. */
#include "kernels/narrow/pair_lanes.h"

/* Writes the first n rows: of bodies index[0] and so on, to rows row[0] and so on. rest: the words after the user
 * value. */
static LANES_INLINE void write_query_rows(const hail_near_rows_job *job, const uint32_t *index, const uint32_t *row,
                                          uint32_t n, const vf rest[8]) {
    for (uint32_t i = 0; i < n; i++) {
        uint32_t *to = job->rows + (size_t)HAIL_QUERY_HIT_WORDS * row[i];
        uint64_t user = 0;
        memcpy(to, job->handle + 2 * (size_t)index[i], 2 * sizeof *to);
        if (job->user)
            memcpy(&user, job->user + 2 * (size_t)index[i], sizeof user);
        memcpy(to + 2, &user, sizeof user);
    }
    vf_store_rows8((float *)(void *)job->rows + 4, HAIL_QUERY_HIT_WORDS, row, n, rest);
}

void HAIL_KERNEL(near_rows)(const hail_near_rows_job *given, const uint32_t *point, const uint32_t *position,
                            const uint32_t *row, uint32_t count) {
    const hail_near_rows_job job = *given;
    const vf zero = vf_set1(0.0f), uniform = vf_set1(job.grid->uniform_radius);
    const vpoint right = {vf_set1(1.0f), zero};
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vi at = vi_load_n(position + i, n), from = vi_load_n(point + i, n), index = vi_gather(job.order, at);
        const vf radius = job.grid->radius ? vf_gather(job.grid->radius, at) : uniform;
        const vpoint centre = {vf_gather(job.grid->x, at), vf_gather(job.grid->y, at)};
        const vpoint d = vminus(centre, (vpoint){vf_gather(job.x, from), vf_gather(job.y, from)});
        const vf length = vf_sqrt(vdot(d, d)), gap = vf_sub(length, radius);
        const vpoint normal = vunit(d, length, zero, right), surface = vminus(centre, vtimes(normal, radius));
        const vi inside = vi_select(vf_le(gap, zero), vi_set1((int32_t)job.inside), vi_set1(0));
        const vf rest[8] = {zero,
                            vf_from_bits(vi_or(vi_set1((int32_t)job.header), inside)),
                            zero,
                            job.to_centre ? length : gap,
                            surface.x,
                            surface.y,
                            vf_sub(zero, normal.x),
                            vf_sub(zero, normal.y)};
        uint32_t body[HAIL_LANES];
        vi_store(body, index);
        write_query_rows(&job, body, row + i, n, rest);
    }
}
