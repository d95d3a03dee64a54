/* engine/tiles/neighbourhood.h - groups of shapes on their ways over a map, and the rectangles near them. Kernels look
 * at the cells around many shapes together; what these do not take (cells that are flipped, edited or one-way, larger
 * tiles, long ways) is searched shape by shape (rectangles.h). */
#ifndef HAIL_TILES_NEIGHBOURHOOD_H
#define HAIL_TILES_NEIGHBOURHOOD_H

#include <hail/convex.h>

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

/* What shape_looks writes of a shape. */
typedef struct hail_look_row {
    int32_t first_x, last_x, first_y, last_y; /* px: all of them belong to the look */
    uint32_t column, row;                     /* of cells: the first ones; the border's are 0 */
    uint32_t cells;                           /* bits by cell, or columns | rows << 16: see hail_shape_looks */
    uint32_t what;
} hail_look_row;

enum { LOOK_SHAPES = 16, LOOK_CELLS = 112, LOOK_ROOM = LOOK_CELLS + HAIL_SLACK };

typedef struct hail_neighbourhoods {
    const hail_tile_query *query;
    bool swept;                /* what does not move is left out, and so are rectangles without an open side */
    bool one_way;              /* one-way tiles count, too */
    double around_x, around_y; /* px: how much further to look, to both sides */
    bool by_kernels;
    uint32_t cover[HAIL_MAX_KINDS]; /* by kind, as in hail_cell_runs */

    uint32_t shapes, made; /* how many there are; how often others took the places of all */
    hail_tile_shape shape[LOOK_SHAPES];
    float shape_row[LOOK_SHAPES][HAIL_LOOK_ROW];
    uint8_t shape_of_row[LOOK_SHAPES]; /* the last one made of a template, by a part of its address */

    bool all_upright, all_centred; /* the group's shapes */
    uint32_t count, next;          /* movers of the group; the first one whose rectangles are not in the pairs yet */
    hail_tile_mover mover[TILE_MOVERS];
    uint32_t row_at[TILE_MOVERS]; /* where the row of its shape begins */
    float way[TILE_MOVERS][HAIL_LOOK_ROW];
    hail_look_row look[TILE_MOVERS];

    uint32_t look_begin, looked; /* the cells of these movers are known: from the one on, before the other */
    uint32_t cell_end[TILE_MOVERS], runs[TILE_MOVERS]; /* runs: HAIL_RUNS_UNKNOWN: not for kernels */
    uint32_t cells, place[LOOK_ROOM];                  /* by cell, as in hail_cell_runs */
    hail_near_cell near[LOOK_CELLS];
    uint32_t first[LOOK_ROOM], run_count[LOOK_ROOM];
} hail_neighbourhoods;

/* Starts groups. */
void hail_neighbourhoods_begin(hail_neighbourhoods *n, const hail_tile_query *query, bool swept, double around_x,
                               double around_y);

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
