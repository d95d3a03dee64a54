/* tests/oracle/pair.c - two bodies, by docs/arithmetic.md to the letter. */
#include "internal.h"

#include <math.h>
#include <string.h>

static float dot(float ax, float ay, float bx, float by) { return ax * bx + ay * by; }

/* The first of equal values. */
static float larger(float first, float second) { return second > first ? second : first; }
static float above_zero(float a) { return a > 0.0f ? a : 0.0f; }

static double area(const hail_shape_info *info) {
    double sum = 0.0;
    for (uint32_t i = 0; i < info->vertices; i++) {
        uint32_t j = (i + 1) % info->vertices;
        sum += (double)info->x[i] * (double)info->y[j] - (double)info->x[j] * (double)info->y[i];
    }
    return sum;
}

void template_prepare(template_shape *shape, const hail_shape_info *info) {
    uint32_t n = info->vertices;
    shape->vertices = n;
    shape->radius = info->radius;
    if (n == 0)
        return;
    shape->reversed = area(info) < 0.0;
    float furthest = 0.0f;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t given = shape->reversed ? n - 1 - i : i;
        shape->x[i] = info->x[given];
        shape->y[i] = info->y[given];
        furthest = larger(furthest, dot(shape->x[i], shape->y[i], shape->x[i], shape->y[i]));
    }
    shape->radius = sqrtf(furthest) * 1.0005f;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = (i + 1) % n;
        float ex = shape->x[j] - shape->x[i], ey = shape->y[j] - shape->y[i];
        float l = sqrtf(ex * ex + ey * ey);
        shape->nx[i] = ey / l;
        shape->ny[i] = -ex / l;
        shape->offset[i] = dot(shape->nx[i], shape->ny[i], shape->x[i], shape->y[i]);
    }
}

static bool circles(const body *a, const body *b, hail_contact *contact) {
    float dx = b->x - a->x, dy = b->y - a->y;
    float d2 = dx * dx + dy * dy;
    float r = a->radius + b->radius;
    if (!(d2 <= r * r))
        return false;
    float d = sqrtf(d2);
    float m = ((a->radius + d) - b->radius) * 0.5f;
    contact->normal_x = d == 0.0f ? 1.0f : dx / d;
    contact->normal_y = d == 0.0f ? 0.0f : dy / d;
    contact->depth[0] = above_zero(r - d);
    contact->x[0] = a->x + contact->normal_x * m;
    contact->y[0] = a->y + contact->normal_y * m;
    return true;
}

/* The number in the order that was given. */
static uint8_t feature(const template_shape *shape, bool corner, uint32_t i) {
    uint32_t n = shape->vertices;
    if (corner)
        return (uint8_t)(HAIL_FEATURE_VERTEX + (shape->reversed ? n - 1 - i : i));
    return (uint8_t)(shape->reversed ? (2 * n - 2 - i) % n : i); /* from v[n-1-i] back to v[n-2-i] */
}

/* The normal is left pointing out of the polygon. */
static bool circle_polygon(const body *circle, const body *polygon, const template_shape *shape, hail_contact *contact,
                           uint8_t *polygon_feature) {
    float c = polygon->c, s = polygon->s, k = polygon->k, r = circle->radius;
    float dx = circle->x - polygon->x, dy = circle->y - polygon->y;
    float lx = c * dx + s * dy, ly = c * dy - s * dx;
    uint32_t best = 0;
    float sep[HAIL_MAX_VERTICES] = {0};
    for (uint32_t i = 0; i < shape->vertices; i++) {
        sep[i] = dot(shape->nx[i], shape->ny[i], lx, ly) - shape->offset[i] * k;
        if (sep[i] > sep[best])
            best = i;
    }
    uint32_t next = (best + 1) % shape->vertices;
    float x1 = shape->x[best] * k, y1 = shape->y[best] * k, x2 = shape->x[next] * k, y2 = shape->y[next] * k;
    float ex = x2 - x1, ey = y2 - y1, px = lx - x1, py = ly - y1, qx = lx - x2, qy = ly - y2;
    float u = dot(px, py, ex, ey), w = dot(qx, qy, ex, ey);
    float g = sep[best], nx = shape->nx[best], ny = shape->ny[best];
    *polygon_feature = feature(shape, false, best);
    if (sep[best] > 0.0f && u <= 0.0f) {
        g = sqrtf(px * px + py * py);
        nx = g == 0.0f ? nx : px / g;
        ny = g == 0.0f ? ny : py / g;
        *polygon_feature = feature(shape, true, best);
    } else if (sep[best] > 0.0f && w > 0.0f) {
        g = sqrtf(qx * qx + qy * qy);
        nx = g == 0.0f ? nx : qx / g;
        ny = g == 0.0f ? ny : qy / g;
        *polygon_feature = feature(shape, true, next);
    }
    if (!(g <= r))
        return false;
    float wx = c * nx - s * ny, wy = s * nx + c * ny;
    float m = (r + g) * 0.5f;
    contact->depth[0] = above_zero(r - g);
    contact->normal_x = wx;
    contact->normal_y = wy;
    contact->x[0] = circle->x - wx * m;
    contact->y[0] = circle->y - wy * m;
    return true;
}

/* Plainly too far apart: a thousandth beyond both bounding circles on one axis, where single precision errs by a few
 * millionths, and a cos and sin that are unit to 1e-4 by a tenth of that; and not where squares underflow. (Written so
 * that NaN counts as far.) Not for tiny polygons either, whose documented arithmetic is not a distance any more. */
static bool plainly_apart(const body *a, const body *b) {
    float reach = (a->radius + b->radius) * 1.001f + 1.0e-17f;
    if (!(a->k > 1.0e-6f) || !(b->k > 1.0e-6f))
        return false;
    return !(fabsf(a->x - b->x) <= reach) || !(fabsf(a->y - b->y) <= reach);
}

bool pair_touches(const oracle *o, const body *a, const body *b, hail_mode mode, hail_contact *contact) {
    if (a->group != 0 && a->group == b->group)
        return false;
    if (plainly_apart(a, b))
        return false;
    const template_shape *shape_a = &o->shape[a->shape], *shape_b = &o->shape[b->shape];
    memset(contact, 0, sizeof *contact);
    bool touching = false;
    if (shape_a->vertices == 0 && shape_b->vertices == 0) {
        touching = circles(a, b, contact);
    } else if (shape_b->vertices == 0) {
        touching = circle_polygon(b, a, shape_a, contact, &contact->feature_a);
    } else if (shape_a->vertices == 0) {
        touching = circle_polygon(a, b, shape_b, contact, &contact->feature_b);
        contact->normal_x = -contact->normal_x;
        contact->normal_y = -contact->normal_y;
    } /* polygon against polygon: a rule that cannot be */
    contact->count = 1;
    if (mode == HAIL_PAIRS)
        memset(contact, 0, sizeof *contact);
    contact->kind = HAIL_CONTACT_BODY;
    return touching;
}
