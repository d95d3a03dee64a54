/* engine/tiles/obstacle_sweep.h - the parts of a sweep: its path, the search along it, the first of its contacts. */
#ifndef HAIL_TILES_OBSTACLE_SWEEP_H
#define HAIL_TILES_OBSTACLE_SWEEP_H

#include "obstacle_search.h"

/* The part of a displacement that is near the map. */
typedef struct hail_sweep_path {
    double from, to; /* fractions of the displacement; from > to: it is nowhere near */
    double x, y, dx, dy, length;
    double reach; /* px: how far from the path something may touch */
    double piece; /* px: a longer path is searched piece by piece */
} hail_sweep_path;

hail_sweep_path hail_sweep_path_of(const hail_obstacles *o, const hail_posed *shape, double x, double y, float dx,
                                   float dy);

/* Searches a path of one piece. */
void hail_sweep_search(hail_rect_search *s, const hail_sweep_path *path);

typedef struct hail_first_hit {
    bool found;
    hail_contact hit;
} hail_first_hit;

/* Takes a mover's contacts of the batch, pairs [begin, end), which are overwritten. */
void hail_first_hit_take(hail_obstacles *o, uint32_t mover, uint32_t begin, uint32_t end, hail_first_hit *first);

#endif
