/* simd/kernels/narrow/circle_reference.c - bodies and rows for all references, one pair at a time; contacts and gaps of
 * pairs with a circle (docs/arithmetic.md, "Circle against ..." and "Distance"). */
#include "pair_reference.h"

#include <string.h>

/* ---- Bodies ---------------------------------------------------------------------------------------------------- */

body hail_reference_body(const hail_narrow_job *job, const hail_side *side, uint32_t index) {
    const size_t i = index;
    body b = {.handle = {index, 0}, .at = {side->x[i], side->y[i]}, .c = 1.0f, .s = 0.0f, .k = 1.0f};
    if (side->handle)
        memcpy(b.handle, side->handle + 2 * i, sizeof b.handle);
    if (side->dx)
        b.motion.x = side->dx[i];
    if (side->dy)
        b.motion.y = side->dy[i];
    if (side->cos) {
        b.c = side->cos[i];
        b.s = side->sin[i];
    }
    if (side->scale)
        b.k = side->scale[i];
    b.row = job->templates + HAIL_TEMPLATE_WORDS * (side->shape ? (size_t)side->shape[i] : 0);
    b.rounding = b.row[HAIL_TEMPLATE_ROUNDING] * b.k;
    b.radius = side->radius ? side->radius[i] : side->uniform_radius < 0.0f ? b.rounding : side->uniform_radius;
    return b;
}

uint32_t hail_reference_count(const float *row) {
    uint32_t count;
    memcpy(&count, row + HAIL_TEMPLATE_COUNT, sizeof count);
    return count;
}

uint8_t hail_reference_feature(const float *row, uint32_t edge, unsigned which) {
    uint32_t features;
    memcpy(&features, row + HAIL_TEMPLATE_EDGES + 8 * (size_t)edge + HAIL_TEMPLATE_FEATURES, sizeof features);
    return (uint8_t)(features >> 8 * which);
}

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

void hail_reference_contact(const hail_narrow_job *job, const body *a, const body *b, uint32_t row, const outcome *o) {
    float *to = job->rows + HAIL_ROW_WORDS * (size_t)row;
    memset(to, 0, HAIL_ROW_WORDS * sizeof *to);
    memcpy(to, a->handle, sizeof a->handle);
    memcpy(to + 2, b->handle, sizeof b->handle);
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
        const body a = hail_reference_body(job, &job->one, one[i]), b = hail_reference_body(job, &job->two, two[i]);
        const outcome o = circles_outcome(&a, &b);
        hail_reference_contact(job, &a, &b, row[i], &o);
        touched += o.touching;
    }
    return touched;
}

uint32_t HAIL_KERNEL(circle_circle_short)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                          const uint32_t *row, uint32_t count) {
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i++) {
        const body a = hail_reference_body(job, &job->one, one[i]), b = hail_reference_body(job, &job->two, two[i]);
        const outcome o = circles_outcome(&a, &b);
        float *to = job->rows + HAIL_SHORT_WORDS * (size_t)row[i];
        memset(to, 0, HAIL_SHORT_WORDS * sizeof *to);
        memcpy(to + HAIL_SHORT_B, b.handle, sizeof b.handle);
        memcpy(to + HAIL_SHORT_A, &a.handle[1], sizeof a.handle[1]);
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
        const body a = hail_reference_body(job, &job->one, one[i]), b = hail_reference_body(job, &job->two, two[i]);
        const gap g = hail_reference_circles_gap(&a, &b, minus(b.at, a.at));
        hail_reference_gap(job, row[i], &g);
    }
    return 0;
}

/* ---- Circle and any other core --------------------------------------------------------------------------------- */

static float beyond_edge(const float *row, float k, uint32_t edge, point p) {
    const point n = {row[HAIL_TEMPLATE_NX + edge], row[HAIL_TEMPLATE_NY + edge]};
    return dot(n, p) - row[HAIL_TEMPLATE_OFFSET + edge] * k;
}

uint32_t hail_reference_widest(const float *row, float k, point centre) {
    const uint32_t count = hail_reference_count(row);
    uint32_t widest = 0;
    for (uint32_t i = 1; i < count; i++)
        if (beyond_edge(row, k, i, centre) > beyond_edge(row, k, widest, centre))
            widest = i;
    return widest;
}

beside hail_reference_beside(const float *row, float k, uint32_t edge, point centre, bool moved) {
    const uint32_t next = (edge + 1) % hail_reference_count(row);
    beside b = {.separation = beyond_edge(row, k, edge, centre),
                .x1 = {row[HAIL_TEMPLATE_VX + edge] * k, row[HAIL_TEMPLATE_VY + edge] * k},
                .x2 = {row[HAIL_TEMPLATE_VX + next] * k, row[HAIL_TEMPLATE_VY + next] * k}};
    const point e = minus(b.x2, b.x1);
    b.p = minus(centre, b.x1);
    b.q = minus(centre, b.x2);
    if (moved || b.separation >= 0.0f)
        b.corner = dot(b.p, e) <= 0.0f ? 1 : dot(b.q, e) > 0.0f ? 2 : 0;
    return b;
}

circle_contact hail_reference_circle_contact(const float *row, uint32_t edge, const beside *at) {
    circle_contact contact = {.g = at->separation,
                              .normal = {row[HAIL_TEMPLATE_NX + edge], row[HAIL_TEMPLATE_NY + edge]},
                              .feature = hail_reference_feature(row, edge, (unsigned)at->corner)};
    if (at->corner) {
        const point d = at->corner == 1 ? at->p : at->q;
        contact.g = length(d);
        const float noise =
            ((fabsf(at->x1.x) + fabsf(at->x1.y)) + (fabsf(at->x2.x) + fabsf(at->x2.y))) * HAIL_TOLERANCE;
        if (contact.g > noise)
            contact.normal = (point){d.x / contact.g, d.y / contact.g};
    }
    return contact;
}

/* centre: the circle's in the other's frame. */
static circle_contact circle_against(const body *other, point centre) {
    const uint32_t edge = hail_reference_widest(other->row, other->k, centre);
    const beside at = hail_reference_beside(other->row, other->k, edge, centre, false);
    return hail_reference_circle_contact(other->row, edge, &at);
}

point hail_reference_centre(const body *circle, const body *other) {
    return rotated_back(other->c, other->s, minus(circle->at, other->at));
}

uint32_t HAIL_KERNEL(circle_polygon)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                     const uint32_t *row, uint32_t count) {
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i++) {
        const body c = hail_reference_body(job, &job->one, one[i]), p = hail_reference_body(job, &job->two, two[i]);
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
        hail_reference_contact(job, job->two_is_a ? &p : &c, job->two_is_a ? &c : &p, row[i], &o);
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
        const body c = hail_reference_body(job, &job->one, one[i]), p = hail_reference_body(job, &job->two, two[i]);
        const gap g = hail_reference_circle_gap(&c, &p, hail_reference_centre(&c, &p), job->two_is_a);
        hail_reference_gap(job, row[i], &g);
    }
    return 0;
}
