/* simd/kernels/queries/put_matches_reference.c - puts each match after those of lower slots. */
#include <string.h>

#include "kernels/reference.h"

void HAIL_KERNEL(put_matches)(const hail_match_job *job, const uint32_t *index, const uint32_t *part, uint32_t count,
                              size_t room, uint32_t *rows) {
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *handle = job->handle + 2 * (size_t)index[i];
        uint32_t row[HAIL_MATCH_WORDS] = {handle[0], handle[1], 0, 0, part ? part[i] : 0, job->header};
        size_t before = 0;
        for (uint32_t j = 0; j < count; j++)
            before += job->handle[2 * (size_t)index[j]] < handle[0];
        if (job->user)
            memcpy(row + 2, job->user + 2 * (size_t)index[i], 2 * sizeof *row);
        if (before < room)
            memcpy(rows + before * HAIL_MATCH_WORDS, row, sizeof row);
    }
}
