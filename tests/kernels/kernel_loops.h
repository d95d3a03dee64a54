/* tests/kernels/kernel_loops.h - random loops and points, for the tests of the polygon kernels. */
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

/* Any coordinate that a call accepts: whole, tiny, a negative zero, up to HAIL_MAX_BOUND. */
float loops_pick_number(void);

/* The number that it counts as: 0 if it is nearer to 0 than HAIL_TINY. */
float loops_number(float a);

/* Loops that cross, with horizontal and vertical edges, and with vertices at the same place and on each other's edges.
 * Mostly a few vertices, now and then more than fit into a part; of any size, anywhere. No two equal vertices in a
 * row. */
void loops_make(random_loops *r);

/* One convex loop, in either direction, with some flat corners. */
void loops_make_convex(random_loops *r);

/* Picks a point at a vertex, on an edge or its line, level with a vertex, near by or far away. */
void loops_pick_point(const random_loops *r, float *x, float *y);

void loops_explain(const random_loops *r);

#endif
