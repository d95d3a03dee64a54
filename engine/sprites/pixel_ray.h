/* engine/sprites/pixel_ray.h - a ray through a sprite's pixels, in double precision (J. Amanatides, A. Woo, A Fast
 * Voxel Traversal Algorithm, 1987). */
#ifndef HAIL_SPRITES_PIXEL_RAY_H
#define HAIL_SPRITES_PIXEL_RAY_H

#include <math.h>

#include "sprite_data.h"

static inline double lesser(double a, double b) { return b < a ? b : a; }
static inline double greater(double a, double b) { return b > a ? b : a; }

/* One axis of the rays: all of them have the same direction. */
typedef struct axis {
    double d, inverse;   /* px in the whole motion; times per px, with its sign, 1 if there is no motion */
    double enter, leave; /* the borders of the pixels that may be opaque */
    double ahead;        /* from a pixel's number to the boundary that ends it; INFINITY if there is no motion */
    int32_t low, high;   /* the pixels that may be opaque are low to high - 1 */
    int32_t step, end;   /* to the next pixel; the first beyond */
} axis;

static axis axis_of(double d, int32_t low, int32_t high) {
    const bool back = d < 0.0;
    return (axis){.d = d,
                  .inverse = d == 0.0 ? 1.0 : 1.0 / d,
                  .enter = back ? high : low,
                  .leave = back ? low : high,
                  .ahead = d == 0.0 ? INFINITY
                           : back   ? 0.0
                                    : 1.0,
                  .low = low,
                  .high = high,
                  .step = back ? -1 : 1,
                  .end = back ? low - 1 : high};
}

/* When a ray that starts at `at` crosses a boundary. */
static inline double time_to(const axis *a, double at, double boundary) { return (boundary - at) * a->inverse; }

/* Narrows a time to that in which the ray is between `low` and `high`. */
static inline void clip(const axis *a, double at, double *from, double *to) {
    if (a->d == 0.0) {
        *to = at >= a->low && at < a->high ? *to : -1.0;
        return;
    }
    *from = greater(*from, time_to(a, at, a->enter));
    *to = lesser(*to, time_to(a, at, a->leave));
}

/* The pixel where a ray is at `from`: at 0 the one in which it starts; later it may just have come to the first one. */
static inline int32_t pixel_at(const axis *a, double at, double from) {
    const double place = at + a->d * from;
    return place < a->low ? a->low : place >= a->high ? a->high - 1 : (int32_t)place;
}

typedef struct rays {
    const hail_mask *other;
    axis x, y;
} rays;

/* When a ray from (x, y) first is in an opaque pixel; INFINITY: not until then. */
static inline double first_entry(const rays *r, double x, double y, double until) {
    double t = 0.0;
    clip(&r->x, x, &t, &until);
    clip(&r->y, y, &t, &until);
    if (!(t <= until))
        return INFINITY;
    int32_t px = pixel_at(&r->x, x, t), py = pixel_at(&r->y, y, t);
    double to_x = px + r->x.ahead, to_y = py + r->y.ahead;
    double tx = time_to(&r->x, x, to_x), ty = time_to(&r->y, y, to_y);
    const ptrdiff_t stride = (ptrdiff_t)r->other->stride;
    const uint32_t *row = r->other->rows + py * stride;
    while (!(row[(uint32_t)px / 32] >> ((uint32_t)px % 32) & 1u)) {
        t = lesser(tx, ty);
        if (!(t <= until))
            return INFINITY;
        if (tx <= ty) {
            px += r->x.step;
            to_x += r->x.step;
            tx = time_to(&r->x, x, to_x);
            if (px == r->x.end)
                return INFINITY;
        } else {
            py += r->y.step;
            to_y += r->y.step;
            row += r->y.step * stride;
            ty = time_to(&r->y, y, to_y);
            if (py == r->y.end)
                return INFINITY;
        }
    }
    return t;
}

#endif
