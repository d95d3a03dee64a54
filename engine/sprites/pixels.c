/* engine/sprites/pixels.c - a sprite's pixels against a convex shape, exactly, row by row. The shape is transformed
 * into the sprite's frame, where a pixel is the square from (i, j) to (i + 1, j + 1); all in double precision. */
#include "pixels.h"

#include <math.h>
#include <string.h>

#include "pixel_sums.h"
#include "tiles/tile_numbers.h"

hail_pixels hail_pixels_of(const hail_spriteset *set, uint32_t sprite) {
    const hail_template *t = spriteset_template(set, sprite);
    return (hail_pixels){set, sprite, &t->info, spriteset_mask(set, t)};
}

/* ---- The shape in the sprite's frame ---------------------------------------------------------------------------- */

/* A convex shape: all points within `radius` of the convex hull of some points. The segments are the hull's border, or
 * all of the hull. */
typedef struct outline {
    uint32_t points, segments;
    double x[2 * HAIL_MAX_VERTICES], y[2 * HAIL_MAX_VERTICES];
    uint32_t from[3 * HAIL_MAX_VERTICES], to[3 * HAIL_MAX_VERTICES];
    double side_x[3 * HAIL_MAX_VERTICES],
        side_y[3 * HAIL_MAX_VERTICES]; /* perpendicular to each segment, of the radius's length */
    double radius, top, bottom;
} outline;

/* A shape's core in the sprite's frame: its vertices at the start of the step, and its displacement. */
typedef struct core {
    uint32_t count;
    double x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES], radius;
    double dx, dy;
} core;

/* The vector (x, y) in the sprite's frame. */
static void to_local(const hail_pose *at, double x, double y, double *to_x, double *to_y) {
    const double size = at->scale * (at->cos * at->cos + at->sin * at->sin);
    *to_x = (at->cos * x + at->sin * y) / size;
    *to_y = (at->cos * y - at->sin * x) / size;
}

static core core_of(const hail_pixels *sprite, const hail_pose *at, const float *row, const hail_pose *shape) {
    core c = {0};
    memcpy(&c.count, row + HAIL_TEMPLATE_COUNT, sizeof c.count);
    for (uint32_t i = 0; i < c.count; i++) {
        const double vx = c.count == 1 ? 0.0 : (double)row[HAIL_TEMPLATE_VX + i] * shape->scale;
        const double vy = c.count == 1 ? 0.0 : (double)row[HAIL_TEMPLATE_VY + i] * shape->scale;
        to_local(at, (shape->x - at->x) + (shape->cos * vx - shape->sin * vy),
                 (shape->y - at->y) + (shape->sin * vx + shape->cos * vy), &c.x[i], &c.y[i]);
        c.x[i] += (double)sprite->info->origin_x;
        c.y[i] += (double)sprite->info->origin_y;
    }
    c.radius =
        (double)row[HAIL_TEMPLATE_ROUNDING] * shape->scale / (at->scale * sqrt(at->cos * at->cos + at->sin * at->sin));
    to_local(at, shape->dx - at->dx, shape->dy - at->dy, &c.dx, &c.dy);
    return c;
}

static void add_segment(outline *o, uint32_t from, uint32_t to) {
    const double x = o->x[to] - o->x[from], y = o->y[to] - o->y[from];
    const double length = o->radius > 0.0 ? sqrt(x * x + y * y) : fabs(x) + fabs(y);
    if (length == 0.0)
        return;
    const uint32_t s = o->segments++;
    o->from[s] = from;
    o->to[s] = to;
    o->side_x[s] = o->radius > 0.0 ? y / length * o->radius : 0.0;
    o->side_y[s] = o->radius > 0.0 ? -x / length * o->radius : 0.0;
}

