/* engine/tiles/one_way.h - shapes against one-way tiles (hail_tileset_set_one_way). */
#ifndef HAIL_TILES_ONE_WAY_H
#define HAIL_TILES_ONE_WAY_H

#include "exposure.h"

/* Makes a sweep's contact with a rectangle of a one-way tile the one with its stopping side. False: the shape passes.
 * ends: of a part of a compound, the compound's left, top, right and bottom, px from the map's corner, where its motion
 * starts: one-way tiles stop a part only if the whole compound is in front of them then. Else NULL. */
bool hail_one_way_hit(const hail_tile_query *q, const hail_tile_mover *m, const hail_rect *r, const double *ends,
                      hail_contact *c);

/* The same for a shape that stands there, and does not move off. */
bool hail_one_way_stand(const hail_tile_query *q, const hail_tile_mover *m, const hail_rect *r, hail_contact *c);

#endif
