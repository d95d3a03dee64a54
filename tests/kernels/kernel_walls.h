/* tests/kernels/kernel_walls.h - random maps of walls, and the grids over them that kernels read, made without the
 * engine. For the tests of the wall kernels. */
#ifndef HAIL_TESTS_KERNEL_WALLS_H
#define HAIL_TESTS_KERNEL_WALLS_H

#include "kernel_inputs.h"

enum { MOST_WALLS = 240 };

typedef struct random_wall {
    float ax, ay, bx, by;
    uint32_t right, left; /* sectors; UINT32_MAX: none */
    uint32_t kind;        /* 0 to 31 */
    bool solid;
} random_wall;

typedef struct random_walls {
    random_wall wall[MOST_WALLS];
    uint32_t count;
    bool sound;                       /* they cut the plane into sectors; false: they lie in any way */
    float min_x, min_y, max_x, max_y; /* px: what they lie in */
    float size;                       /* px: about a wall's length */
    hail_walls_view view;             /* arrays that end at pages that may not be touched */
} random_walls;

/* Quadrilaterals side by side, many of them in the same sector as their neighbours; or a few walls that cross; or one
 * wall. Large and small, also far from the origin, on whole coordinates and on the grids' lines. */
void random_walls_make(random_walls *w);
void random_walls_explain(const random_walls *w);

/* Makes random grids over walls that are there. random_walls_make calls it. */
void random_walls_lay(random_walls *w);

/* Picks a point on a wall or nearly, at a vertex, level with one, on a cell's border, anywhere, outside or far away. */
void random_walls_point(const random_walls *w, float *x, float *y);

bool random_wall_stops(const random_wall *wall);

/* A point's sector, in double precision: the one to the left of the first crossing to the point's right. *sure: no wall
 * crosses the point's height within `room` of it, and the first two crossings are more than `room` apart. */
uint32_t random_walls_sector(const random_walls *w, double x, double y, double room, bool *sure);

/* The squared distance to a wall, in double precision; *x and *y are the wall's nearest point. */
double random_wall_distance(const random_wall *wall, double px, double py, double *x, double *y);

#endif