static void add_core(outline *o, const core *c, double t) {
    const uint32_t first = o->points;
    for (uint32_t i = 0; i < c->count; i++) {
        o->x[o->points] = c->x[i] + c->dx * t;
        o->y[o->points++] = c->y[i] + c->dy * t;
    }
    for (uint32_t i = 0; i + 1 < c->count; i++)
        add_segment(o, first + i, first + i + 1);
    if (c->count > 2)
        add_segment(o, first + c->count - 1, first);
}

/* Sets what the shape covers from time t0 to t1, fractions of the step. Most of an outline is not in use: clearing it
 * would cost more than the rest. */
static void set_outline(outline *o, const core *c, double t0, double t1) {
    o->radius = c->radius;
    o->points = o->segments = 0;
    add_core(o, c, t0);
    if (t1 > t0) {
        add_core(o, c, t1);
        for (uint32_t i = 0; i < c->count; i++)
            add_segment(o, i, c->count + i);
    }
    o->top = INFINITY;
    o->bottom = -INFINITY;
    for (uint32_t i = 0; i < o->points; i++) {
        o->top = lesser(o->top, o->y[i]);
        o->bottom = greater(o->bottom, o->y[i]);
    }
    o->top -= c->radius;
    o->bottom += c->radius;
}

/* ---- Rows ------------------------------------------------------------------------------------------------------- */

typedef struct span {
    double low, high;
} span;

static void widen(span *s, double x) {
    s->low = lesser(s->low, x);
    s->high = greater(s->high, x);
}

/* Widens a span by the part of a segment between y = top and y = bottom. */
static void add_side(span *s, double x0, double y0, double x1, double y1, double top, double bottom) {
    const double upper = lesser(y0, y1), lower = greater(y0, y1);
    if (upper > bottom || lower < top)
        return;
    if (y0 == y1) {
        widen(s, x0);
        widen(s, x1);
        return;
    }
    const double low = lesser(greater(top, upper), lower), high = greater(lesser(bottom, lower), upper);
    const double slope = (x1 - x0) / (y1 - y0);
    widen(s, low == y0 ? x0 : low == y1 ? x1 : x0 + (low - y0) * slope);
    widen(s, high == y0 ? x0 : high == y1 ? x1 : x0 + (high - y0) * slope);
}

/* The extent in x of the outline between y = top and y = bottom. */
static span span_between(const outline *o, double top, double bottom) {
    span s = {INFINITY, -INFINITY};
    for (uint32_t i = 0; i < o->points; i++) {
        const double away = o->y[i] < top ? top - o->y[i] : o->y[i] > bottom ? o->y[i] - bottom : 0.0;
        if (away > o->radius)
            continue;
        const double half = o->radius > 0.0 ? sqrt(o->radius * o->radius - away * away) : 0.0;
        widen(&s, o->x[i] - half);
        widen(&s, o->x[i] + half);
    }
    for (uint32_t k = 0; k < o->segments; k++) {
        const uint32_t a = o->from[k], b = o->to[k];
        const double sx = o->side_x[k], sy = o->side_y[k];
        add_side(&s, o->x[a] + sx, o->y[a] + sy, o->x[b] + sx, o->y[b] + sy, top, bottom);
        if (o->radius > 0.0)
            add_side(&s, o->x[a] - sx, o->y[a] - sy, o->x[b] - sx, o->y[b] - sy, top, bottom);
    }
    return s;
}

static int32_t clamped(double a, int32_t min, int32_t max) { return a < min ? min : a > max ? max : (int32_t)a; }

/* The bits of columns first to last in word number `word`, whose 64 pixels start at column 64 * word. */
static uint64_t columns_of(int32_t word, int32_t first, int32_t last) {
    const int32_t from = first - word * 64, to = last - word * 64;
    const uint64_t after = from > 0 ? UINT64_MAX << from : UINT64_MAX;
    return to < 63 ? after & ~(UINT64_MAX << (to + 1)) : after;
}

/* Rows of a mask. */
typedef struct row_range {
    int32_t first, last;
} row_range;

