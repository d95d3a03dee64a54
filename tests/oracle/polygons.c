/* tests/oracle/polygons.c - polygons, boxes and segments against each other, at rest and swept, by docs/arithmetic.md
 * to the letter. All is done in A's frame. */
#include "internal.h"

#include <math.h>

/* A core as A sees it. */
typedef struct outline {
    uint32_t count;
    vec v[HAIL_MAX_VERTICES], n[HAIL_MAX_VERTICES];
} outline;

static outline of_a(const side *a) {
    outline o = {.count = a->shape->vertices};
    for (uint32_t i = 0; i < o.count; i++) {
        o.v[i] = (vec){a->shape->x[i] * a->k, a->shape->y[i] * a->k};
        o.n[i] = (vec){a->shape->nx[i], a->shape->ny[i]};
    }
    return o;
}

static vec origin_of_b(const side *a, const side *b) {
    return turned_back(a->c, a->s, (vec){b->x - a->x, b->y - a->y});
}

static outline of_b(const side *a, const side *b, vec u) {
    outline o = {.count = b->shape->vertices};
    float cr = a->c * b->c + a->s * b->s, sr = a->c * b->s - a->s * b->c;
    for (uint32_t j = 0; j < o.count; j++) {
        vec v = turned(cr, sr, (vec){b->shape->x[j] * b->k, b->shape->y[j] * b->k});
        o.v[j] = (vec){v.x + u.x, v.y + u.y};
        o.n[j] = turned(cr, sr, (vec){b->shape->nx[j], b->shape->ny[j]});
    }
    return o;
}

static float separation(const outline *from, uint32_t edge, const outline *to) {
    float least = dot(from->n[edge], to->v[0]);
    for (uint32_t i = 1; i < to->count; i++) {
        float at = dot(from->n[edge], to->v[i]);
        if (at < least)
            least = at;
    }
    return least - dot(from->n[edge], from->v[edge]);
}

static uint32_t widest(const outline *from, const outline *to, float *largest) {
    uint32_t best = 0;
    *largest = separation(from, 0, to);
    for (uint32_t i = 1; i < from->count; i++) {
        float sep = separation(from, i, to);
        if (sep > *largest) {
            *largest = sep;
            best = i;
        }
    }
    return best;
}

static float against(vec n, vec q) {
    vec sum = {n.x + q.x, n.y + q.y};
    return dot(sum, sum);
}

static uint32_t facing(const outline *of, vec n) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < of->count; i++)
        if (against(n, of->n[i]) < against(n, of->n[best]))
            best = i;
    return best;
}

/* The two edges that touch, seen from the reference edge's first end, along it and across it. */
typedef struct meeting {
    const side *reference, *incident;
    bool flipped;          /* the reference is B */
    uint32_t edge, facing; /* their numbers, as they are kept */
    vec n, r1, r2, i1, i2; /* the reference's normal, its ends, the incident's */
    float len, s1, h1, s2, h2;
} meeting;

static meeting meet(const side *a, const side *b, const outline *oa, const outline *ob, bool flipped, uint32_t edge) {
    const outline *r = flipped ? ob : oa, *i = flipped ? oa : ob;
    meeting m = {.reference = flipped ? b : a, .incident = flipped ? a : b, .flipped = flipped, .edge = edge};
    m.n = r->n[edge];
    m.facing = facing(i, m.n);
    m.r1 = r->v[edge];
    m.r2 = r->v[(edge + 1) % r->count];
    m.i1 = i->v[m.facing];
    m.i2 = i->v[(m.facing + 1) % i->count];
    vec p = minus(m.i1, m.r1), q = minus(m.i2, m.r1);
    m.len = m.n.x * (m.r2.y - m.r1.y) - m.n.y * (m.r2.x - m.r1.x);
    m.s1 = m.n.x * p.y - m.n.y * p.x;
    m.h1 = m.n.x * p.x + m.n.y * p.y;
    m.s2 = m.n.x * q.y - m.n.y * q.x;
    m.h2 = m.n.x * q.x + m.n.y * q.y;
    return m;
}

static meeting meet_where_widest(const side *a, const side *b, const outline *oa, const outline *ob) {
    float of_a_edges, of_b_edges;
    uint32_t i = widest(oa, ob, &of_a_edges), j = widest(ob, oa, &of_b_edges);
    bool flipped = of_a_edges < of_b_edges;
    return meet(a, b, oa, ob, flipped, flipped ? j : i);
}

static uint32_t after(const template_shape *shape, uint32_t i) { return (i + 1) % shape->vertices; }

