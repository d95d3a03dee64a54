/* tests/queries/query_sets.h - whether queries find the same without order as with it. */
#ifndef HAIL_TESTS_QUERY_SETS_H
#define HAIL_TESTS_QUERY_SETS_H

#include "query_asks.h"

/* A filter without order. from may be NULL. */
hail_query_filter unordered_filter(const hail_query_filter *from);

/* Stops the test unless each query has the same results in both, in any order. size: of a result, a match or a hit.
 * `capacity` results of each query; what comes after the first one whose kind is 0 is not looked at. */
void same_sets(const char *at, size_t size, size_t queries, size_t capacity, const void *ordered,
               const void *unordered);

/* Asks all queries again without order, and stops the test unless the answers are the same. counts: NULL as when the
 * ordered ones were asked for. */
void asks_same_sets(const char *at, const asks *q, ask_kind kind, const hail_world *world, size_t capacity,
                    const void *answers, const uint32_t *counts);

#endif
