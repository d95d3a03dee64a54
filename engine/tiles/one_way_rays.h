/* engine/tiles/one_way_rays.h - rays against one-way tiles (hail_tileset_set_one_way).
 *
 * Kernels stop a ray at the first solid pixel. One that enters a one-way tile by a side that does not stop it goes on
 * from there: pixel by pixel in tiles, across squares of empty cells at once. */
#ifndef HAIL_TILES_ONE_WAY_RAYS_H
#define HAIL_TILES_ONE_WAY_RAYS_H

#include "kernels.h"
#include "tile_data.h"

typedef struct hail_ray_passes {
    const hail_tilemap *map;
    const hail_march_job *job; /* as the kernel had it */
    const hail_empty_cells *empty;
    bool any;       /* some of the kinds asked for are one-way: else nothing needs to be done */
    bool bresenham; /* which pixels a ray visits */
} hail_ray_passes;

static inline hail_ray_passes hail_ray_passes_of(const hail_tilemap *map, const hail_march_job *job, bool bresenham) {
    return (hail_ray_passes){map, job, hail_tilemap_empty(map, job->view.kinds),
                             job->view.kinds & map->set->one_way_kinds, bresenham};
}

/* Moves ray i on if it hit a one-way tile that does not stop it, and writes its row again. False: it hits nothing. */
bool hail_ray_pass(const hail_ray_passes *p, uint32_t i, hail_ray_hit *row);

/* Whether ray i, which hits nothing, ended in front of the stopping side of a one-way pixel, of which (end_x, end_y) is
 * a point: rounding may put a body there that moves by (dx, dy). *side is that side. */
bool hail_ray_ends_short(const hail_ray_passes *p, uint32_t i, float end_x, float end_y, hail_one_way *side);

#endif
