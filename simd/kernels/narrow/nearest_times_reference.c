/* simd/kernels/narrow/nearest_times_reference.c - when two cores are nearest, from docs/arithmetic.md, "Grazes". */
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
    core o = {.count = hail_reference_count(of->row)};
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

static point start_of(const hail_narrow_job *job, const body *of) {
    return job->from_end ? minus(of->at, of->motion) : of->at;
}

static float time_of(const hail_narrow_job *job, const body *one, const body *two) {
    const point m = minus(one->motion, two->motion);
    const core a = core_of(one, minus(start_of(job, one), start_of(job, two))), b = core_of(two, (point){0.0f, 0.0f});
    moment best = {FLT_MAX, 0.0f};
    if (b.count > 1 || a.count == 1)
        consider_edges(&best, &a, &b, m);
    if (a.count > 1)
        consider_edges(&best, &b, &a, (point){-m.x, -m.y});
    consider_vertices(&best, &a, &b, m);
    return best.t;
}

void HAIL_KERNEL(nearest_times)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two, uint32_t count,
                                float *t) {
    for (uint32_t i = 0; i < count; i++) {
        const body a = hail_reference_body(job, &job->one, one[i]), b = hail_reference_body(job, &job->two, two[i]);
        t[i] = time_of(job, &a, &b);
    }
}