static void set_features(const meeting *m, bool r_corner, uint32_t r_number, bool i_corner, uint32_t i_number,
                         hail_contact *contact) {
    uint8_t r = feature_of(m->reference->shape, r_corner, r_number),
            i = feature_of(m->incident->shape, i_corner, i_number);
    contact->feature_a = m->flipped ? i : r;
    contact->feature_b = m->flipped ? r : i;
}

/* The moment of a contact: at rest all zeros. back: what a point is moved back by in A's frame. */
typedef struct moment {
    float t;
    vec a;
    vec back;
} moment;

static void set_normal(const meeting *m, const side *a, vec n, hail_contact *contact) {
    vec from_a = m->flipped ? (vec){-n.x, -n.y} : n;
    vec w = turned(a->c, a->s, from_a);
    contact->normal_x = w.x;
    contact->normal_y = w.y;
}

static void add_point(const meeting *m, const side *a, const moment *now, float s, float h, vec n,
                      hail_contact *contact) {
    float mid = (m->reference->r + (h - m->incident->r)) * 0.5f,
          r = a->r + (m->flipped ? m->reference : m->incident)->r;
    vec p = {((m->r1.x - m->n.y * s) + n.x * mid) - now->back.x, ((m->r1.y + m->n.x * s) + n.y * mid) - now->back.y};
    vec w = turned(a->c, a->s, p);
    contact->x[contact->count] = now->a.x + w.x;
    contact->y[contact->count] = now->a.y + w.y;
    contact->depth[contact->count] = now->t == 0.0f ? above_zero(r - h) : 0.0f;
    contact->count++;
}

/* ---- The incident edge, clipped to the reference edge --------------------------------------------------------------
 */

typedef struct clipped {
    float own, s, h;
} clipped;

static float clip(const meeting *m, float s) { return s < 0.0f ? 0.0f : s > m->len ? m->len : s; }

static void clip_face(const meeting *m, clipped *u, clipped *v) {
    float den = m->s1 - m->s2;
    float su = clip(m, m->s1), sv = clip(m, m->s2);
    bool second = m->h2 < m->h1;
    float fu = !(den > 0.0f) || (!second && m->h1 <= 0.0f) ? 0.0f : (m->s1 - su) / den;
    float fv = !(den > 0.0f) || (second && m->h2 <= 0.0f) ? 0.0f : (sv - m->s2) / den;
    *u = (clipped){m->s1, su, m->h1 + (m->h2 - m->h1) * fu};
    *v = (clipped){m->s2, sv, m->h2 + (m->h1 - m->h2) * fv};
}

/* ---- Corner ------------------------------------------------------------------------------------------------------ */

typedef struct corner {
    int which; /* 0: it is a face; else the reference's first or second */
    float e, w, g;
    vec d, n; /* along and across the reference edge */
} corner;

/* How far rounding may be off. */
static float near_of(const meeting *m) {
    return ((sum_of(m->r1) + sum_of(m->r2)) + (sum_of(m->i1) + sum_of(m->i2))) * TOLERANCE;
}

/* The clipping removes the deepest vertex, by more than rounding. */
static bool slips_off(const meeting *m) {
    clipped u, v;
    clip_face(m, &u, &v);
    float hf = v.h < u.h ? v.h : u.h, hs = m->h2 < m->h1 ? m->h2 : m->h1;
    return hs > 0.0f && hf - hs > near_of(m) * 0.25f;
}

static corner corner_of(const meeting *m) {
    corner c = {0};
    bool slips = slips_off(m), second = m->h2 < m->h1;
    float deepest = second ? m->s2 : m->s1, near = near_of(m);
    bool outside = (second ? m->h2 : m->h1) >= -near;
    if (deepest < 0.0f && (slips || (outside && m->s1 < 0.0f && m->s2 < 0.0f)))
        c.which = 1;
    else if (deepest > m->len && (slips || (outside && m->s1 > m->len && m->s2 > m->len)))
        c.which = 2;
    else
        return c;
    c.e = c.which == 1 ? 0.0f : m->len;
    float x = m->s1 - c.e, fs = m->s2 - m->s1, fh = m->h2 - m->h1, ff = fs * fs + fh * fh;
    c.w = -(x * fs + m->h1 * fh) / ff;
    if (c.w < 0.0f || ff == 0.0f)
        c.w = 0.0f;
    else if (c.w > 1.0f)
        c.w = 1.0f;
    c.d = (vec){x + fs * c.w, m->h1 + fh * c.w};
    c.g = sqrtf(c.d.x * c.d.x + c.d.y * c.d.y);
    c.n = c.g <= near ? (vec){0.0f, 1.0f} : (vec){c.d.x / c.g, c.d.y / c.g};
    return c;
}

