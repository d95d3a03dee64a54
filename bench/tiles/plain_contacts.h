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
    float skin;         /* px, of the shape's rounding; corners count only for the shape without it */
    bool through;       /* one-way tiles do not stop it */
} plain_motion;

static inline bool plain_at_corner(const plain_contact *contact) { return contact->nx != 0.0f && contact->ny != 0.0f; }

/* Every cell that the shape touches at (x, y), without points; at most `most`. Returns how many. Ordinary tiles only.
 */
size_t plain_touch_cells(const cells_near *near, const plain_convex *shape, float x, float y, plain_contact *contacts,
                         size_t most);

/* The same with points. */
size_t plain_overlap_cells(const cells_near *near, const plain_convex *shape, float x, float y, plain_contact *contacts,
                           size_t most);

/* What the shape overlaps where it starts. */
typedef struct plain_overlap {
    bool any, hidden; /* an exposed side or corner; something that has none */
    plain_contact deepest;
    float depth;      /* px: of the deepest; corners count from the skin on */
    float bare_depth; /* px: the most that the shape without its skin overlaps; below 0: it does not */
} plain_overlap;

void plain_find_overlap(const cells_near *near, const plain_convex *shape, const plain_motion *motion,
                        plain_overlap *overlap);

/* When the shape comes down on the side of a one-way rectangle; t is 0 if it starts there. */
bool plain_sweep_one_way(const cells_near *near, const cell_rect *rect, const plain_convex *shape,
                         const plain_motion *motion, plain_contact *hit);

/* The first exposed edge or corner that the shape moves into, and the place where it touches it. A corner counts only
 * if the shape without its skin would hit it before anything else on this way, and with the normal with which it
 * would. */
bool plain_sweep_cells(const cells_near *near, const plain_convex *shape, const plain_motion *motion,
                       plain_contact *hit);

#endif
