/* engine/sprites/pixels_sweep.c - a ray for each pixel that may be the first, through the other sprite's pixels (J.
 * Amanatides, A. Woo, A Fast Voxel Traversal Algorithm, 1987). */
#include "pixels_sweep.h"

#include <math.h>

#include "leading_pixels.h"

/* One axis of the rays: all of them have the same direction. */
typedef struct axis {
    double d, inverse;   /* px in the whole motion; times per px, positive or INFINITY */
    int32_t low, high;   /* the pixels that may be opaque are low to high - 1 */
    int32_t step, ahead; /* to the next pixel; where the boundary to it is */
} axis;

static axis axis_of(double d, int32_t low, int32_t high) {
    return (axis){d, d == 0.0 ? INFINITY : 1.0 / fabs(d), low, high, d < 0.0 ? -1 : 1, d < 0.0 ? 0 : 1};
}

/* When a ray that starts at `at` crosses a boundary. */
static double time_to(const axis *a, double at, int32_t boundary) {
    const double far = a->d < 0.0 ? at - boundary : boundary - at;
    return a->d == 0.0 ? INFINITY : far * a->inverse;
}

/* Narrows a time to that in which the ray is between `low` and `high`. */
static void clip(const axis *a, double at, double *from, double *to) {
    if (a->d == 0.0) {
        if (!(at >= a->low && at < a->high))
            *to = -1.0;
        return;
    }
    *from = fmax(*from, time_to(a, at, a->d < 0.0 ? a->high : a->low));
    *to = fmin(*to, time_to(a, at, a->d < 0.0 ? a->low : a->high));
}

/* The pixel where a ray is at `from`: at 0 the one in which it starts; later it may just have come to the first one. */
static int32_t pixel_at(const axis *a, double at, double from) {
    const double pixel = floor(at + a->d * from);
    return pixel < a->low ? a->low : pixel >= a->high ? a->high - 1 : (int32_t)pixel;
}

typedef struct rays {
    const hail_mask *other;
    axis x, y;
} rays;

static bool is_opaque(const hail_mask *m, int32_t x, int32_t y) {
    return m->rows[(size_t)y * m->stride + (uint32_t)x / 32] >> ((uint32_t)x % 32) & 1u;
}

/* When a ray from (x, y) first is in an opaque pixel; INFINITY: not until then. */
static double first_entry(const rays *r, double x, double y, double until) {
    double t = 0.0;
    clip(&r->x, x, &t, &until);
    clip(&r->y, y, &t, &until);
    if (!(t <= until))
        return INFINITY;
    int32_t px = pixel_at(&r->x, x, t), py = pixel_at(&r->y, y, t);
    double tx = time_to(&r->x, x, px + r->x.ahead), ty = time_to(&r->y, y, py + r->y.ahead);
    while (!is_opaque(r->other, px, py)) {
        const bool by_x = tx <= ty;
        t = by_x ? tx : ty;
        if (!(t <= until))
            return INFINITY;
        if (by_x) {
            px += r->x.step;
            tx = time_to(&r->x, x, px + r->x.ahead);
        } else {
            py += r->y.step;
            ty = time_to(&r->y, y, py + r->y.ahead);
        }
        if (px < r->x.low || px >= r->x.high || py < r->y.low || py >= r->y.high)
            return INFINITY;
    }
    return t;
}

/* ---- All pixels -------------------------------------------------------------------------------------------------- */

/* The search for the first entry. */
typedef struct search {
    rays rays;
    const hail_mask *mask;
    const hail_pixel_motion *motion;
    hail_pixels_ahead ahead;
    bool leading; /* only pixels that may be the first at any distance; else the others */
    double until;
    hail_pixel_entry first;
} search;

static void enter_word(search *s, uint64_t bits, int32_t word, int32_t row) {
    const hail_pixel_motion *m = s->motion;
    for (; bits; bits &= bits - 1) {
        const int32_t i = word * 64 + bits_first(bits);
        const double t =
            first_entry(&s->rays, m->x + i * m->ux + row * m->vx, m->y + i * m->uy + row * m->vy, s->until);
        if (!(t < s->first.t))
            continue;
        s->first = (hail_pixel_entry){t, i, row};
        s->until = fmin(s->until, t);
    }
}

/* Narrows a row's columns to those whose rays may come between `low` and `high` in one coordinate. */
static void narrow(double at, double step, double d, double low, double high, double *from, double *to) {
    const double least = low - fmax(d, 0.0) - 1.0, most = high - fmin(d, 0.0) + 1.0;
    if (fabs(step) < 1e-6) {
        if (at < least - 0.1 || at > most + 0.1)
            *to = -1.0;
        return;
    }
    const double a = (least - at) / step, b = (most - at) / step;
    *from = fmax(*from, fmin(a, b));
    *to = fmin(*to, fmax(a, b));
}

static void enter_row(search *s, int32_t row) {
    const hail_pixel_motion *m = s->motion;
    const hail_mask *other = s->rays.other;
    const double until = fmin(s->until, 1.0);
    double from = s->mask->left, to = s->mask->right - 1;
    narrow(m->x + row * m->vx, m->ux, m->dx * until, other->left, other->right, &from, &to);
    narrow(m->y + row * m->vy, m->uy, m->dy * until, other->top, other->bottom, &from, &to);
    if (!(from <= to))
        return;
    for (int32_t word = (int32_t)from / 64; word <= (int32_t)to / 64; word++) {
        const uint64_t leading = leading_bits(s->mask, row, word, &s->ahead);
        enter_word(s, s->leading ? leading : mask_bits(s->mask, row, word) & ~leading, word, row);
    }
}

static void enter_rows(search *s, bool leading, double until) {
    s->leading = leading;
    s->until = until;
    for (int32_t row = s->mask->top; row < s->mask->bottom; row++)
        enter_row(s, row);
}

/* The time in which the pixels move by HAIL_LEADING_WAY of their own. */
static double leading_time(const hail_pixel_motion *m) {
    const double own = sqrt(fabs(m->ux * m->vy - m->uy * m->vx)), way = sqrt(m->dx * m->dx + m->dy * m->dy);
    return HAIL_LEADING_WAY * own / way;
}

hail_pixel_entry hail_pixels_first_entry(const hail_mask *mask, const hail_mask *other, const hail_pixel_motion *m) {
    search s = {.rays = {other, axis_of(m->dx, other->left, other->right), axis_of(m->dy, other->top, other->bottom)},
                .mask = mask,
                .motion = m,
                .ahead = pixels_ahead(m->own_dx, m->own_dy, m->aligned),
                .first = {.t = 2.0}};
    enter_rows(&s, true, 1.0);
    if (!m->aligned)
        enter_rows(&s, false, fmin(s.until, leading_time(m)));
    return s.first;
}