static void write_corner(const meeting *m, const side *a, const corner *c, const moment *now, hail_contact *contact) {
    vec n = {m->n.x * c->n.y - m->n.y * c->n.x, m->n.y * c->n.y + m->n.x * c->n.x};
    uint32_t r = c->which == 1 ? m->edge : after(m->reference->shape, m->edge);
    bool inside = c->w != 0.0f && c->w != 1.0f;
    uint32_t i = c->w == 1.0f ? after(m->incident->shape, m->facing) : m->facing;
    set_normal(m, a, n, contact);
    add_point(m, a, now, c->e, c->g, n, contact);
    set_features(m, true, r, !inside, i, contact);
    contact->t = now->t;
}

/* ---- Face -------------------------------------------------------------------------------------------------------- */

static void face_features(const meeting *m, const clipped *p, bool second, hail_contact *contact) {
    if (p->own < 0.0f)
        set_features(m, true, m->edge, false, m->facing, contact);
    else if (p->own > m->len)
        set_features(m, true, after(m->reference->shape, m->edge), false, m->facing, contact);
    else
        set_features(m, false, m->edge, true, second ? after(m->incident->shape, m->facing) : m->facing, contact);
}

static void write_face(const meeting *m, const side *a, const clipped *u, const clipped *v, const moment *now,
                       bool alone, float r, hail_contact *contact) {
    bool v_deepest = v->h < u->h;
    const clipped *deepest = v_deepest ? v : u, *other = v_deepest ? u : v;
    set_normal(m, a, m->n, contact);
    contact->t = now->t;
    if (alone || !(other->h <= r && u->s > v->s)) {
        add_point(m, a, now, deepest->s, deepest->h, m->n, contact);
        face_features(m, deepest, v_deepest, contact);
        return;
    }
    const clipped *first = m->flipped ? u : v, *second = m->flipped ? v : u;
    add_point(m, a, now, first->s, first->h, m->n, contact);
    add_point(m, a, now, second->s, second->h, m->n, contact);
    set_features(m, false, m->edge, false, m->facing, contact);
}

/* ---- At rest ----------------------------------------------------------------------------------------------------- */

bool polygons_touch(const side *a, const side *b, hail_contact *contact) {
    outline oa = of_a(a), ob = of_b(a, b, origin_of_b(a, b));
    meeting m = meet_where_widest(a, b, &oa, &ob);
    corner c = corner_of(&m);
    moment now = {0.0f, {a->x, a->y}, {0.0f, 0.0f}};
    float r = a->r + b->r;
    if (c.which != 0) {
        if (!(c.g <= r))
            return false;
        write_corner(&m, a, &c, &now, contact);
        return true;
    }
    clipped u, v;
    clip_face(&m, &u, &v);
    if (!((v.h < u.h ? v.h : u.h) <= r))
        return false;
    write_face(&m, a, &u, &v, &now, false, r, contact);
    return true;
}

/* ---- Swept --------------------------------------------------------------------------------------------------------
 */

/* Where the path enters the difference inflated by `out`; false: nowhere. */
static bool pass(const outline *oa, const outline *ob, vec motion, float out, passage *way) {
    *way = (passage){0.0f, 1.0f, -1};
    for (uint32_t i = 0; i < oa->count; i++)
        if (!passage_edge(way, (int)i, separation(oa, i, ob) - out, dot(oa->n[i], motion)))
            return false;
    for (uint32_t j = 0; j < ob->count; j++)
        if (!passage_edge(way, (int)(oa->count + j), separation(ob, j, oa) - out, -dot(ob->n[j], motion)))
            return false;
    return !(way->t0 > way->leave);
}

/* The widest, when B is there, of the edges that are approached; that of m where there are none. */
static meeting meet_ahead(const side *a, const side *b, const outline *oa, const outline *then, vec motion, meeting m) {
    float largest = -INFINITY;
    bool flipped = m.flipped;
    uint32_t edge = m.edge;
    for (int of = 0; of < 2; of++) {
        const outline *from = of == 0 ? oa : then, *to = of == 0 ? then : oa;
        for (uint32_t i = 0; i < from->count; i++) {
            float speed = of == 0 ? dot(from->n[i], motion) : -dot(from->n[i], motion), sep = separation(from, i, to);
            if (speed > 0.0f && sep > largest) {
                largest = sep;
                flipped = of == 1;
                edge = i;
            }
        }
    }
    return meet(a, b, oa, then, flipped, edge);
}

