/* engine/pairs/cull_parts.h - which parts of two compounds that stand still may touch. */
#ifndef HAIL_PAIRS_CULL_PARTS_H
#define HAIL_PAIRS_CULL_PARTS_H

#include "sprites/pixels.h"
#include "world/shapeset_state.h"

enum { CULL_PARTS = 32 }; /* the most parts of a compound for this */

/* Sets bit q of near[p] if part p of a and part q of b may touch: by the edges of each against the circle around the
 * other. No pair that touches is left out. error: px, see hail_pair_error. */
void hail_cull_parts(const hail_kernels *kernels, const hail_shapeset *shapes, const hail_shape_entry *a,
                     const hail_pose *at, const hail_shape_entry *b, const hail_pose *other, float error,
                     uint32_t near[CULL_PARTS]);

#endif
