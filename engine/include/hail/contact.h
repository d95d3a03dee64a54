/* hail/contact.h - contacts: what a step and hail/batch.h find, and how a step hands them over.
 *
 *     for (size_t i = 0; i < count; i++) // contacts[i], in a callback
 *         if (contacts[i].kind == HAIL_CONTACT_BODY && contacts[i].count > 0)
 *             hurt(game, contacts[i].b, contacts[i].depth[0]);
 *         else if (contacts[i].kind == HAIL_CONTACT_TILE)
 *             spark(contacts[i].x[0], contacts[i].y[0], contacts[i].normal_x, contacts[i].normal_y);
 */
#ifndef HAIL_CONTACT_H
#define HAIL_CONTACT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What b is. A callback never gets 0. */
enum {
    HAIL_CONTACT_BODY = 1,
    HAIL_CONTACT_TILE = 2,
    HAIL_CONTACT_WALL = 3,
    HAIL_CONTACT_GRAZE = 4 /* a body that was missed by little: only from rules with a graze margin */
};

/* A feature says which part of a shape touches: 0 on a circle; on other shapes the number of an edge (edge i goes from
 * vertex i to vertex i + 1), or HAIL_FEATURE_VERTEX plus the number of a vertex. Vertices are numbered in the order in
 * which they were given, whatever their winding. A segment has two edges: on the screen, edge 0 is on the left of its
 * direction, edge 1 (from vertex 1 back to vertex 0) on the right.
 *
 * With two points, both features are edges; the points are in order along a's edge, in the direction that goes round a
 * from +x towards +y. With one, they are an edge and a vertex, or two vertices; a circle's is 0.
 * Features stay the same from step to step while the same edges and vertices touch, so a solver can match points by the
 * two features and the point's number. */
enum { HAIL_FEATURE_VERTEX = 8 };

/* A contact between two bodies, or a body and a tile or wall. They touch: the gap between their surfaces is 0 or less.
 *
 * a is the body of the layer that the rule names first; of two bodies of one layer, the one with the lower slot.
 * b is what the kind says:
 * - A body: its handle, layer and feature; part_b is the part of a compound.
 * - A tile: handle {0, 0}, layer_b HAIL_TILES, feature_b the tile's kind, part_b its cell (row * columns + column
 *   of the map; UINT32_MAX outside it).
 * - A wall: handle {0, 0}, layer_b HAIL_WALLS, feature_b the wall's kind, part_b its number.
 *
 * A motion goes into a normal, and so into the surface, if their dot product is above 0 by more than rounding.
 *
 * A graze (HAIL_CONTACT_GRAZE) is between two bodies that miss each other by up to the rule's `graze`: its b is a body,
 * and its depth[0] is minus the gap between their surfaces. Swept, it is where they are nearest on their paths, and t
 * is when. Its point lies midway between the two closest points. Compounds have one graze, that of the parts with the
 * smallest gap; a sprite counts as the polygon around it, and its gap is 0 if only that polygon touches. */
typedef struct hail_contact {
    hail_handle a, b;
    uint8_t kind;  /* HAIL_CONTACT_... */
    uint8_t count; /* points: 1 or 2 (swept: 1); 0 from a HAIL_PAIRS rule */
    uint8_t layer_a;
    uint8_t layer_b;   /* or HAIL_TILES (64), HAIL_WALLS (65) */
    uint8_t feature_a; /* 0 from a HAIL_PAIRS rule */
    uint8_t feature_b;
    uint16_t part_a; /* of a compound: which part; otherwise 0 */
    uint32_t part_b; /* see above; otherwise 0 */
    float t;         /* swept: when they first touch (grazes: are nearest), as a fraction of the step; 0: at its start.
                        Otherwise 0 */
    /* Unit vector from a to b, so it points into a tile or wall (normals of queries, marches, slides and movers point
     * out of the surface); (1, 0) between circles whose centres coincide; (0, 0) from a HAIL_PAIRS rule, and from a
     * sprite wholly inside tiles. Its length differs from 1 by at most 1e-6, or by 3 times the error of the bodies' cos
     * and sin, if that is more. */
    float normal_x, normal_y;
    float x[2], y[2]; /* px, midway between the two surfaces (swept: at time t); unused points are 0 */
    float depth[2];   /* px, 0 or more: how far the surfaces overlap along the normal. Grazes: minus the gap */
} hail_contact;

/* Receives a window of a step's contacts. The windows follow each other in the order of the contact stream: by layer a,
 * layer b (tiles after all layers, then walls), slot of a, slot of b, part of a, part of b.
 *
 *   contacts  `count` of them, all of one rule: 1 or more, at most the world's `window` option. The memory is Hail's
 *             and valid during the call.
 *   user      what hail_step was given.
 *
 * Inside the callback the columns vx, vy, user and life may be written, and hail_despawn, hail_reflect and
 * hail_write_bodies (but not x and y) called; every other call that changes the world answers HAIL_BUSY. */
typedef void hail_contacts_fn(const hail_contact *contacts, size_t count, void *user);

#ifdef __cplusplus
}
#endif

#endif
