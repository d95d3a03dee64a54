/* engine/outline/index_sort.h - sorts indices in place by a caller's order, without allocating. */
#ifndef HAIL_OUTLINE_INDEX_SORT_H
#define HAIL_OUTLINE_INDEX_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether index a comes before index b. A strict weak order. */
typedef bool hail_before(const void *user, uint32_t a, uint32_t b);

/* Sorts `indices` by `before`. A heap sort: it allocates nothing, and always takes the same steps. */
void hail_index_sort(uint32_t *indices, size_t count, hail_before *before, const void *user);

#endif
