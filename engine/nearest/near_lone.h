/* engine/nearest/near_lone.h - the circle nearest to one point. */
#ifndef HAIL_NEAREST_NEAR_LONE_H
#define HAIL_NEAREST_NEAR_LONE_H

#include <hail/query.h>

/* Answers a call of hail_query_nearest for one point. False: the call is unusual or wrong, or there
 * may be nearer bodies, and nothing was written. */
bool hail_near_lone(const hail_world *world, const hail_points *points, const hail_query_near *near,
                    const hail_query_filter *filter, size_t capacity, hail_query_hit *hits, const uint32_t *counts);

#endif
