/* tests/tiles/slide_oracle.h - shapes against a picture's pixels by brute force in double precision: every solid pixel
 * is a closed square. */
#ifndef HAIL_TESTS_SLIDE_ORACLE_H
#define HAIL_TESTS_SLIDE_ORACLE_H

#include "narrow/batch_oracle.h"
#include "slide_picture.h"

/* ---- Terrain: a picture, and the options of a query -------------------------------------------------------------- */

typedef struct terrain {
    const picture *of;
    uint32_t kinds; /* 0: every kind */
    bool whole;     /* cells instead of pixels */
} terrain;

/* Pixels are counted from the picture's corner, and may be outside. */
bool terrain_solid(const terrain *t, long i, long j);
uint32_t terrain_cell(const terrain *t, long i, long j); /* UINT32_MAX outside */
uint8_t terrain_kind(const terrain *t, uint32_t cell);
solid terrain_square(const terrain *t, long i, long j);

/* The smallest signed distance to a solid pixel; infinite if none is within `limit`. */
double terrain_gap(const terrain *t, const solid *s, double limit);

/* The same for the pixels of one cell. */
double terrain_gap_to(const terrain *t, const solid *s, uint32_t cell);

/* The first time from 0 to 1 at which a shape that moves by (dx, dy) is within `distance` of a solid pixel; 2: never.
 */
double terrain_meets(const terrain *t, const solid *s, double dx, double dy, double distance);

/* Whether a unit vector points into the surface within `reach` px of (x, y): against an exposed edge, or between the
 * two edges of a convex corner; to about `slack` radians. */
bool terrain_faces(const terrain *t, double x, double y, double nx, double ny, double reach, double slack);

/* The rectangle of pixels that a shape reaches as it moves by (dx, dy), wider by `margin` px. */
typedef struct region {
    long from_i, to_i, from_j, to_j; /* inclusive */
} region;

region terrain_around(const terrain *t, const solid *s, double dx, double dy, double margin);

/* Mover i as a shape at its position. */
solid crowd_solid(const crowd *c, size_t mover);

#endif
