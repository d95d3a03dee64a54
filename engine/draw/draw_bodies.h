/* engine/draw/draw_bodies.h - draws bodies: their shapes, boxes, velocities and slots; and shapes of no body. */
#ifndef HAIL_DRAW_DRAW_BODIES_H
#define HAIL_DRAW_DRAW_BODIES_H

#include "pen.h"
#include "world/world_state.h"

/* Where a shape is. */
typedef struct hail_draw_pose {
    float x, y, cos, sin, scale;
    hail_handle body; /* zeros: of no body */
} hail_draw_pose;

/* Draws a shape of a set, or a prepared one by its row, in the pen's style, if it is visible. */
void hail_draw_set_shape(hail_pen *pen, const hail_shapeset *shapes, uint32_t shape, const hail_draw_pose *at);
void hail_draw_convex(hail_pen *pen, const float *row, const hail_draw_pose *at);

/* Draws one body's shape, in the pen's style, if it is visible. */
void hail_draw_body_shape(hail_pen *pen, const hail_world *world, const hail_layer *layer, uint32_t index);

/* Draws what the pen's options ask for of all bodies of a layer. */
void hail_draw_layer(hail_pen *pen, const hail_world *world, uint32_t layer);

#endif
