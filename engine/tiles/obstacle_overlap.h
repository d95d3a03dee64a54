/* engine/tiles/obstacle_overlap.h - the parts of an overlap: the search, and its contacts cell by cell. */
#ifndef HAIL_TILES_OBSTACLE_OVERLAP_H
#define HAIL_TILES_OBSTACLE_OVERLAP_H

#include "obstacle_search.h"

/* Searches where a shape stands. */
void hail_touch_search(hail_rect_search *s);

/* Makes contacts of pairs [begin, end) of the batch those of the caller; exposed: by pair. */
void hail_touch_finish(hail_obstacles *o, uint32_t begin, uint32_t end, bool *exposed);

/* Passes these contacts of one shape to `take`, as hail_obstacles_touch does. */
void hail_touch_report(const hail_obstacles *o, uint32_t begin, uint32_t end, const bool *exposed, hail_touch_fn *take,
                       void *user);

#endif
