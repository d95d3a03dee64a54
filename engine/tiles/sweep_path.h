/* engine/tiles/sweep_path.h - long ways over a map, piece by piece: only what is near the map is searched, and nothing
 * beyond a hit. */
#ifndef HAIL_TILES_SWEEP_PATH_H
#define HAIL_TILES_SWEEP_PATH_H

#include "rectangles.h"

/* The part of a displacement that is near the map. */
typedef struct hail_sweep_path {
    double from, to;             /* fractions of the displacement; from > to: it is nowhere near */
    double x, y, dx, dy, length; /* px: of the shape's middle (mover_x) */
    double reach;                /* px: how far from the path something may touch */
    double piece;                /* px: how long a piece is */
    uint32_t pieces;
} hail_sweep_path;

hail_sweep_path hail_sweep_path_of(const hail_tile_query *q, const hail_tile_mover *m);

/* The box around a piece of it; *end: where the piece ends, a fraction of the path. */
hail_tile_box hail_sweep_piece(const hail_sweep_path *p, uint32_t piece, double *end);

/* The time of a hit on the path, as a fraction of the displacement. */
static inline float hail_sweep_time(const hail_sweep_path *p, float t) {
    return p->from > 0.0 || p->to < 1.0 ? (float)(p->from + (double)t * (p->to - p->from)) : t;
}

/* The mover on this path. */
static inline hail_tile_mover hail_sweep_mover(const hail_sweep_path *p, const hail_tile_mover *m) {
    hail_tile_mover on_path = *m;
    on_path.x = p->x - m->shape->centre_x;
    on_path.y = p->y - m->shape->centre_y;
    on_path.dx = (float)p->dx;
    on_path.dy = (float)p->dy;
    return on_path;
}

#endif
