/* engine/tiles/near_cells.h - the cells around the ways of up to TILE_MOVERS shapes, and the rectangles in them:
 * kernels find those of many shapes together. What these do not take (cells that are flipped or edited, larger tiles,
 * long ways) is for rectangles.h. */
#ifndef HAIL_TILES_NEAR_CELLS_H
#define HAIL_TILES_NEAR_CELLS_H

#include "tile_pairs.h"

/* What gather_cells writes of a shape. */
typedef struct hail_cell_box {
    int32_t first_x, last_x, first_y, last_y; /* px: whole pixels */
    uint32_t column, row;                     /* of cells: the first ones; the border's are 0 */
    uint32_t cells;                           /* bits by cell, or columns | rows << 16: see hail_gather_cells */
    uint32_t what;
} hail_cell_box;

enum { NEAR_CELLS = 112, NEAR_ROOM = NEAR_CELLS + HAIL_SLACK };

typedef struct hail_near_cells {
    const hail_tile_query *query;
    bool by_kernels;
    uint32_t kinds;                 /* bits: those of cells that count */
    uint32_t cover[HAIL_MAX_KINDS]; /* by kind, as in hail_cell_runs */

    uint32_t count, next;         /* shapes; the first one whose rectangles are not in the pairs yet */
    uint32_t row_at[TILE_MOVERS]; /* where the row of its shape begins */
    float way[TILE_MOVERS][HAIL_GATHER_ROW];
    hail_cell_box box[TILE_MOVERS];

    uint32_t begin, listed; /* the cells of these shapes are known: from the one on, before the other */
    uint32_t cell_end[TILE_MOVERS], runs[TILE_MOVERS]; /* runs: HAIL_RUNS_UNKNOWN: not for kernels */
    uint32_t cells, place[NEAR_ROOM];                  /* by cell, as in hail_cell_runs */
    hail_near_cell near[NEAR_CELLS];
    uint32_t first[NEAR_ROOM], run_count[NEAR_ROOM];
} hail_near_cells;

/* Starts a group. one_way: one-way tiles count, too. */
void hail_near_cells_begin(hail_near_cells *l, const hail_tile_query *query, bool one_way);

/* Writes a shape's row for gather_cells. around_x, around_y: px: how much further to look, to both sides. */
void hail_near_cells_shape(const hail_tile_shape *s, double around_x, double around_y, float row[HAIL_GATHER_ROW]);

/* Finds the cells around `count` ways: those of the job, whose other fields are set here. row_at is filled. */
void hail_near_cells_find(hail_near_cells *l, hail_gather_cells *ways, uint32_t count);

/* Adds the rectangles near the next shapes, as many shapes as there is room for, with the shapes' numbers as the
 * movers'. Returns whether the next shape then, if there is one, is for kernels: there was no room. */
bool hail_near_cells_fill(hail_near_cells *l, hail_tile_pairs *pairs);

#endif
