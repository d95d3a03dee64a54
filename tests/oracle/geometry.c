/* tests/oracle/geometry.c - the second opinion, on contacts: which pairs there must be, when, and whether normals,
 * points, depths and features are theirs. Nothing here follows docs/arithmetic.md, so a mistake in that document shows
 * up as well. Where |gap| is inside the tolerance (see measure.c) a pair may or may not be reported. */
#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *complain(oracle *o, const body *a, const body *b, const char *what, double is, double should) {
    snprintf(o->message, sizeof o->message,
             "slots %u and %u (layers %u and %u; at (%a, %a) and (%a, %a), come by (%a, %a) and (%a, %a), %u and %u "
             "vertices): %s is %.9g, should be %.9g",
             (unsigned)a->handle.slot, (unsigned)b->handle.slot, (unsigned)a->layer, (unsigned)b->layer, (double)a->x,
             (double)a->y, (double)b->x, (double)b->y, (double)a->mx, (double)a->my, (double)b->mx, (double)b->my,
             (unsigned)o->shape[a->shape].vertices, (unsigned)o->shape[b->shape].vertices, what, is, should);
    return o->message;
}

/* ---- Points and features ----------------------------------------------------------------------------------------- */

/* How far p lies from the feature that is named, in the frame of the body's position. */
static double feature_distance(const template_shape *shape, const hull *core, uint8_t feature, point p) {
    uint32_t n = shape->vertices, number = feature % HAIL_FEATURE_VERTEX;
    if (n == 0)
        return feature == 0 ? hypot(p.x, p.y) : INFINITY;
    if (number >= n || feature >= 2 * HAIL_FEATURE_VERTEX)
        return INFINITY;
    hull named = {.count = feature >= HAIL_FEATURE_VERTEX ? 1 : 2};
    for (size_t i = 0; i < named.count; i++) { /* given numbers, kept vertices */
        uint32_t given = (number + (uint32_t)i) % n;
        named.v[i] = core->v[shape->reversed ? n - 1 - given : given];
    }
    return measure_distance(&named, p);
}

/* A contact's point, moved along the normal onto a's surface and onto b's: both must be surface or inside, one of them
 * surface, and their cores' named features there. `at` is a's position, `to` leads from there to b's. */
static const char *check_point(oracle *o, const body *a, const body *b, const measure *m, const hail_contact *c, int i,
                               point at, point to) {
    double nx = (double)c->normal_x, ny = (double)c->normal_y, half = (double)c->depth[i] * 0.5;
    point p = {(double)c->x[i] - at.x, (double)c->y[i] - at.y};
    point core_a = {p.x + nx * (half - m->rounding_a), p.y + ny * (half - m->rounding_a)};
    point core_b = {p.x - nx * (half - m->rounding_b) - to.x, p.y - ny * (half - m->rounding_b) - to.y};
    point on_a = {p.x + nx * half, p.y + ny * half}, on_b = {p.x - nx * half - to.x, p.y - ny * half - to.y};
    double out_a = measure_distance(&m->core_a, on_a) - m->rounding_a;
    double out_b = measure_distance(&m->core_b, on_b) - m->rounding_b;
    double coordinates = fabs(at.x) + fabs(at.y) + fabs(at.x + to.x) + fabs(at.y + to.y);
    if (c->t > 0.0f) /* start + way * t is rounded where both are large, even if their sum is small */
        coordinates += fabs((double)a->start_x) + fabs((double)a->start_y) + fabs((double)a->mx) + fabs((double)a->my);
    double slack = 2.0 * m->slack + coordinates * 0x1p-22 +
                   (fabs(half) + m->rounding_a + m->rounding_b + hypot(to.x, to.y)) * 1.0e-5;
    if (out_a > slack || out_b > slack)
        return complain(o, a, b, "the way of a contact's point out of a shape", fmax(out_a, out_b), 0.0);
    if (fmax(out_a, out_b) < -slack)
        return complain(o, a, b, "the way of a contact's point into both shapes", -fmax(out_a, out_b), 0.0);
    double far_a = feature_distance(&o->shape[a->shape], &m->core_a, c->feature_a, core_a);
    double far_b = feature_distance(&o->shape[b->shape], &m->core_b, c->feature_b, core_b);
    if (far_a > slack)
        return complain(o, a, b, "the way from a contact's point to the named feature of a", far_a, 0.0);
    if (far_b > slack && !(c->count == 2 && fmin(far_a, far_b) < slack))
        return complain(o, a, b, "the way from a contact's point to the named feature of b", far_b, 0.0);
    return NULL;
}

