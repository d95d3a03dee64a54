/* engine/casts/cast_lone.h - the first circle that one ray hits. */
#ifndef HAIL_CASTS_CAST_LONE_H
#define HAIL_CASTS_CAST_LONE_H

#include <hail/query.h>

/* Answers a call of hail_query_rays that wants the first hit of one ray. False: the call is unusual or wrong, and
 * nothing was written. */
bool hail_cast_lone(const hail_world *world, const hail_ray_list *rays, const hail_query_filter *filter,
                    size_t capacity, hail_query_hit *hits, const uint32_t *counts);

#endif
