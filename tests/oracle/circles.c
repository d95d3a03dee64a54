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

ending corner_end(const stand *s) {
    ending e = {.hit = s->g <= s->r, .t = s->t, .g = s->g, .n = s->n};
    arc hit;
    if (!e.hit && arc_hit(s->d, s->v, s->r, s->r + s->slack, &hit) && s->t + hit.tau <= 1.0f)
        e = (ending){.hit = true, .arc = true, .t = s->t + hit.tau, .g = hit.g, .tau = hit.tau, .n = hit.n};
    else if (!e.hit)
        e.hit = s->comes && s->g <= s->r + s->slack;
    e.noise = e.g <= s->slack;
    if (e.noise)
        e.n = s->across ? (vec){0.0f, 1.0f} : s->face;
    return e;
}

/* How fast the two come apart along a normal. */
static float apart(const stand *s, vec n) {
    vec in_core = {s->face.x * n.y - s->face.y * n.x, s->face.y * n.y + s->face.x * n.x};
    return dot(s->across ? in_core : n, s->motion);
}

bool corner_faces_away(const stand *s, const ending *e) {
    return e->hit && !(e->t == 0.0f && e->g <= s->r) && apart(s, e->n) > 0.0f;
}

bool corner_in_doubt(const stand *s, const ending *e, float keenness, bool anywhere) {
    bool near = anywhere || s->g <= s->r + s->slack * (keenness * 16.0f);
    return !(s->g <= s->r) && near && (keenness > 1.0f || !e->hit);
}

