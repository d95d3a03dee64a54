/* simd/kernels/broad/orient.c - filters found pairs and decides which body is a. Everything else is computed
 * afterwards, so no bit of a contact can depend on which body found the other. */
#include "kernels/kernel.h"

static inline vi gather_or(const uint32_t *column, vi index, uint32_t otherwise) {
    return column ? vi_gather(column, index) : vi_set1((int32_t)otherwise);
}

static inline vm misses(vi category, vi mask) { return vi_eq(vi_and(category, mask), vi_set1(0)); }

/* The pairs of first p and second q that may not collide. */
static inline unsigned filtered_out(const hail_filter *filter, vi p, vi q) {
    unsigned out = 0;
    if (filter->groups) {
        const vi g = vi_gather(filter->first.group, p), h = vi_gather(filter->second.group, q);
        out = vm_bits(vm_and_not(vi_eq(g, h), vi_eq(g, vi_set1(0))));
    }
    if (filter->masks) {
        const vi category = gather_or(filter->first.category, p, HAIL_DEFAULT_CATEGORY);
        const vi mask = gather_or(filter->first.mask, p, HAIL_DEFAULT_MASK);
        const vi other = gather_or(filter->second.category, q, HAIL_DEFAULT_CATEGORY);
        const vi other_mask = gather_or(filter->second.mask, q, HAIL_DEFAULT_MASK);
        out |= vm_bits(vm_or(misses(category, other_mask), misses(other, mask)));
    }
    return out;
}

/* a <= b, unsigned. Both are below 2^31, as slots and window edges are. */
static inline vm at_most(vi a, vi b) { return vi_gt(vi_add(b, vi_set1(1)), a); }

uint32_t HAIL_KERNEL(orient)(const hail_orient_job *given, const uint32_t *first, const uint32_t *second,
                             uint32_t count, const hail_oriented *out_given) {
    const hail_orient_job copy = *given, *job = &copy; /* copies that no store can change */
    const hail_oriented to = *out_given, *out = &to;
    const bool by_slot = job->orientation == HAIL_LOWER_SLOT_IS_A, swap = job->orientation == HAIL_SECOND_IS_A;
    const bool filtered = job->filter.groups || job->filter.masks;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vi p = vi_load_n(first + i, n), q = vi_load_n(second + i, n);
        if (job->first_order)
            p = vi_gather(job->first_order, p);
        if (job->second_order)
            q = vi_gather(job->second_order, q);
        const vi slot_p = vi_gather_pair(job->first_handle, p, 0), slot_q = vi_gather_pair(job->second_handle, q, 0);
        vm swapped = vm_first(swap ? HAIL_LANES : 0);
        if (by_slot)
            swapped = vi_gt(slot_p, slot_q);
        const vi slot_a = vi_select(swapped, slot_q, slot_p), slot_b = vi_select(swapped, slot_p, slot_q);
        unsigned keep = HAIL_ALL_LANES >> (HAIL_LANES - n);
        if (filtered || job->windowed) {
            if (filtered)
                keep &= ~filtered_out(&job->filter, p, q);
            if (job->windowed) {
                const vm in_a = vm_and(at_most(vi_set1((int32_t)job->a_min), slot_a),
                                       at_most(slot_a, vi_set1((int32_t)job->a_max)));
                const vm in_b = vm_and(at_most(vi_set1((int32_t)job->b_min), slot_b),
                                       at_most(slot_b, vi_set1((int32_t)job->b_max)));
                keep &= vm_bits(vm_and(in_a, in_b));
            }
            vi_compress_store(out->a + kept, keep, vi_select(swapped, q, p));
            vi_compress_store(out->b + kept, keep, vi_select(swapped, p, q));
            vi_compress_store(out->slot_a + kept, keep, slot_a);
            vi_compress_store(out->slot_b + kept, keep, slot_b);
            kept += vm_count_bits(keep);
        } else {
            vi_store(out->a + kept, vi_select(swapped, q, p));
            vi_store(out->b + kept, vi_select(swapped, p, q));
            vi_store(out->slot_a + kept, slot_a);
            vi_store(out->slot_b + kept, slot_b);
            kept += n;
        }
    }
    return kept;
}
