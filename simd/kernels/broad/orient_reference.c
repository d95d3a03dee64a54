/* simd/kernels/broad/orient_reference.c - orientation and filters, one pair at a time. */
#include "kernels/reference.h"

static uint32_t word_or(const uint32_t *column, uint32_t i, uint32_t otherwise) {
    return column ? column[i] : otherwise;
}

static bool allows(const hail_filter *filter, uint32_t p, uint32_t q) {
    if (filter->groups && filter->first.group[p] != 0 && filter->first.group[p] == filter->second.group[q])
        return false;
    if (!filter->masks)
        return true;
    return (word_or(filter->first.category, p, HAIL_DEFAULT_CATEGORY) &
            word_or(filter->second.mask, q, HAIL_DEFAULT_MASK)) != 0 &&
           (word_or(filter->second.category, q, HAIL_DEFAULT_CATEGORY) &
            word_or(filter->first.mask, p, HAIL_DEFAULT_MASK)) != 0;
}

uint32_t HAIL_KERNEL(orient)(const hail_orient_job *job, const uint32_t *first, const uint32_t *second, uint32_t count,
                             const hail_oriented *out) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t p = job->first_order ? job->first_order[first[i]] : first[i];
        const uint32_t q = job->second_order ? job->second_order[second[i]] : second[i];
        const uint32_t slot_p = job->first_handle[2 * p], slot_q = job->second_handle[2 * q];
        if (!allows(&job->filter, p, q))
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
