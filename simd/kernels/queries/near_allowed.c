/* simd/kernels/queries/near_allowed.c - which bodies of a grid a filter lets through, one body a lane. */
#include "kernels/kernel.h"

/* Lanes whose word has none of some bits. NULL, 0: not asked about. */
static LANES_INLINE vm lacks_bits(const uint32_t *column, vi index, uint32_t bits) {
    const vi none = vi_set1(0);
    return column && bits ? vi_eq(vi_and(vi_gather(column, index), vi_set1((int32_t)bits)), none) : vi_gt(none, none);
}

static LANES_INLINE vm is_group(const uint32_t *column, vi index, uint32_t group) {
    const vi none = vi_set1(0);
    return column && group ? vi_eq(vi_gather(column, index), vi_set1((int32_t)group)) : vi_gt(none, none);
}

/* Of n bodies from position `from` on. */
static LANES_INLINE unsigned allowed_of(const hail_near_allowed_job *job, uint32_t from, uint32_t n) {
    const vi index = vi_load_n(job->order + from, n);
    vm out = vi_eq(index, vi_set1((int32_t)job->no_index));
    out = vm_or(out, is_group(job->group, index, job->no_group));
    out = vm_or(out, lacks_bits(job->category, index, job->in_category));
    out = vm_or(out, lacks_bits(job->mask, index, job->in_mask));
    return vm_bits(vm_and_not(vm_first(n), out));
}

uint32_t HAIL_KERNEL(near_allowed)(const hail_near_allowed_job *given, uint32_t count, uint32_t *allowed) {
    const hail_near_allowed_job job = *given; /* a copy that no store can change */
    uint32_t all = 0;
    for (uint32_t from = 0; from < count; from += 32) {
        const uint32_t end = count - from < 32 ? count : from + 32;
        uint32_t word = 0;
        for (uint32_t p = from; p < end; p += HAIL_LANES) {
            const unsigned bits = allowed_of(&job, p, lanes_left(p, end));
            word |= (uint32_t)bits << (p - from);
            all += vm_count_bits(bits);
        }
        allowed[from / 32] = word;
    }
    return all;
}
