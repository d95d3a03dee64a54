/* engine/draw/draw_bodies.h - draws bodies: their shapes, boxes, velocities and slots. */
#ifndef HAIL_DRAW_DRAW_BODIES_H
#define HAIL_DRAW_DRAW_BODIES_H

#include "pen.h"
#include "world/world_state.h"

/* Draws one body's shape, in the pen's style, if it is visible. */
void hail_draw_body_shape(hail_pen *pen, const hail_world *world, const hail_layer *layer, uint32_t index);

/* Draws what the pen's options ask for of all bodies of a layer. */
void hail_draw_layer(hail_pen *pen, const hail_world *world, uint32_t layer);

#endif
