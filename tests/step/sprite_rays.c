/* tests/step/sprite_rays.c - see sprite_rays.h. */
#include "sprite_rays.h"

#include <criterion/criterion.h>

#include <math.h>

void pixel_list_fill(const drawing *d, pixel_list *list) {
    list->count = 0;
    for (uint32_t j = 0; j < d->height; j++)
        for (uint32_t i = 0; i < d->width; i++)
            if (drawing_at(d, i, j)) {
                cr_assert_lt(list->count, (uint32_t)MOST_PIXELS);
                list->x[list->count] = (int32_t)i;
                list->y[list->count++] = (int32_t)j;
            }
}

void pixel_centre(const pixel_body *b, int32_t i, int32_t j, double time, double *x, double *y) {
    const double px = (i + 0.5 - (double)b->of->origin_x) * b->scale,
                 py = (j + 0.5 - (double)b->of->origin_y) * b->scale;
    *x = b->x + b->dx * time + b->cos * px - b->sin * py;
    *y = b->y + b->dy * time + b->sin * px + b->cos * py;
}

void pixel_into(const pixel_body *b, double x, double y, double *i, double *j) {
    const double size = b->scale * (b->cos * b->cos + b->sin * b->sin);
    *i = (b->cos * x + b->sin * y) / size;
    *j = (b->cos * y - b->sin * x) / size;
}

/* Narrows the times in which a + d * t lies in [low, high]. */
static void between(double a, double d, double low, double high, double *from, double *to) {
    if (d == 0.0) {
        if (a < low || a > high)
            *to = -1.0;
        return;
    }
    const double t = (low - a) / d, u = (high - a) / d;
    *from = fmax(*from, fmin(t, u));
    *to = fmin(*to, fmax(t, u));
}

/* When a point that moves enters any of these pixels, enlarged by `more` on every side; from 0 on. */
static double enters(double x, double y, double dx, double dy, const pixel_list *boxes, double more) {
    double first = NEVER;
    for (uint32_t k = 0; k < boxes->count; k++) {
        double from = 0.0, to = first;
        between(x, dx, boxes->x[k] - more, boxes->x[k] + 1 + more, &from, &to);
        between(y, dy, boxes->y[k] - more, boxes->y[k] + 1 + more, &from, &to);
        first = from <= to ? fmin(first, from) : first;
    }
    return first;
}

static bool exposed(const drawing *d, int32_t i, int32_t j) { return !drawing_at(d, i, j); }

static void add_sure(pixel_touching *t, const pixel_body *a, int32_t i, int32_t j, double time) {
    double x, y;
    pixel_centre(a, i, j, time, &x, &y);
    t->sure++;
    t->x += x;
    t->y += y;
    t->side_x += exposed(a->of, i + 1, j) - exposed(a->of, i - 1, j);
    t->side_y += exposed(a->of, i, j + 1) - exposed(a->of, i, j - 1);
}

static void add_maybe(pixel_touching *t, const pixel_body *a, int32_t i, int32_t j, double time) {
    double x, y;
    pixel_centre(a, i, j, time, &x, &y);
    t->left = t->maybe ? fmin(t->left, x) : x;
    t->right = t->maybe ? fmax(t->right, x) : x;
    t->top = t->maybe ? fmin(t->top, y) : y;
    t->bottom = t->maybe ? fmax(t->bottom, y) : y;
    t->maybe++;
}

void pixel_rays_cast(pixel_rays *r, const pixel_list *boxes, double band, pixel_touching *t) {
    t->first = t->surely = NEVER;
    for (uint32_t k = 0; k < r->count; k++) {
        r->early[k] = enters(r->x[k], r->y[k], r->dx, r->dy, boxes, band);
        r->late[k] = r->early[k] < NEVER ? enters(r->x[k], r->y[k], r->dx, r->dy, boxes, -band) : NEVER;
        t->first = fmin(t->first, r->early[k]);
        t->surely = fmin(t->surely, r->late[k]);
        t->may_start_inside = t->may_start_inside || r->early[k] == 0.0;
        t->starts_inside = t->starts_inside || r->late[k] == 0.0;
    }
}

static bool inside(const pixel_rays *r, uint32_t k, double time, const pixel_list *boxes) {
    return enters(r->x[k] + r->dx * time, r->y[k] + r->dy * time, 0.0, 0.0, boxes, -1.0e-3) < NEVER;
}

void pixel_rays_gather(const pixel_rays *r, const pixel_list *pixels, const pixel_list *boxes, const pixel_body *a,
                       double time, double together, pixel_touching *t) {
    for (uint32_t k = 0; k < r->count; k++) {
        if (r->late[k] <= time + 0.5 * together && inside(r, k, time + together, boxes))
            add_sure(t, a, pixels->x[k], pixels->y[k], time);
        if (r->early[k] <= time + 2.0 * together)
            add_maybe(t, a, pixels->x[k], pixels->y[k], time);
    }
}

const char *pixel_point_differs(const pixel_touching *t, const hail_contact *c, double off) {
    const double x = (double)c->x[0], y = (double)c->y[0];
    if (c->count != 1 || c->depth[0] != 0.0f)
        return "not one point without depth";
    if (x < t->left - off || x > t->right + off || y < t->top - off || y > t->bottom + off)
        return "a point that is not among the pixels that touch";
    if (t->sure == t->maybe && hypot(t->x / t->sure - x, t->y / t->sure - y) > off)
        return "a point that is not the mean of the pixels that touch";
    return NULL;
}
