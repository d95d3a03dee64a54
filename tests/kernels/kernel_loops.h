/* tests/kernels/kernel_loops.h - loops and points by chance, for the tests of the kernels that ask about polygons. */
#ifndef HAIL_TESTS_KERNEL_LOOPS_H
#define HAIL_TESTS_KERNEL_LOOPS_H

#include <hail/points.h>

#include "kernel_inputs.h"
#include "points/polygon.h"

enum { MOST_LOOPS = 5, MOST_VERTICES = 700 };

typedef struct random_loops {
    hail_loops loops;
    float x[MOST_VERTICES], y[MOST_VERTICES];
    uint32_t start[MOST_LOOPS + 1];
    float size; /* px: about how large they are */
} random_loops;

/* Any coordinate that the door lets through: whole, tiny, negative zeros, up to HAIL_MAX_BOUND. */
float loops_pick_number(void);

/* What counts of it: nearer to 0 than HAIL_TINY it is 0. */
float loops_number(float a);

/* Loops that cross, with level and upright edges, vertices at the same place and on each other's edges; mostly a few,
 * now and then more than fit into a part; of any size, anywhere. No two equal vertices in a row. */
void loops_make(random_loops *r);

/* One convex loop, either way round, flat corners among the others. */
void loops_make_convex(random_loops *r);

/* At a vertex, on an edge or its line, at a vertex's level, near by, far away. */
void loops_pick_point(const random_loops *r, float *x, float *y);

void loops_explain(const random_loops *r);

#endif
