/* tests/oracle/circles.c - circles against circles and against any other core, at rest and swept, by docs/arithmetic.md
 * to the letter. */
#include "internal.h"

#include <math.h>

bool arc_hit(vec d, vec v, float r, float wide, arc *hit) {
    float a = v.x * v.x + v.y * v.y;
    float b = -(d.x * v.x + d.y * v.y);
    float cross = d.x * v.y - d.y * v.x;
    float disc = a * (r * r) - cross * cross;
    if (!(b > 0.0f) || !(a * (wide * wide) - cross * cross >= 0.0f))
        return false;
    float tau = ((d.x * d.x + d.y * d.y) - r * r) / (b + sqrtf(above_zero(disc)));
    float nearest = b / a;
    tau = nearest < tau ? nearest : tau;
    hit->tau = tau < 0.0f ? 0.0f : tau;
    vec there = {d.x + v.x * hit->tau, d.y + v.y * hit->tau};
    hit->g = sqrtf(there.x * there.x + there.y * there.y);
    hit->n = (vec){there.x / hit->g, there.y / hit->g};
    return true;
}

bool passage_edge(passage *p, int edge, float q, float approach) {
    if (approach > 0.0f) {
        float f = q / approach;
        if (f > p->t0) {
            p->t0 = f;
            p->met = edge;
        }
    } else if (approach < 0.0f) {
        float f = q / approach;
        if (f < p->leave)
            p->leave = f;
    } else if (q > 0.0f) {
        return false;
    }
    return true;
}

static vec centre_at(const side *circle, float t) {
    return (vec){circle->x + circle->mx * t, circle->y + circle->my * t};
}

/* ---- Circle and circle ------------------------------------------------------------------------------------------- */

/* at: a's centre. */
static void write_circles(const side *a, const side *b, vec at, float g, vec n, hail_contact *contact) {
    float m = ((a->r + g) - b->r) * 0.5f;
    contact->count = 1;
    contact->normal_x = n.x;
    contact->normal_y = n.y;
    contact->x[0] = at.x + n.x * m;
    contact->y[0] = at.y + n.y * m;
}

static bool touching_circles(const side *a, const side *b, vec at, hail_contact *contact) {
    float dx = b->x - a->x, dy = b->y - a->y;
    float d2 = dx * dx + dy * dy;
    float r = a->r + b->r;
    if (!(d2 <= r * r))
        return false;
    float d = sqrtf(d2);
    write_circles(a, b, at, d, d == 0.0f ? (vec){1.0f, 0.0f} : (vec){dx / d, dy / d}, contact);
    contact->depth[0] = above_zero(r - d);
    return true;
}

bool circles_touch(const side *a, const side *b, hail_contact *contact) {
    return touching_circles(a, b, (vec){a->x, a->y}, contact);
}

bool circles_graze(const side *a, const side *b, float margin, hail_contact *contact) {
    float dx = b->x - a->x, dy = b->y - a->y, d = sqrtf(dx * dx + dy * dy), gap = d - (a->r + b->r);
    if (!(gap <= margin))
        return false;
    vec n = d == 0.0f ? (vec){1.0f, 0.0f} : (vec){dx / d, dy / d};
    contact->count = 1;
    contact->normal_x = n.x;
    contact->normal_y = n.y;
    contact->x[0] = ((a->x + n.x * a->r) + (b->x - n.x * b->r)) * 0.5f;
    contact->y[0] = ((a->y + n.y * a->r) + (b->y - n.y * b->r)) * 0.5f;
    contact->depth[0] = 0.0f - above_zero(gap);
    return true;
}

bool circles_meet(const side *a, const side *b, hail_contact *contact) {
    arc hit;
    if (touching_circles(a, b, centre_at(a, 0.0f), contact))
        return true;
    vec d = {b->x - a->x, b->y - a->y}, v = {b->mx - a->mx, b->my - a->my};
    if (!arc_hit(d, v, a->r + b->r, a->r + b->r, &hit) || !(hit.tau <= 1.0f))
        return false;
    vec n = hit.g == 0.0f ? (vec){1.0f, 0.0f} : hit.n;
    write_circles(a, b, centre_at(a, hit.tau), hit.g, n, contact);
    contact->t = hit.tau;
    return true;
}

/* ---- Circle and any other core ----------------------------------------------------------------------------------- */

/* The circle's centre against one edge, in the other's frame. */
typedef struct place {
    float sep, u, w;
    vec n, one, two; /* the edge's normal and ends */
    vec p, q;        /* the centre from those ends */
} place;

static place place_at(const side *other, uint32_t edge, vec l) {
    const template_shape *shape = other->shape;
    uint32_t next = (edge + 1) % shape->vertices;
    place at;
    at.n = (vec){shape->nx[edge], shape->ny[edge]};
    at.sep = dot(at.n, l) - shape->offset[edge] * other->k;
    at.one = (vec){shape->x[edge] * other->k, shape->y[edge] * other->k};
    at.two = (vec){shape->x[next] * other->k, shape->y[next] * other->k};
    vec e = minus(at.two, at.one);
    at.p = minus(l, at.one);
    at.q = minus(l, at.two);
    at.u = dot(at.p, e);
    at.w = dot(at.q, e);
    return at;
}

