/* engine/sprites/pixels.c - a sprite's pixels against a convex shape, exactly: row by row, from where to where the
 * shape reaches within the row. In the sprite's own frame, in double precision: a pixel is the square from (i, j) to (i
 * + 1, j + 1). */
#include "pixels.h"

#include <math.h>
#include <string.h>

#include "pixel_sums.h"

hail_pixels hail_pixels_of(const hail_spriteset *set, uint32_t sprite) {
    const hail_template *t = spriteset_template(set, sprite);
    return (hail_pixels){set, sprite, &t->info, spriteset_mask(set, t)};
}

/* ---- The shape in the sprite's frame ---------------------------------------------------------------------------- */

/* All that lies within `radius` of some segments, which are the border of something convex, or it whole. */
typedef struct outline {
    uint32_t points, segments; /* points 0 to points - 1 are all ends of segments */
    double x[2 * HAIL_MAX_VERTICES], y[2 * HAIL_MAX_VERTICES];
    uint32_t from[3 * HAIL_MAX_VERTICES], to[3 * HAIL_MAX_VERTICES];
    double side_x[3 * HAIL_MAX_VERTICES],
        side_y[3 * HAIL_MAX_VERTICES]; /* across each segment, as long as the radius */
    double radius, top, bottom;
} outline;

/* The core's vertices, at the start of its way, and the way. */
typedef struct core {
    uint32_t count;
    double x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES], radius;
    double way_x, way_y;
} core;

/* (x, y) turned and stretched back. */
static void turn_back(const hail_pose *at, double x, double y, double *to_x, double *to_y) {
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
        turn_back(at, (shape->x - at->x) + (shape->cos * vx - shape->sin * vy),
                  (shape->y - at->y) + (shape->sin * vx + shape->cos * vy), &c.x[i], &c.y[i]);
        c.x[i] += (double)sprite->info->origin_x;
        c.y[i] += (double)sprite->info->origin_y;
    }
    c.radius =
        (double)row[HAIL_TEMPLATE_ROUNDING] * shape->scale / (at->scale * sqrt(at->cos * at->cos + at->sin * at->sin));
    turn_back(at, shape->dx - at->dx, shape->dy - at->dy, &c.way_x, &c.way_y);
    return c;
}

static void add_segment(outline *o, uint32_t from, uint32_t to) {
    const double x = o->x[to] - o->x[from], y = o->y[to] - o->y[from], length = sqrt(x * x + y * y);
    if (length == 0.0)
        return;
    const uint32_t s = o->segments++;
    o->from[s] = from;
    o->to[s] = to;
    o->side_x[s] = y / length * o->radius;
    o->side_y[s] = -x / length * o->radius;
}

static void add_core(outline *o, const core *c, double t) {
    const uint32_t first = o->points;
    for (uint32_t i = 0; i < c->count; i++) {
        o->x[o->points] = c->x[i] + c->way_x * t;
        o->y[o->points++] = c->y[i] + c->way_y * t;
    }
    for (uint32_t i = 0; i + 1 < c->count; i++)
        add_segment(o, first + i, first + i + 1);
    if (c->count > 2)
        add_segment(o, first + c->count - 1, first);
}

/* What the core covers between two moments. */
static outline outline_of(const core *c, double t0, double t1) {
    outline o = {.radius = c->radius};
    add_core(&o, c, t0);
    if (t1 > t0) {
        add_core(&o, c, t1);
        for (uint32_t i = 0; i < c->count; i++)
            add_segment(&o, i, c->count + i);
    }
    o.top = o.bottom = o.y[0];
    for (uint32_t i = 1; i < o.points; i++) {
        o.top = fmin(o.top, o.y[i]);
        o.bottom = fmax(o.bottom, o.y[i]);
    }
    o.top -= c->radius;
    o.bottom += c->radius;
    return o;
}

/* ---- Rows ------------------------------------------------------------------------------------------------------- */

typedef struct span {
    double least, most;
} span;

static void widen(span *s, double x) {
    s->least = fmin(s->least, x);
    s->most = fmax(s->most, x);
}

/* A segment between two lines of y. */
static void add_side(span *s, double x0, double y0, double x1, double y1, double top, double bottom) {
    if (fmin(y0, y1) > bottom || fmax(y0, y1) < top)
        return;
    if (y0 == y1) {
        widen(s, x0);
        widen(s, x1);
        return;
    }
    const double low = fmin(fmax(top, fmin(y0, y1)), fmax(y0, y1)),
                 high = fmax(fmin(bottom, fmax(y0, y1)), fmin(y0, y1));
    const double slope = (x1 - x0) / (y1 - y0);
    widen(s, low == y0 ? x0 : low == y1 ? x1 : x0 + (low - y0) * slope);
    widen(s, high == y0 ? x0 : high == y1 ? x1 : x0 + (high - y0) * slope);
}

