/* hail/contact.h - what a step finds, and how it is handed over. */
#ifndef HAIL_CONTACT_H
#define HAIL_CONTACT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What b is. (0 never reaches a callback.) */
enum { HAIL_CONTACT_BODY = 1, HAIL_CONTACT_TILE = 2, HAIL_CONTACT_WALL = 3 };

/* Features: on a circle 0; on any other core the edge's number (from vertex i to vertex i + 1; a segment has edge 0 on
 * the left of its direction as seen on the screen, edge 1, from vertex 1 back to 0, on its right), or
 * HAIL_FEATURE_VERTEX plus the vertex's number. Numbers follow the template's vertices in the order they were given,
 * whatever their winding.
 *
 * Two points: both features are edges, and the points follow a's edge in the direction in which a's vertices turn from
 * +x towards +y. One point: an edge and the vertex that meets it, two vertices, or what of a circle and a polygon
 * meets. So a point is known again in the next step by the two features and its number. */
enum { HAIL_FEATURE_VERTEX = 8 };

/* Two touching bodies, or a body and a tile or wall: 64 bytes. Touching means that the gap between the surfaces is 0 or
 * less.
 *
 * a is the body of the layer that the rule named first; within one layer, the body with the lower slot. Where b is a
 * tile, its handle is {0, 0}, layer_b HAIL_MAX_LAYERS, feature_b the tile's kind, and part_b its cell (row * columns +
 * column of the map; UINT32_MAX outside it). Where b is a wall, layer_b is HAIL_MAX_LAYERS + 1, feature_b the wall's
 * kind, and part_b its number. */
typedef struct hail_contact {
    hail_handle a, b;
    uint8_t kind;  /* HAIL_CONTACT_... */
    uint8_t count; /* points: 1 or 2 (swept: 1); 0 from a HAIL_PAIRS rule */
    uint8_t layer_a;
    uint8_t layer_b;
    uint8_t feature_a; /* 0 from a HAIL_PAIRS rule */
    uint8_t feature_b;
    uint16_t part_a; /* of a compound: which part of it; otherwise 0 */
    uint32_t part_b; /* a tile's cell, a wall; of a compound: which part of it; otherwise 0 */
    float t;         /* swept: the fraction of the step at which they first touch, 0: from its start; otherwise 0 */
    float normal_x;  /* unit vector from a to b; (1, 0) between circles whose centres coincide; (0, 0) from
                        HAIL_PAIRS */
    float normal_y;
    float x[2], y[2]; /* px, midway between the two surfaces (swept: at time t); unused points are 0 */
    float depth[2];   /* px, 0 or more: how far the surfaces overlap along the normal */
} hail_contact;

/* Called during hail_step with windows of the contact stream, in order: by layer a, layer b (tiles after all layers,
 * then walls), then slot of a, slot of b, part of a, part of b. contacts: `count` of them (1 or more, at most the
 * world's `window` option), all of one rule. The memory is Hail's and lasts for the call. context:  what was given to
 * hail_step. Inside it the columns vx, vy, user and life may be written and hail_despawn called; every other call that
 * would change the world answers HAIL_BUSY. */
typedef void hail_contacts_fn(const hail_contact *contacts, size_t count, void *context);

#ifdef __cplusplus
}
#endif

#endif
