/* engine/tiles/rectangles.h - the rectangles of solid pixels near one shape, of any map (tile_pairs.h). Shapes of a
 * group come to most of theirs by kernels (neighbourhood.h). */
#ifndef HAIL_TILES_RECTANGLES_H
#define HAIL_TILES_RECTANGLES_H

#include "tile_pairs.h"

/* A box of the map, px from its corner. */
typedef struct hail_tile_box {
    double left, top, right, bottom;
} hail_tile_box;

/* One search. */
typedef struct hail_rect_search {
    const hail_tile_query *query;
    hail_tile_pairs *pairs;
    uint32_t mover;                              /* its number among pairs->movers */
    bool one_way;                                /* one-way tiles count, too */
    void (*on_full)(struct hail_rect_search *s); /* makes room: clears the pairs; NULL: there is no more room, */
    bool overflow;                               /* and some rectangles were left out */
} hail_rect_search;

/* Adds the rectangles in a box. The box is `close` or, if that is NULL, `around`. `around` also decides how large the
 * rectangles outside are: their size goes into contacts. */
void hail_rectangles_find(hail_rect_search *s, const hail_tile_box *around, const hail_tile_box *close);

/* The box that a shape passes on its way, and that many px more to each side. */
hail_tile_box hail_tile_way_box(const hail_tile_mover *m, double around_x, double around_y);

/* The same of its radius. */
hail_tile_box hail_tile_reach_box(const hail_tile_mover *m, double around_x, double around_y);

#endif
