/* simd/kernels/narrow/circle_reference.c - rows for all references, one pair at a time; contacts and gaps of pairs with
 * a circle (docs/arithmetic.md, "Circle against ..." and "Distance"). */
#include "pair_reference.h"

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

void hail_reference_contact(const hail_narrow_job *job, body_handle a, body_handle b, uint32_t row, const outcome *o) {
    float *to = job->rows + HAIL_ROW_WORDS * (size_t)row;
    memset(to, 0, HAIL_ROW_WORDS * sizeof *to);
    memcpy(to, &a, sizeof a);
    memcpy(to + 2, &b, sizeof b);
    if (!o->touching)
        return;
    uint8_t header[4]; /* kind, count, layers */
    memcpy(header, &job->header, sizeof header);
    if (job->manifold) {
        header[1] = (uint8_t)(header[1] + (o->points - 1));
        const uint8_t features[2] = {o->feature_a, o->feature_b};
        memcpy(to + 5, features, sizeof features);
        to[7] = o->t;
        to[8] = o->normal.x;
        to[9] = o->normal.y;
        for (uint32_t i = 0; i < o->points; i++) {
            to[10 + i] = o->at[i].x;
            to[12 + i] = o->at[i].y;
            to[14 + i] = o->depth[i];
        }
    }
    memcpy(to + 4, header, sizeof header);
}

void hail_reference_gap(const hail_narrow_job *job, uint32_t row, const gap *g) {
    float *to = job->rows + HAIL_SHORT_WORDS * (size_t)row;
    const float numbers[7] = {g->distance, g->a.x, g->a.y, g->b.x, g->b.y, g->normal.x, g->normal.y};
    const uint8_t features[4] = {g->feature_a, g->feature_b, 0, 0};
    memcpy(to, numbers, sizeof numbers);
    memcpy(to + 7, features, sizeof features);
}

/* ---- Circles --------------------------------------------------------------------------------------------------- */

/* The normal out of a, and the distance of the centres, from a's to b's. */
static point circles_normal(point d, float *distance) {
    *distance = length(d);
    return *distance > 0.0f ? (point){d.x / *distance, d.y / *distance} : (point){1.0f, 0.0f};
}

static outcome circles_outcome(const body *a, const body *b) {
    const point between = minus(b->at, a->at);
    const float r = a->radius + b->radius;
    float d;
    outcome o = {.points = 1, .normal = circles_normal(between, &d)};
    o.touching = dot(between, between) <= r * r;
    o.depth[0] = not_negative(r - d);
    o.at[0] = along(a->at, o.normal, ((a->radius + d) - b->radius) * 0.5f);
    return o;
}

uint32_t HAIL_KERNEL(circle_circle)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                    const uint32_t *row, uint32_t count) {
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i++) {
        body a, b;
        reference_bodies(job, one[i], two[i], &a, &b);
        const outcome o = circles_outcome(&a, &b);
        hail_reference_contact(job, a.handle, b.handle, row[i], &o);
        touched += o.touching;
    }
    return touched;
}

uint32_t HAIL_KERNEL(circle_circle_short)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                          const uint32_t *row, uint32_t count) {
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i++) {
        body a, b;
        reference_bodies(job, one[i], two[i], &a, &b);
        const outcome o = circles_outcome(&a, &b);
        float *to = job->rows + HAIL_SHORT_WORDS * (size_t)row[i];
        memset(to, 0, HAIL_SHORT_WORDS * sizeof *to);
        memcpy(to + HAIL_SHORT_B, &b.handle, sizeof b.handle);
        memcpy(to + HAIL_SHORT_A, &a.handle.generation, sizeof a.handle.generation);
        if (job->manifold) {
            memcpy(to + HAIL_SHORT_NORMAL, &o.normal, sizeof o.normal);
            memcpy(to + HAIL_SHORT_POINT, &o.at[0], sizeof o.at[0]);
            to[HAIL_SHORT_DEPTH] = o.depth[0];
        }
        if (!o.touching)
            to[HAIL_SHORT_DEPTH] = -1.0f;
        touched += o.touching;
    }
    return touched;
}

