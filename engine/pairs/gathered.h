/* engine/pairs/gathered.h - bodies gathered from their layer, to be looked at part by part: as one side of a list of
 * pairs for the kernels, or one by one. */
#ifndef HAIL_PAIRS_GATHERED_H
#define HAIL_PAIRS_GATHERED_H

#include "sprites/pixels.h"
#include "world/layer.h"

enum { GATHERED = 256 };

/* Bodies as columns. */
typedef struct hail_gathered {
    float x[GATHERED], y[GATHERED], dx[GATHERED], dy[GATHERED], cos[GATHERED], sin[GATHERED], scale[GATHERED];
    uint32_t shape[GATHERED];
    hail_handle handle[GATHERED];
} hail_gathered;

static inline float displacement_at(const hail_layer *layer, bool y, uint32_t index) {
    const float *displacement = layer_displacement(layer, y);
    return displacement ? displacement[index] : 0.0f;
}

/* A body's columns. */
typedef struct hail_body_row {
    float x, y, dx, dy, cos, sin, scale;
    hail_handle handle;
} hail_body_row;

static inline hail_body_row body_row(const hail_layer *layer, uint32_t index, bool swept) {
    return (hail_body_row){.x = layer_floats(layer, COLUMN_X)[index],
                           .y = layer_floats(layer, COLUMN_Y)[index],
                           .dx = swept ? displacement_at(layer, false, index) : 0.0f,
                           .dy = swept ? displacement_at(layer, true, index) : 0.0f,
                           .cos = layer_float_or(layer, COLUMN_COS, index, 1.0f),
                           .sin = layer_float_or(layer, COLUMN_SIN, index, 0.0f),
                           .scale = layer_float_or(layer, COLUMN_SCALE, index, 1.0f),
                           .handle = layer_handles(layer)[index]};
}

/* Puts a body into place `at`, with the shape of one of its parts instead of its own. */
static inline void put_gathered(hail_gathered *to, uint32_t at, const hail_body_row *body, uint32_t shape) {
    to->x[at] = body->x;
    to->y[at] = body->y;
    to->dx[at] = body->dx;
    to->dy[at] = body->dy;
    to->cos[at] = body->cos;
    to->sin[at] = body->sin;
    to->scale[at] = body->scale;
    to->shape[at] = shape;
    to->handle[at] = body->handle;
}

/* The same, of body `index` of a layer. */
static inline void gather_body(hail_gathered *to, uint32_t at, const hail_layer *layer, uint32_t index, uint32_t shape,
                               bool swept) {
    const hail_body_row body = body_row(layer, index, swept);
    put_gathered(to, at, &body, shape);
}

static inline hail_side gathered_side(const hail_gathered *from, bool swept) {
    return (hail_side){.x = from->x,
                       .y = from->y,
                       .dx = swept ? from->dx : NULL,
                       .dy = swept ? from->dy : NULL,
                       .uniform_radius = -1.0f,
                       .cos = from->cos,
                       .sin = from->sin,
                       .scale = from->scale,
                       .shape = from->shape,
                       .handle = &from->handle->slot};
}

/* One body, for the pixel tests: of swept rules where it is when the step begins, else where it is now. */
static inline hail_pose row_pose(const hail_body_row *body, bool swept) {
    hail_pose p = {.x = (double)body->x,
                   .y = (double)body->y,
                   .cos = (double)body->cos,
                   .sin = (double)body->sin,
                   .scale = (double)body->scale};
    if (swept) {
        p.dx = (double)body->dx;
        p.dy = (double)body->dy;
        p.x -= p.dx;
        p.y -= p.dy;
    }
    return p;
}

#endif
