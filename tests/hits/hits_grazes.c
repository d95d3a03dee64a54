/* tests/hits/hits_grazes.c - which pairs graze: a search for the least gap, with hail_batch_distance. */
#include <criterion/criterion.h>

#include <float.h>
#include <math.h>

#include "hits_twins.h"

/* px: within this of the margin, a graze may be reported or not. The polygon around a sprite is a little larger. */
static const double BAND = 2e-3, SPRITE_BAND = 2e-2;

static double band_of(const model *m, uint32_t i, uint32_t j) {
    const bool sprites = m->shape[i] == SHAPES - 1 || m->shape[j] == SHAPES - 1;
    return sprites ? SPRITE_BAND : BAND;
}

typedef struct placed {
    float x, y, dx, dy, cos, sin;
    uint32_t shape;
} placed;

/* Where its way begins or, if it is not swept, where it ends. */
static placed place_of(const model *m, uint32_t i, bool swept) {
    hail_location at;
    hail_columns c;
    cr_assert_eq(hail_locate(m->bare, &m->live[i], &at), HAIL_OK);
    cr_assert_eq(hail_layer_columns(m->bare, at.layer, &c), HAIL_OK);
    const body_before *b = &m->before[i];
    placed p = {b->x, b->y, b->dx, b->dy, c.cos[at.index], c.sin[at.index], m->shape[i]};
    if (!swept)
        p.x += p.dx, p.y += p.dy, p.dx = p.dy = 0.0f;
    return p;
}

/* The gap of two bodies at time t. */
static double gap_at(const model *m, const placed *a, const placed *b, double t) {
    double least = DBL_MAX;
    for (uint32_t p = 0; p < m->parts[a->shape]; p++)
        for (uint32_t q = 0; q < m->parts[b->shape]; q++) {
            const hail_convex shapes[] = {m->part[a->shape][p], m->part[b->shape][q]};
            const float x[] = {(float)(a->x + a->dx * t), (float)(b->x + b->dx * t)},
                        y[] = {(float)(a->y + a->dy * t), (float)(b->y + b->dy * t)};
            const uint32_t which[] = {0, 1};
            const hail_batch batch = {
                .count = 1,
                .a = {.convexes = shapes,
                      .shape_count = 2,
                      .x = x,
                      .y = y,
                      .cos = &a->cos,
                      .sin = &a->sin,
                      .shape = which,
                      .count = 1},
                .b = {.x = x + 1, .y = y + 1, .cos = &b->cos, .sin = &b->sin, .shape = which + 1, .count = 1}};
            hail_gap gap;
            cr_assert_eq(hail_batch_distance(&batch, &gap), HAIL_OK);
            least = fmin(least, (double)gap.distance);
        }
    return least;
}

/* The least gap of two bodies, each part pair's being a convex function of time; *when: about when. */
static double least_gap(const model *m, const placed *a, const placed *b, double *when) {
    const int pieces = m->parts[a->shape] * m->parts[b->shape] > 1 ? 8 : 1; /* compounds: several minima */
    double least = DBL_MAX;
    for (int from = 0; from < pieces; from++) {
        double low = (double)from / pieces, high = (double)(from + 1) / pieces;
        for (int i = 0; i < 30; i++) {
            const double one = low + (high - low) / 3.0, two = high - (high - low) / 3.0;
            if (gap_at(m, a, b, one) <= gap_at(m, a, b, two))
                high = two;
            else
                low = one;
        }
        const double t[] = {low, from == 0 ? 0.0 : low, from == pieces - 1 ? 1.0 : high};
        for (int i = 0; i < 3; i++) {
            const double gap = gap_at(m, a, b, t[i]);
            if (gap < least)
                least = gap, *when = t[i];
        }
    }
    return least;
}

static const hail_contact *reported_graze(const model *m, hail_handle a, hail_handle b) {
    for (size_t i = 0; i < m->hits.count; i++)
        if (m->hits.contact[i].kind == HAIL_CONTACT_GRAZE && m->hits.contact[i].a.slot == a.slot &&
            m->hits.contact[i].b.slot == b.slot)
            return &m->hits.contact[i];
    return NULL;
}

static bool touches(const model *m, hail_handle a, hail_handle b) {
    for (size_t i = 0; i < m->all.count; i++)
        if (m->all.contact[i].kind == HAIL_CONTACT_BODY && m->all.contact[i].a.slot == a.slot &&
            m->all.contact[i].b.slot == b.slot)
            return true;
    return false;
}