gap hail_reference_circles_gap(const body *a, const body *b, point between) {
    float d;
    gap g = {.normal = circles_normal(between, &d)};
    g.distance = d - (a->radius + b->radius);
    g.a = along(a->at, g.normal, a->radius);
    g.b = (point){b->at.x - g.normal.x * b->radius, b->at.y - g.normal.y * b->radius};
    return g;
}

uint32_t HAIL_KERNEL(circle_circle_gap)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                        const uint32_t *row, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        body a, b;
        reference_bodies(job, one[i], two[i], &a, &b);
        const gap g = hail_reference_circles_gap(&a, &b, minus(b.at, a.at));
        hail_reference_gap(job, row[i], &g);
    }
    return 0;
}

/* ---- Circle and any other core --------------------------------------------------------------------------------- */

uint32_t hail_reference_widest(const float *row, float k, point centre) {
    const uint32_t count = reference_count(row);
    uint32_t widest = 0;
    float most = reference_beyond(row, k, 0, centre);
    for (uint32_t i = 1; i < count; i++) {
        const float own = reference_beyond(row, k, i, centre);
        widest = own > most ? i : widest;
        most = own > most ? own : most;
    }
    return widest;
}

/* centre: the circle's in the other's frame. */
static circle_contact circle_against(const body *other, point centre) {
    const uint32_t edge = hail_reference_widest(other->row, other->k, centre);
    const beside at = reference_beside(other->row, other->k, edge, centre, false);
    return reference_circle_contact(other->row, edge, &at);
}

point hail_reference_centre(const body *circle, const body *other) {
    return rotated_back(other->c, other->s, minus(circle->at, other->at));
}

uint32_t HAIL_KERNEL(circle_polygon)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                     const uint32_t *row, uint32_t count) {
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i++) {
        body c, p;
        reference_bodies(job, one[i], two[i], &c, &p);
        const circle_contact met = circle_against(&p, hail_reference_centre(&c, &p));
        const point w = rotated(p.c, p.s, met.normal);
        const float r = c.radius + p.rounding, m = (c.radius + (met.g - p.rounding)) * 0.5f;
        const outcome o = {.touching = met.g <= r,
                           .feature_a = job->two_is_a ? met.feature : 0,
                           .feature_b = job->two_is_a ? 0 : met.feature,
                           .normal = job->two_is_a ? w : (point){-w.x, -w.y},
                           .points = 1,
                           .at = {{c.at.x - w.x * m, c.at.y - w.y * m}},
                           .depth = {not_negative(r - met.g)}};
        hail_reference_contact(job, job->two_is_a ? p.handle : c.handle, job->two_is_a ? c.handle : p.handle, row[i],
                               &o);
        touched += o.touching;
    }
    return touched;
}

gap hail_reference_circle_gap(const body *c, const body *p, point centre, bool two_is_a) {
    const circle_contact met = circle_against(p, centre);
    const point w = rotated(p->c, p->s, met.normal);
    const float m = met.g - p->rounding;
    const point on_c = {c->at.x - w.x * c->radius, c->at.y - w.y * c->radius};
    const point on_p = {c->at.x - w.x * m, c->at.y - w.y * m};
    return (gap){.distance = met.g - (c->radius + p->rounding),
                 .a = two_is_a ? on_p : on_c,
                 .b = two_is_a ? on_c : on_p,
                 .normal = two_is_a ? w : (point){-w.x, -w.y},
                 .feature_a = two_is_a ? met.feature : 0,
                 .feature_b = two_is_a ? 0 : met.feature};
}

uint32_t HAIL_KERNEL(circle_polygon_gap)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                         const uint32_t *row, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        body c, p;
        reference_bodies(job, one[i], two[i], &c, &p);
        const gap g = hail_reference_circle_gap(&c, &p, hail_reference_centre(&c, &p), job->two_is_a);
        hail_reference_gap(job, row[i], &g);
    }
    return 0;
}
