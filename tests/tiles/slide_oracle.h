/* tests/tiles/slide_oracle.h - shapes against a picture's pixels by brute force in double precision: every solid pixel
 * is a closed square. */
#ifndef HAIL_TESTS_SLIDE_ORACLE_H
#define HAIL_TESTS_SLIDE_ORACLE_H

#include "narrow/batch_oracle.h"
#include "slide_picture.h"

/* ---- Terrain: what a query's options make of a picture ----------------------------------------------------------- */

typedef struct terrain {
    const picture *of;
    uint32_t kinds; /* 0: every kind */
    bool whole;     /* cells instead of pixels */
} terrain;

/* Pixels are counted from the picture's corner, and may lie outside. */
bool terrain_solid(const terrain *t, long i, long j);
uint32_t terrain_cell(const terrain *t, long i, long j); /* UINT32_MAX outside */
uint8_t terrain_kind(const terrain *t, uint32_t cell);
solid terrain_square(const terrain *t, long i, long j);

/* The least signed distance to a solid pixel, as far as `limit` (infinite where there is none so near). */
double terrain_gap(const terrain *t, const solid *s, double limit);

/* The same to the pixels of one cell alone. */
double terrain_gap_to(const terrain *t, const solid *s, uint32_t cell);

/* The first time from 0 to 1 at which a shape on its way by (dx, dy) is no further than `distance` from a solid pixel;
 * 2 if it never is. */
double terrain_meets(const terrain *t, const solid *s, double dx, double dy, double distance);

/* Whether a unit vector points into the solid at (x, y), or at a place of its outline no further than `reach` px away:
 * against an exposed edge, or between both edges of a corner that sticks out. Within about `slack` radians. */
bool terrain_faces(const terrain *t, double x, double y, double nx, double ny, double reach, double slack);

/* The rectangle of pixels around a shape, `margin` px wider, wherever it gets to by (dx, dy). */
typedef struct region {
    long from_i, to_i, from_j, to_j; /* both ends belong to it */
} region;

region terrain_around(const terrain *t, const solid *s, double dx, double dy, double margin);

/* A mover where it stands. */
solid crowd_solid(const crowd *c, size_t mover);

#endif