/* Those that the outline may touch. */
static row_range rows_of(const hail_mask *mask, const outline *o) {
    if (!(o->bottom >= mask->top && o->top <= mask->bottom))
        return (row_range){0, -1};
    return (row_range){clamped(ceil(o->top) - 1.0, mask->top, mask->bottom),
                       clamped(floor(o->bottom), mask->top - 1, mask->bottom - 1)};
}

/* Sums up a row's opaque pixels whose squares the outline touches. spans NULL: only tells whether there are any. */
static bool find_in_row(const hail_mask *mask, const outline *o, int32_t row, hail_span *spans, hail_pixel_sums *sums) {
    const span s = span_between(o, row, row + 1.0);
    if (!(s.high >= mask->left && s.low <= mask->right))
        return false;
    const int32_t first = clamped(ceil(s.low) - 1.0, mask->left, mask->right);
    const int32_t last = clamped(floor(s.high), mask->left - 1, mask->right - 1);
    bool found = false;
    for (int32_t word = first / 64; first <= last && word <= last / 64; word++) {
        const uint64_t bits = mask_bits(mask, row, word) & columns_of(word, first, last);
        if (bits && !spans)
            return true;
        if (bits)
            sums_add(sums, spans, mask, row, word * 64, bits);
        found |= bits != 0;
    }
    return found;
}

static bool find_pixels(const hail_mask *mask, const outline *o, hail_span *spans, hail_pixel_sums *sums) {
    const row_range rows = rows_of(mask, o);
    *sums = (hail_pixel_sums){0};
    for (int32_t row = rows.first; row <= rows.last; row++)
        if (find_in_row(mask, o, row, spans, sums) && !spans)
            return true;
    return sums->count > 0;
}

/* Whether the outline touches a pixel in one of these rows. If so, leaves out the first and last ones where it does
 * not. */
static bool narrow_rows(const hail_mask *mask, const outline *o, row_range *rows) {
    row_range near = rows_of(mask, o);
    near.first = near.first > rows->first ? near.first : rows->first;
    near.last = near.last < rows->last ? near.last : rows->last;
    while (near.first <= near.last && !find_in_row(mask, o, near.first, NULL, NULL))
        near.first++;
    if (near.first > near.last)
        return false;
    while (!find_in_row(mask, o, near.last, NULL, NULL))
        near.last--;
    *rows = near;
    return true;
}

/* ---- Contacts --------------------------------------------------------------------------------------------------- */

/* The contact's normal in the sprite's frame, out of the sprite: the sum of the outward normals of the touching pixels'
 * open sides; if that is 0, from the centre of the sprite to that of the core. */
static void contact_normal(const hail_pixels *sprite, const core *c, double t, const hail_pixel_sums *sums, double *x,
                           double *y) {
    *x = sums->side_x;
    *y = sums->side_y;
    if (*x == 0.0 && *y == 0.0) {
        for (uint32_t i = 0; i < c->count; i++) {
            *x += (c->x[i] + c->dx * t) / c->count;
            *y += (c->y[i] + c->dy * t) / c->count;
        }
        *x -= (double)sprite->info->centre_x;
        *y -= (double)sprite->info->centre_y;
    }
    const double length = sqrt(*x * *x + *y * *y);
    *x = length > 0.0 ? *x / length : 1.0;
    *y = length > 0.0 ? *y / length : 0.0;
}

/* The lowest projection of the shape onto (x, y). */
static double nearest_along(const core *c, double t, double x, double y) {
    double lowest = INFINITY;
    for (uint32_t i = 0; i < c->count; i++)
        lowest = fmin(lowest, (c->x[i] + c->dx * t) * x + (c->y[i] + c->dy * t) * y);
    return lowest - c->radius;
}