/* From where to where the outline reaches between two lines: something convex, and so do its sides. */
static span span_between(const outline *o, double top, double bottom) {
    span s = {INFINITY, -INFINITY};
    for (uint32_t i = 0; i < o->points; i++) {
        const double away = o->y[i] < top ? top - o->y[i] : o->y[i] > bottom ? o->y[i] - bottom : 0.0;
        if (away > o->radius)
            continue;
        const double half = sqrt(o->radius * o->radius - away * away);
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

static int32_t clamped(double a, int32_t least, int32_t most) {
    return a < least ? least : a > most ? most : (int32_t)a;
}

/* Of 64 pixels from 64 * word on, those in columns first to last. */
static uint64_t columns_of(int32_t word, int32_t first, int32_t last) {
    const int32_t from = first - word * 64, to = last - word * 64;
    const uint64_t after = from > 0 ? UINT64_MAX << from : UINT64_MAX;
    return to < 63 ? after & ~(UINT64_MAX << (to + 1)) : after;
}

/* The opaque pixels whose squares the outline touches; without spans: only whether there are any. */
static bool find_pixels(const hail_mask *mask, const outline *o, hail_span *spans, hail_pixel_sums *sums) {
    *sums = (hail_pixel_sums){0};
    if (!(o->bottom >= mask->top && o->top <= mask->bottom))
        return false;
    const int32_t first_row = clamped(ceil(o->top) - 1.0, mask->top, mask->bottom);
    const int32_t last_row = clamped(floor(o->bottom), mask->top - 1, mask->bottom - 1);
    for (int32_t row = first_row; row <= last_row; row++) {
        const span s = span_between(o, row, row + 1.0);
        if (!(s.most >= mask->left && s.least <= mask->right))
            continue;
        const int32_t first = clamped(ceil(s.least) - 1.0, mask->left, mask->right);
        const int32_t last = clamped(floor(s.most), mask->left - 1, mask->right - 1);
        for (int32_t word = first / 64; first <= last && word <= last / 64; word++) {
            const uint64_t bits = mask_bits(mask, row, word) & columns_of(word, first, last);
            if (bits && !spans)
                return true;
            if (bits)
                sums_add(sums, spans, mask, row, word * 64, bits);
        }
    }
    return sums->count > 0;
}

/* ---- Contacts --------------------------------------------------------------------------------------------------- */

/* Out of the sprite, in its own frame, a unit vector: as the touching pixels' open sides look; else from the middle of
 * the sprite to that of the core. */
static void way_out(const hail_pixels *sprite, const core *c, double t, const hail_pixel_sums *sums, double *x,
                    double *y) {
    *x = sums->side_x;
    *y = sums->side_y;
    if (*x == 0.0 && *y == 0.0) {
        for (uint32_t i = 0; i < c->count; i++) {
            *x += (c->x[i] + c->way_x * t) / c->count;
            *y += (c->y[i] + c->way_y * t) / c->count;
        }
        *x -= (double)sprite->info->centre_x;
        *y -= (double)sprite->info->centre_y;
    }
    const double length = sqrt(*x * *x + *y * *y);
    *x = length > 0.0 ? *x / length : 1.0;
    *y = length > 0.0 ? *y / length : 0.0;
}

/* How far along (x, y) the shape's nearest point is. */
static double nearest_along(const core *c, double t, double x, double y) {
    double least = INFINITY;
    for (uint32_t i = 0; i < c->count; i++)
        least = fmin(least, (c->x[i] + c->way_x * t) * x + (c->y[i] + c->way_y * t) * y);
    return least - c->radius;
}

static void describe(const hail_pixels *sprite, const hail_pose *at, const core *c, double t,
                     const hail_pixel_sums *sums, const hail_span *spans, hail_contact *contact) {
    double x, y;
    way_out(sprite, c, t, sums, &x, &y);
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

/* The first moment at which they touch: what is covered until then grows with it, so that halving finds it. */
static double first_touch(const hail_mask *mask, const core *c) {
    double before = 0.0, after = 1.0;
    hail_pixel_sums sums;
    for (int k = 0; k < 24; k++) {
        const double middle = (before + after) / 2.0;
        const outline o = outline_of(c, before, middle);
        if (find_pixels(mask, &o, NULL, &sums))
            after = middle;
        else
            before = middle;
    }
    return after;
}

bool hail_pixels_against_shape(const hail_pixels *sprite, const hail_pose *at, const float *row, const hail_pose *shape,
                               bool swept, hail_contact *contact) {
    if (at->scale == 0.0)
        return false;
    const core c = core_of(sprite, at, row, shape);
    double t = 0.0;
    hail_pixel_sums sums;
    hail_span spans[HAIL_MAX_SPRITE];
    outline o = outline_of(&c, 0.0, 0.0);
    if (!find_pixels(&sprite->mask, &o, spans, &sums)) {
        const outline all = outline_of(&c, 0.0, 1.0);
        if (!swept || !find_pixels(&sprite->mask, &all, NULL, &sums))
            return false;
        t = first_touch(&sprite->mask, &c);
        o = outline_of(&c, t - 0x1p-24, t);
        /* What touches on the whole way, but not on the last piece of it, is grazed, by what rounding makes of a
         * corner. */
        if (!find_pixels(&sprite->mask, &o, spans, &sums))
            return false;
    }
    describe(sprite, at, &c, t, &sums, spans, contact);
    return true;
}
