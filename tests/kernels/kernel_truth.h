/* tests/kernels/kernel_truth.h - the geometry of pairs in double precision, by other methods than docs/arithmetic.md:
 * it builds the whole Minkowski difference, as a convex hull, and compares the origin with its edges. */
#ifndef HAIL_TESTS_KERNEL_TRUTH_H
#define HAIL_TESTS_KERNEL_TRUTH_H

#include "kernel_pairs.h"

typedef struct spot {
    double x, y;
} spot;

/* A core and its rounding. Its origin is relative to the start of the pair's a, and its vertices are relative to its
 * origin: 1e9 px away doubles would be too coarse. */
typedef struct solid {
    uint32_t count;
    spot vertex[8];
    double rounding;
    spot origin, motion;
    const float *row;
    double turn_c, turn_s, scale;
    double reach;    /* from its origin to the core's furthest point */
    double off_unit; /* by how much its cos and sin miss being a unit vector */
    double sharpness, flatness;
} solid;

solid solid_moved(const solid *from, double t);

/* A pair in the contact's order: where its bodies start, and how large rounding errors may be. */
typedef struct pair_truth {
    solid a, b;
    spot base;       /* where a starts */
    double r;        /* both roundings */
    double size;     /* both reaches */
    double scale;    /* of all numbers that go into the pair */
    double near_gap; /* a distance between the two is accurate to this */
    double near_at;  /* a position in the world is accurate to this */
} pair_truth;

pair_truth truth_of(const narrow_case *c, const pair_of *pair);

/* All differences b - a: a convex polygon; its vertices are relative to `origin`. */
typedef struct difference {
    uint32_t count;
    spot origin, vertex[64];
} difference;

difference difference_of(const solid *a, const solid *b);

/* The distance from the point to the polygon; inside, the negative distance to the nearest edge. */
double difference_distance(const difference *d, spot p);

/* The distance of two separate cores, over all pairs of their edges; 0 if any two cross. */
double edges_distance(const solid *a, const solid *b);

/* The gap between the cores along a direction: the largest over all unit vectors is their distance. */
double apart_along(const solid *a, const solid *b, spot n);

/* The distance of p from a core's boundary, or from one of its features as a kernel names it. */
double boundary_distance(const solid *s, spot p);
double feature_distance(const solid *s, uint8_t feature, spot p);

/* The distance between the cores at t of the way: a convex function of t. */
double difference_distance_at(const difference *d, const pair_truth *truth, double t);

/* A position in the world, relative to where the pair's a starts. */
spot truth_place(const pair_truth *t, float x, float y);

/* Checks a direction from a to b against the cores' true distance. Returns false if they are so near that any direction
 * is right. swept: allows for a corner's arc, along which a tiny difference in time is a long way. */
bool check_normal(const pair_truth *t, const solid *a, const solid *b, double apart, bool swept, spot n);

/* Checks points on both cores against their features, as a kernel names them. */
void check_features(const pair_truth *t, const solid *a, const solid *b, spot on_a, spot on_b, uint8_t of_a,
                    uint8_t of_b);

/* Checks normal, points, depths and features of a contact's row against a and b as they are at its time. apart: the
 * true distance of the cores. Unless it is swept, parallel edges that touch must make two points. */
void check_contact(const pair_truth *t, const solid *a, const solid *b, double apart, bool swept, const float *row);

#endif
