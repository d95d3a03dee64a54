/* simd/kernels/nearest_edge_reference.c - docs/arithmetic.md, "Points". */
#include <math.h>
#include <string.h>

#include "reference.h"

static float at_least(float a, float tiny) { return fabsf(a) < tiny ? 0.0f : a; }

static float squared_between(float x1, float y1, float x2, float y2) {
    const float dx = x1 - x2, dy = y1 - y2;
    return dx * dx + dy * dy;
}

/* ---- Which edge ------------------------------------------------------------------------------------------------ */

static float squared_to(const hail_near_edge *from, const hail_near_edge *to, float x, float y) {
    const float dx = x - from->x, dy = y - from->y;
    const float along = dx * from->ex + dy * from->ey;
    if (along <= 0.0f)
        return squared_between(x, y, from->x, from->y);
    if (along >= from->squared)
        return squared_between(x, y, to->x, to->y);
    const float across = dx * from->ey - dy * from->ex;
    return (across * from->inverse) * across;
}

void HAIL_KERNEL(nearest_edge)(const hail_near_edge_job *job, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        const float x = at_least(job->x[i], job->tiny), y = at_least(job->y[i], job->tiny);
        for (uint32_t c = 0; c < job->chains; c++)
            for (uint32_t k = job->start[c]; k + 1 < job->start[c + 1]; k++) {
                const float squared = squared_to(&job->edges[k], &job->edges[k + 1], x, y);
                if (squared < job->squared[i]) {
                    job->squared[i] = squared;
                    job->number[i] = job->edges[k].number;
                }
            }
    }
}

/* ---- Where on a segment ---------------------------------------------------------------------------------------- */

/* A number of nearly twice as many digits: the second part is what is left of the first one's rounding. */
typedef struct both {
    float whole, rest;
} both;

static both sum(float a, float b) {
    both s;
    s.whole = a + b;
    const float part = s.whole - a;
    s.rest = (a - (s.whole - part)) + (b - part);
    return s;
}

static both difference(float a, float b) {
    both d;
    d.whole = a - b;
    const float part = d.whole - a;
    d.rest = (a - (d.whole - part)) - (b + part);
    return d;
}

static float high_half(float a) {
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    bits &= 0xfffff000u;
    memcpy(&a, &bits, sizeof bits);
    return a;
}

static both product(float a, float b) {
    const float ah = high_half(a), bh = high_half(b), al = a - ah, bl = b - bh;
    both p;
    p.whole = a * b;
    p.rest = al * bl - (((p.whole - ah * bh) - al * bh) - ah * bl);
    return p;
}

static float dot(const both a[2], const both b[2]) {
    const both x = product(a[0].whole, b[0].whole), y = product(a[1].whole, b[1].whole);
    const both s = sum(x.whole, y.whole);
    const float rest_x = a[0].whole * b[0].rest + a[0].rest * b[0].whole;
    const float rest_y = a[1].whole * b[1].rest + a[1].rest * b[1].whole;
    return s.whole + (((x.rest + y.rest) + s.rest) + (rest_x + rest_y));
}

static void place_on(float x, float y, const float a[2], const float b[2], float tiny, float place[2]) {
    const both p[2] = {difference(x, a[0]), difference(y, a[1])};
    const both e[2] = {difference(b[0], a[0]), difference(b[1], a[1])};
    const float along = dot(p, e), length = dot(e, e);
    const bool is_point = fabsf(e[0].whole) < tiny && fabsf(e[1].whole) < tiny;
    if (is_point || along <= 0.0f) {
        memcpy(place, a, 2 * sizeof *place);
    } else if (along >= length) {
        memcpy(place, b, 2 * sizeof *place);
    } else {
        const float t = along / length;
        place[0] = a[0] + e[0].whole * t;
        place[1] = a[1] + e[1].whole * t;
    }
}

void HAIL_KERNEL(nearest_place)(const hail_segments_job *job, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        const float x = at_least(job->x[i], job->tiny), y = at_least(job->y[i], job->tiny);
        const float one[2] = {at_least(job->x1[i], job->tiny), at_least(job->y1[i], job->tiny)};
        const float two[2] = {at_least(job->x2[i], job->tiny), at_least(job->y2[i], job->tiny)};
        const bool second = squared_between(x, y, two[0], two[1]) < squared_between(x, y, one[0], one[1]);
        float row[4];
        place_on(x, y, second ? two : one, second ? one : two, job->tiny, row);
        row[2] = squared_between(x, y, row[0], row[1]);
        const uint32_t number = job->number ? job->number[i] : i;
        memcpy(&row[3], &number, sizeof number);
        memcpy(job->rows + 4 * (size_t)i, row, sizeof row);
    }
}
