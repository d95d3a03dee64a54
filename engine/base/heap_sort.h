/* engine/base/heap_sort.h - heaps of items of any type, and sorting them in place, without allocating. */
#ifndef HAIL_BASE_HEAP_SORT_H
#define HAIL_BASE_HEAP_SORT_H

#include <stddef.h>

/* Defines two functions for items of a type, in the order before(user, a, b), a strict weak one (J. Williams, Algorithm
 * 232: Heapsort, 1964):
 *   name_sift  puts an item at the gap `at` of a heap of `count`, or below it; the last item in order is on top
 *   name_sort  sorts items, always by the same steps
 * No two files use the same name. */
#define HAIL_HEAP_SORT(name, type, user_type, before)                                                                  \
    static void name##_sift(const user_type *user, type heap[], size_t at, size_t count, type item) {                  \
        for (size_t below; (below = 2 * at + 1) < count; at = below) {                                                 \
            below += below + 1 < count && before(user, heap[below], heap[below + 1]);                                  \
            if (!before(user, item, heap[below]))                                                                      \
                break;                                                                                                 \
            heap[at] = heap[below];                                                                                    \
        }                                                                                                              \
        heap[at] = item;                                                                                               \
    }                                                                                                                  \
    static void name##_sort(const user_type *user, type items[], size_t count) {                                       \
        for (size_t i = count / 2; i-- > 0;)                                                                           \
            name##_sift(user, items, i, count, items[i]);                                                              \
        for (size_t n = count; n-- > 1;) {                                                                             \
            const type last = items[n];                                                                                \
            items[n] = items[0];                                                                                       \
            name##_sift(user, items, 0, n, last);                                                                      \
        }                                                                                                              \
    }

#endif
