/* tests/sprites/sprite_oracle.c - drawings, their measures, and templates compared with them. */
#include "sprite_oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double sprite_ulp(double number) {
    int exponent;
    frexp(fabs(number), &exponent);
    return ldexp(1.0, (exponent < -100 ? -100 : exponent) - 24);
}

static void *must(void *pointer) {
    if (pointer == NULL)
        abort();
    return pointer;
}

/* ---- Drawings ---------------------------------------------------------------------------------------------------- */

drawing *drawing_make(uint32_t width, uint32_t height) {
    drawing *d = must(calloc(1, sizeof *d));
    d->width = width, d->height = height;
    d->opaque = must(calloc((size_t)width * height, 1));
    return d;
}

void drawing_free(drawing *d) {
    if (d == NULL)
        return;
    free(d->opaque);
    free(d);
}

bool drawing_at(const drawing *d, int64_t i, int64_t j) {
    return i >= 0 && j >= 0 && i < d->width && j < d->height && d->opaque[j * d->width + i] != 0;
}

size_t drawing_words(const drawing *d) { return (d->width + 63) / 64; }

uint64_t *drawing_bits(const drawing *d) {
    const size_t words = drawing_words(d);
    uint64_t *bits = must(calloc(words * d->height, sizeof *bits));
    for (uint32_t j = 0; j < d->height; j++)
        for (uint32_t i = 0; i < d->width; i++)
            bits[j * words + i / 64] |= (uint64_t)d->opaque[(size_t)j * d->width + i] << i % 64;
    return bits;
}

/* ---- Measures of drawings ---------------------------------------------------------------------------------------- */

/* The outermost pixel corners on each line between rows, at most two a line. Every corner of the hull is one of them.
 */
static size_t corners(const drawing *d, int64_t *corner) {
    size_t count = 0;
    for (int64_t line = 0; line <= d->height; line++) {
        int64_t least = INT64_MAX, most = INT64_MIN;
        for (int64_t j = line > 0 ? line - 1 : 0; j <= line && j < d->height; j++) {
            for (int64_t i = 0; i < d->width; i++) {
                if (d->opaque[j * d->width + i] == 0)
                    continue;
                least = i < least ? i : least;
                most = i + 1 > most ? i + 1 : most;
            }
        }
        if (least == INT64_MAX)
            continue;
        corner[2 * count] = least, corner[2 * count + 1] = line, count++;
        corner[2 * count] = most, corner[2 * count + 1] = line, count++;
    }
    return count;
}

/* R. Jarvis, On the identification of the convex hull of a finite set of points in the plane, 1973: goes from each
 * vertex to the point that has all others on one side; of collinear ones to the furthest. */
static uint32_t wrap(const int64_t *point, size_t count, int64_t *vertex) {
    uint32_t n = 0;
    size_t at = 0; /* the left corner of the first line */
    do {
        vertex[2 * n] = point[2 * at], vertex[2 * n + 1] = point[2 * at + 1], n++;
        size_t next = at == 0 ? 1 : 0;
        for (size_t k = 0; k < count; k++) {
            const int64_t ax = point[2 * next] - point[2 * at], ay = point[2 * next + 1] - point[2 * at + 1];
            const int64_t bx = point[2 * k] - point[2 * at], by = point[2 * k + 1] - point[2 * at + 1];
            const int64_t turn = ax * by - ay * bx;
            if (turn < 0 || (turn == 0 && bx * bx + by * by > ax * ax + ay * ay))
                next = k;
        }
        at = next;
    } while (at != 0 && n < count);
    return n;
}

drawing_facts drawing_measure(const drawing *d) {
    drawing_facts f = {.left = UINT32_MAX, .top = UINT32_MAX};
    uint64_t sum_x = 0, sum_y = 0;
    double furthest = 0.0;
    for (uint32_t j = 0; j < d->height; j++) {
        for (uint32_t i = 0; i < d->width; i++) {
            if (d->opaque[(size_t)j * d->width + i] == 0)
                continue;
            f.opaque++;
            sum_x += i, sum_y += j;
            f.left = i < f.left ? i : f.left, f.right = i + 1 > f.right ? i + 1 : f.right;
            f.top = j < f.top ? j : f.top, f.bottom = j + 1;
        }
    }
    if (f.opaque == 0) {
        f.left = f.top = 0;
        return f;
    }
    f.centre_x = (double)sum_x / f.opaque + 0.5, f.centre_y = (double)sum_y / f.opaque + 0.5;
    int64_t *corner = must(malloc((d->height + 1) * 4 * sizeof *corner));
    const size_t count = corners(d, corner);
    for (size_t k = 0; k < count; k++)
        furthest = fmax(furthest, hypot((double)corner[2 * k] - (double)d->origin_x,
                                        (double)corner[2 * k + 1] - (double)d->origin_y));
    f.radius = furthest;
    f.vertex = must(malloc(count * 2 * sizeof *f.vertex));
    f.hull = wrap(corner, count, f.vertex);
    free(corner);
    return f;
}

