/* tests/points/points_oracle.h - points against polygons, one edge after the other: sides by exact arithmetic,
 * distances in double precision; from the words of hail/points.h alone. */
#ifndef HAIL_TESTS_POINTS_ORACLE_H
#define HAIL_TESTS_POINTS_ORACLE_H

#include "outline/outline_oracle.h"

/* What becomes of a number at the door. */
float oracle_settled(float number);

/* 1: p lies on the right side of the way from a to b (the one that +x turned towards +y points to), -1: on the left, 0:
 * on its line. Whole numbers up to HAIL_MAX_BOUND are told in long integers, others in parts of doubles. */
int oracle_side(spot a, spot b, spot p);

/* How the boundary runs round a point, by the boundary rule. */
typedef struct oracle_round {
    int32_t winding;
    uint32_t crossings; /* of a ray to the right */
    bool on;            /* the point lies on the boundary */
} oracle_round;

oracle_round oracle_run(const hail_loops *polygon, float x, float y);

/* What a method must answer. HAIL_BY_EDGES as of a polygon that it takes. */
bool oracle_inside(const oracle_round *round, hail_inside_method method);

/* Whether one loop may be asked for HAIL_BY_EDGES: it never turns back, nor one way and the other, and goes round
 * once. */
bool oracle_convex(const hail_loops *polygon);

typedef struct oracle_place {
    double x, y, distance;
    uint32_t edge;
} oracle_place;

oracle_place oracle_on_segment(float x, float y, spot a, spot b);
oracle_place oracle_on_loops(const hail_loops *polygon, float x, float y);

/* px: the unit in the last place of a float as large as this; not less than HAIL_TINY / 4,
 * as squares of what is so short are no normal numbers. */
double oracle_ulp(double number);

/* The largest of a polygon's coordinates. */
double oracle_reach(const hail_loops *polygon);

/* How far an answer is off, in ulps of the largest coordinate: its place from the nearest one of the edge that it
 * names, its distance from the true one to that edge, and how much further away that edge is than the nearest. Infinite
 * where it cannot be at all. */
typedef struct oracle_error {
    double place, distance, edge;
} oracle_error;

oracle_error oracle_miss(const hail_loops *polygon, float x, float y, const hail_nearest *nearest);

#endif
