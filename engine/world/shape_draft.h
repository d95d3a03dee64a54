/* engine/world/shape_draft.h - shapes before they have a number: what takes memory or may fail is done, and the set is
 * as it was. */
#ifndef HAIL_WORLD_SHAPE_DRAFT_H
#define HAIL_WORLD_SHAPE_DRAFT_H

#include "shapeset_state.h"

typedef struct hail_shape_draft {
    hail_convex row;               /* the shape itself, or a shape around it */
    float radius;                  /* px: of a circle about the origin that contains it */
    float around;                  /* px: by how much at least the row's shape is larger; of a convex shape 0 */
    const hail_convex *parts;      /* of a compound; else NULL */
    uint32_t part_count;           /* 0 if it is no compound */
    const hail_spriteset *sprites; /* of a sprite; else NULL */
    uint32_t sprite;
} hail_shape_draft;

/* Each checks its arguments but the set. The draft keeps the pointer to the parts. */
hail_status hail_draft_convex(const hail_shapeset *set, const hail_convex *convex, hail_shape_draft *draft);
hail_status hail_draft_compound(hail_shapeset *set, const hail_convex *parts, size_t count, hail_shape_draft *draft);
hail_status hail_draft_sprite(hail_shapeset *set, const hail_spriteset *sprites, uint32_t sprite,
                              hail_shape_draft *draft);

#endif
