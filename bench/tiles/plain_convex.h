/* bench/tiles/plain_convex.h - a rounded convex shape against a rectangle, in scalar C: a point, the shape's position,
 * against the rounded Minkowski difference of the two (C. Ericson, Real-Time Collision Detection, 2005, 9.3). Its faces
 * have the normals of the rectangle and those of the shape, which are sorted once a mover. */
#ifndef PLAIN_CONVEX_H
#define PLAIN_CONVEX_H

#include "plain_cells.h"

#include <hail/convex.h>

enum { CONVEX_FACES = HAIL_MAX_VERTICES + SIDES };

/* A face of the difference, and the vertex after it, in the direction that turns +x towards +y. */
typedef struct convex_face {
    float nx, ny;        /* out of the rectangle */
    float reach;         /* the least n * v of the shape's core */
    uint32_t at_x, at_y; /* the rectangle's sides that are furthest along n */
    float vx, vy;        /* the core's vertex that makes the difference's vertex, */
    uint32_t to_x, to_y; /* and the corner of the rectangle */
    uint32_t edge;       /* of the core; CONVEX_NO_EDGE: the rectangle's alone */
} convex_face;
enum { CONVEX_NO_EDGE = HAIL_MAX_VERTICES };

/* A shape that is rotated and scaled. Coordinates: px from its position. */
typedef struct plain_convex {
    uint32_t vertices, faces;
    float rounding;
    float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES]; /* of the core */
    float bounds[SIDES];                              /* of the core */
    float from[SIDES], to[SIDES]; /* the part of the core that lies furthest in, as seen from a side of a rectangle */
    convex_face face[CONVEX_FACES];
} plain_convex;

void plain_convex_place(const hail_convex_info *info, float cosine, float sine, float scale, plain_convex *placed);

/* How far the shape's core is from the line through a face. */
static inline float convex_gap(const convex_face *face, const cell_rect *rect, float x, float y) {
    return face->nx * (x - rect->at[face->at_x]) + face->ny * (y - rect->at[face->at_y]) + face->reach;
}

/* From the vertex after a face to the shape's position. */
static inline void convex_from_vertex(const convex_face *face, const cell_rect *rect, float x, float y, float *from_x,
                                      float *from_y) {
    *from_x = x - rect->at[face->to_x] + face->vx;
    *from_y = y - rect->at[face->to_y] + face->vy;
}

#endif
