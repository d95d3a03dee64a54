/* engine/nearest/near_best.h - the nearest bodies found so far, kept in the caller's results. */
#ifndef HAIL_NEAREST_NEAR_BEST_H
#define HAIL_NEAREST_NEAR_BEST_H

#include <hail/query.h>

/* While a query runs, a result holds only: distance, layer, part, body.slot; and body.generation is the body's index.
 * A few results are kept in order. Many, or those without order, are kept as they come until there is no more room,
 * then as a heap whose first one is the last in order (D. Knuth, The Art of Computer Programming 3, 5.2.3). */
enum { NEAR_FEW = 24 };

typedef struct hail_near_best {
    hail_query_hit *hits;
    size_t capacity, count;
    bool unordered; /* they may stay as they are kept */
    float radius;   /* px: no body that is farther away is kept */
    float bound;    /* px: nor is one that is farther away than this, because there is no more room */
} hail_near_best;

static inline bool near_before(const hail_query_hit *a, const hail_query_hit *b) {
    if (a->distance != b->distance)
        return a->distance < b->distance;
    return a->layer != b->layer ? a->layer < b->layer : a->body.slot < b->body.slot;
}

/* Whether results are kept in order all the time. */
static inline bool near_in_order(const hail_near_best *best) { return best->capacity <= NEAR_FEW && !best->unordered; }

static inline hail_near_best near_best_of(hail_query_hit *hits, size_t capacity, bool unordered, float radius) {
    return (hail_near_best){hits, capacity, 0, unordered, radius, radius};
}

/* Keeps a body unless there are enough that come before it. Its distance is at most `radius`. */
void hail_near_keep(hail_near_best *best, const hail_query_hit *hit);

/* Puts what was kept in order, if that is wanted. */
void hail_near_sort(hail_near_best *best);

#endif
