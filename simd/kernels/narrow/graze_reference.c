/* simd/kernels/narrow/graze_reference.c - when two cores are nearest, and their gap then (docs/arithmetic.md,
 * "Grazes").
 */
#include <float.h>

#include "pair_reference.h"

typedef struct core {
    uint32_t count;
    point vertex[8];
} core;

/* A time, and the squared distance then. */
typedef struct moment {
    float square, t;
} moment;

static core core_of(const body *of, point at) {
    core o = {.count = reference_count(of->row)};
    for (uint32_t i = 0; i < o.count; i++) {
        const point v = {of->row[HAIL_TEMPLATE_VX + i] * of->k, of->row[HAIL_TEMPLATE_VY + i] * of->k};
        const point turned = rotated(of->c, of->s, v);
        o.vertex[i] = (point){turned.x + at.x, turned.y + at.y};
    }
    return o;
}

static void consider(moment *best, float square, float t) {
    if (square < best->square || (square == best->square && t < best->t))
        *best = (moment){square, t};
}

static float inverse_of(float a) { return a >= HAIL_NEXT_TO_NOTHING ? 1.0f / a : 0.0f; }

static void consider_edge(moment *best, point p, point e, float t) {
    const float share = reference_clamp(dot(p, e) * inverse_of(dot(e, e)), 1.0f);
    const point off = minus(p, (point){e.x * share, e.y * share});
    consider(best, dot(off, off), t);
    consider(best, dot(p, p), t);
}

static void consider_edges(moment *best, const core *points, const core *edges, point moved) {
    for (uint32_t i = 0; i < edges->count; i++) {
        const point from = edges->vertex[i], e = minus(edges->vertex[(i + 1) % edges->count], from);
        for (uint32_t k = 0; k < points->count; k++) {
            const point p = minus(points->vertex[k], from);
            consider_edge(best, p, e, 0.0f);
            consider_edge(best, (point){p.x + moved.x, p.y + moved.y}, e, 1.0f);
        }
    }
}

static void consider_vertices(moment *best, const core *a, const core *b, point m) {
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++) {
            const point d = minus(a->vertex[i], b->vertex[k]);
            const float t = -dot(d, m) * inverse_of(dot(m, m));
            const point then = along(d, m, t);
            if (t > 0.0f && t < 1.0f)
                consider(best, dot(then, then), t);
        }
}

/* Two polygons. */
static float time_of(const body *one, const body *two) {
    const point m = minus(one->motion, two->motion);
    const core a = core_of(one, minus(one->at, two->at)), b = core_of(two, (point){0.0f, 0.0f});
    moment best = {FLT_MAX, 0.0f};
    consider_edges(&best, &a, &b, m);
    consider_edges(&best, &b, &a, (point){-m.x, -m.y});
    consider_vertices(&best, &a, &b, m);
    return best.t;
}

/* The centres of two circles. */
static float circles_time(const body *one, const body *two) {
    const point d = minus(one->at, two->at), m = minus(one->motion, two->motion), end = {d.x + m.x, d.y + m.y};
    const float t = -dot(d, m) * inverse_of(dot(m, m));
    const point then = along(d, m, t);
    moment best = {FLT_MAX, 0.0f};
    consider(&best, dot(d, d), 0.0f);
    consider(&best, dot(end, end), 1.0f);
    if (t > 0.0f && t < 1.0f)
        consider(&best, dot(then, then), t);
    return best.t;
}

/* A vertex beside a line of motion. */
typedef struct passed {
    float beside, ahead;
} passed;

static passed pass(point p, point vertex, point m) {
    const point q = minus(p, vertex);
    return (passed){cross(q, m), -dot(q, m)};
}

