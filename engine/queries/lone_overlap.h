/* engine/queries/lone_overlap.h - the circles that one point or one box touches. */
#ifndef HAIL_QUERIES_LONE_OVERLAP_H
#define HAIL_QUERIES_LONE_OVERLAP_H

#include <hail/query.h>

/* Answer a call of hail_query_points or hail_query_boxes that asks one question. False: the call is unusual or wrong,
 * or there are many circles; nothing was written. */
bool hail_lone_point(const hail_world *world, const hail_points *points, const hail_query_filter *filter,
                     size_t capacity, hail_query_match *matches, uint32_t *counts);
bool hail_lone_box(const hail_world *world, const hail_box_list *boxes, const hail_query_filter *filter,
                   size_t capacity, hail_query_match *matches, uint32_t *counts);

#endif
