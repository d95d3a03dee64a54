/* engine/tiles/slide_alone.h - slides of upright movers that have only one rectangle near. Most movers that stand on
 * something are such. Once they are pushed out of it, or slide along it, they meet nothing else: a touch and a sweep in
 * lanes are all that it takes. */
#ifndef HAIL_TILES_SLIDE_ALONE_H
#define HAIL_TILES_SLIDE_ALONE_H

#include "slide_motion.h"
#include "tile_movers.h"
#include "uprights.h"

/* Takes a mover of the batch that needs more than that, and its pairs. It is as it was; found: what it touches where it
 * starts, or NULL: that is not known. */
typedef void hail_aside_fn(void *user, uint32_t mover, uint32_t begin, uint32_t end, const hail_upright_found *found);

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

/* What kernels need to know of all slides: nothing of pairs, and no tags. */
hail_lone_pairs hail_alone_slides(const hail_alone *a);

/* Slides the movers of the batch, or puts them aside. The batch is empty then. */
void hail_alone_slide(hail_alone *a);

#endif