static vec in_frame(const side *circle, const side *other) {
    return turned_back(other->c, other->s, (vec){circle->x - other->x, circle->y - other->y});
}

static uint32_t widest(const side *other, vec l) {
    uint32_t best = 0;
    float largest = 0.0f;
    for (uint32_t i = 0; i < other->shape->vertices; i++) {
        float sep = place_at(other, i, l).sep;
        if (i == 0 || sep > largest) {
            best = i;
            largest = sep;
        }
    }
    return best;
}

/* What of the edge is nearest: 0 the edge, 1 its first corner, 2 its second. */
static int nearest(const place *at, bool corners) {
    if (corners && at->u <= 0.0f)
        return 1;
    return corners && at->w > 0.0f ? 2 : 0;
}

static float corner_distance(const place *at, int corner, vec *n) {
    vec from = corner == 1 ? at->p : at->q;
    float g = sqrtf(from.x * from.x + from.y * from.y);
    *n = (vec){from.x / g, from.y / g};
    return g;
}

/* c: the circle's centre at t. */
static void write_circle(const side *circle, const side *other, bool other_is_a, vec c, uint32_t edge, int corner,
                         float g, vec n, float t, hail_contact *contact) {
    const template_shape *shape = other->shape;
    float wx = other->c * n.x - other->s * n.y, wy = other->s * n.x + other->c * n.y;
    float m = (circle->r + (g - other->r)) * 0.5f;
    float r = circle->r + other->r;
    uint32_t number = corner == 2 ? (edge + 1) % shape->vertices : edge;
    *(other_is_a ? &contact->feature_a : &contact->feature_b) = feature_of(shape, corner != 0, number);
    contact->count = 1;
    contact->t = t;
    contact->depth[0] = t == 0.0f ? above_zero(r - g) : 0.0f;
    contact->normal_x = other_is_a ? wx : -wx;
    contact->normal_y = other_is_a ? wy : -wy;
    contact->x[0] = c.x - wx * m;
    contact->y[0] = c.y - wy * m;
}

bool circle_touches(const side *circle, const side *other, bool other_is_a, hail_contact *contact) {
    vec l = in_frame(circle, other);
    uint32_t edge = widest(other, l);
    place at = place_at(other, edge, l);
    vec n = at.n;
    int corner = nearest(&at, at.sep >= 0.0f);
    float g = corner != 0 ? corner_distance(&at, corner, &n) : at.sep;
    if (!(g <= circle->r + other->r))
        return false;
    if (corner != 0 && g <= (sum_of(at.one) + sum_of(at.two)) * TOLERANCE)
        n = at.n;
    write_circle(circle, other, other_is_a, (vec){circle->x, circle->y}, edge, corner, g, n, 0.0f, contact);
    return true;
}

/* Where the path enters the shape inflated by `out`; false: nowhere. */
static bool pass(const side *other, vec l, vec k, float out, passage *way) {
    *way = (passage){0.0f, 1.0f, -1};
    for (uint32_t i = 0; i < other->shape->vertices; i++) {
        vec n = {other->shape->nx[i], other->shape->ny[i]};
        if (!passage_edge(way, (int)i, place_at(other, i, l).sep - out, -dot(n, k)))
            return false;
    }
    return !(way->t0 > way->leave);
}

bool circle_meets(const side *circle, const side *other, bool other_is_a, hail_contact *contact) {
    vec l = in_frame(circle, other);
    vec k = turned_back(other->c, other->s, (vec){circle->mx - other->mx, circle->my - other->my});
    float r = circle->r + other->r, margin = (circle->r + other->shape->radius * other->k) * TOLERANCE;
    passage way;
    if (!pass(other, l, k, r + margin, &way))
        return false;
    float t = way.t0;
    uint32_t edge = way.met >= 0 ? (uint32_t)way.met : widest(other, l);
    place at = place_at(other, edge, (vec){l.x + k.x * t, l.y + k.y * t});
    vec n = at.n;
    bool comes = t > 0.0f || -dot(at.n, k) > 0.0f;
    int corner = nearest(&at, t > 0.0f || at.sep >= 0.0f);
    float g = corner == 0 ? at.sep : corner_distance(&at, corner, &n);
    if (corner == 0 && !(g <= r) && !comes)
        return false;
    float slack = margin + (((sum_of(at.one) + sum_of(at.two)) + sum_of(k)) * TOLERANCE) * other->shape->flatness;
    if (corner != 0 && !(g <= r)) {
        arc hit;
        if (arc_hit(corner == 1 ? at.p : at.q, k, r, r + slack, &hit) && t + hit.tau <= 1.0f) {
            t = t + hit.tau;
            g = hit.g;
            n = hit.n;
        } else if (!comes || !(g <= r + slack)) {
            return false;
        }
    }
    if (corner != 0 && g <= slack)
        n = at.n;
    write_circle(circle, other, other_is_a, centre_at(circle, t), edge, corner, g, n, t, contact);
    return true;
}