static void describe(const hail_pixels *sprite, const hail_pose *at, const core *c, double t,
                     const hail_pixel_sums *sums, const hail_span *spans, hail_contact *contact) {
    double x, y;
    contact_normal(sprite, c, t, sums, &x, &y);
    const double depth = fmax(hail_pixel_support(sums, spans, x, y) - nearest_along(c, t, x, y), 0.0);
    const double n = (double)sums->count, px = (double)sums->sum_x / n + 0.5 - (double)sprite->info->origin_x,
                 py = (double)sums->sum_y / n + 0.5 - (double)sprite->info->origin_y;
    const double size = sqrt(at->cos * at->cos + at->sin * at->sin);
    *contact = (hail_contact){.count = 1, .t = (float)t};
    contact->normal_x = (float)((at->cos * x - at->sin * y) / size + 0.0);
    contact->normal_y = (float)((at->sin * x + at->cos * y) / size + 0.0);
    contact->x[0] = (float)(at->x + at->dx * t + (at->cos * px - at->sin * py) * at->scale);
    contact->y[0] = (float)(at->y + at->dy * t + (at->sin * px + at->cos * py) * at->scale);
    contact->depth[0] = t > 0.0 ? 0.0f : (float)(depth * at->scale * size);
}

/* The first time at which they touch. By bisection, because the area that the shape has covered only grows; so later
 * areas touch only in rows where earlier, larger ones did. */
static double first_touch(const hail_mask *mask, const core *c) {
    double before = 0.0, after = 1.0;
    row_range rows = {mask->top, mask->bottom - 1};
    outline o;
    for (int k = 0; k < 24; k++) {
        const double middle = (before + after) / 2.0;
        set_outline(&o, c, before, middle);
        if (narrow_rows(mask, &o, &rows))
            after = middle;
        else
            before = middle;
    }
    return after;
}

/* What they touch from time t0 to t1. False: nothing. */
static bool find_contact(const hail_pixels *sprite, const hail_pose *at, const core *c, double t0, double t1,
                         hail_contact *contact) {
    hail_pixel_sums sums;
    hail_span spans[HAIL_MAX_SPRITE];
    outline o;
    set_outline(&o, c, t0, t1);
    if (!find_pixels(&sprite->mask, &o, spans, &sums))
        return false;
    describe(sprite, at, c, t1, &sums, spans, contact);
    return true;
}

/* They may touch over the whole displacement, but not in its last piece: that is rounding at a corner, and no contact.
 */
static bool find_first(const hail_pixels *sprite, const hail_pose *at, const core *c, double t, hail_contact *contact) {
    return find_contact(sprite, at, c, t > 0.0 ? t - 0x1p-24 : 0.0, t, contact);
}

bool hail_pixels_against_shape(const hail_pixels *sprite, const hail_pose *at, const float *row, const hail_pose *shape,
                               bool swept, hail_contact *contact) {
    if (at->scale == 0.0)
        return false;
    const core c = core_of(sprite, at, row, shape);
    hail_pixel_sums sums;
    outline all;
    if (find_contact(sprite, at, &c, 0.0, 0.0, contact))
        return true;
    if (!swept)
        return false;
    set_outline(&all, &c, 0.0, 1.0);
    return find_pixels(&sprite->mask, &all, NULL, &sums) &&
           find_first(sprite, at, &c, first_touch(&sprite->mask, &c), contact);
}

bool hail_pixels_hit_shape(const hail_pixels *sprite, const hail_pose *at, const float *row, const hail_pose *shape,
                           double t, hail_contact *contact) {
    const core c = core_of(sprite, at, row, shape);
    return find_first(sprite, at, &c, t, contact);
}

bool hail_pixels_touch_shape(const hail_pixels *sprite, const hail_pose *at, const float *row, const hail_pose *shape) {
    hail_pixel_sums sums;
    outline o;
    if (at->scale == 0.0)
        return false;
    const core c = core_of(sprite, at, row, shape);
    set_outline(&o, &c, 0.0, 0.0);
    return find_pixels(&sprite->mask, &o, NULL, &sums);
}
