/* engine/queries/shape_list.h - the shapes that queries ask with, from the world's set or the caller's own. */
#ifndef HAIL_QUERIES_SHAPE_LIST_H
#define HAIL_QUERIES_SHAPE_LIST_H

#include "query_scope.h"

/* Checks a list of shapes of the world's set, or of no set. moving: their displacements too. */
hail_status hail_shape_list_check(const hail_checks *checks, const hail_world *world, const hail_shapes *list,
                                  bool moving);

#endif
