/* engine/nearest/near_rings.h - the bodies nearest to one point that the kernel did not find for sure. */
#ifndef HAIL_NEAREST_NEAR_RINGS_H
#define HAIL_NEAREST_NEAR_RINGS_H

#include "near_search.h"

/* Answers point i of a block. What was kept of it so far only tells how far away the last result is at most. */
void hail_near_search_rings(hail_near_search *search, uint32_t i);

#endif
