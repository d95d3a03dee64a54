/* engine/tiles/slide_alone.h - slides of upright movers that have only one rectangle near. Most movers that stand on
 * something are such. Once they are pushed out of it, or slide along it, they meet nothing else: a touch and a sweep in
 * lanes are all that it takes. */
#ifndef HAIL_TILES_SLIDE_ALONE_H
#define HAIL_TILES_SLIDE_ALONE_H

#include "tile_movers.h"
#include "uprights.h"

typedef struct hail_alone {
    hail_obstacles *o;
    hail_uprights *u; /* the batch in which they wait */
    const hail_movers *movers;
    const hail_slide_options *options;
    hail_slide *out;
    uint32_t count;
    uint32_t others[UPRIGHT_MOVERS]; /* entries of the batch that need more than that */
} hail_alone;

/* Adds mover i to the batch. out[i] is that of a mover that meets nothing. Refused are those that are not upright, too.
 */
hail_upright_added hail_alone_add(const hail_alone *a, uint32_t i);

/* Slides the entries from `first` on that are alone, and lists the others. The batch stays. */
void hail_alone_slide(hail_alone *a, uint32_t first);

#endif
