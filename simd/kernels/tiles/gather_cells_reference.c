/* simd/kernels/tiles/gather_cells_reference.c - which pixels and cells lie around the ways of upright shapes, one shape
 * at a time. */
#include "kernels/reference.h"

typedef struct box {
    uint32_t first, last, cell, cells;
} box;

static uint32_t clamped(float px, float last) { return px <= 0.0f ? 0 : (uint32_t)(px >= last ? last : px); }

static box box_of(float at, float d, float far, float slack, uint32_t side, uint32_t cells) {
    const float more = far + (slack + ((fabsf(at) + fabsf(d)) + far) * HAIL_GATHER_ROUNDING),
                last = (float)(side * cells) - 1.0f;
    box l;
    l.first = clamped((at + (d < 0.0f ? d : 0.0f)) - more, last);
    l.last = clamped((at + (d > 0.0f ? d : 0.0f)) + more, last);
    l.cell = l.first / side + 1;
    l.cells = l.last / side + 1 - l.cell + 1;
    return l;
}

static bool at_border(const box *l, uint32_t cells) { return l->cell <= 1 || l->cell + l->cells > cells; }

/* A shape's start from the map's corner, and its way. */
typedef struct way {
    float x, y, dx, dy;
    bool out, inexact;
} way;

/* Without the error that a difference makes when it is rounded. */
static bool is_exact(float a, float b) {
    const float difference = a - b, back = difference - a;
    return (a - (difference - back)) - (b + back) == 0.0f;
}

static way way_of(const hail_gather_cells *job, uint32_t i) {
    const uint32_t at = job->list ? job->list[i] : i;
    const float end_x = job->x[at], end_y = job->y[at];
    way w = {.dx = job->dx ? job->dx[at] : 0.0f, .dy = job->dy ? job->dy[at] : 0.0f};
    w.x = job->from_end ? end_x - w.dx : end_x;
    w.y = job->from_end ? end_y - w.dy : end_y;
    w.out = !(fabsf(end_x) <= job->bound && fabsf(end_y) <= job->bound && fabsf(w.x) <= job->bound &&
              fabsf(w.y) <= job->bound && fabsf(w.dx) <= job->bound && fabsf(w.dy) <= job->bound);
    if (w.out)
        w.x = w.y = w.dx = w.dy = 0.0f;
    w.inexact = !is_exact(w.x, job->corner_x) || !is_exact(w.y, job->corner_y);
    w.x -= job->corner_x;
    w.y -= job->corner_y;
    return w;
}

static bool is_full(const hail_tile_view *view, uint32_t column, uint32_t row) {
    const uint32_t words = (view->columns + 2 + 7) / 8;
    return view->windows[(size_t)row * words + column / 8] >> column % 8 * HAIL_WINDOW_BITS & 1u;
}

static uint32_t cells_of(const hail_tile_view *view, const box *across, const box *down) {
    uint32_t cells = 0;
    for (uint32_t r = 0; r < down->cells; r++)
        for (uint32_t c = 0; c < across->cells; c++)
            cells |= (uint32_t)is_full(view, across->cell + c, down->cell + r) << (8 * r + c);
    return cells;
}

void HAIL_KERNEL(gather_cells)(const hail_gather_cells *job, uint32_t count) {
    const hail_tile_view *view = job->view;
    for (uint32_t i = 0; i < count; i++) {
        const way w = way_of(job, i);
        const float *shape = job->shapes + job->shape[i], length = fabsf(w.dx) + fabsf(w.dy),
                    slack = (length + job->around * 4.0f) * shape[5];
        const box across = box_of(w.x + shape[6], w.dx, shape[3] + job->around, slack, view->width, view->columns),
                  down = box_of(w.y + shape[7], w.dy, shape[4] + job->around, slack, view->height, view->rows);
        const bool border = view->outside_solid && (at_border(&across, view->columns) || at_border(&down, view->rows)),
                   stays = w.out || (job->swept && length == 0.0f),
                   alone =
                       !stays && (w.inexact || length > job->long_way || across.cells > HAIL_GATHER_COLUMNS || border),
                   tall = !stays && !alone && down.cells > HAIL_GATHER_ROWS;
        const uint32_t cells = tall             ? across.cells | down.cells << 16
                               : stays || alone ? 0
                                                : cells_of(view, &across, &down);
        const float mover[HAIL_GATHER_ROW] = {w.x, w.y, w.dx, w.dy, shape[0], shape[1], shape[2], 0.0f};
        const uint32_t words[HAIL_GATHER_ROW] = {
            across.first,
            across.last,
            down.first,
            down.last,
            across.cell,
            down.cell,
            cells,
            (stays ? HAIL_GATHER_STAYS : 0u) | (alone ? HAIL_GATHER_ALONE : 0u) | (tall ? HAIL_GATHER_TALL : 0u)};
        for (uint32_t k = 0; k < HAIL_GATHER_ROW; k++) {
            job->movers[i * HAIL_GATHER_ROW + k] = mover[k];
            job->boxes[i * HAIL_GATHER_ROW + k] = words[k];
        }
    }
}
