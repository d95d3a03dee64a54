/* engine/casts/cast_shape.h - the shapes of casts. */
#ifndef HAIL_CASTS_CAST_SHAPE_H
#define HAIL_CASTS_CAST_SHAPE_H

#include "cast.h"

/* Sets the shapes of a block's queries. */
void hail_cast_set_shapes(hail_cast *cast);

/* px: how far a query's convex shape reaches beside its path, a little more; at most its radius. */
float hail_cast_reach_beside(const hail_cast *cast, uint32_t query);

/* Where a query is and how it moves, for the pixel tests. */
hail_pose hail_cast_pose(const hail_cast *cast, uint32_t query);

/* Tells what kinds of shapes a call casts. */
void hail_cast_kinds_of(const hail_world *world, const hail_shapes *list, hail_cast_kinds *kinds);

#endif
