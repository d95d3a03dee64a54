/* tests/kernels/kernels_orient.c - orient: every variant equals a simple implementation of orientation, groups and
 * windows. */
#include <criterion/criterion.h>

#include "kernel_inputs.h"

enum { MOST = 300, SLOTS = 1 << 26 };

static uint32_t *permutation(const char *name, uint32_t n) {
    uint32_t *order = hold(name, n);
    for (uint32_t i = 0; i < n; i++)
        order[i] = i;
    shuffle(order, n);
    return order;
}

/* Handles, two words each. Slots are unique in a world, so no two bodies share one; some are the lowest and highest
 * possible. */
static uint32_t *handles(const char *name, uint32_t n, uint32_t parity) {
    uint32_t *handle = hold(name, 2 * (size_t)n);
    const uint32_t spread = pick_one_in(4) ? 1 : 1 + pick(SLOTS / MOST / 2);
    for (uint32_t i = 0; i < n; i++) {
        handle[2 * i] = 2 * spread * i + parity;
        handle[2 * i + 1] = (uint32_t)pick_bits();
    }
    if (pick_one_in(4))
        handle[2 * pick(n)] = SLOTS - 2 + parity;
    for (uint32_t i = n; i > 1; i--) { /* in any order */
        const uint32_t j = pick(i), slot = handle[2 * i - 2];
        handle[2 * i - 2] = handle[2 * j];
        handle[2 * j] = slot;
    }
    return handle;
}

/* An edge of a window: at a slot in use, next to one, or at the lowest or highest. */
static uint32_t edge(const uint32_t *handle, uint32_t n) {
    const uint32_t slot = handle[2 * pick(n)];
    switch (pick(6)) {
    case 0:
        return 0;
    case 1:
        return SLOTS - 1;
    case 2:
        return slot + 1;
    case 3:
        return slot ? slot - 1 : 0;
    default:
        return slot;
    }
}

static void order_edges(uint32_t *low, uint32_t *high) {
    const uint32_t a = *low, b = *high;
    *low = a < b ? a : b;
    *high = a < b ? b : a;
}

typedef struct kept_pairs {
    uint32_t a[MOST], b[MOST], slot_a[MOST], slot_b[MOST], count;
} kept_pairs;

/* What broad_kernels.h says, in its order. */
static void state(const hail_orient_job *job, const uint32_t *first, const uint32_t *second, uint32_t count,
                  kept_pairs *kept) {
    kept->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t p = job->first_order ? job->first_order[first[i]] : first[i];
        const uint32_t q = job->second_order ? job->second_order[second[i]] : second[i];
        const uint32_t slot_p = job->first_handle[2 * p], slot_q = job->second_handle[2 * q];
        bool first_is_a = job->orientation == HAIL_FIRST_IS_A;
        if (job->orientation == HAIL_LOWER_SLOT_IS_A)
            first_is_a = slot_p <= slot_q;
        const uint32_t slot_a = first_is_a ? slot_p : slot_q, slot_b = first_is_a ? slot_q : slot_p;
        const bool inside = !job->windowed || (slot_a >= job->a_min && slot_a <= job->a_max && slot_b >= job->b_min &&
                                               slot_b <= job->b_max);
        if (!filter_allows(&job->filter, p, q) || !inside)
            continue;
        const uint32_t k = kept->count++;
        kept->a[k] = first_is_a ? p : q;
        kept->b[k] = first_is_a ? q : p;
        kept->slot_a[k] = slot_a;
        kept->slot_b[k] = slot_b;
    }
}

static void orient_case(void) {
    static kept_pairs wanted;
    const uint32_t count = pick_length() % MOST, n = 2 + pick(60);
    hail_orient_job job = {.orientation = (hail_orientation)pick(3), .windowed = pick_rarely(2)};
    const bool self = job.orientation == HAIL_LOWER_SLOT_IS_A && pick_one_in(2);
    const uint32_t m = self ? n : 2 + pick(60);
    job.first_handle = handles("first handle", n, 0);
    job.second_handle = self ? job.first_handle : handles("second handle", m, 1);
    if (pick_one_in(2))
        job.first_order = permutation("first order", n);
    if (self ? job.first_order != NULL : pick_one_in(2))
        job.second_order = self ? job.first_order : permutation("second order", m);
    const hail_filter_columns one = pick_filter(n), other = self ? one : pick_filter(m);
    job.filter = filter_of(&one, &other);
    if (job.windowed) {
        job.a_min = edge(job.first_handle, n), job.a_max = edge(job.second_handle, m);
        job.b_min = edge(job.second_handle, m), job.b_max = edge(job.first_handle, n);
        order_edges(&job.a_min, &job.a_max);
        order_edges(&job.b_min, &job.b_max);
    }
    uint32_t *first = hold("first", count), *second = hold("second", count);
    for (uint32_t i = 0; i < count; i++) {
        first[i] = pick(n);
        do
            second[i] = pick(m);
        while (self && second[i] == first[i]);
    }
    case_says("%u pairs of %u and %u, orientation %d%s%s%s%s%s, window [%u, %u] [%u, %u]", count, n, m,
              (int)job.orientation, self ? ", self" : "", job.first_order ? ", ordered" : "",
              job.filter.groups ? ", groups" : "", job.filter.masks ? ", masks" : "", job.windowed ? ", windowed" : "",
              job.a_min, job.a_max, job.b_min, job.b_max);
    state(&job, first, second, count, &wanted);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "orient");
        const size_t room = (size_t)count + HAIL_SLACK;
        const hail_oriented out = {hold("a", room), hold("b", room), hold("slot a", room), hold("slot b", room)};
        uint32_t kept = 0, from = 0;
        for (int piece = 0; piece < 3; piece++) { /* in up to three pieces */
            const uint32_t to = piece == 2 || pick_one_in(2) ? count : from + pick(count - from + 1);
            const hail_oriented rest = {out.a + kept, out.b + kept, out.slot_a + kept, out.slot_b + kept};
            kept += kernels->orient(&job, first + from, second + from, to - from, &rest);
            from = to;
        }
        case_times(kernels, "orient", count, kernels->orient(&job, first, second, count, &out));
        guards_check();
        case_expects(kept == wanted.count, "%u pairs stay, not %u", kept, wanted.count);
        untouched("a", out.a, (size_t)kept + HAIL_SLACK, room);
        untouched("slot b", out.slot_b, (size_t)kept + HAIL_SLACK, room);
        same_words("a", out.a, wanted.a, kept);
        same_words("b", out.b, wanted.b, kept);
        same_words("slot a", out.slot_a, wanted.slot_a, kept);
        same_words("slot b", out.slot_b, wanted.slot_b, kept);
    }
}
Test(kernels_orient, orient) { cases_run("kernels_orient", "orient", 15000, orient_case); }
