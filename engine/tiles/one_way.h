/* engine/tiles/one_way.h - shapes against one-way tiles (hail_tileset_set_one_way). */
#ifndef HAIL_TILES_ONE_WAY_H
#define HAIL_TILES_ONE_WAY_H

#include "obstacle_search.h"

/* Finds which of the kinds asked for are one-way, and what covers edges. */
void hail_one_way_begin(hail_obstacles *o);

/* Adds the shape that was set last to a compound at (x, y), px from the map's corner, where its motion starts. One-way
 * tiles stop a part only if the whole compound is in front of them then. `first` begins another compound. */
void hail_one_way_add_part(hail_obstacles *o, double x, double y, bool first);

/* Makes a sweep's contact with a rectangle of a one-way tile the one with its stopping side. False: the shape passes.
 */
bool hail_one_way_hit(const hail_obstacles *o, hail_posed *shape, hail_rect *r, float dx, float dy, hail_contact *c);

/* The same for a shape that stands there, and does not move off. */
bool hail_one_way_stand(const hail_obstacles *o, hail_posed *shape, hail_rect *r, float dx, float dy, hail_contact *c);

/* Lets the next search find all kinds that were asked for, or all but one-way ones. */
static inline void hail_one_way_find(hail_obstacles *o, bool all) {
    if (o->one_way)
        o->kinds = all ? o->cover[HAIL_BOTH_WAYS] | o->one_way : o->cover[HAIL_BOTH_WAYS];
}

#endif
