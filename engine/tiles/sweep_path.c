/* engine/tiles/sweep_path.c - see sweep_path.h. */
#include "sweep_path.h"

#include <math.h>

/* Narrows the fractions [from, to] of the displacement to those at which the shape's box is near the map, along one
 * axis. */
static void clip(double at, double d, double reach, double size, double *from, double *to) {
    const double low = -reach, high = size + reach;
    if (greater(at, at + d) < high - 1.0 && lesser(at, at + d) > low + 1.0) /* the rule: it is all near */
        return;
    if (d == 0.0) {
        if (at < low || at > high)
            *to = -1.0;
        return;
    }
    const double a = (low - at) / d, b = (high - at) / d;
    *from = greater(*from, lesser(a, b));
    *to = lesser(*to, greater(a, b));
}

hail_sweep_path hail_sweep_path_of(const hail_tile_query *q, const hail_tile_mover *m) {
    const double mx = (double)m->dx, my = (double)m->dy, length = sqrt(mx * mx + my * my);
    const double width = (double)q->map->width, height = (double)q->map->height;
    /* 1e-3 px and a millionth of the length are more than rounding makes. */
    const double reach = (double)m->shape->reach + 1e-3 + length * 1e-6;
    hail_sweep_path p = {.from = 0.0, .to = length > 0.0 ? 1.0 : -1.0};
    clip(mover_x(m), mx, reach + width, q->size_x, &p.from, &p.to);
    clip(mover_y(m), my, reach + height, q->size_y, &p.from, &p.to);
    const double part = p.to - p.from;
    p.length = length * part;
    p.x = mover_x(m) + mx * p.from;
    p.y = mover_y(m) + my * p.from;
    p.dx = mx * part;
    p.dy = my * part;
    p.reach = (double)m->shape->reach + 1e-3 + p.length * 1e-6;
    p.piece = greater(4.0 * greater(width, height), p.reach);
    p.pieces = (uint32_t)lesser(ceil(p.length / p.piece), 1e9) + 1;
    return p;
}

hail_tile_box hail_sweep_piece(const hail_sweep_path *p, uint32_t piece, double *end) {
    const double all = greater(p->length, p->piece), begin = lesser(piece * p->piece / all, 1.0);
    *end = lesser((piece + 1) * p->piece / all, 1.0);
    const double x1 = p->x + p->dx * begin, x2 = p->x + p->dx * *end, y1 = p->y + p->dy * begin,
                 y2 = p->y + p->dy * *end, reach = p->reach;
    return (hail_tile_box){lesser(x1, x2) - reach, lesser(y1, y2) - reach, greater(x1, x2) + reach,
                           greater(y1, y2) + reach};
}
