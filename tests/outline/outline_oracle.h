/* tests/outline/outline_oracle.h - polygons by exact arithmetic: which are simple, what lies inside, and whether convex
 * parts are as hail/outline.h documents them. Written from the header alone.
 *
 * A product of two floats is exact in double precision, and so is a sum of doubles that is kept in parts: every sign
 * here is right. */
#ifndef HAIL_TESTS_OUTLINE_ORACLE_H
#define HAIL_TESTS_OUTLINE_ORACLE_H

#include <hail/hail.h>

/* ---- Exact numbers ----------------------------------------------------------------------------------------------- */

enum { SUM_PARTS = 256 };

/* A sum of doubles that never rounds: parts that do not overlap, the smallest first. */
typedef struct exact_sum {
    double part[SUM_PARTS];
    int count;
} exact_sum;

void exact_add(exact_sum *sum, double number);
int exact_sign(const exact_sum *sum); /* -1, 0, 1 */
double exact_rounded(const exact_sum *sum);

/* ---- Points and edges -------------------------------------------------------------------------------------------- */

typedef struct spot {
    float x, y;
} spot;

/* 1: the way a, b, c turns from +x towards +y; -1: the other way; 0: it is straight, or turns back. */
int spot_turn(spot a, spot b, spot c);

/* Whether the closed segments from a to b and from c to d have a point in common. */
bool spot_meet(spot a, spot b, spot c, spot d);

double spot_distance(double x, double y, spot a, spot b); /* px: to the segment */

/* ---- Loops ------------------------------------------------------------------------------------------------------- */

size_t loops_size(const hail_loops *loops, size_t loop); /* vertices */
size_t loops_total(const hail_loops *loops);

/* A vertex; `at` wraps round, from -size up. */
spot loops_spot(const hail_loops *loops, size_t loop, size_t at);

/* Adds twice a loop's area, times `sign`: positive if it winds from +x towards +y. */
void loops_area(const hail_loops *loops, size_t loop, double sign, exact_sum *sum);
int loops_winding(const hail_loops *loops, size_t loop);

/* Whether a point lies inside a loop that it is not on. */
bool loops_hold(const hail_loops *loops, size_t loop, spot p);

/* How many other loops a loop lies in, and the one right around it (SIZE_MAX: none); they do not touch. */
size_t loops_depth(const hail_loops *loops, size_t loop, size_t *parent);

enum { FAULT_FEW = 1, FAULT_NUMBER = 2, FAULT_LARGE = 4, FAULT_DEGENERATE = 8, FAULT_CROSSING = 16 };

/* All that is wrong with a polygon, as hail_decompose documents it. Brute force. */
uint32_t loops_faults(const hail_loops *loops);

/* ---- Regions ----------------------------------------------------------------------------------------------------- */

enum { REGION_VERTICES = 8192 };

/* A valid polygon; the inside is on the +y side of an edge along +x. */
typedef struct region {
    size_t count, islands, holes, reflex, straight; /* vertices; of them reflex ones, and those within straight edges */
    spot at[REGION_VERTICES];
    uint32_t next[REGION_VERTICES], prev[REGION_VERTICES];
    exact_sum area; /* twice */
} region;

/* False: it is too large. */
bool region_make(const hail_loops *loops, region *r);

int region_turn(const region *r, uint32_t i); /* of the corner; -1: reflex */

/* Whether the segment between two vertices lies inside and touches nothing on its way. An edge does not. */
bool region_chord(const region *r, uint32_t i, uint32_t j);

/* ---- Parts ------------------------------------------------------------------------------------------------------- */

/* NULL, or what is wrong with parts of a region of at most `most` vertices: they must be convex, wind from +x towards
 * +y, have only its vertices, lie in it, have its area, and not overlap: all exactly. */
const char *parts_wrong(const region *r, const hail_loops *parts, uint32_t most);

/* radians: of all corners; and how many are flat. */
double parts_smallest_angle(const hail_loops *parts);
size_t parts_flat(const hail_loops *parts);

#endif
