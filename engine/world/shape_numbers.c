/* engine/world/shape_numbers.c - one bit for each number below the end says that it is free, so that neighbours that
 * are freed join by themselves, and freeing needs no memory. */
#include "shapeset.h"

#include "atomic.h"
#include "base/error.h"

enum { WORD_BITS = 64 };

static uint64_t *words_of(const hail_shapeset *set) { return set->spare.data; }

static bool is_spare(const hail_shapeset *set, uint32_t id) {
    return words_of(set)[id / WORD_BITS] >> (id % WORD_BITS) & 1;
}

uint32_t hail_shape_tag_number(void) {
    static hail_shared_count given; /* in this process */
    return hail_count_up(&given);
}

uint32_t hail_shape_next_tag(uint32_t tag) {
    return (tag & MAX_GENERATION) == MAX_GENERATION ? hail_shape_tag_number() << GENERATION_BITS : tag + 1;
}

/* The lowest number that begins `count` free ones. There is always one: all from the end on are free. */
static uint32_t first_fit(const hail_shapeset *set, uint32_t count) {
    uint32_t found = 0, id = 1;
    if (set->live + 1 == set->end) /* none below it */
        return set->end;
    while (id < set->end && found < count) {
        if (id % WORD_BITS == 0 && !words_of(set)[id / WORD_BITS]) {
            found = 0;
            id += WORD_BITS;
        } else {
            found = is_spare(set, id++) ? found + 1 : 0;
        }
    }
    return found == count ? id - count : set->end;
}

/* Makes room for numbers below `end` in every table. */
static bool fit(hail_shapeset *set, size_t end) {
    if (end <= set->rows.bytes / sizeof(hail_convex) && end <= set->radii.bytes / sizeof(float) &&
        end <= set->entries.bytes / sizeof(hail_shape_entry) && end <= set->spare.bytes * 8)
        return true;
    const size_t want = end < 16 ? 16 : end + end / 2;
    return hail_state_grow(&set->heap, &set->rows, want * sizeof(hail_convex)) &&
           hail_state_grow(&set->heap, &set->radii, want * sizeof(float)) &&
           hail_state_grow(&set->heap, &set->entries, want * sizeof(hail_shape_entry)) &&
           hail_state_grow(&set->heap, &set->spare, (want / WORD_BITS + 1) * sizeof(uint64_t));
}

hail_status hail_shape_numbers_find(hail_shapeset *set, uint32_t count, uint32_t *first) {
    *first = first_fit(set, count);
    if (*first + count > (uint32_t)HAIL_MAX_SHAPES + 1)
        return hail_fail(set->heap.error, HAIL_FULL, "set", "has too many shapes and parts");
    return fit(set, (size_t)*first + count) ? HAIL_OK : hail_fail_memory(set->heap.error);
}

void hail_shape_numbers_take(hail_shapeset *set, uint32_t first, uint32_t count) {
    for (uint32_t id = first; id < first + count; id++)
        words_of(set)[id / WORD_BITS] &= ~(UINT64_C(1) << id % WORD_BITS);
    set->live += count;
    set->end = set->end > first + count ? set->end : first + count;
}

void hail_shape_numbers_free(hail_shapeset *set, uint32_t first, uint32_t count) {
    for (uint32_t id = first; id < first + count; id++)
        words_of(set)[id / WORD_BITS] |= UINT64_C(1) << id % WORD_BITS;
    set->live -= count;
    for (; set->end > 1 && is_spare(set, set->end - 1); set->end--)
        words_of(set)[(set->end - 1) / WORD_BITS] &= ~(UINT64_C(1) << (set->end - 1) % WORD_BITS);
}
