/* bench/tiles/plain_nearest.h - which face or vertex of a rectangle's difference with a shape the shape is nearest to.
 */
#ifndef PLAIN_NEAREST_H
#define PLAIN_NEAREST_H

#include "plain_contacts.h"

/* Where the shape is, as seen from a rectangle: the face that it is furthest from, and whether one of its ends is
 * nearest instead. */
typedef struct nearest_face {
    const convex_face *face;
    float gap;                 /* px from the core to the line through the face */
    const convex_face *vertex; /* the vertex after it is nearest; NULL: the face itself is */
    float from_x, from_y;      /* from that vertex */
} nearest_face;

/* Sets `vertex` if the shape, beside a face, lies beyond one of the face's ends. */
static inline void find_vertex(const cell_rect *rect, const plain_convex *shape, float x, float y,
                               nearest_face *nearest) {
    const convex_face *face = nearest->face, *before = face == shape->face ? face + shape->faces - 1 : face - 1;
    nearest->vertex = NULL;
    convex_from_vertex(face, rect, x, y, &nearest->from_x, &nearest->from_y);
    if (face->nx * nearest->from_y - face->ny * nearest->from_x > 0.0f) {
        nearest->vertex = face;
        return;
    }
    convex_from_vertex(before, rect, x, y, &nearest->from_x, &nearest->from_y);
    if (face->nx * nearest->from_y - face->ny * nearest->from_x < 0.0f)
        nearest->vertex = before;
}

/* The point midway between the surfaces, where this point of the core is nearest. */
static inline void set_one_point(const plain_convex *shape, float x, float y, float core_x, float core_y,
                                 plain_contact *contact) {
    const float back = shape->rounding - 0.5f * contact->depth;
    contact->count = 1;
    contact->x[0] = x + core_x - contact->nx * back;
    contact->y[0] = y + core_y - contact->ny * back;
}

#endif
