/* engine/tiles/slide_alone.h - slides of upright movers whose rectangles near are all known: in lanes, by kernels, all
 * the pushes and bounces that it takes. Most movers that stand on something have one rectangle near, and meet no corner
 * of it; the others are slid together, a mover a lane. */
#ifndef HAIL_TILES_SLIDE_ALONE_H
#define HAIL_TILES_SLIDE_ALONE_H

#include "slide_motion.h"
#include "tile_movers.h"
#include "uprights.h"

/* Takes a mover of the batch, which is as it was, and its pairs. waits: hail_alone_among may slide it, with others;
 * else it needs more than that. */
typedef void hail_aside_fn(void *user, uint32_t mover, uint32_t begin, uint32_t end, bool waits);

/* A batch has at most UPRIGHT_MOVERS movers, or those of the queue. */
typedef struct hail_alone {
    hail_obstacles *o; /* its batch of uprights: movers with their numbers as tags */
    const hail_movers *movers;
    const hail_slide_options *options;
    hail_slide *out; /* those of movers that meet nothing, before */
    double around;   /* px: how far around their ways rectangles were looked for */
    hail_aside_fn *aside;
    void *user;
} hail_alone;

/* Where mover i starts, px from the map's corner. */
static inline vector hail_alone_start(const hail_alone *a, uint32_t i) {
    const hail_tilemap_options *map = &a->movers->map->options;
    return (vector){(double)a->movers->bodies.x[i] - (double)map->x, (double)a->movers->bodies.y[i] - (double)map->y};
}

/* Slides the movers of the batch, or puts them aside. The batch is empty then. */
void hail_alone_slide(hail_alone *a);

/* Movers with at most HAIL_AMONG_RECTS pairs each. */
typedef struct hail_among {
    uint32_t movers;
    uint32_t first[UPRIGHT_QUEUE + HAIL_SLACK], count[UPRIGHT_QUEUE + HAIL_SLACK]; /* pairs */
    uint32_t refused[UPRIGHT_QUEUE + HAIL_SLACK];                                  /* by number */
} hail_among;

/* Slides movers [begin, end), whose pairs are in `u`. Lists in `refused` those that need more than pushes and bounces,
 * and returns how many these are. */
uint32_t hail_alone_among(const hail_alone *a, const hail_uprights *u, hail_among *movers, uint32_t begin,
                          uint32_t end);

#endif
