/* engine/nearest/near_all.h - counts the bodies that a query may find at any distance: they need not be found. */
#ifndef HAIL_NEAREST_NEAR_ALL_H
#define HAIL_NEAREST_NEAR_ALL_H

#include "queries/query_scope.h"

/* The last query that was counted: queries with the same filter have the same count. */
typedef struct hail_near_all {
    bool known;
    uint64_t layers;
    hail_filter_values values;
    uint32_t count;
} hail_near_all;

uint32_t hail_near_count_all(hail_near_all *all, const hail_query_scope *scope, size_t query);

#endif