/* The point from which b is left along the normal must be on the difference's boundary; the depth is the gap's. */
static const char *check_manifold(oracle *o, const body *a, const body *b, const measure *m, const hail_contact *c,
                                  bool swept) {
    double t = (double)c->t, gap = measure_gap(m, t), distance = gap + m->rounding_a + m->rounding_b;
    double nx = (double)c->normal_x, ny = (double)c->normal_y;
    double deepest = c->count == 2 ? fmax((double)c->depth[0], (double)c->depth[1]) : (double)c->depth[0];
    double stretch = fabs(hypot((double)a->c, (double)a->s) - 1.0) + fabs(hypot((double)b->c, (double)b->s) - 1.0);
    bool polygons = o->shape[a->shape].vertices > 0 && o->shape[b->shape].vertices > 0;
    if (c->count < 1 || c->count > (polygons && !swept ? 2 : 1))
        return complain(o, a, b, "the number of points", c->count, 1.0);
    if (fabs(hypot(nx, ny) - 1.0) > 1.0e-5 + stretch)
        return complain(o, a, b, "the normal's length", hypot(nx, ny), 1.0);
    if (c->t > 0.0f && (c->depth[0] < 0.0f || c->depth[0] > 0.0f))
        return complain(o, a, b, "the depth of what is touched on the way", deepest, 0.0);
    if (!(c->t > 0.0f) && fabs(deepest - fmax(-gap, 0.0)) > m->slack)
        return complain(o, a, b, "the depth", deepest, fmax(-gap, 0.0));
    point to = measure_place(m, t), at = {(double)a->x, (double)a->y};
    point boundary = {to.x - nx * distance, to.y - ny * distance};
    double off = measure_distance(&m->difference, boundary);
    /* A swept corner may be missed by the slack, and has the edge's normal if it is that near. */
    if (fabs(off) > m->slack * (swept ? 2.0 : 1.0) + fabs(distance) * 1.0e-5)
        return complain(o, a, b, "the distance of what the normal leads to from the boundary", off, 0.0);
    if (swept)
        at = (point){(double)a->start_x + t * (double)a->mx, (double)a->start_y + t * (double)a->my};
    const char *complaint = check_point(o, a, b, m, c, 0, at, to);
    return complaint != NULL || c->count == 1 ? complaint : check_point(o, a, b, m, c, 1, at, to);
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------- */

/* until: the fraction of the step up to which the pair must have been reported if it touches (1, or a's earliest hit).
 */
static const char *check_pair(oracle *o, const body *a, const body *b, hail_mode mode, double until,
                              const hail_contact *c) {
    bool swept = mode == HAIL_SWEPT || mode == HAIL_EARLIEST;
    if (swept && (!a->swept || !b->swept))
        return c != NULL ? complain(o, a, b, "reported, beyond HAIL_MAX_BOUND; contacts", 1.0, 0.0) : NULL;
    if (c == NULL && measure_far(o, a, b, swept))
        return NULL;
    measure m = measure_pair(o, a, b, swept);
    if (c == NULL && swept && until <= 0.0) /* nothing is earlier than that */
        return NULL;
    if (c == NULL) {
        double least = swept ? measure_least_gap(&m, until) : measure_gap(&m, 0.0);
        if (least >= -m.slack && swept && measure_passes_through(&m, until))
            return complain(o, a, b, "passed through unnoticed; the least gap", least, least);
        return least < -m.slack ? complain(o, a, b, "not reported; the least gap", least, least) : NULL;
    }
    double t = (double)c->t, gap = measure_gap(&m, t);
    if (!(t >= 0.0 && t <= 1.0) || (!swept && t > 0.0))
        return complain(o, a, b, "t", t, 0.0);
    if (gap > m.slack)
        return complain(o, a, b, "reported; the gap", gap, 0.0);
    if (t > 0.0 && measure_least_gap(&m, t) < -m.slack)
        return complain(o, a, b, "reported late; the least gap before", measure_least_gap(&m, t), 0.0);
    return mode == HAIL_PAIRS ? NULL : check_manifold(o, a, b, &m, c, swept);
}

static int by_pair(const void *one, const void *two) {
    const hail_contact *a = *(const hail_contact *const *)one, *b = *(const hail_contact *const *)two;
    if (a->layer_a != b->layer_a)
        return a->layer_a < b->layer_a ? -1 : 1;
    if (a->layer_b != b->layer_b)
        return a->layer_b < b->layer_b ? -1 : 1;
    if (a->a.slot != b->a.slot)
        return a->a.slot < b->a.slot ? -1 : 1;
    return (a->b.slot > b->b.slot) - (a->b.slot < b->b.slot);
}

/* The contacts, by pair, as they are gone through. */
typedef struct reading {
    const hail_contact **sorted;
    size_t count, used;
} reading;

static const hail_contact *next_if(reading *r, const body *a, const body *b) {
    const hail_contact *c = r->used < r->count ? r->sorted[r->used] : NULL;
    if (c == NULL || c->a.slot != a->handle.slot || c->b.slot != b->handle.slot || c->layer_a != a->layer ||
        c->layer_b != b->layer)
        return NULL;
    r->used++;
    return c;
}

static hail_mode mode_of(const oracle *o, const hail_contact *c) {
    for (size_t i = 0; i < o->rules; i++)
        if (o->rule[i].layer_a == c->layer_a && o->rule[i].layer_b == c->layer_b)
            return o->rule[i].mode;
    return HAIL_IGNORE;
}

/* Every body's earliest hit of HAIL_EARLIEST rules, over all of them: one at most. */
static const char *note_earliest(oracle *o, const reading *r) {
    for (size_t i = 0; i < o->count; i++)
        o->bodies[i].until = 2.0;
    for (size_t i = 0; i < r->count; i++) {
        const hail_contact *c = r->sorted[i];
        body *a = oracle_body(o, c->a), *b = oracle_body(o, c->b);
        if (a == NULL || b == NULL)
            return "a contact of a body that is not there";
        if (mode_of(o, c) != HAIL_EARLIEST)
            continue;
        if (a->until < 2.0)
            return complain(o, a, b, "a second earliest hit; t", (double)c->t, a->until);
        a->until = (double)c->t;
    }
    return NULL;
}

static const char *check_rule(oracle *o, const hail_rule *rule, reading *r) {
    const layer_state *la = &o->layer[rule->layer_a], *lb = &o->layer[rule->layer_b];
    for (size_t i = 0; i < la->count; i++) {
        for (size_t j = la == lb ? i + 1 : 0; j < lb->count; j++) {
            const body *a = &la->bodies[i], *b = &lb->bodies[j];
            if (!a->met || !b->met || !pair_allowed(a, b))
                continue;
            double until = rule->mode == HAIL_EARLIEST ? fmin(a->until, 1.0) : 1.0;
            const char *complaint = check_pair(o, a, b, rule->mode, until, next_if(r, a, b));
            if (complaint != NULL)
                return complaint;
        }
    }
    return NULL;
}

const char *oracle_check_geometry(oracle *o, const hail_contact *contacts, size_t count) {
    reading r = {calloc(count + 1, sizeof *r.sorted), count, 0};
    if (r.sorted == NULL)
        return "out of memory";
    for (size_t i = 0; i < count; i++)
        r.sorted[i] = &contacts[i];
    qsort(r.sorted, count, sizeof *r.sorted, by_pair);
    const char *complaint = note_earliest(o, &r);
    for (size_t i = 0; i < o->rules && complaint == NULL; i++)
        complaint = check_rule(o, &o->rule[i], &r);
    free(r.sorted);
    return complaint != NULL ? complaint : r.used < count ? "a contact that no rule asks for, or one twice" : NULL;
}
