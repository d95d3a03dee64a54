/* engine/statics/wall_stops.h - where a body that a wall stops is put. */
#ifndef HAIL_STATICS_WALL_STOPS_H
#define HAIL_STATICS_WALL_STOPS_H

#include "sectors/sector_map.h"
#include "static_query.h"

/* Fills in where the body of a hit stops: far enough before the wall that sweeps can still tell on which side of it the
 * body is. A long wall needs more than a short one. */
void hail_wall_stop_put(const hail_sectors *map, const hail_path *path, hail_contact *hit);

/* The path to the stop, from where the body was surely not beyond the wall yet. */
hail_path hail_wall_stop_path(const hail_path *path, const hail_contact *hit);

/* Moves a stop that has another wall on the path to it. The body stops on its own path instead, which was free until
 * the hit: as far before the wall, or where it started. */
void hail_wall_stop_before(const hail_path *path, hail_contact *hit);

/* A wall is a segment from its a to its b. */
static inline void wall_along(const hail_sectors *map, const hail_wall *wall, float *ex, float *ey) {
    *ex = sectors_x(map)[wall->b] - sectors_x(map)[wall->a];
    *ey = sectors_y(map)[wall->b] - sectors_y(map)[wall->a];
}

#endif
