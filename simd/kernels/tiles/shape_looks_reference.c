/* simd/kernels/tiles/shape_looks_reference.c - which pixels and cells lie around the ways of upright shapes, one shape
 * at a time. */
#include "kernels/reference.h"

typedef struct look {
    uint32_t first, last, cell, cells;
} look;

static uint32_t clamped(float px, float last) { return px <= 0.0f ? 0 : (uint32_t)(px >= last ? last : px); }

static look look_of(float at, float d, float far, float slack, uint32_t side, uint32_t cells) {
    const float more = far + (slack + ((fabsf(at) + fabsf(d)) + far) * HAIL_LOOK_ROUNDING),
                last = (float)(side * cells) - 1.0f;
    look l;
    l.first = clamped((at + (d < 0.0f ? d : 0.0f)) - more, last);
    l.last = clamped((at + (d > 0.0f ? d : 0.0f)) + more, last);
    l.cell = l.first / side + 1;
    l.cells = l.last / side + 1 - l.cell + 1;
    return l;
}

static bool at_border(const look *l, uint32_t cells) { return l->cell <= 1 || l->cell + l->cells > cells; }

void HAIL_KERNEL(shape_looks)(const hail_shape_looks *job, uint32_t count) {
    const hail_tile_view *view = job->view;
    for (uint32_t i = 0; i < count; i++) {
        const float *shape = job->shapes + job->shape[i], x = job->x[i], y = job->y[i], dx = job->dx[i],
                    dy = job->dy[i], length = fabsf(dx) + fabsf(dy), slack = (length + job->around * 4.0f) * shape[5];
        const look across = look_of(x, dx, shape[3] + job->around, slack, view->width, view->columns),
                   down = look_of(y, dy, shape[4] + job->around, slack, view->height, view->rows);
        const bool border = view->outside_solid && (at_border(&across, view->columns) || at_border(&down, view->rows)),
                   alone = length > job->long_way || across.cells > HAIL_LOOK_COLUMNS || border;
        const float mover[HAIL_LOOK_ROW] = {x, y, dx, dy, shape[0], shape[1], shape[2], 0.0f};
        const uint32_t words[HAIL_LOOK_ROW] = {across.first,
                                               across.last,
                                               down.first,
                                               down.last,
                                               across.cell,
                                               down.cell,
                                               across.cells | down.cells << 16,
                                               (job->swept && length == 0.0f ? HAIL_LOOK_STAYS : 0u) |
                                                   (alone ? HAIL_LOOK_ALONE : 0u)};
        for (uint32_t k = 0; k < HAIL_LOOK_ROW; k++) {
            job->movers[i * HAIL_LOOK_ROW + k] = mover[k];
            job->looks[i * HAIL_LOOK_ROW + k] = words[k];
        }
    }
}
