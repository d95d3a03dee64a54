/* engine/sprites/pixels_sweep.c - a ray for each pixel that may be the first, through the other sprite's pixels: in
 * lanes with a bound of its errors, then in double precision if it still may be. */
#include "pixels_sweep.h"

#include <math.h>

#include "leading_pixels.h"
#include "tiles/tile_numbers.h"

/* ---- One ray: J. Amanatides, A. Woo, A Fast Voxel Traversal Algorithm, 1987 -------------------------------------- */

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
static double time_to(const axis *a, double at, double boundary) { return (boundary - at) * a->inverse; }

/* Narrows a time to that in which the ray is between `low` and `high`. */
static void clip(const axis *a, double at, double *from, double *to) {
    if (a->d == 0.0) {
        *to = at >= a->low && at < a->high ? *to : -1.0;
        return;
    }
    *from = greater(*from, time_to(a, at, a->enter));
    *to = lesser(*to, time_to(a, at, a->leave));
}

/* The pixel where a ray is at `from`: at 0 the one in which it starts; later it may just have come to the first one. */
static int32_t pixel_at(const axis *a, double at, double from) {
    const double place = at + a->d * from;
    return place < a->low ? a->low : place >= a->high ? a->high - 1 : (int32_t)place;
}

typedef struct rays {
    const hail_mask *other;
    axis x, y;
} rays;