static bool lines_cross(const outline *oa, const outline *then, vec motion, float r) {
    float least[2] = {INFINITY, INFINITY}, most[2] = {-INFINITY, -INFINITY};
    for (int of = 0; of < 2; of++) {
        const outline *o = of == 0 ? oa : then;
        for (uint32_t i = 0; i < o->count; i++) {
            float beside = motion.x * o->v[i].y - motion.y * o->v[i].x;
            least[of] = fminf(least[of], beside);
            most[of] = fmaxf(most[of], beside);
        }
    }
    float reach = r * sqrtf(motion.x * motion.x + motion.y * motion.y);
    return least[1] - most[0] <= reach && least[0] - most[1] <= reach;
}

/* The pair at a corner at t; its slack is still that of the edge's ends. */
static stand stand_at(const meeting *m, const corner *c, vec motion, float t, float r) {
    vec v = m->flipped ? motion : (vec){-motion.x, -motion.y};
    float speed = m->flipped ? -dot(m->n, motion) : dot(m->n, motion);
    return (stand){.comes = t > 0.0f || speed > 0.0f,
                   .across = true,
                   .t = t,
                   .g = c->g,
                   .r = r,
                   .slack = sum_of(m->r1) + sum_of(m->r2),
                   .d = c->d,
                   .v = {m->n.x * v.y - m->n.y * v.x, m->n.x * v.x + m->n.y * v.y},
                   .n = c->n,
                   .face = m->n,
                   .motion = v};
}

/* A face that is touched at t, or not. */
static bool write_swept_face(const meeting *m, const side *a, vec motion, moment *now, float r, hail_contact *contact) {
    clipped u, v;
    clip_face(m, &u, &v);
    float speed = m->flipped ? -dot(m->n, motion) : dot(m->n, motion);
    if (!(now->t > 0.0f || speed > 0.0f || (v.h < u.h ? v.h : u.h) <= r))
        return false;
    now->a = (vec){a->x + a->mx * now->t, a->y + a->my * now->t};
    write_face(m, a, &u, &v, now, true, r, contact);
    return true;
}

bool polygons_meet(const side *a, const side *b, hail_contact *contact) {
    float r = a->r + b->r, reach = a->shape->radius * a->k + b->shape->radius * b->k;
    vec u = origin_of_b(a, b), motion = turned_back(a->c, a->s, (vec){a->mx - b->mx, a->my - b->my});
    outline oa = of_a(a), ob = of_b(a, b, u);
    float margin = TOLERANCE * ((sum_of(u) + sum_of(motion)) + reach);
    passage way, bare;
    if (!pass(&oa, &ob, motion, r + margin, &way))
        return false;
    outline then = of_b(a, b, (vec){u.x - motion.x * way.t0, u.y - motion.y * way.t0});
    bool flipped = way.met >= (int)oa.count;
    meeting m = meet_where_widest(a, b, &oa, &ob);
    m = way.met < 0 ? meet(a, b, &oa, &then, m.flipped, m.edge)
                    : meet(a, b, &oa, &then, flipped, (uint32_t)way.met - (flipped ? oa.count : 0));
    corner c = corner_of(&m);
    moment now = {way.t0, {0.0f, 0.0f}, {0.0f, 0.0f}};
    if (c.which == 0)
        return write_swept_face(&m, a, motion, &now, r, contact);
    stand s = stand_at(&m, &c, motion, way.t0, r);
    s.slack = margin + (s.slack + sum_of(motion)) * TOLERANCE;
    ending e = corner_end(&s);
    if (corner_faces_away(&s, &e) ||
        corner_in_doubt(&s, &e, fmaxf(a->shape->keenness, b->shape->keenness), !(r > 0.0f))) {
        if (way.t0 > 0.0f)
            m = meet_ahead(a, b, &oa, &then, motion, m);
        c = corner_of(&m);
        if (c.which == 0)
            return write_swept_face(&m, a, motion, &now, r, contact);
        s = stand_at(&m, &c, motion, way.t0, r);
        s.slack = margin + (s.slack * TOLERANCE) * fmaxf(a->shape->flatness, b->shape->flatness);
        e = corner_end_again(&s, pass(&oa, &ob, motion, r, &bare) && lines_cross(&oa, &then, motion, r));
    }
    if (!e.hit)
        return false;
    now.t = e.t;
    now.a = (vec){a->x + a->mx * now.t, a->y + a->my * now.t};
    if (e.arc && m.flipped)
        now.back = (vec){motion.x * e.tau, motion.y * e.tau};
    c.g = e.g;
    c.n = e.n;
    write_corner(&m, a, &c, &now, contact);
    return true;
}
