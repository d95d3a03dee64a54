/* engine/world/shape_exchange.h - gives a set the shapes of another one, which was made aside. */
#ifndef HAIL_WORLD_SHAPE_EXCHANGE_H
#define HAIL_WORLD_SHAPE_EXCHANGE_H

#include "shapeset_state.h"

/* Makes an empty set with the memory of `set`, and with room for its numbers and those below `end`. False: no memory,
 * or too many numbers; nothing is kept. */
bool hail_shapeset_aside(hail_shapeset *set, uint32_t end, hail_shapeset *aside);

/* Frees what a set holds that was made aside. */
void hail_shapeset_drop(hail_shapeset *set, hail_shapeset *aside);

/* Gives a set the shapes of one that was made aside, and frees its own. As if shapes had been replaced, added and
 * destroyed one by one, by number: what stays keeps its tag. Does not count the bodies that have them.
 *
 *   edits  the set counts at least so many (hail_shapeset.edits) */
void hail_shapeset_exchange(hail_shapeset *set, hail_shapeset *aside, uint64_t edits);

#endif
