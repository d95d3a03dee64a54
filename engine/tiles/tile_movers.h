/* engine/tiles/tile_movers.h - the movers of hail/slide.h: checks, one of them, those that are near something. */
#ifndef HAIL_TILES_TILE_MOVERS_H
#define HAIL_TILES_TILE_MOVERS_H

#include <hail/slide.h>

#include "base/check.h"
#include "obstacle_crowd.h"
#include "shape_reach.h"

/* Finds the kernels and checks movers. out: where answers go. */
hail_status hail_movers_check(const hail_movers *movers, const hail_needed *out, bool moving, hail_checks *checks);

/* Writes a contact as the caller gets it: a is mover i, points are in the world. */
void hail_movers_write_contact(const hail_movers *movers, size_t i, const hail_contact *c, hail_contact *to);

/* Mover i, inflated by `inflation` px; its tag is i. */
static inline hail_crowd_mover hail_movers_at(const hail_movers *movers, size_t i, float inflation) {
    const hail_bodies *b = &movers->bodies;
    const hail_tilemap_options *map = &movers->map->options;
    return (hail_crowd_mover){.tag = (uint32_t)i,
                              .pose = {movers->shapes[b->shape ? b->shape[i] : 0].words, b->cos ? b->cos[i] : 1.0f,
                                       b->sin ? b->sin[i] : 0.0f, b->scale ? b->scale[i] : 1.0f, inflation,
                                       movers->through && movers->through[i]},
                              .x = (double)b->x[i] - (double)map->x,
                              .y = (double)b->y[i] - (double)map->y,
                              .dx = b->dx ? b->dx[i] : 0.0f,
                              .dy = b->dy ? b->dy[i] : 0.0f};
}

/* All movers, inflated by `inflation` px; their tags are their numbers. */
static inline hail_crowd_columns hail_movers_columns(const hail_movers *movers, float inflation) {
    const hail_bodies *b = &movers->bodies;
    return (hail_crowd_columns){.x = b->x,
                                .y = b->y,
                                .dx = b->dx,
                                .dy = b->dy,
                                .shape = b->shape,
                                .templates = movers->shapes,
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
void hail_near_movers_begin(hail_near_movers *n, const hail_kernels *kernels, const hail_movers *movers, bool moving,
                            float inflation);

/* Lists those of [begin, begin + MOVER_BLOCK) and sets *end. Returns how many there are. */
uint32_t hail_near_movers_list(hail_near_movers *n, size_t begin, size_t *end);

/* Prefetches what number k of the `listed` ones needs, if there is one. */
static inline void hail_near_movers_fetch(const hail_near_movers *n, const hail_crowd *crowd, uint32_t k,
                                          uint32_t listed) {
    if (k < listed)
        hail_crowd_fetch(crowd, n->job.x[n->list[k]], n->job.y[n->list[k]]);
}

#endif
