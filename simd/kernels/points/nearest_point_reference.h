/* simd/kernels/points/nearest_point_reference.h - docs/arithmetic.md, "Points": the point of a segment that is nearest
 * to a point. */
#ifndef HAIL_SIMD_KERNELS_POINTS_NEAREST_POINT_REFERENCE_H
#define HAIL_SIMD_KERNELS_POINTS_NEAREST_POINT_REFERENCE_H

#include <math.h>
#include <string.h>

#include "kernels/reference.h"

static inline float reference_squared(float x1, float y1, float x2, float y2) {
    const float dx = x1 - x2, dy = y1 - y2;
    return dx * dx + dy * dy;
}

/* A number as a float plus what rounding left out: nearly twice the digits of a float. */
typedef struct both {
    float whole, rest;
} both;

static inline both sum(float a, float b) {
    both s;
    s.whole = a + b;
    const float part = s.whole - a;
    s.rest = (a - (s.whole - part)) + (b - part);
    return s;
}

static inline both difference(float a, float b) {
    both d;
    d.whole = a - b;
    const float part = d.whole - a;
    d.rest = (a - (d.whole - part)) - (b + part);
    return d;
}

static inline float high_half(float a) {
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    bits &= 0xfffff000u;
    memcpy(&a, &bits, sizeof bits);
    return a;
}

static inline both product(float a, float b) {
    const float ah = high_half(a), bh = high_half(b), al = a - ah, bl = b - bh;
    both p;
    p.whole = a * b;
    p.rest = al * bl - (((p.whole - ah * bh) - al * bh) - ah * bl);
    return p;
}

static inline float dot(const both a[2], const both b[2]) {
    const both x = product(a[0].whole, b[0].whole), y = product(a[1].whole, b[1].whole);
    const both s = sum(x.whole, y.whole);
    const float rest_x = a[0].whole * b[0].rest + a[0].rest * b[0].whole;
    const float rest_y = a[1].whole * b[1].rest + a[1].rest * b[1].whole;
    return s.whole + (((x.rest + y.rest) + s.rest) + (rest_x + rest_y));
}

static inline void nearest_on_segment(float x, float y, const float a[2], const float b[2], float tiny,
                                      float nearest[2]) {
    const both p[2] = {difference(x, a[0]), difference(y, a[1])};
    const both e[2] = {difference(b[0], a[0]), difference(b[1], a[1])};
    const float along = dot(p, e), length = dot(e, e);
    const bool is_point = fabsf(e[0].whole) < tiny && fabsf(e[1].whole) < tiny;
    if (is_point || along <= 0.0f) {
        memcpy(nearest, a, 2 * sizeof *nearest);
    } else if (along >= length) {
        memcpy(nearest, b, 2 * sizeof *nearest);
    } else {
        const float t = along / length;
        nearest[0] = a[0] + e[0].whole * t;
        nearest[1] = a[1] + e[1].whole * t;
    }
}

/* Writes x, y and the squared distance to row. */
static inline void reference_nearest(float x, float y, const float one[2], const float two[2], float tiny,
                                     float row[4]) {
    const bool second = reference_squared(x, y, two[0], two[1]) < reference_squared(x, y, one[0], one[1]);
    nearest_on_segment(x, y, second ? two : one, second ? one : two, tiny, row);
    row[2] = reference_squared(x, y, row[0], row[1]);
}

#endif
