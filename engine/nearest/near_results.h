/* engine/nearest/near_results.h - fills in the results of nearest queries. */
#ifndef HAIL_NEAREST_NEAR_RESULTS_H
#define HAIL_NEAREST_NEAR_RESULTS_H

#include <hail/query.h>

#include "near_gaps.h"

/* Results that are still to be filled in; they come from any queries and layers. */
typedef struct hail_near_results {
    const hail_world *world;
    bool to_centre; /* distances are those to the bodies' positions */
    hail_query_hit *hit[NEAR_GAPS];
    hail_near_gaps gaps;
} hail_near_results;

/* Fills in a result of a query at (x, y), which holds what hail_near_best says; at the latest when the rows are
 * flushed.
 */
void hail_near_result(hail_near_results *rows, float x, float y, hail_query_hit *hit);

void hail_near_results_flush(hail_near_results *rows);

#endif
