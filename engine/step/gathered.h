/* engine/step/gathered.h - bodies gathered from their layer, to be looked at part by part: as one side of a list of
 * pairs for the kernels, or one by one. */
#ifndef HAIL_STEP_GATHERED_H
#define HAIL_STEP_GATHERED_H

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

/* Gathers body `index` into place `at`, with the shape of one of its parts instead of its own. */
static inline void gather_body(hail_gathered *to, uint32_t at, const hail_layer *layer, uint32_t index, uint32_t shape,
                               bool swept) {
    to->x[at] = layer_floats(layer, COLUMN_X)[index];
    to->y[at] = layer_floats(layer, COLUMN_Y)[index];
    to->dx[at] = swept ? displacement_at(layer, false, index) : 0.0f;
    to->dy[at] = swept ? displacement_at(layer, true, index) : 0.0f;
    to->cos[at] = layer_float_or(layer, COLUMN_COS, index, 1.0f);
    to->sin[at] = layer_float_or(layer, COLUMN_SIN, index, 0.0f);
    to->scale[at] = layer_float_or(layer, COLUMN_SCALE, index, 1.0f);
    to->shape[at] = shape;
    to->handle[at] = layer_handles(layer)[index];
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
static inline hail_pose gathered_pose(const hail_layer *layer, uint32_t index, bool swept) {
    hail_pose p = {.x = (double)layer_floats(layer, COLUMN_X)[index],
                   .y = (double)layer_floats(layer, COLUMN_Y)[index],
                   .cos = (double)layer_float_or(layer, COLUMN_COS, index, 1.0f),
                   .sin = (double)layer_float_or(layer, COLUMN_SIN, index, 0.0f),
                   .scale = (double)layer_float_or(layer, COLUMN_SCALE, index, 1.0f)};
    if (swept) {
        p.dx = (double)displacement_at(layer, false, index);
        p.dy = (double)displacement_at(layer, true, index);
        p.x -= p.dx;
        p.y -= p.dy;
    }
    return p;
}

#endif