ending corner_end_again(const stand *s, bool crosses) {
    vec edge = s->across ? (vec){0.0f, 1.0f} : s->face;
    float speed = sqrtf(s->v.x * s->v.x + s->v.y * s->v.y), above = dot(edge, s->d);
    vec ahead = {s->v.x / speed, s->v.y / speed};
    ending e = corner_end(s);
    arc unused;
    if (!e.hit && crosses && s->t > 0.0f && !arc_hit(s->d, s->v, s->r, s->r + s->slack, &unused)) {
        e.hit = true;
        e.n = edge;
    }
    if (!corner_faces_away(s, &e))
        return e;
    if (e.arc && e.noise) {
        e.n = apart(s, s->n) < 0.0f ? s->n : (vec){-ahead.x, -ahead.y};
    } else if (e.arc) {
        bool left = s->v.x * s->d.y - s->v.y * s->d.x > 0.0f;
        e.n = left ? (vec){-ahead.y, ahead.x} : (vec){ahead.y, -ahead.x};
    } else {
        e.hit = e.t > 0.0f || e.g - above <= s->slack;
        e.n = edge;
    }
    return e;
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

/* How the path passes the shape inflated by `out`. */
typedef enum passing { PASSES, BARELY, ENTERS } passing;

static passing pass(const side *other, vec l, vec k, float out, passage *way) {
    *way = (passage){0.0f, 1.0f, -1};
    bool may = true;
    for (uint32_t i = 0; i < other->shape->vertices; i++) {
        vec n = {other->shape->nx[i], other->shape->ny[i]};
        may = passage_edge(way, (int)i, place_at(other, i, l).sep - out, -dot(n, k)) && may;
    }
    if (!may)
        return PASSES;
    if (!(way->t0 > way->leave))
        return ENTERS;
    return way->t0 * (1.0f - 0x1p-18f) <= way->leave ? BARELY : PASSES;
}

/* The circle at an edge at t. */
typedef struct at_edge {
    uint32_t edge;
    place at;
    int corner;
    stand s; /* of a corner; its slack is still that of the edge's ends */
} at_edge;

static at_edge stand_at(const side *other, vec l, vec k, float r, float t, uint32_t edge) {
    at_edge it = {.edge = edge, .at = place_at(other, edge, (vec){l.x + k.x * t, l.y + k.y * t})};
    it.corner = nearest(&it.at, t > 0.0f || it.at.sep >= 0.0f);
    it.s = (stand){.comes = t > 0.0f || -dot(it.at.n, k) > 0.0f, .t = t, .r = r, .v = k, .face = it.at.n, .motion = k};
    it.s.n = it.at.n;
    it.s.g = it.corner == 0 ? it.at.sep : corner_distance(&it.at, it.corner, &it.s.n);
    it.s.d = it.corner == 1 ? it.at.p : it.at.q;
    it.s.slack = sum_of(it.at.one) + sum_of(it.at.two);
    if (it.corner != 0 && it.s.g <= it.s.slack * TOLERANCE)
        it.s.n = it.at.n;
    return it;
}

static ending end_there(const at_edge *it) {
    if (it->corner != 0)
        return corner_end(&it->s);
    return (ending){.hit = it->s.comes || it->s.g <= it->s.r, .t = it->s.t, .g = it->s.g, .n = it->at.n};
}

/* The widest of the edges that are approached; `edge` where there are none. */
static uint32_t widest_ahead(const side *other, vec l, vec k, uint32_t edge) {
    float largest = -INFINITY;
    for (uint32_t i = 0; i < other->shape->vertices; i++) {
        place at = place_at(other, i, l);
        if (-dot(at.n, k) > 0.0f && at.sep > largest) {
            edge = i;
            largest = at.sep;
        }
    }
    return edge;
}

static bool line_crosses(const side *other, vec l, vec k, float r) {
    float least = INFINITY, most = -INFINITY, reach = r * sqrtf(k.x * k.x + k.y * k.y);
    for (uint32_t i = 0; i < other->shape->vertices; i++) {
        vec v = minus((vec){other->shape->x[i] * other->k, other->shape->y[i] * other->k}, l);
        float beside = k.x * v.y - k.y * v.x;
        least = fminf(least, beside);
        most = fmaxf(most, beside);
    }
    return least <= reach && most >= -reach;
}

static ending meet_again(const side *other, vec l, vec k, float r, float margin, at_edge *it) {
    passage way, bare;
    margin = margin + (sum_of(l) + sum_of(k)) * TOLERANCE;
    if (pass(other, l, k, r + margin, &way) != ENTERS)
        return (ending){.hit = false};
    uint32_t edge = widest(other, l);
    if (way.t0 > 0.0f)
        edge = widest_ahead(other, (vec){l.x + k.x * way.t0, l.y + k.y * way.t0}, k, edge);
    *it = stand_at(other, l, k, r, way.t0, edge);
    if (it->corner == 0)
        return end_there(it);
    it->s.slack = margin + (it->s.slack * TOLERANCE) * other->shape->flatness;
    return corner_end_again(&it->s, pass(other, l, k, r, &bare) == ENTERS && line_crosses(other, l, k, r));
}

bool circle_meets(const side *circle, const side *other, bool other_is_a, hail_contact *contact) {
    vec l = in_frame(circle, other);
    vec k = turned_back(other->c, other->s, (vec){circle->mx - other->mx, circle->my - other->my});
    float r = circle->r + other->r, margin = (circle->r + other->shape->radius * other->k) * TOLERANCE;
    passage way;
    at_edge it;
    ending e;
    passing how = pass(other, l, k, r + margin, &way);
    if (how == PASSES)
        return false;
    if (how == BARELY) {
        e = meet_again(other, l, k, r, margin, &it);
    } else {
        it = stand_at(other, l, k, r, way.t0, way.met >= 0 ? (uint32_t)way.met : widest(other, l));
        it.s.slack = margin + (it.s.slack + sum_of(k)) * TOLERANCE;
        e = end_there(&it);
        if (it.corner != 0 &&
            (corner_faces_away(&it.s, &e) || corner_in_doubt(&it.s, &e, other->shape->keenness, false)))
            e = meet_again(other, l, k, r, margin, &it);
    }
    if (!e.hit)
        return false;
    write_circle(circle, other, other_is_a, centre_at(circle, e.t), it.edge, it.corner, e.g, e.n, e.t, contact);
    return true;
}
