/* simd/kernels/broad/orient_reference.c - orientation and filters, one pair at a time. */
#include "kernels/reference.h"

uint32_t HAIL_KERNEL(orient)(const hail_orient_job *job, const uint32_t *first, const uint32_t *second, uint32_t count,
                             const hail_oriented *out) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t p = job->first_order ? job->first_order[first[i]] : first[i];
        const uint32_t q = job->second_order ? job->second_order[second[i]] : second[i];
        const uint32_t slot_p = job->first_handle[2 * p], slot_q = job->second_handle[2 * q];
        if (job->first_group && job->first_group[p] != 0 && job->first_group[p] == job->second_group[q])
            continue;
        const bool swapped =
            job->orientation == HAIL_SECOND_IS_A || (job->orientation == HAIL_LOWER_SLOT_IS_A && slot_q < slot_p);
        const uint32_t slot = swapped ? slot_q : slot_p, other = swapped ? slot_p : slot_q;
        if (job->windowed && (slot < job->a_min || slot > job->a_max || other < job->b_min || other > job->b_max))
            continue;
        out->a[kept] = swapped ? q : p;
        out->b[kept] = swapped ? p : q;
        out->slot_a[kept] = slot;
        out->slot_b[kept++] = other;
    }
    return kept;
}
