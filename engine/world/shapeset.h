/* engine/world/shapeset.h - what a world does with sets of shapes. */
#ifndef HAIL_WORLD_SHAPESET_H
#define HAIL_WORLD_SHAPESET_H

#include "shapeset_state.h"

/* Makes an empty set in place, with memory from a copy of the heap; and frees what it holds. */
void hail_shapeset_start(hail_shapeset *set, const hail_heap *heap);
void hail_shapeset_end(hail_shapeset *set);

/* Adds a world to those that use the set; and takes it away. */
void hail_shapeset_join(hail_shapeset *set, hail_world *world);
void hail_shapeset_leave(hail_world *world);

#endif
