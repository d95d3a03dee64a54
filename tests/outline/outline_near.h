/* tests/outline/outline_near.h - convex parts that may lie a little off their polygon, as hail/outline.h documents for
 * parts of at most HAIL_MAX_VERTICES vertices. */
#ifndef HAIL_TESTS_OUTLINE_NEAR_H
#define HAIL_TESTS_OUTLINE_NEAR_H

#include "outline_oracle.h"

/* px: how far a boundary may move. */
double near_slack(const hail_loops *polygon);

/* NULL, or what is wrong with the parts: hail_convex_polygon must accept them, they have only vertices of the polygon,
 * and its area; at points all about, what lies further from all boundaries than the slack is in one part if it is
 * inside, and in none if it is outside. */
const char *near_wrong(const hail_loops *polygon, const hail_loops *parts, uint32_t most, uint64_t seed);

#endif
