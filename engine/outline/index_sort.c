/* engine/outline/index_sort.c - a heap sort of indices (J. Williams, Algorithm 232: Heapsort, 1964). */
#include "index_sort.h"

static void sift_down(uint32_t *indices, size_t at, size_t count, hail_before *before, const void *user) {
    const uint32_t index = indices[at];
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && before(user, indices[child], indices[child + 1]))
            child++;
        if (!before(user, index, indices[child]))
            break;
        indices[at] = indices[child];
    }
    indices[at] = index;
}

void hail_index_sort(uint32_t *indices, size_t count, hail_before *before, const void *user) {
    for (size_t i = count / 2; i-- > 0;)
        sift_down(indices, i, count, before, user);
    for (size_t i = count; i-- > 1;) {
        const uint32_t last = indices[i];
        indices[i] = indices[0];
        indices[0] = last;
        sift_down(indices, 0, i, before, user);
    }
}