/* The polygons around sprites may cross what they graze: t is when they first touch it. */
static void check_first(const model *m, const placed *a, const placed *b, const hail_contact *c) {
    enum { LOOKS = 16 };
    for (int k = 0; k < LOOKS && c->t > 0.0f; k++) {
        const double t = (double)c->t * k / LOOKS, gap = gap_at(m, a, b, t);
        cr_assert(gap > -2.0 * SPRITE_BAND, "seed %llu: %u and %u graze at %g, but touch at %g, %g px deep",
                  (unsigned long long)m->seed, c->a.slot, c->b.slot, (double)c->t, t, -gap);
    }
}

static void check_graze(model *m, uint32_t i, uint32_t j, const plan_rule *r, uint32_t la, uint32_t lb,
                        const float *stops) {
    const hail_handle a = m->live[i], b = m->live[j];
    const bool swept = r->mode == HAIL_SWEPT || r->mode == HAIL_EARLIEST;
    const placed pa = place_of(m, i, swept), pb = place_of(m, j, swept);
    const double far = hypot((double)(pa.x - pb.x), (double)(pa.y - pb.y)) - 40.0 - (double)r->graze -
                       hypot((double)(pa.dx - pb.dx), (double)(pa.dy - pb.dy));
    const hail_contact *c = reported_graze(m, a, b);
    double when = 0.0;
    if (far > 0.0) {
        cr_assert(c == NULL, "seed %llu: a graze from afar", (unsigned long long)m->seed);
        return;
    }
    const bool hit = touches(m, a, b);
    const double band = band_of(m, i, j);
    const hail_contact key = {
        .a = a, .b = b, .kind = HAIL_CONTACT_BODY, .layer_a = (uint8_t)la, .layer_b = (uint8_t)lb};
    const remembered e = hits_entry_of(&key, true);
    const bool known = r->once && hits_find(m, &e) != NULL;
    if (known || hit) {
        cr_assert(c == NULL, "seed %llu: a graze of a pair that hit, or that is remembered",
                  (unsigned long long)m->seed);
        return;
    }
    const float stop = r->mode == HAIL_EARLIEST ? stops[a.slot] : 2.0f;
    const double gap = swept ? least_gap(m, &pa, &pb, &when) : gap_at(m, &pa, &pb, 0.0);
    const bool must = gap <= (double)r->graze - band && when < (double)stop - 0.02;
    cr_assert(c != NULL || !must, "seed %llu: no graze of %u and %u, gap %g of %g at %g", (unsigned long long)m->seed,
              a.slot, b.slot, gap, (double)r->graze, when);
    if (c == NULL)
        return;
    /* The model's search may miss one of several minima, but what it finds is never too small. */
    const double there = fmax(gap_at(m, &pa, &pb, (double)c->t), 0.0);
    cr_assert(there <= (double)r->graze + band && there <= fmax(gap, 0.0) + band && c->t <= stop,
              "seed %llu: a graze of %u and %u at %g, gap %g of %g; least %g at %g; stop %g",
              (unsigned long long)m->seed, a.slot, b.slot, (double)c->t, there, (double)r->graze, gap, when,
              (double)stop);
    cr_assert(fabs((double)c->depth[0] + there) < band, "seed %llu: depth %g, gap %g", (unsigned long long)m->seed,
              (double)c->depth[0], there);
    cr_assert_eq(c->count, r->mode != HAIL_PAIRS);
    if (swept && there <= band && band > BAND)
        check_first(m, &pa, &pb, c);
}

void hits_check_grazes(model *m, const float *stops) {
    size_t grazes = 0, seen = 0;
    for (size_t i = 0; i < m->hits.count; i++)
        grazes += m->hits.contact[i].kind == HAIL_CONTACT_GRAZE;
    for (uint32_t i = 0; i < m->count; i++)
        for (uint32_t j = 0; j < m->count; j++) {
            hail_location a, b;
            hail_locate(m->bare, &m->live[i], &a);
            hail_locate(m->bare, &m->live[j], &b);
            const plan_rule *r = &m->rule[a.layer][b.layer];
            const bool self = a.layer == b.layer;
            if (i == j || !m->before[i].active || !m->before[j].active || r->mode == HAIL_IGNORE || r->graze == 0.0f ||
                (self && m->live[i].slot > m->live[j].slot))
                continue;
            seen += reported_graze(m, m->live[i], m->live[j]) != NULL;
            check_graze(m, i, j, r, a.layer, b.layer, stops);
        }
    cr_assert_eq(seen, grazes, "seed %llu: grazes without a rule", (unsigned long long)m->seed);
}
