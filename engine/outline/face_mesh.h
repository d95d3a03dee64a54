/* engine/outline/face_mesh.h - a polygon cut into faces: half-edges, and how cuts are put in and taken out. */
#ifndef HAIL_OUTLINE_FACE_MESH_H
#define HAIL_OUTLINE_FACE_MESH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/exact.h"
#include "slack.h"

#define HAIL_NO_HALF UINT32_MAX

/* A half-edge: it starts at corner `from`, and `next` and `prev` follow and precede it round its face. `twin` is the
 * other side of a cut, HAIL_NO_HALF at the polygon's own edges. An unused half-edge has `from` HAIL_NO_HALF. */
typedef struct hail_half {
    uint32_t from, next, prev, twin;
} hail_half;

typedef struct hail_mesh {
    const hail_point *at; /* by corner */
    hail_half *half;
    uint32_t count;          /* half-edges */
    const hail_slack *slack; /* how exact parts are */
} hail_mesh;

/* Takes out the cut of half-edge h: its two faces become one. */
void hail_mesh_join(hail_mesh *mesh, uint32_t h);

/* Cuts a face in two, between the corners that its half-edges i and j start at. The cut is h and t, both unused. */
void hail_mesh_divide(hail_mesh *mesh, uint32_t h, uint32_t t, uint32_t i, uint32_t j);

/* Whether the two faces of a cut are convex together, and have no more than max_corners corners. With slack and a
 * limit: whether they fit as one part. */
bool hail_mesh_can_join(const hail_mesh *mesh, uint32_t h, uint32_t max_corners);

/* The turn (see hail_slack_turn) of a face at the corner that half-edge h starts at. */
int hail_mesh_turn(const hail_mesh *mesh, uint32_t h);

/* Lists the part that the face of half-edge h makes. False: no part of at most max_corners corners fits; *bad is then a
 * corner that is refused. */
bool hail_mesh_part(const hail_mesh *mesh, uint32_t h, uint32_t max_corners, hail_part *part, uint32_t *bad);

#endif
