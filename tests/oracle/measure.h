/* tests/oracle/measure.h - two rounded shapes in double precision, by another method than docs/arithmetic.md: their
 * cores' Minkowski difference is one convex polygon, and their gap is the distance of one point, the vector from a to
 * b, from it: negative inside. That distance is convex along a straight path. */
#ifndef HAIL_TESTS_ORACLE_MEASURE_H
#define HAIL_TESTS_ORACLE_MEASURE_H

#include "internal.h"

enum { MEASURE_MOST = HAIL_MAX_VERTICES * HAIL_MAX_VERTICES };

typedef struct point {
    double x, y;
} point;

typedef struct hull {
    size_t count; /* 1: a point; 2: a segment; more: a polygon */
    point v[MEASURE_MOST + 1];
} hull;

typedef struct measure {
    hull difference;     /* of a's core and b's, each about its own position */
    hull core_a, core_b; /* the same, alone */
    point from, way;     /* b's position seen from a's at the start, and how it goes on from there until t = 1 */
    double rounding_a, rounding_b;
    double slack; /* px: how far single precision may be off */
} measure;

/* At rest, or (swept) from their starts. */
measure measure_pair(const oracle *o, const body *a, const body *b, bool swept);

/* Negative inside. */
double measure_distance(const hull *h, point p);

/* Where b is relative to a at t; the gap between the surfaces there; its minimum from t = 0 to `until`. */
point measure_place(const measure *m, double t);
double measure_gap(const measure *m, double t);
double measure_least_gap(const measure *m, double until);

/* The path crosses the difference before `until`, and not near one of its corners: shapes without thickness never have
 * a gap below 0. */
bool measure_passes_through(const measure *m, double until);

/* The bounding circles stay apart by far. */
bool measure_far(const oracle *o, const body *a, const body *b, bool swept);

#endif
