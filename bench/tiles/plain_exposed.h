/* bench/tiles/plain_exposed.h - which sides and corners of a map's rectangles count: those with open pixels in front.
 */
#ifndef PLAIN_EXPOSED_H
#define PLAIN_EXPOSED_H

#include "plain_contacts.h"

/* Whether what is touched with this normal is exposed; (x, y): where the shape is. If it is not, a normal that is
 * nearly straight may be straightened. */
bool plain_is_exposed(const cells_near *near, const cell_rect *rect, const plain_convex *shape, float x, float y,
                      plain_contact *contact);

/* The way out through the exposed side that is overlapped least; each side of the shape is shortened by `inset`. */
bool plain_find_exit(const cells_near *near, const cell_rect *rect, const plain_convex *shape, float x, float y,
                     float inset, plain_contact *contact);

/* Whether the shape's end, as seen from the side of a one-way rectangle, is in front of a pixel that is open there. */
bool plain_over_edge(const cells_near *near, const cell_rect *rect, const plain_convex *shape, float x, float y);

#endif
