/* engine/tiles/neighbourhood.h - groups of shapes on their ways over a map, and the rectangles near them: by kernels
 * (near_cells.h), or shape by shape (rectangles.h). */
#ifndef HAIL_TILES_NEIGHBOURHOOD_H
#define HAIL_TILES_NEIGHBOURHOOD_H

#include <hail/convex.h>

#include "near_cells.h"
#include "rectangles.h"

/* Shapes in columns: px in the world. */
typedef struct hail_tile_columns {
    const float *x, *y;
    const float *dx, *dy;  /* NULL: 0 */
    const uint32_t *shape; /* NULL: row 0 of the templates for all */
    const hail_convex *templates;
    const float *cos, *sin, *scale; /* NULL: 1, 0, 1 */
    const uint8_t *through;         /* NULL: none */
    float inflation;                /* px */
    bool from_end; /* x and y are where the shapes end, not where they start. Those of which a number is beyond
                      HAIL_MAX_BOUND are left out then */
} hail_tile_columns;

/* Those of them that are asked about. */
typedef struct hail_tile_items {
    const uint32_t *body;  /* where in the columns; it is the mover's tag */
    const uint32_t *shape; /* the template of each; NULL: as the columns say */
    const uint32_t *part;  /* NULL: 0 */
    uint32_t count;
} hail_tile_items;

enum { GROUP_SHAPES = 20 };

typedef struct hail_neighbourhoods {
    const hail_tile_query *query;
    bool swept;                /* what does not move is left out, and so are rectangles without an open side */
    bool one_way;              /* one-way tiles count, too */
    double around_x, around_y; /* px: how much further to look, to both sides */

    uint32_t shapes, made; /* how many there are; how often others took the places of all */
    hail_tile_shape shape[GROUP_SHAPES];
    float shape_row[GROUP_SHAPES][HAIL_GATHER_ROW];
    uint8_t shape_of_row[GROUP_SHAPES]; /* the last one made of a template, by a part of its address */

    bool all_upright, all_centred; /* the group's shapes */
    hail_tile_mover mover[TILE_MOVERS];
    hail_near_cells cells; /* count, next: of the group's movers */
} hail_neighbourhoods;

/* Starts groups. */
void hail_neighbourhoods_begin(hail_neighbourhoods *n, const hail_tile_query *query, bool swept, bool one_way,
                               double around_x, double around_y);

/* Makes a group of the first shapes of a list, from `first` on. Returns how many it took; the list stays. */
uint32_t hail_neighbourhoods_take(hail_neighbourhoods *n, const hail_tile_columns *from, const hail_tile_items *items,
                                  uint32_t first);

/* Adds the rectangles near the next movers, as many movers as there is room for. */
typedef enum hail_filled {
    FILLED,      /* the group ends */
    FILLED_FULL, /* there is no room for the next mover's */
    FILLED_ALONE /* the next mover's are too many for the pairs, which are empty, or its way is long */
} hail_filled;
hail_filled hail_neighbourhoods_fill(hail_neighbourhoods *n, hail_tile_pairs *pairs);

#endif
