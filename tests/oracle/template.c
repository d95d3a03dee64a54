/* tests/oracle/template.c - what docs/arithmetic.md derives from a template's vertices ("Cores"). */
#include "internal.h"

#include <math.h>

static double area(const hail_convex_info *info) {
    double sum = 0.0;
    for (uint32_t i = 0; i < info->vertices; i++) {
        uint32_t j = (i + 1) % info->vertices;
        sum += (double)info->x[i] * (double)info->y[j] - (double)info->x[j] * (double)info->y[i];
    }
    return sum;
}

static void edge_prepare(template_shape *shape, uint32_t i) {
    uint32_t j = (i + 1) % shape->vertices;
    vec e = {shape->x[j] - shape->x[i], shape->y[j] - shape->y[i]};
    float l = sqrtf(e.x * e.x + e.y * e.y);
    vec n = {e.y / l, -e.x / l};
    if (shape->vertices == 2 && !(l > 0.0f))
        n = (vec){0.0f, -1.0f};
    shape->nx[i] = n.x;
    shape->ny[i] = n.y;
    shape->offset[i] = dot(n, (vec){shape->x[i], shape->y[i]});
}

static float keenness_of(const template_shape *shape, bool flat_only) {
    float least = 0.1f;
    for (uint32_t i = 0; i < shape->vertices && shape->vertices > 2; i++) {
        uint32_t j = (i + 1) % shape->vertices;
        vec n = {shape->nx[i], shape->ny[i]}, m = {shape->nx[j], shape->ny[j]};
        float cross = n.x * m.y - n.y * m.x;
        if ((!flat_only || dot(n, m) > 0.0f) && cross < least)
            least = cross;
    }
    return least < 0.1f ? 0.1f / least : 1.0f;
}

static double sharpest(const template_shape *shape) {
    double least = 1.0;
    uint32_t n = shape->vertices;
    for (uint32_t i = 0; i < n && n > 2;
         i++) {                            /* corner i lies between edges i - 1 and i; the sine of half its angle */
        uint32_t before = (i + n - 1) % n; /* is half the length of the sum of their unit normals */
        double x = (double)shape->nx[before] + (double)shape->nx[i],
               y = (double)shape->ny[before] + (double)shape->ny[i];
        least = fmin(least, 0.5 * hypot(x, y));
    }
    return least;
}

void template_prepare(template_shape *shape, const hail_convex_info *info) {
    uint32_t n = info->vertices;
    shape->vertices = n;
    shape->rounding = info->rounding;
    shape->radius = info->rounding;
    shape->blur = 1.0;
    shape->flatness = 1.0f;
    shape->keenness = 1.0f;
    if (n == 0)
        return;
    shape->reversed = n > 2 && area(info) < 0.0;
    float furthest = 0.0f;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t given = shape->reversed ? n - 1 - i : i;
        vec v = {info->x[given], info->y[given]};
        shape->x[i] = v.x;
        shape->y[i] = v.y;
        furthest = dot(v, v) > furthest ? dot(v, v) : furthest;
    }
    shape->radius = (sqrtf(furthest) + shape->rounding) * 1.0005f;
    for (uint32_t i = 0; i < n; i++)
        edge_prepare(shape, i);
    if (n == 2) {
        shape->nx[1] = -shape->nx[0];
        shape->ny[1] = -shape->ny[0];
        shape->offset[1] = -shape->offset[0];
    }
    shape->blur = 1.0 / sharpest(shape);
    shape->flatness = keenness_of(shape, true);
    shape->keenness = keenness_of(shape, false);
}

uint8_t feature_of(const template_shape *shape, bool corner, uint32_t i) {
    uint32_t n = shape->vertices;
    if (corner)
        return (uint8_t)(HAIL_FEATURE_VERTEX + (shape->reversed ? n - 1 - i : i));
    return (uint8_t)(shape->reversed ? (2 * n - 2 - i) % n : i); /* from v[n-1-i] back to v[n-2-i] */
}
