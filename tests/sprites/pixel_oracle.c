/* tests/sprites/pixel_oracle.c - the oracle of pixel_oracle.h. */
#include "pixel_oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

drawing *pixel_drawing(const hail_spriteset *set, uint32_t sprite) {
    hail_sprite_info info;
    if (hail_spriteset_describe(set, sprite, &info) != HAIL_OK)
        abort();
    drawing *d = drawing_make(info.width, info.height);
    const size_t words = drawing_words(d);
    uint64_t *bits = calloc(words * info.height, sizeof *bits);
    if (bits == NULL || hail_spriteset_bits(set, sprite, bits) != HAIL_OK)
        abort();
    for (uint32_t j = 0; j < info.height; j++)
        for (uint32_t i = 0; i < info.width; i++)
            d->opaque[(size_t)j * info.width + i] = (uint8_t)(bits[j * words + i / 64] >> i % 64 & 1);
    d->origin_x = info.origin_x, d->origin_y = info.origin_y;
    free(bits);
    return d;
}

static void place(const pixel_pose *s, double i, double j, double *x, double *y) {
    const double u = (i - (double)s->of->origin_x) * s->scale, v = (j - (double)s->of->origin_y) * s->scale;
    *x = s->x + s->cos * u - s->sin * v, *y = s->y + s->sin * u + s->cos * v;
}

static solid square(const pixel_pose *s, uint32_t i, uint32_t j) {
    solid q = {.n = 4};
    for (uint32_t k = 0; k < 4; k++)
        place(s, i + (k == 1 || k == 2), j + (k >= 2), &q.x[k], &q.y[k]);
    return q;
}

double pixel_circle(const pixel_pose *s, double *x, double *y) {
    place(s, 0.5 * s->of->width, 0.5 * s->of->height, x, y);
    return 0.5 * s->scale * hypot(s->of->width, s->of->height);
}

static bool far(const pixel_pose *s, const solid *other, double limit) {
    double x, y;
    const double radius = pixel_circle(s, &x, &y);
    return hypot(x - other->origin_x, y - other->origin_y) > radius + other->reach + limit;
}

/* The distance; infinite above `limit`. */
static double gap_of(const pixel_pose *s, const solid *other, uint32_t i, uint32_t j, double limit) {
    double x, y;
    place(s, i + 0.5, j + 0.5, &x, &y);
    if (hypot(x - other->origin_x, y - other->origin_y) > other->reach + s->scale + limit)
        return INFINITY;
    const solid q = square(s, i, j);
    return solid_distance(&q, other).distance;
}

double pixel_gap(const pixel_pose *s, const solid *other, double limit) {
    double least = INFINITY;
    if (far(s, other, limit))
        return least;
    for (uint32_t j = 0; j < s->of->height; j++)
        for (uint32_t i = 0; i < s->of->width; i++)
            if (drawing_at(s->of, i, j))
                least = fmin(least, gap_of(s, other, i, j, limit));
    return least;
}

/* The sum of the outward normals of a pixel's open sides, in the image. */
static void add_sides(const drawing *d, uint32_t i, uint32_t j, long *x, long *y) {
    *x += !drawing_at(d, (int64_t)i + 1, j), *x -= !drawing_at(d, (int64_t)i - 1, j);
    *y += !drawing_at(d, i, (int64_t)j + 1), *y -= !drawing_at(d, i, (int64_t)j - 1);
}

/* The vector from the sprite's centre to the mean of the shape's vertices. */
static void between_centres(const pixel_pose *s, const solid *other, double *x, double *y) {
    double i = 0.0, j = 0.0, sum_x = 0.0, sum_y = 0.0;
    long count = 0;
    for (uint32_t v = 0; v < s->of->height; v++)
        for (uint32_t u = 0; u < s->of->width; u++)
            if (drawing_at(s->of, u, v))
                i += u + 0.5, j += v + 0.5, count++;
    place(s, i / (double)count, j / (double)count, x, y);
    for (uint32_t k = 0; k < other->n; k++)
        sum_x += other->x[k], sum_y += other->y[k];
    *x = sum_x / other->n - *x, *y = sum_y / other->n - *y;
}

static double furthest(const solid *s, double x, double y) {
    double most = -INFINITY;
    for (uint32_t k = 0; k < s->n; k++)
        most = fmax(most, s->x[k] * x + s->y[k] * y);
    return most + s->rounding;
}

pixel_meeting pixel_meet(const pixel_pose *s, const solid *other, double band) {
    pixel_meeting m = {.band = band};
    long side_x = 0, side_y = 0;
    if (far(s, other, band))
        return m;
    for (uint32_t j = 0; j < s->of->height; j++) {
        for (uint32_t i = 0; i < s->of->width; i++) {
            const double gap = drawing_at(s->of, i, j) ? gap_of(s, other, i, j, band) : INFINITY;
            double x, y;
            m.undecided += fabs(gap) <= band;
            if (gap >= -band)
                continue;
            place(s, i + 0.5, j + 0.5, &x, &y);
            m.sure++, m.x += x, m.y += y;
            add_sides(s->of, i, j, &side_x, &side_y);
        }
    }
    if (m.sure == 0)
        return m;
    m.x /= m.sure, m.y /= m.sure;
    double x = s->cos * (double)side_x - s->sin * (double)side_y, y = s->sin * (double)side_x + s->cos * (double)side_y;
    if (side_x == 0 && side_y == 0)
        between_centres(s, other, &x, &y);
    const double length = hypot(x, y);
    if (length < 1.0e-2 * s->scale) /* noise */
        return m;
    m.out_x = x / length, m.out_y = y / length;
    double outermost = -INFINITY;
    for (uint32_t j = 0; j < s->of->height; j++) {
        for (uint32_t i = 0; i < s->of->width; i++) {
            if (!drawing_at(s->of, i, j) || gap_of(s, other, i, j, band) >= -band)
                continue;
            const solid q = square(s, i, j);
            outermost = fmax(outermost, furthest(&q, m.out_x, m.out_y));
        }
    }
    m.depth = fmax(outermost + furthest(other, -m.out_x, -m.out_y), 0.0);
    return m;
}

const char *pixel_differs(const pixel_meeting *m, const hail_contact *c, bool first) {
    static char text[300];
    const double sign = first ? 1.0 : -1.0, nx = sign * (double)c->normal_x, ny = sign * (double)c->normal_y;
    const double off = 10.0 * m->band;
    const bool named = m->out_x != 0.0 || m->out_y != 0.0;
    text[0] = '\0';
    if (c->count != 1 || c->feature_a != 0 || c->feature_b != 0 || c->x[1] != 0.0f || c->y[1] != 0.0f ||
        c->depth[1] != 0.0f)
        snprintf(text, sizeof text, "%u points, features %u and %u", c->count, c->feature_a, c->feature_b);
    else if (fabs((double)c->x[0] - m->x) > off || fabs((double)c->y[0] - m->y) > off)
        snprintf(text, sizeof text, "the point is (%g, %g), must be (%g, %g)", (double)c->x[0], (double)c->y[0], m->x,
                 m->y);
    else if (named && (fabs(nx - m->out_x) > 1.0e-3 || fabs(ny - m->out_y) > 1.0e-3))
        snprintf(text, sizeof text, "out of the sprite is (%g, %g), must be (%g, %g)", nx, ny, m->out_x, m->out_y);
    else if (named && fabs((double)c->depth[0] - m->depth) > off)
        snprintf(text, sizeof text, "the depth is %g, must be %g", (double)c->depth[0], m->depth);
    return text[0] != '\0' ? text : NULL;
}
