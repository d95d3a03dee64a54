/* bench/tiles/plain_contacts.h - what convex shapes touch in a map, and what they hit, in scalar C. The same questions
 * and fields as hail/slide.h; nothing is checked. */
#ifndef PLAIN_CONTACTS_H
#define PLAIN_CONTACTS_H

#include "plain_convex.h"

typedef struct plain_contact {
    float t, depth; /* of the deepest point */
    float nx, ny;   /* out of the tile */
    uint32_t count;
    float x[2], y[2];
    uint32_t cell;
    bool exposed;
} plain_contact;

typedef struct plain_motion {
    float x, y, dx, dy; /* px */
    float slack;        /* px: how far below the surface of a one-way tile it may start */
    bool through;       /* one-way tiles do not stop it */
} plain_motion;

/* Every cell that the shape touches at (x, y), without points; at most `most`. Returns how many. Ordinary tiles, and
 * one-way tiles whose surface is up to `stands` px inside the shape; 0: none of these. */
size_t plain_touch_cells(const cells_near *near, const plain_convex *shape, float x, float y, float stands,
                         plain_contact *contacts, size_t most);

/* The same with points, and only ordinary tiles. */
size_t plain_overlap_cells(const cells_near *near, const plain_convex *shape, float x, float y, plain_contact *contacts,
                           size_t most);

/* The first exposed edge or corner that the shape moves into, and the place where it touches it. */
bool plain_sweep_cells(const cells_near *near, const plain_convex *shape, const plain_motion *motion,
                       plain_contact *hit);

#endif
