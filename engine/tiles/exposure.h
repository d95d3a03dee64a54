/* engine/tiles/exposure.h - which contacts with solid rectangles count: those with an edge that has an open pixel in
 * front of it, or with a corner between two such edges. Edges between solid pixels and corners in flat runs do not
 * exist, so that nothing catches on them (E. Catto, Ghost Collisions, 2020, does the same for chains of segments).
 *
 * In tiles of at most 32 px, the kernel expose_boxes decides it for upright shapes, expose_convexes the common cases of
 * others; these functions decide the rest, one contact at a time. */
#ifndef HAIL_TILES_EXPOSURE_H
#define HAIL_TILES_EXPOSURE_H

#include "tile_pairs.h"

/* The rectangle of a pair, in pixels from the map's corner. */
typedef struct hail_rect {
    int32_t left, top, right, bottom;
    bool outside;     /* of the map: `open` says nothing */
    uint8_t one_way;  /* a hail_one_way */
    uint64_t open[4]; /* by side: bits of the open pixels in front of it, from its left or top end */
} hail_rect;

hail_rect hail_pair_rect(const hail_tile_query *q, const hail_tile_pairs *p, uint32_t i);

/* Whether a contact of rectangle r is with an exposed edge or corner; may straighten its normal. (at_x, at_y): where
 * the shape touches. */
bool hail_contact_exposed(const hail_tile_query *q, const hail_tile_mover *m, const hail_rect *r, hail_contact *c,
                          double at_x, double at_y);

/* The contact that pushes the mover out, where it starts, through the exposed edge of a rectangle where it is least
 * deep. Each side of the shape is shortened by `inset` px at both ends. False: no exposed edge is overlapped. */
bool hail_exposed_exit(const hail_tile_query *q, const hail_tile_mover *m, const hail_rect *r, double inset,
                       hail_contact *c);

#endif
