/* bench/points/plain_grid_of_walls.h - what the scalar contenders know of a map: a grid of walls, sectors and sides. */
#ifndef PLAIN_GRID_OF_WALLS_H
#define PLAIN_GRID_OF_WALLS_H

#include "points.h"

typedef struct plain_wall {
    float x, y, ex, ey, inverse; /* from a; inverse: 1 / length^2 */
    uint32_t number;
    uint32_t solid;
} plain_wall;

/* A wall that is not horizontal, with different sectors on both sides. It covers the heights [top, bottom). */
typedef struct plain_side {
    float top, bottom, x, slope;
    uint32_t west; /* the sector to its left */
} plain_side;

/* Lists by cell (or by sector): the items of cell c are first[c] to first[c + 1] - 1. */
typedef struct plain_lists {
    uint32_t *first, *item;
} plain_lists;

typedef struct plain_walls {
    float min_x, min_y, inverse, cell;
    int32_t columns, rows;
    uint32_t *first;   /* by cell, and the end */
    plain_wall *walls; /* in order of cells */
    uint32_t *first_side;
    plain_side *sides;
    uint32_t *east;           /* by cell: the sector at its right border; POINT_CUT: a side cuts that border */
    plain_lists cell_sectors; /* candidates: those whose walls enter the cell, or the only one */
    plain_lists sector_walls; /* numbers of walls, but for those with the same sector on both sides */
    const point_scene *scene;
} plain_walls;

#define POINT_CUT (UINT32_MAX - 1)

plain_walls *plain_walls_create(const point_scene *scene, point_question question);
void plain_walls_destroy(plain_walls *grid);

static inline int32_t plain_axis(float at, float min, float inverse, int32_t cells) {
    const int32_t cell = (int32_t)((at - min) * inverse);
    return at < min || cell < 0 ? 0 : cell < cells ? cell : cells - 1;
}

static inline int32_t plain_cell(const plain_walls *grid, float x, float y) {
    return plain_axis(y, grid->min_y, grid->inverse, grid->rows) * grid->columns +
           plain_axis(x, grid->min_x, grid->inverse, grid->columns);
}

/* The scalar ways to answer: see points.h. */
uint32_t plain_inside(const float *px, const float *py, size_t corners, float x, float y);
uint32_t plain_sector(const plain_walls *grid, float x, float y);
bool plain_sector_has(const plain_walls *grid, uint32_t sector, float x, float y);
uint32_t tuned_sector(const plain_walls *grid, float x, float y);

/* Returns the nearest wall whose squared distance is at most *limit, which becomes that distance. solid: only solid
 * walls. POINT_NOWHERE: none. */
uint32_t plain_nearest(const plain_walls *grid, float x, float y, bool solid, float *limit);

#endif