/* When a ray from (x, y) first is in an opaque pixel; INFINITY: not until then. */
static double first_entry(const rays *r, double x, double y, double until) {
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

/* ---- All pixels -------------------------------------------------------------------------------------------------- */

/* A coordinate: the pixels' rays must come between `low` and `high`, where the other's pixels are. */
typedef struct slab {
    double low, high;      /* give or take more than rounding */
    double at, row, d;     /* of pixel (0, 0); to the next row; of the motion */
    double columns, still; /* columns per px, or 0 if all columns of a row are at one place, but for `still` px */
} slab;

static slab slab_of(double low, double high, double more, double at, double column, double row, double d) {
    const bool none = fabs(column) < 1e-6;
    return (slab){low - more, high + more, at, row, d, none ? 0.0 : 1.0 / column, none ? 0.1 : 0.0};
}

enum { MOST_OF_WORD = 64 };

/* The search for the first entry. */
typedef struct search {
    const hail_kernels *kernels;
    rays rays;
    const hail_mask *mask;
    const hail_pixel_motion *motion;
    hail_pixels_ahead ahead;
    double length;    /* px of the way */
    double size;      /* of the coordinates that are added: px */
    slab x, y, aside; /* aside: across the way */
    slab rows;        /* in rows of the sprite's own: a column and a row are 0 */
    bool right, down; /* where the motion goes in the sprite's own frame */
    double until;
    hail_pixel_entry first;
    uint32_t count; /* of pixels whose rays are pending */
    uint32_t pixels[HAIL_MOST_PIXEL_RAYS];
} search;

/* The least and the most of a * x + b * y in the other's pixels. */
static slab slab_along(const search *s, double a, double b, double more) {
    const hail_mask *o = s->rays.other;
    const hail_pixel_motion *m = s->motion;
    const double x1 = a * o->left, x2 = a * o->right, y1 = b * o->top, y2 = b * o->bottom;
    return slab_of(lesser(x1, x2) + lesser(y1, y2), greater(x1, x2) + greater(y1, y2), more, a * m->x + b * m->y,
                   a * m->ux + b * m->uy, a * m->vx + b * m->vy, a * m->dx + b * m->dy);
}

static void make_slabs(search *s) {
    const hail_pixel_motion *m = s->motion;
    const double more = 1.0 / 64.0 + s->size * 0x1p-19;
    const double over = 1.0 / (m->ux * m->vy - m->uy * m->vx), a = -m->uy * over, b = m->ux * over;
    s->length = sqrt(m->dx * m->dx + m->dy * m->dy);
    s->x = slab_along(s, 1.0, 0.0, more);
    s->y = slab_along(s, 0.0, 1.0, more);
    s->aside = slab_along(s, m->dy / s->length, -m->dx / s->length, more);
    s->aside.d = 0.0;
    s->rows = slab_along(s, a, b, more * (fabs(a) + fabs(b)));
}

/* ---- Pending rays ------------------------------------------------------------------------------------------------ */

static void enter_pixel(search *s, uint32_t pixel) {
    const hail_pixel_motion *m = s->motion;
    const int32_t i = (int32_t)(pixel & 0xffff), row = (int32_t)(pixel >> 16);
    const double t = first_entry(&s->rays, m->x + i * m->ux + row * m->vx, m->y + i * m->uy + row * m->vy, s->until);
    if (t > s->first.t || (t == s->first.t && (row > s->first.y || (row == s->first.y && i > s->first.x))))
        return;
    s->first = (hail_pixel_entry){t, i, row};
    s->until = lesser(s->until, t);
}

static float slowness(double d) {
    const double size = fabs(d);
    return size * (double)HAIL_PIXEL_STILL > 1.0 ? (float)(1.0 / size) : HAIL_PIXEL_STILL;
}

/* Casts the rays of those that may be the first, as the kernel finds in single precision. */
static void enter_pending(search *s) {
    const hail_pixel_motion *m = s->motion;
    uint32_t found[HAIL_MOST_PIXEL_RAYS + HAIL_SLACK], count = s->count;
    const hail_pixel_rays_job job = {.other = s->rays.other,
                                     .x = (float)m->x,
                                     .y = (float)m->y,
                                     .ux = (float)m->ux,
                                     .uy = (float)m->uy,
                                     .vx = (float)m->vx,
                                     .vy = (float)m->vy,
                                     .dx = (float)m->dx,
                                     .dy = (float)m->dy,
                                     .slow_x = slowness(m->dx),
                                     .slow_y = slowness(m->dy),
                                     .error = (float)(s->size * 0x1p-20),
                                     .until = (float)(s->until * (1.0 + 0x1p-20)),
                                     .pixels = s->pixels};
    const bool far = !(job.error < 0x1p-4f);
    s->count = 0;
    if (!far)
        count = s->kernels->pixel_rays(&job, count, found);
    for (uint32_t k = 0; k < count; k++)
        enter_pixel(s, s->pixels[far ? k : found[k]]);
}

static void add_word(search *s, uint64_t bits, int32_t word, int32_t row) {
    if (s->count + MOST_OF_WORD > HAIL_MOST_PIXEL_RAYS)
        enter_pending(s);
    while (bits) {
        const int32_t bit = s->right ? bits_last(bits) : bits_first(bits);
        bits ^= UINT64_C(1) << bit;
        s->pixels[s->count++] = (uint32_t)row << 16 | (uint32_t)(word * 64 + bit);
    }
}

/* Those bits of a word whose columns are first to last. */
static inline uint64_t between(uint64_t bits, int32_t word, int32_t first, int32_t last) {
    first -= word * 64;
    last -= word * 64;
    bits = first > 0 ? bits >> first << first : bits;
    return last < 63 ? bits << (63 - last) >> (63 - last) : bits;
}

/* A row's pixels that lead, or those that do not. */
static void add_row(search *s, int32_t row, int32_t first, int32_t last, bool leading) {
    for (int32_t word = first / 64; word <= last / 64; word++) {
        const uint64_t ahead = leading_bits(s->mask, row, word, &s->ahead);
        const uint64_t bits = leading ? ahead : mask_bits(s->mask, row, word) & ~ahead;
        add_word(s, between(bits, word, first, last), word, row);
    }
}

/* Where rays are until then. */
static hail_ray_slab ray_slab(const slab *s, double until) {
    const double way = s->d * until;
    return (hail_ray_slab){.low = (float)(s->low - greater(way, 0.0)),
                           .high = (float)(s->high - lesser(way, 0.0)),
                           .at = (float)s->at,
                           .row = (float)s->row,
                           .columns = (float)s->columns,
                           .still = (float)s->still};
}

/* Rows top to top + count - 1. */
static void add_rows(search *s, int32_t top, int32_t count, bool leading) {
    uint32_t first[LEADING_ROWS], last[LEADING_ROWS];
    uint64_t ahead[LEADING_ROWS];
    hail_leading_rows rows;
    const bool narrow = s->mask->stride == 2;
    const hail_ray_columns_job job = {
        .slab = {ray_slab(&s->x, s->until), ray_slab(&s->y, s->until), ray_slab(&s->aside, s->until)},
        .left = (float)s->mask->left,
        .last = (float)(s->mask->right - 1)};
    s->kernels->ray_columns(&job, (uint32_t)top, (uint32_t)(top + count), first, last);
    if (narrow) {
        mask_rows(s->mask, 0, top, count, &rows);
        leading_rows(&rows, count, &s->ahead, ahead);
    }
    for (int32_t n = 0; n < count; n++) {
        const int32_t k = s->down ? count - 1 - n : n, from = (int32_t)first[k], to = (int32_t)last[k];
        if (from > to)
            continue;
        if (narrow)
            add_word(s, between(leading ? ahead[k] : mask_bits(s->mask, top + k, 0) & ~ahead[k], 0, from, to), 0,
                     top + k);
        else
            add_row(s, top + k, from, to, leading);
    }
}

/* The first of these pixels that enters until then. Those ahead come first, so that the others have less to do. */
static hail_pixel_entry enter_rows(search *s, bool leading, double until) {
    const double way = s->rows.d * until;
    const double from = greater(s->rows.low - s->rows.at - greater(way, 0.0), s->mask->top),
                 to = lesser(s->rows.high - s->rows.at - lesser(way, 0.0), s->mask->bottom - 1);
    s->first = (hail_pixel_entry){.t = 2.0};
    s->until = until;
    if (!(from <= to))
        return s->first;
    const int32_t top = (int32_t)from, end = (int32_t)to + 1;
    for (int32_t done = 0; done < end - top; done += LEADING_ROWS) {
        const int32_t count = end - top - done < LEADING_ROWS ? end - top - done : LEADING_ROWS;
        add_rows(s, s->down ? end - done - count : top + done, count, leading);
        enter_pending(s);
    }
    return s->first;
}

/* The time in which the pixels move by HAIL_LEADING_WAY of their own. */
static double leading_time(const search *s) {
    const hail_pixel_motion *m = s->motion;
    return HAIL_LEADING_WAY * sqrt(fabs(m->ux * m->vy - m->uy * m->vx)) / s->length;
}

/* The sum of the coordinates that go into a place of a ray. */
static double size_of(const hail_mask *mask, const hail_mask *other, const hail_pixel_motion *m) {
    return fabs(m->x) + fabs(m->y) + fabs(m->dx) + fabs(m->dy) + mask->right * (fabs(m->ux) + fabs(m->uy)) +
           mask->bottom * (fabs(m->vx) + fabs(m->vy)) + other->right + other->bottom;
}

hail_pixel_entry hail_pixels_first_entry(const hail_kernels *kernels, const hail_mask *mask, const hail_mask *other,
                                         const hail_pixel_motion *m) {
    search s;
    if (other->left >= other->right)
        return (hail_pixel_entry){.t = 2.0};
    s.kernels = kernels;
    s.rays = (rays){other, axis_of(m->dx, other->left, other->right), axis_of(m->dy, other->top, other->bottom)};
    s.mask = mask;
    s.motion = m;
    s.ahead = pixels_ahead(m->own_dx, m->own_dy, m->aligned);
    s.right = m->own_dx > 0.0;
    s.down = m->own_dy > 0.0;
    s.size = size_of(mask, other, m);
    s.count = 0;
    make_slabs(&s);
    const hail_pixel_entry first = enter_rows(&s, true, 1.0);
    if (m->aligned)
        return first;
    const hail_pixel_entry other_first = enter_rows(&s, false, lesser(lesser(first.t, 1.0), leading_time(&s)));
    return other_first.t < first.t ? other_first : first;
}
