/* tests/points/points_oracle.h - points against polygons: sides in exact arithmetic, distances in double precision.
 *
 * It is written from the words of hail/points.h alone. */
#ifndef HAIL_TESTS_POINTS_ORACLE_H
#define HAIL_TESTS_POINTS_ORACLE_H

#include "outline/outline_oracle.h"

/* What Hail takes a coordinate for. */
float oracle_settled(float number);

/* Returns 1 if p lies on the right of the line from a to b (where +x turned towards +y points), -1 on the left, 0 on
 * the line. It uses long integers for whole numbers up to HAIL_MAX_BOUND, sums of doubles for others. */
int oracle_side(spot a, spot b, spot p);

/* How the boundary runs round a point, by the boundary rule. */
typedef struct oracle_round {
    int32_t winding;
    uint32_t crossings; /* of a ray to the right */
    bool on;            /* the point lies on the boundary */
} oracle_round;

oracle_round oracle_run(const hail_loops *polygon, float x, float y);

/* What a method must answer; for HAIL_BY_EDGES, about a polygon that it accepts. */
bool oracle_inside(const oracle_round *round, hail_inside_method method);

/* Whether HAIL_BY_EDGES accepts the loop: it never turns back, never turns both ways, and winds once. */
bool oracle_convex(const hail_loops *polygon);

typedef struct oracle_place {
    double x, y, distance;
    uint32_t edge;
} oracle_place;

oracle_place oracle_on_segment(float x, float y, spot a, spot b);
oracle_place oracle_on_loops(const hail_loops *polygon, float x, float y);

/* px: the unit in the last place of a float of that size; at least HAIL_TINY / 4, as the squares of shorter lengths are
 * not normal numbers. */
double oracle_ulp(double number);

/* The largest coordinate of a polygon. */
double oracle_reach(const hail_loops *polygon);

/* How far an answer is off, in ulps of the largest coordinate; infinite if it is impossible. */
typedef struct oracle_error {
    double point;    /* from the nearest point on the edge that it names */
    double distance; /* from the true distance to that edge */
    double edge;     /* how much further away that edge is than the nearest */
} oracle_error;

oracle_error oracle_miss(const hail_loops *polygon, float x, float y, const hail_nearest_point *nearest);

#endif