void drawing_free_facts(drawing_facts *f) { free(f->vertex); }

/* ---- Templates --------------------------------------------------------------------------------------------------- */

static char text[600];

static bool near(double is, double want, double off) { return fabs(is - want) <= off; }

static const char *info_differs(const drawing *d, const drawing_facts *f, const hail_sprite_info *info) {
    if (info->width != d->width || info->height != d->height)
        return "width, height";
    if (info->origin_x != d->origin_x || info->origin_y != d->origin_y)
        return "origin";
    if (info->opaque != f->opaque)
        return "opaque";
    if (info->left != f->left || info->top != f->top || info->right != f->right || info->bottom != f->bottom)
        return "bounds";
    if (info->hull != f->hull)
        return "hull";
    if (f->opaque == 0)
        return info->radius == 0.0f && isfinite(info->centre_x) && isfinite(info->centre_y) ? NULL : "radius, centre";
    if (!near((double)info->centre_x, f->centre_x, sprite_ulp(f->centre_x)) ||
        !near((double)info->centre_y, f->centre_y, sprite_ulp(f->centre_y)))
        return "centre";
    if (!near((double)info->radius, f->radius, 2.0 * sprite_ulp(f->radius)))
        return "radius";
    return NULL;
}

/* Whether two cycles are equal, wherever they begin. */
static const char *hull_differs(const drawing_facts *f, const float *x, const float *y) {
    uint32_t from = 0;
    while (from < f->hull &&
           !((double)x[0] == (double)f->vertex[2 * from] && (double)y[0] == (double)f->vertex[2 * from + 1]))
        from++;
    if (from == f->hull)
        return "hull: its first vertex is none";
    for (uint32_t k = 0; k < f->hull; k++) {
        const int64_t *v = &f->vertex[2 * ((from + k) % f->hull)];
        if ((double)x[k] != (double)v[0] || (double)y[k] != (double)v[1])
            return "hull: other vertices";
    }
    return NULL;
}

static const char *bits_differ(const drawing *d, const hail_spriteset *set, uint32_t sprite) {
    const size_t size = drawing_words(d) * d->height;
    uint64_t *want = drawing_bits(d), *is = must(malloc((size + 1) * sizeof *is));
    const char *wrong = NULL;
    memset(is, 0xa5, (size + 1) * sizeof *is);
    if (hail_spriteset_bits(set, sprite, is) != HAIL_OK || memcmp(is, want, size * sizeof *is) != 0)
        wrong = "bits";
    else if (is[size] != UINT64_C(0xa5a5a5a5a5a5a5a5))
        wrong = "bits: writes past their end";
    free(want);
    free(is);
    return wrong;
}

const char *drawing_differs(const drawing *d, const hail_spriteset *set, uint32_t sprite) {
    drawing_facts f = drawing_measure(d);
    hail_sprite_info info;
    memset(&info, 0xa5, sizeof info);
    const char *wrong = hail_spriteset_describe(set, sprite, &info) == HAIL_OK ? info_differs(d, &f, &info) : "status";
    if (wrong == NULL && f.hull > 0) {
        float *x = must(malloc(2 * f.hull * sizeof *x));
        wrong = hail_spriteset_hull(set, sprite, x, x + f.hull) == HAIL_OK ? hull_differs(&f, x, x + f.hull) : "hull";
        free(x);
    }
    if (wrong == NULL)
        wrong = bits_differ(d, set, sprite);
    if (wrong != NULL)
        snprintf(
            text, sizeof text,
            "%s: sprite %u of %u x %u px: says opaque %u, [%u, %u) x [%u, %u), centre (%.9g, %.9g), radius %.9g, hull "
            "%u; should be %u, [%u, %u) x [%u, %u), (%.9g, %.9g), %.9g, %u",
            wrong, sprite, d->width, d->height, info.opaque, info.left, info.right, info.top, info.bottom,
            (double)info.centre_x, (double)info.centre_y, (double)info.radius, info.hull, f.opaque, f.left, f.right,
            f.top, f.bottom, f.centre_x, f.centre_y, f.radius, f.hull);
    drawing_free_facts(&f);
    return wrong != NULL ? text : NULL;
}