static float circle_time(const body *circle, const body *other) {
    const point p = hail_reference_centre(circle, other);
    const point m = rotated_back(other->c, other->s, minus(circle->motion, other->motion));
    passed low = {FLT_MAX, 0.0f}, high = {-FLT_MAX, 0.0f};
    for (uint32_t i = 0; i < reference_count(other->row); i++) {
        const point v = {other->row[HAIL_TEMPLATE_VX + i] * other->k, other->row[HAIL_TEMPLATE_VY + i] * other->k};
        const passed by = pass(p, v, m);
        low = by.beside < low.beside ? by : low;
        high = by.beside > high.beside ? by : high;
    }
    float ahead = low.beside < 0.0f ? high.ahead : low.ahead;
    if (low.beside < 0.0f && high.beside > 0.0f)
        ahead = low.ahead + (high.ahead - low.ahead) * (low.beside / (low.beside - high.beside));
    return reference_clamp(ahead * inverse_of(dot(m, m)), 1.0f);
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

static body started(const hail_narrow_job *job, const hail_side *side, uint32_t index) {
    body b;
    reference_body(job, side, index, &b);
    b.at = job->from_end ? minus(b.at, b.motion) : b.at;
    return b;
}

static body moved(const body *from, float t) {
    body b = *from;
    b.at = along(from->at, from->motion, t);
    return b;
}

static uint32_t write_graze(const hail_narrow_job *job, const body *a, const body *b, uint32_t row, const gap *g,
                            float t) {
    const outcome o = {.touching = g->distance <= job->margin,
                       .feature_a = g->feature_a,
                       .feature_b = g->feature_b,
                       .t = t,
                       .normal = g->normal,
                       .points = 1,
                       .at = {{(g->a.x + g->b.x) * 0.5f, (g->a.y + g->b.y) * 0.5f}},
                       .depth = {0.0f - not_negative(g->distance)}};
    hail_reference_contact(job, a->handle, b->handle, row, &o);
    return o.touching;
}

uint32_t HAIL_KERNEL(circle_circle_graze)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                          const uint32_t *row, uint32_t count) {
    uint32_t grazed = 0;
    for (uint32_t i = 0; i < count; i++) {
        const body from_a = started(job, &job->one, one[i]), from_b = started(job, &job->two, two[i]);
        const float t = circles_time(&from_a, &from_b);
        const body a = moved(&from_a, t), b = moved(&from_b, t);
        const point apart = along(minus(from_a.at, from_b.at), minus(from_a.motion, from_b.motion), t);
        const gap g = hail_reference_circles_gap(&a, &b, (point){-apart.x, -apart.y});
        grazed += write_graze(job, &a, &b, row[i], &g, t);
    }
    return grazed;
}

uint32_t HAIL_KERNEL(circle_polygon_graze)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                           const uint32_t *row, uint32_t count) {
    uint32_t grazed = 0;
    for (uint32_t i = 0; i < count; i++) {
        const body from_c = started(job, &job->one, one[i]), from_p = started(job, &job->two, two[i]);
        const float t = circle_time(&from_c, &from_p);
        const body c = moved(&from_c, t), p = moved(&from_p, t);
        const point motion = rotated_back(p.c, p.s, minus(c.motion, p.motion));
        const point centre = along(hail_reference_centre(&from_c, &from_p), motion, t);
        const gap g = hail_reference_circle_gap(&c, &p, centre, job->two_is_a);
        grazed += write_graze(job, job->two_is_a ? &p : &c, job->two_is_a ? &c : &p, row[i], &g, t);
    }
    return grazed;
}

uint32_t HAIL_KERNEL(polygon_polygon_graze)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                            const uint32_t *row, uint32_t count) {
    uint32_t grazed = 0;
    for (uint32_t i = 0; i < count; i++) {
        const body from_a = started(job, &job->one, one[i]), from_b = started(job, &job->two, two[i]);
        const float t = time_of(&from_a, &from_b);
        const body a = moved(&from_a, t), b = moved(&from_b, t);
        polygons pair;
        hail_reference_polygons(&from_a, &from_b, &pair);
        const point motion = rotated_back(a.c, a.s, minus(b.motion, a.motion));
        hail_reference_move_b(&pair, &b, along(pair.u, motion, t));
        const gap g = hail_reference_polygons_gap(&a, &pair);
        grazed += write_graze(job, &a, &b, row[i], &g, t);
    }
    return grazed;
}
