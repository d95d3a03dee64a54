/* engine/tiles/tile_movers.h - the movers of hail/slide.h: checks, one of them, those that are near something. */
#ifndef HAIL_TILES_TILE_MOVERS_H
#define HAIL_TILES_TILE_MOVERS_H

#include <hail/slide.h>

#include "base/check.h"
#include "shape_reach.h"
#include "tile_batch.h"

/* Finds the kernels and checks movers. out: where answers go. */
hail_status hail_movers_check(const hail_tilemap_movers *movers, const hail_needed *out, bool moving,
                              hail_checks *checks);

/* Writes a contact as the caller gets it: a is mover i, points are in the world. */
void hail_movers_write_contact(const hail_tilemap_movers *movers, size_t i, const hail_contact *c, hail_contact *to);

/* All movers, inflated by `inflation` px; their tags are their numbers. */
static inline hail_tile_columns hail_movers_columns(const hail_tilemap_movers *movers, float inflation) {
    const hail_shapes *b = &movers->shapes;
    return (hail_tile_columns){.x = b->x,
                               .y = b->y,
                               .dx = b->dx,
                               .dy = b->dy,
                               .shape = b->shape,
                               .templates = b->convexes,
                               .cos = b->cos,
                               .sin = b->sin,
                               .scale = b->scale,
                               .through = movers->through,
                               .inflation = inflation};
}

enum { MOVER_BLOCK = 512 };

/* The movers that have a cell near their way that is not empty, block by block. */
typedef struct hail_near_movers {
    const hail_kernels *kernels;
    size_t count; /* of the movers; or where a range of them ends */
    hail_tile_view view;
    hail_near_tiles job;
    float reach[2 * REACH_SHAPES];
    uint32_t list[MOVER_BLOCK + HAIL_SLACK];
} hail_near_movers;

/* moving: along their displacements. */
void hail_near_movers_begin(hail_near_movers *n, const hail_kernels *kernels, const hail_tilemap_movers *movers,
                            bool moving, float inflation);

/* Lists those of [begin, begin + MOVER_BLOCK) and sets *end. Returns how many there are. */
uint32_t hail_near_movers_list(hail_near_movers *n, size_t begin, size_t *end);

#endif
