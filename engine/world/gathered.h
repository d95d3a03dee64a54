/* engine/world/gathered.h - bodies, or parts of them, gathered from their layer to be looked at more closely: as one
 * side of a batch for the kernels, or one by one. */
#ifndef HAIL_WORLD_GATHERED_H
#define HAIL_WORLD_GATHERED_H

#include "sprites/pixels.h"
#include "state.h"

enum { GATHERED = 256 };

/* As columns. */
typedef struct hail_gathered {
    float x[GATHERED], y[GATHERED], dx[GATHERED], dy[GATHERED], cos[GATHERED], sin[GATHERED], scale[GATHERED];
    uint32_t shape[GATHERED];
    hail_handle handle[GATHERED];
} hail_gathered;

static inline float column_at(const hail_layer *layer, int column, uint32_t index, float otherwise) {
    return layer->column[column] ? layer_floats(layer, column)[index] : otherwise;
}

static inline float displacement_at(const hail_layer *layer, bool y, uint32_t index) {
    const float *path = layer_displacement(layer, y);
    return path ? path[index] : 0.0f;
}

/* `shape`: the row that it is met with. */
static inline void gather_body(hail_gathered *to, uint32_t at, const hail_layer *layer, uint32_t index, uint32_t shape,
                               bool swept) {
    to->x[at] = layer_floats(layer, COLUMN_X)[index];
    to->y[at] = layer_floats(layer, COLUMN_Y)[index];
    to->dx[at] = swept ? displacement_at(layer, false, index) : 0.0f;
    to->dy[at] = swept ? displacement_at(layer, true, index) : 0.0f;
    to->cos[at] = column_at(layer, COLUMN_COS, index, 1.0f);
    to->sin[at] = column_at(layer, COLUMN_SIN, index, 0.0f);
    to->scale[at] = column_at(layer, COLUMN_SCALE, index, 1.0f);
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

/* Where a body is when its way begins, or simply is. */
static inline hail_pose gathered_pose(const hail_layer *layer, uint32_t index, bool swept) {
    hail_pose p = {.x = (double)layer_floats(layer, COLUMN_X)[index],
                   .y = (double)layer_floats(layer, COLUMN_Y)[index],
                   .cos = (double)column_at(layer, COLUMN_COS, index, 1.0f),
                   .sin = (double)column_at(layer, COLUMN_SIN, index, 0.0f),
                   .scale = (double)column_at(layer, COLUMN_SCALE, index, 1.0f)};
    if (swept) {
        p.dx = (double)displacement_at(layer, false, index);
        p.dy = (double)displacement_at(layer, true, index);
        p.x -= p.dx;
        p.y -= p.dy;
    }
    return p;
}

#endif
