/* bench/queries/plain_near.h - plain's list of the nearest bodies so far. */
#ifndef PLAIN_NEAR_H
#define PLAIN_NEAR_H

#include "plain_index.h"

#include <math.h>

/* The nearest so far, the nearest first. */
typedef struct nearest {
    float squared[QUERY_MAX_NEAREST]; /* px^2 */
    uint32_t at[QUERY_MAX_NEAREST];   /* positions in the index */
} nearest;

static inline void nearest_insert(nearest *best, size_t k, float squared, uint32_t at) {
    size_t i = k - 1;
    for (; i > 0 && best->squared[i - 1] > squared; i--) {
        best->squared[i] = best->squared[i - 1];
        best->at[i] = best->at[i - 1];
    }
    best->squared[i] = squared;
    best->at[i] = at;
}

/* far: px^2 that none is as far as; or what lies as far does not count. */
static inline void nearest_clear(nearest *best, size_t k, float far) {
    for (size_t n = 0; n < k; n++)
        best->squared[n] = far;
}

/* Writes the answers to query i, of which there are `found`. */
static inline void nearest_write(plain_index *index, size_t i, size_t k, size_t found, const nearest *best) {
    query_near *into = index->results.near_body + i * k;
    for (size_t n = 0; n < found; n++)
        into[n] = (query_near){index->id[best->at[n]], sqrtf(best->squared[n])};
    if (found < k)
        into[found].body = QUERY_NONE;
}

#endif
