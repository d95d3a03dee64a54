/* engine/world/shapeset.h - what a world does with sets of shapes, and what calls that change a set check. */
#ifndef HAIL_WORLD_SHAPESET_H
#define HAIL_WORLD_SHAPESET_H

#include "shapeset_state.h"

/* Makes an empty set in place, with memory from a copy of the heap; and frees what it holds. */
void hail_shapeset_start(hail_shapeset *set, const hail_heap *heap);
void hail_shapeset_end(hail_shapeset *set);

/* Adds a world to those that use the set; and takes it away. */
void hail_shapeset_join(hail_shapeset *set, hail_world *world);
void hail_shapeset_leave(hail_world *world);

/* Whether a world other than this one uses the set. */
bool hail_shapeset_shared(const hail_shapeset *set, const hail_world *world);

/* Checks the set and `shape` of a call that changes the set: neither is NULL, and no world of the set is in a step. */
hail_status hail_shapeset_check_change(const hail_shapeset *set, const hail_shape *shape);

/* The same, and that the caller may use the shape: HAIL_UNKNOWN_SHAPE. */
hail_status hail_shapeset_check_known(const hail_shapeset *set, const hail_shape *shape);

#endif
