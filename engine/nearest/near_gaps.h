/* engine/nearest/near_gaps.h - distances from points to bodies, or to parts of them, by the narrowphase kernels. */
#ifndef HAIL_NEAREST_NEAR_GAPS_H
#define HAIL_NEAREST_NEAR_GAPS_H

#include "world/world_state.h"

enum { NEAR_GAPS = 64 };

/* Pairs of a point, which is a, and a body, which is b. */
typedef struct hail_near_gaps {
    float point_x[NEAR_GAPS], point_y[NEAR_GAPS];
    float x[NEAR_GAPS], y[NEAR_GAPS], cos[NEAR_GAPS], sin[NEAR_GAPS], scale[NEAR_GAPS];
    uint32_t shape[NEAR_GAPS];
    uint32_t count;
    hail_gap gap[NEAR_GAPS];
} hail_near_gaps;

/* Adds a point and body `index` of a layer, with a shape of the set that is neither a compound nor a free number. There
 * must be room. */
static inline void near_gaps_add(hail_near_gaps *gaps, float x, float y, const hail_layer *layer, uint32_t index,
                                 uint32_t shape) {
    const uint32_t at = gaps->count++;
    gaps->point_x[at] = x;
    gaps->point_y[at] = y;
    gaps->x[at] = layer_floats(layer, COLUMN_X)[index];
    gaps->y[at] = layer_floats(layer, COLUMN_Y)[index];
    gaps->cos[at] = layer_float_or(layer, COLUMN_COS, index, 1.0f);
    gaps->sin[at] = layer_float_or(layer, COLUMN_SIN, index, 0.0f);
    gaps->scale[at] = layer_float_or(layer, COLUMN_SCALE, index, 1.0f);
    gaps->shape[at] = shape;
}

/* Computes gap i of pair i for all pairs that were added. */
void hail_near_gaps_ask(hail_near_gaps *gaps, const hail_world *world);

/* Finds the part of a compound that is nearest to a point, the first one of several, and its gap. gaps: to work with;
 * it is empty before and after. */
uint32_t hail_near_gap_of_part(hail_near_gaps *gaps, const hail_world *world, float x, float y, const hail_layer *layer,
                               uint32_t index, hail_gap *nearest);

#endif
