/* simd/kernels/narrow_reference.c - docs/arithmetic.md, "Circle against circle" and "Circle against polygon", one pair
 * at a time. */
#include <math.h>
#include <string.h>

#include "reference.h"

typedef struct point {
    float x, y;
} point;

/* What a pair comes to, in the contact's order. */
typedef struct outcome {
    bool touching;
    uint8_t feature_a, feature_b;
    point normal, at;
    float depth;
} outcome;

static float radius_of(const hail_side *side, uint32_t i) {
    return side->radius ? side->radius[i] : side->uniform_radius;
}

static void write_row(const hail_narrow_job *job, const uint32_t *handle_a, const uint32_t *handle_b, uint32_t place,
                      const outcome *o) {
    float *row = job->rows + (size_t)HAIL_ROW_WORDS * place;
    memset(row, 0, HAIL_ROW_WORDS * sizeof *row);
    memcpy(row, handle_a, 2 * sizeof *handle_a);
    memcpy(row + 2, handle_b, 2 * sizeof *handle_b);
    if (o->touching)
        memcpy(row + 4, &job->header, sizeof job->header);
    if (!job->manifold)
        return;
    const uint8_t features[2] = {o->feature_a, o->feature_b};
    memcpy(row + 5, features, sizeof features);
    row[8] = o->normal.x;
    row[9] = o->normal.y;
    row[10] = o->at.x;
    row[12] = o->at.y;
    row[14] = o->depth;
}

uint32_t HAIL_KERNEL(circle_circle)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                    const uint32_t *place, uint32_t count) {
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t a = one[i], b = two[i];
        const float ax = job->one.x[a], ay = job->one.y[a], ar = radius_of(&job->one, a), br = radius_of(&job->two, b);
        const float dx = job->two.x[b] - ax, dy = job->two.y[b] - ay, r = ar + br;
        const float d2 = dx * dx + dy * dy, d = sqrtf(d2);
        outcome o = {.touching = d2 <= r * r, .normal = {1.0f, 0.0f}};
        if (d > 0.0f)
            o.normal = (point){dx / d, dy / d};
        o.depth = r - d > 0.0f ? r - d : 0.0f;
        const float m = ((ar + d) - br) * 0.5f;
        o.at = (point){ax + o.normal.x * m, ay + o.normal.y * m};
        write_row(job, job->one.handle + 2 * (size_t)a, job->two.handle + 2 * (size_t)b, place[i], &o);
        touched += o.touching;
    }
    return touched;
}

/* An edge's three features: itself (0), its first corner (1), its second (2). */
static uint8_t feature_of(const float *edge, unsigned which) {
    uint32_t features;
    memcpy(&features, edge + HAIL_TEMPLATE_FEATURES, sizeof features);
    return (uint8_t)(features >> 8 * which);
}

static outcome circle_meets_polygon(const float *row, float cx, float cy, float r, float px, float py, float c, float s,
                                    float k, bool polygon_is_a) {
    const float dx = cx - px, dy = cy - py, lx = c * dx + s * dy, ly = c * dy - s * dx;
    uint32_t b = 0;
    float gap = 0.0f;
    for (uint32_t i = 0; i < 8; i++) {
        const float separation =
            (row[HAIL_TEMPLATE_NX + i] * lx + row[HAIL_TEMPLATE_NY + i] * ly) - row[HAIL_TEMPLATE_OFFSET + i] * k;
        if (i == 0 || separation > gap) {
            gap = separation;
            b = i;
        }
    }
    const float *edge = row + HAIL_TEMPLATE_EDGES + 8 * b;
    const point v1 = {edge[3] * k, edge[4] * k}, v2 = {edge[5] * k, edge[6] * k};
    const point e = {v2.x - v1.x, v2.y - v1.y}, p = {lx - v1.x, ly - v1.y}, q = {lx - v2.x, ly - v2.y};
    point n = {edge[0], edge[1]};
    uint8_t feature = feature_of(edge, 0);
    const bool first = gap > 0.0f && p.x * e.x + p.y * e.y <= 0.0f;
    if (first || (gap > 0.0f && q.x * e.x + q.y * e.y > 0.0f)) {
        const point g = first ? p : q;
        gap = sqrtf(g.x * g.x + g.y * g.y);
        if (gap > 0.0f)
            n = (point){g.x / gap, g.y / gap};
        feature = feature_of(edge, first ? 1 : 2);
    }
    const point w = {c * n.x - s * n.y, s * n.x + c * n.y};
    const float m = (r + gap) * 0.5f;
    outcome o = {.touching = gap <= r, .depth = r - gap > 0.0f ? r - gap : 0.0f};
    o.at = (point){cx - w.x * m, cy - w.y * m};
    o.normal = polygon_is_a ? w : (point){-w.x, -w.y};
    o.feature_a = polygon_is_a ? feature : 0;
    o.feature_b = polygon_is_a ? 0 : feature;
    return o;
}

uint32_t HAIL_KERNEL(circle_polygon)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                     const uint32_t *place, uint32_t count) {
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t c = one[i], p = two[i];
        const hail_side *circle = &job->one, *polygon = &job->two;
        const float *row = job->templates + (size_t)HAIL_TEMPLATE_WORDS * polygon->shape[p];
        const outcome o =
            circle_meets_polygon(row, circle->x[c], circle->y[c], radius_of(circle, c), polygon->x[p], polygon->y[p],
                                 polygon->cos ? polygon->cos[p] : 1.0f, polygon->sin ? polygon->sin[p] : 0.0f,
                                 polygon->scale ? polygon->scale[p] : 1.0f, job->two_is_a);
        const uint32_t *hc = circle->handle + 2 * (size_t)c, *hp = polygon->handle + 2 * (size_t)p;
        write_row(job, job->two_is_a ? hp : hc, job->two_is_a ? hc : hp, place[i], &o);
        touched += o.touching;
    }
    return touched;
}
