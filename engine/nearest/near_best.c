/* engine/nearest/near_best.c - ordered lists of a few bodies, or a heap of many. */
#include "near_best.h"

#include <math.h>

/* ---- Order ------------------------------------------------------------------------------------------------------- */

static bool tie_before(const hail_near_best *best, uint32_t a, uint32_t b) {
    const hail_near_source *own = near_source_of(best->sources, a), *other = near_source_of(best->sources, b);
    if (own->layer_number != other->layer_number)
        return own->layer_number < other->layer_number;
    return near_slot(own, a) < near_slot(other, b);
}

/* By distance, then layer, then slot. */
static inline bool is_before(const hail_near_best *best, float distance, uint32_t number, float other,
                             uint32_t other_number) {
    return distance != other ? distance < other : tie_before(best, number, other_number);
}

/* ---- Heap -------------------------------------------------------------------------------------------------------- */

static bool hit_before(const hail_near_best *best, const hail_query_hit *a, const hail_query_hit *b) {
    return is_before(best, a->distance, a->body.slot, b->distance, b->body.slot);
}

static void put(hail_query_hit *to, const hail_query_hit *hit) {
    to->distance = hit->distance;
    to->body.slot = hit->body.slot;
}

/* Puts a hit where it belongs, from the free place `at` of a heap of `count` downwards. */
static void sift_down(const hail_near_best *best, size_t count, size_t at, hail_query_hit hit) {
    hail_query_hit *heap = best->heap;
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && hit_before(best, &heap[child], &heap[child + 1]);
        if (!hit_before(best, &hit, &heap[child]))
            break;
        put(&heap[at], &heap[child]);
    }
    put(&heap[at], &hit);
}

static void make_heap(const hail_near_best *best) {
    for (size_t at = best->heap_count / 2; at-- > 0;)
        sift_down(best, best->heap_count, at, best->heap[at]);
}

static void keep_in_heap(hail_near_best *best, float distance, uint32_t number) {
    const hail_query_hit hit = {.distance = distance, .body.slot = number};
    if (best->heap_count < best->capacity) {
        put(&best->heap[best->heap_count++], &hit);
        if (best->heap_count == best->capacity)
            make_heap(best);
    } else if (hit_before(best, &hit, &best->heap[0]))
        sift_down(best, best->heap_count, 0, hit);
}

static void sort_heap(const hail_near_best *best) {
    if (best->heap_count < best->capacity)
        make_heap(best);
    for (size_t left = best->heap_count; left > 1;) {
        const hail_query_hit last = best->heap[--left];
        put(&best->heap[left], &best->heap[0]);
        sift_down(best, left, 0, last);
    }
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

static void keep_in_list(hail_near_best *best, uint32_t i, float distance, uint32_t number) {
    const size_t stride = best->points;
    float *key = best->key + i;
    uint32_t *numbers = best->number + i;
    size_t at = (best->capacity - 1) * stride;
    if (!is_before(best, distance, number, key[at], numbers[at]))
        return;
    for (; at > 0 && is_before(best, distance, number, key[at - stride], numbers[at - stride]); at -= stride) {
        key[at] = key[at - stride];
        numbers[at] = numbers[at - stride];
    }
    key[at] = distance;
    numbers[at] = number;
}

/* Puts bodies of point i that are equally near in order. */
static void sort_list(hail_near_best *best, uint32_t i) {
    const size_t stride = best->points, end = best->capacity * stride;
    const float *key = best->key + i;
    uint32_t *number = best->number + i;
    for (size_t j = stride; j < end && key[j] < INFINITY; j += stride)
        for (size_t at = j; at > 0 && key[at] == key[at - stride] && tie_before(best, number[at], number[at - stride]);
             at -= stride) {
            const uint32_t swap = number[at];
            number[at] = number[at - stride];
            number[at - stride] = swap;
        }
}

static void sort_lists(hail_near_best *best) {
    const uint32_t points = best->points;
    uint32_t tie[NEAR_BLOCK];
    for (uint32_t i = 0; i < points; i++)
        tie[i] = 0;
    for (size_t j = 1; j < best->capacity; j++) {
        const float *key = best->key + j * points, *before = key - points;
        for (uint32_t i = 0; i < points; i++)
            tie[i] |= key[i] == before[i] ? 1 : 0;
    }
    for (uint32_t i = 0; i < points; i++)
        if (tie[i])
            sort_list(best, i);
}

/* ---- All --------------------------------------------------------------------------------------------------------- */

void hail_near_best_clear(hail_near_best *best, uint32_t i) {
    best->there[i] = 0;
    best->heap_count = 0;
    for (size_t j = 0; !best->in_heap && j <= best->capacity; j++)
        best->key[j * best->points + i] = INFINITY;
}

void hail_near_keep(hail_near_best *best, uint32_t i, float distance, uint32_t number) {
    if (!(distance <= best->radius[i]))
        return;
    if (best->counts)
        best->there[i]++;
    if (best->in_heap)
        keep_in_heap(best, distance, number);
    else
        keep_in_list(best, i, distance, number);
}

void hail_near_best_sort(hail_near_best *best) {
    if (!best->in_heap)
        sort_lists(best);
    else if (!best->unordered)
        sort_heap(best);
}
