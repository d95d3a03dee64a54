/* engine/nearest/near_results.h - fills in the results of nearest queries: the search kept only distances. */
#ifndef HAIL_NEAREST_NEAR_RESULTS_H
#define HAIL_NEAREST_NEAR_RESULTS_H

#include "near_search.h"

/* Fills in the results of a block that was searched, and ends each list that is not full. */
void hail_near_write_results(hail_near_search *search);

#endif
