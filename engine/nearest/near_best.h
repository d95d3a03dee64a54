/* engine/nearest/near_best.h - the nearest bodies found so far of the points of a block. A few are kept in order, in
 * lists, as the kernel does. More are kept in the caller's results as they come until there is no more room, then as a
 * heap whose first one is the last in order (D. Knuth, The Art of Computer Programming 3, 5.2.3). */
#ifndef HAIL_NEAREST_NEAR_BEST_H
#define HAIL_NEAREST_NEAR_BEST_H

#include <float.h>

#include <hail/query.h>

#include "near_sources.h"

enum {
    NEAR_BLOCK = 128, /* points of a block, at most */
    NEAR_KEPT = 1024  /* bodies of all their lists */
};

typedef struct hail_near_best {
    const hail_near_sources *sources;
    size_t capacity;
    bool in_heap;    /* then a block has one point */
    bool unordered;  /* the heap need not be put in order */
    bool counts;     /* the bodies within the radius are counted */
    uint32_t points; /* of the block */
    /* Lists: number j of point i is at j * points + i. There are capacity + 1; see hail_near_few_job. */
    float key[NEAR_KEPT];
    uint32_t number[NEAR_KEPT]; /* see hail_near_source */
    /* The heap: of a result, `distance` and `slot`, which is the body's number, are in use. */
    hail_query_hit *heap;
    uint32_t heap_count;
    /* By point. */
    float radius[NEAR_BLOCK];   /* px: no body that is farther away is kept */
    uint32_t there[NEAR_BLOCK]; /* if they are counted: bodies within the radius */
} hail_near_best;

/* Empties the list or the heap of point i. */
void hail_near_best_clear(hail_near_best *best, uint32_t i);

/* How far away a body of point i may be at most, so that it is kept. */
static inline float near_bound(const hail_near_best *best, uint32_t i) {
    float last = FLT_MAX;
    if (!best->in_heap)
        last = best->key[(best->capacity - 1) * best->points + i];
    else if (best->heap_count == best->capacity)
        last = best->heap[0].distance;
    return last < best->radius[i] ? last : best->radius[i];
}

/* Whether there is no room for more bodies of point i, unless others go. */
static inline bool near_full(const hail_near_best *best, uint32_t i) {
    return best->in_heap ? best->heap_count == best->capacity
                         : best->key[(best->capacity - 1) * best->points + i] <= best->radius[i];
}

/* Counts a body of point i if it is there, and keeps it unless there are enough that come before it. */
void hail_near_keep(hail_near_best *best, uint32_t i, float distance, uint32_t number);

/* Puts equally near bodies of all points in order, and those of the heap. A single body is. */
void hail_near_best_sort(hail_near_best *best);

#endif
