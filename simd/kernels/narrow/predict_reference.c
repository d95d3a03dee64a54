/* simd/kernels/narrow/predict_reference.c - docs/arithmetic.md, "Prediction", one pair at a time. */
#include "pair_reference.h"

#include <string.h>

typedef struct interval {
    float min, max;
} interval;

static interval projection(const polygon *p, point axis) {
    interval on = {dot(axis, p->vertex[0]), dot(axis, p->vertex[0])};
    for (uint32_t i = 1; i < p->count; i++) {
        const float d = dot(axis, p->vertex[i]);
        on.min = d < on.min ? d : on.min;
        on.max = d > on.max ? d : on.max;
    }
    return (interval){on.min - p->rounding, on.max + p->rounding};
}

static bool are_apart(interval a, interval b) { return b.min > a.max || a.min > b.max; }

typedef struct prediction {
    bool intersect, will_intersect, low; /* low: along the axis, a's centre lies below b's */
    float overlap;
    reference_edge edge;
    point axis;
} prediction;

static prediction predict(const polygons *pair, point centres) {
    prediction p = {.intersect = true, .will_intersect = true};
    for (uint32_t i = 0; i < pair->a.count + pair->b.count; i++) {
        const reference_edge edge =
            i < pair->a.count ? (reference_edge){false, i} : (reference_edge){true, i - pair->a.count};
        const point q = edge.of_b ? pair->b.normal[edge.edge] : pair->a.normal[edge.edge];
        interval a = projection(&pair->a, q);
        const interval b = projection(&pair->b, q);
        p.intersect = p.intersect && !are_apart(a, b);
        const float s = dot(q, pair->motion);
        if (s < 0.0f)
            a.min += s;
        else
            a.max += s;
        p.will_intersect = p.will_intersect && !are_apart(a, b);
        const bool low = dot(centres, q) < 0.0f;
        const float overlap = (low ? a.max - b.min : b.max - a.min) + 0.0f; /* no -0 */
        if (i == 0 || overlap < p.overlap) {
            p.overlap = overlap;
            p.low = low;
            p.edge = edge;
            p.axis = q;
        }
    }
    return p;
}

/* From B's centre to A's, in A's frame. */
static point between_centres(const body *a, const body *b, const polygons *pair) {
    const point of_a = {a->row[HAIL_TEMPLATE_CENTRE_X] * a->k, a->row[HAIL_TEMPLATE_CENTRE_Y] * a->k};
    const point of_b = {b->row[HAIL_TEMPLATE_CENTRE_X] * b->k, b->row[HAIL_TEMPLATE_CENTRE_Y] * b->k};
    return minus(of_a, hail_reference_in_a(pair, of_b));
}

uint32_t HAIL_KERNEL(polygon_polygon_predict)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                              const uint32_t *row, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        body a, b;
        reference_bodies(job, one[i], two[i], &a, &b);
        polygons pair;
        hail_reference_polygons(&a, &b, &pair);
        const prediction p = predict(&pair, between_centres(&a, &b, &pair));
        const point motion = minus(a.motion, b.motion);
        uint8_t bytes[4] = {p.intersect, p.will_intersect, 0, 0};
        float numbers[7] = {0.0f, 0.0f, motion.x, motion.y, 0.0f, 0.0f, 0.0f};
        if (p.will_intersect) {
            const point q = p.low ? (point){-p.axis.x, -p.axis.y} : p.axis;
            const point axis = rotated(a.c, a.s, q), mtv = {axis.x * p.overlap, axis.y * p.overlap};
            const float moved[7] = {mtv.x, mtv.y, motion.x + mtv.x, motion.y + mtv.y, axis.x, axis.y, p.overlap};
            memcpy(numbers, moved, sizeof numbers);
            bytes[2] = reference_feature(p.edge.of_b ? b.row : a.row, p.edge.edge, 0);
            bytes[3] = p.edge.of_b;
        }
        float *to = job->rows + HAIL_SHORT_WORDS * (size_t)row[i];
        memcpy(to, numbers, sizeof numbers);
        memcpy(to + 7, bytes, sizeof bytes);
    }
    return 0;
}
