/* tests/kernels/kernel_walls.h - maps of walls by chance, and the grids over them that kernels see, made without the
 * engine, for the tests of the kernels that ask about walls. */
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
    bool sound;                       /* they cut the plane into sectors; else they lie anyhow */
    float min_x, min_y, max_x, max_y; /* px: what they lie in */
    float size;                       /* px: about as long as a wall */
    hail_walls_view view;             /* arrays up to pages that may not be touched */
} random_walls;

/* Quadrilaterals side by side, many of one sector with their neighbours; or a few walls that cross; or one. Large and
 * small, far from the origin, on whole coordinates and on the grids' lines. */
void random_walls_make(random_walls *w);
void random_walls_explain(const random_walls *w);

/* Lays the grids, by chance, over walls that are there; random_walls_make does. */
void random_walls_lay(random_walls *w);

/* On a wall or nearly, at a vertex, level with one, on a cell's border, anywhere, outside, far away. */
void random_walls_point(const random_walls *w, float *x, float *y);

bool random_wall_stops(const random_wall *wall);

/* A point's sector: what is to the left of the first crossing to the right; in double precision. *sure: no wall crosses
 * its level within `room` of it, and no two within `room` of each other come first. */
uint32_t random_walls_sector(const random_walls *w, double x, double y, double room, bool *sure);

/* The squared distance to a wall, in double precision; *x and *y: the place. */
double random_wall_distance(const random_wall *wall, double px, double py, double *x, double *y);

#endif
