/* simd/kernels/queries/near_allowed_reference.c - which bodies of a grid a filter lets through. */
#include "kernels/reference.h"

static bool lacks(const uint32_t *column, uint32_t index, uint32_t bits) {
    return column && bits && !(column[index] & bits);
}

static bool is_allowed(const hail_near_allowed_job *job, uint32_t index) {
    return index != job->no_index && !(job->group && job->no_group && job->group[index] == job->no_group) &&
           !lacks(job->category, index, job->in_category) && !lacks(job->mask, index, job->in_mask);
}

uint32_t HAIL_KERNEL(near_allowed)(const hail_near_allowed_job *job, uint32_t count, uint32_t *allowed) {
    uint32_t all = 0;
    for (uint32_t p = 0; p < count; p++) {
        const uint32_t bit = is_allowed(job, job->order[p]);
        if (p % 32 == 0)
            allowed[p / 32] = 0;
        allowed[p / 32] |= bit << p % 32;
        all += bit;
    }
    return all;
}
