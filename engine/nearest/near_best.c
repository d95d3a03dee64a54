/* engine/nearest/near_best.c - an ordered list of a few bodies, or a heap of many. */
#include "near_best.h"

/* ---- Heap -------------------------------------------------------------------------------------------------------- */

/* Puts a hit where it belongs, from the free place `at` of a heap of `count` downwards. */
static void sift_down(hail_query_hit *hits, size_t count, size_t at, hail_query_hit hit) {
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && near_before(&hits[child], &hits[child + 1]);
        if (!near_before(&hit, &hits[child]))
            break;
        hits[at] = hits[child];
    }
    hits[at] = hit;
}

static void make_heap(hail_query_hit *hits, size_t count) {
    for (size_t at = count / 2; at-- > 0;)
        sift_down(hits, count, at, hits[at]);
}

static void keep_many(hail_near_best *best, const hail_query_hit *hit) {
    if (best->count < best->capacity) {
        best->hits[best->count++] = *hit;
        if (best->count == best->capacity)
            make_heap(best->hits, best->count);
    } else if (near_before(hit, &best->hits[0]))
        sift_down(best->hits, best->count, 0, *hit);
    if (best->count == best->capacity)
        best->bound = best->hits[0].distance;
}

/* ---- List -------------------------------------------------------------------------------------------------------- */

static void keep_few(hail_near_best *best, const hail_query_hit *hit) {
    if (best->count == best->capacity && !near_before(hit, &best->hits[best->count - 1]))
        return;
    best->count += best->count < best->capacity;
    size_t at = best->count - 1;
    for (; at > 0 && near_before(hit, &best->hits[at - 1]); at--)
        best->hits[at] = best->hits[at - 1];
    best->hits[at] = *hit;
    if (best->count == best->capacity)
        best->bound = best->hits[best->count - 1].distance;
}

void hail_near_keep(hail_near_best *best, const hail_query_hit *hit) {
    (near_in_order(best) ? keep_few : keep_many)(best, hit);
}

void hail_near_sort(hail_near_best *best) {
    if (best->capacity <= NEAR_FEW || best->unordered)
        return;
    hail_query_hit *hits = best->hits;
    if (best->count < best->capacity)
        make_heap(hits, best->count);
    for (size_t left = best->count; left > 1;) {
        const hail_query_hit last = hits[--left];
        hits[left] = hits[0];
        sift_down(hits, left, 0, last);
    }
}
