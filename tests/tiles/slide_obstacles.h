/* tests/tiles/slide_obstacles.h - what is exposed of solid pixels, and when a mover meets it, in double precision. */
#ifndef HAIL_TESTS_SLIDE_OBSTACLES_H
#define HAIL_TESTS_SLIDE_OBSTACLES_H

#include "slide_oracle.h"

/* px: what touches may overlap this much by rounding. */
#define OBSTACLE_SLACK 1.0e-7

/* A run of exposed edges at y = at (flat) or x = at (upright), from `from` to `to` along the other axis. */
typedef struct face {
    bool flat;
    double at, from, to, out; /* out: 1 or -1, where the open side is */
} face;

/* A convex corner. The solid pixel lies towards (in_x, in_y), each 1 or -1. */
typedef struct corner {
    double x, y, in_x, in_y;
} corner;

enum { OBSTACLES_MOST = 8192 };

typedef struct obstacles {
    size_t faces, corners;
    face face[OBSTACLES_MOST];
    corner corner[OBSTACLES_MOST];
} obstacles;

/* Lists all that a mover may meet on its way, and what is within `margin` px of that. */
void obstacles_gather(obstacles *o, const picture *p, const solid *s, double dx, double dy, double margin);

/* How a mover lies in front of a face: the gap between them, and what part of the mover is nearest, along the face. */
typedef struct stance {
    double gap, low, high;
} stance;

stance stance_of(const solid *s, const face *f);

/* Whether that part is over the face once it has moved along it. */
bool stance_overlaps(const stance *a, const face *f, double moved);

/* The distance from a point to the surface, and the normal from the point to the shape (if it is inside: into it). */
double corner_gap(const solid *s, double x, double y, double *nx, double *ny);

/* Whether a normal is between those of the corner's two faces. */
bool corner_faces(const corner *c, double nx, double ny);

/* The first obstacle that a mover moves into. grow: it stays that far from faces, and from corners that the bare mover
 * would meet first. */
typedef struct meeting {
    double when, x, y; /* 0 to 1, or 2: never; the normal, out of the surface */
} meeting;

meeting obstacles_meet(const obstacles *o, const solid *s, double dx, double dy, double grow);

#endif
