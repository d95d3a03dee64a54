/* engine/tiles/uprights.h - upright shapes against the map: circles, and rounded boxes that are not rotated. Their
 * contacts, and which of these are exposed, are computed in lanes, one pair of a shape and a rectangle a lane.
 *
 * A box that touches a rectangle is a circle that touches a larger one: enlarged by half the box's sides, as large as
 * the box's rounding (the Minkowski sum). */
#ifndef HAIL_TILES_UPRIGHTS_H
#define HAIL_TILES_UPRIGHTS_H

#include "obstacle_search.h"

/* Makes an upright shape, which lasts until the next one. False: it is none, or tiles are larger than 32 px. */
bool hail_upright_of(hail_obstacles *o, const hail_mover_pose *pose, const hail_upright **shape);

/* One of them: px from the map's corner. */
typedef struct hail_upright_mover {
    uint32_t tag;
    double x, y;
    float dx, dy; /* swept; else 0 */
    bool swept;
    bool through; /* one-way tiles do not stop it */
} hail_upright_mover;

typedef enum hail_upright_added { UPRIGHT_ADDED, UPRIGHT_NO_ROOM, UPRIGHT_REFUSED } hail_upright_added;

/* Adds the rectangles near a shape on its way to the batch. Refused are shapes near what is solid outside the map, long
 * ways, and what is near more rectangles than a batch holds; these are for the general search. */
hail_upright_added hail_uprights_add(hail_obstacles *o, const hail_upright *shape, const hail_upright_mover *m);

/* Answers of the batch, which is empty then. `take` returns false to end them; then so do these. */
typedef bool hail_upright_hit_fn(void *context, uint32_t tag, const hail_contact *hit);
typedef bool hail_upright_touch_fn(void *context, uint32_t tag, const hail_contact *contact, bool exposed);
bool hail_uprights_sweep(hail_obstacles *o, hail_upright_hit_fn *take, void *context);
bool hail_uprights_touch(hail_obstacles *o, hail_upright_touch_fn *take, void *context);

#endif
