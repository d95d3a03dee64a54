/* tests/tiles/slide_model_judge.c - holds a slide of the library to the model (slide_model.c says how), and prints it.
 */
#include "slide_model.h"

#include <math.h>
#include <stdio.h>

typedef struct call {
    const picture *of;
    solid s;
    double dx, dy, skin, rounding;
    model_options bare; /* for the model */
} call;

static call call_of(const model_crowd *m, const hail_slide_options *options, size_t i) {
    const float *const *column = (const float *const *)m->c.column;
    call c = {m->of,
              crowd_solid(&m->c, i),
              (double)column[5][i],
              (double)column[6][i],
              (double)options->skin,
              0.0,
              {.bounces = options->bounces, .snap = (double)options->snap, .stand = 2.0 * (double)options->skin}};
    /* The position is a float, and so is the displacement that is added to it. */
    c.rounding = ulp_of(fmax(fabs(c.s.origin_x), fabs(c.s.origin_y)) + c.s.reach) + 1.0e-5;
    return c;
}

static model_options grown(const call *c, double by) {
    model_options options = c->bare;
    options.grow = by;
    return options;
}

/* ---- How far a displacement is from the model's -------------------------------------------------------------------
 */

typedef struct miss {
    double along, aside;
} miss;

/* Along the model's free direction, and across it; if it has none, as a whole. */
static miss miss_of(const model_slide *m, double dx, double dy) {
    const double x = dx - m->dx, y = dy - m->dy;
    if (m->free_x == 0.0 && m->free_y == 0.0)
        return (miss){hypot(x, y), 0.0};
    return (miss){fabs(x * m->free_x + y * m->free_y), fabs(x * m->free_y - y * m->free_x)};
}

/* ---- Whether the model's answer is certain ------------------------------------------------------------------------
 */

/* Other answers of the model, and what they tell. */
typedef struct doubts {
    const call *c;
    const model_slide *m;
    model_excuse excuse;
    double due; /* px: the least way along the model's free direction */
} doubts;

static double way(const model_slide *m, double dx, double dy) { return dx * m->free_x + dy * m->free_y; }

static void doubt(doubts *d, const solid *s, model_options options, model_excuse excuse) {
    const model_slide other = model_of(d->c->of, s, d->c->dx, d->c->dy, options);
    const miss by = miss_of(d->m, other.dx, other.dy);
    d->due = other.unsure ? 0.0 : fmin(d->due, way(d->m, other.dx, other.dy));
    if (d->excuse != EXCUSE_NONE)
        return;
    if (other.tight)
        d->excuse = EXCUSE_TIGHT;
    else if (other.unsure)
        d->excuse = EXCUSE_PLACE;
    else if (by.along > 2.0 * d->c->skin || by.aside > 4.0 * d->c->skin)
        d->excuse = excuse;
}

static doubts doubts_of(const call *c, const model_slide *m) {
    const double away[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}, by = c->skin / 4.0 + 2.0 * c->rounding;
    doubts d = {c, m, EXCUSE_NONE, way(m, m->dx, m->dy)};
    for (int k = -2; k <= 2; k++)
        doubt(&d, &c->s, grown(c, k * c->skin), EXCUSE_SIZE);
    for (int k = 0; k < 4; k++) {
        const solid s = solid_moved(c->s, away[k][0] * by, away[k][1] * by);
        doubt(&d, &s, c->bare, EXCUSE_PLACE);
    }
    for (uint32_t k = 0; k < 2; k++) {
        model_options other = c->bare;
        other.bounces += k == 0 ? 1 : UINT32_MAX; /* one more, one less */
        doubt(&d, &c->s, other, EXCUSE_BOUNCES);
    }
    return d;
}

/* How far across its free direction a mover may be. A round one that stops a skin before a corner meets it under
 * another angle than the bare one. */
static double across(const call *c, const model_slide *m) {
    bool corner = false;
    for (uint32_t k = 0; k < m->surfaces && k < 4; k++)
        corner = corner || (m->normal_x[k] != 0.0 && m->normal_y[k] != 0.0);
    const double turn = corner && c->s.rounding > 0.0 ? sqrt(2.0 * c->skin / c->s.rounding) : 0.0;
    return 4.0 * c->skin + fmin(turn, 0.5) * hypot(c->dx, c->dy);
}

/* ---- The verdict ---------------------------------------------------------------------------------------------------
 */

/* Whether the mover made less than a tenth of what it should, more than a px, and has met nothing that faces it. */
static bool stops_dead(const model_slide *m, const hail_slide *slide, double due) {
    if (!(due > 1.0) || way(m, (double)slide->dx, (double)slide->dy) >= 0.1 * due)
        return false;
    for (uint32_t k = 0; k < slide->count && k < HAIL_SLIDE_CONTACTS; k++)
        if (way(m, (double)slide->normal_x[k], (double)slide->normal_y[k]) < -0.1)
            return false;
    return true;
}

/* A mover that is far from the model's answer. */
static void judge_doubts(model_verdict *v, const call *c, const hail_slide *slide) {
    const doubts d = doubts_of(c, &v->model);
    v->excuse = d.excuse;
    if (stops_dead(&v->model, slide, d.due))
        v->fault = FAULT_DEAD, v->excuse = EXCUSE_NONE;
    else if (d.excuse != EXCUSE_NONE)
        v->fault = FAULT_NONE;
}

model_verdict model_judge(const model_crowd *m, const hail_slide_options *options, size_t i) {
    const call c = call_of(m, options, i);
    const terrain t = {m->of, 0, false};
    const hail_slide *slide = &m->slides[i];
    const float x = m->c.column[0][i] + slide->dx, y = m->c.column[1][i] + slide->dy;
    const solid end = solid_moved(c.s, (double)x - c.s.origin_x, (double)y - c.s.origin_y);
    model_verdict v = {.model = model_of(m->of, &c.s, c.dx, c.dy, c.bare)};
    const miss by = miss_of(&v.model, (double)slide->dx, (double)slide->dy);
    v.along = by.along, v.aside = by.aside;
    v.gap = terrain_gap(&t, &end, 1.0);
    if (!isfinite(x) || !isfinite(y) || (slide->flags & HAIL_STUCK) != 0)
        v.fault = FAULT_STUCK;
    else if (v.gap < -2.0 * c.rounding)
        v.fault = FAULT_INSIDE;
    else if (v.model.tight)
        v.excuse = EXCUSE_TIGHT;
    else if (v.along > 2.0 * c.skin + c.rounding)
        v.fault = FAULT_ALONG;
    else if (v.aside > across(&c, &v.model) + c.rounding)
        v.fault = FAULT_ASIDE;
    if (v.fault == FAULT_ALONG || v.fault == FAULT_ASIDE)
        judge_doubts(&v, &c, slide);
    return v;
}

void model_answer(model_crowd *m, const hail_slide_options *options, bool plain) {
    for (size_t i = 0; i < m->c.count; i++) {
        const call c = call_of(m, options, i);
        model_options larger = grown(&c, c.skin);
        larger.plain = plain;
        model_slide slide = model_of(m->of, &c.s, c.dx, c.dy, larger);
        if (slide.tight) /* there is no room to grow */
            slide = model_of(m->of, &c.s, c.dx, c.dy, c.bare);
        hail_slide *to = &m->slides[i];
        to->dx = (float)slide.dx, to->dy = (float)slide.dy;
        to->flags &= ~(uint32_t)HAIL_STUCK;
        to->count = slide.surfaces < 4 ? slide.surfaces : 4;
        for (uint32_t k = 0; k < to->count; k++)
            to->normal_x[k] = (float)slide.normal_x[k], to->normal_y[k] = (float)slide.normal_y[k];
    }
}

/* ---- Printing ------------------------------------------------------------------------------------------------------
 */

static void print_map(const call *c) {
    const terrain t = {c->of, 0, false};
    const region r = terrain_around(&t, &c->s, c->dx, c->dy, 3.0);
    fprintf(stderr, "  pixels (%.0f, %.0f) to (%.0f, %.0f); o: the mover's core touches the pixel\n",
            (double)c->of->x + (double)r.from_i, (double)c->of->y + (double)r.from_j, (double)c->of->x + (double)r.to_i,
            (double)c->of->y + (double)r.to_j);
    for (long j = r.from_j; j <= r.to_j; j++) {
        fprintf(stderr, "    ");
        for (long i = r.from_i; i <= r.to_i; i++) {
            const solid square = terrain_square(&t, i, j);
            const bool here = solid_distance(&c->s, &square).distance < 0.0;
            fputc(terrain_solid(&t, i, j) ? here ? 'X' : '#' : here ? 'o' : '.', stderr);
        }
        fputc('\n', stderr);
    }
}

void model_print(const model_crowd *m, const hail_slide_options *options, size_t i, const model_verdict *v) {
    static const char *fault[] = {"no fault",
                                  "it is wrong along its free direction",
                                  "it is wrong across its free direction",
                                  "it ends inside",
                                  "it stops dead",
                                  "it is stuck"};
    const call c = call_of(m, options, i);
    const hail_slide *slide = &m->slides[i];
    const model_slide *must = &v->model;
    fprintf(stderr, "%s: mover %zu at (%.9g, %.9g) rotated (%.9g, %.9g), skin %g, bounces %u, snap %g\n",
            fault[v->fault], i, c.s.origin_x, c.s.origin_y, (double)m->c.column[2][i], (double)m->c.column[3][i],
            c.skin, (unsigned)c.bare.bounces, c.bare.snap);
    fprintf(stderr, "  core from its origin:");
    for (uint32_t k = 0; k < c.s.n; k++)
        fprintf(stderr, " (%.9g, %.9g)", c.s.x[k] - c.s.origin_x, c.s.y[k] - c.s.origin_y);
    fprintf(stderr, ", rounding %.9g; asked for (%.9g, %.9g)\n", c.s.rounding, c.dx, c.dy);
    fprintf(stderr, "  library (%.9g, %.9g), flags %u, normals", (double)slide->dx, (double)slide->dy,
            (unsigned)slide->flags);
    for (uint32_t k = 0; k < slide->count && k < HAIL_SLIDE_CONTACTS; k++)
        fprintf(stderr, " (%.7g, %.7g)", (double)slide->normal_x[k], (double)slide->normal_y[k]);
    fprintf(stderr, "; gap at the end %.3g\n  model   (%.9g, %.9g), free along (%.7g, %.7g), normals", v->gap, must->dx,
            must->dy, must->free_x, must->free_y);
    for (uint32_t k = 0; k < must->surfaces && k < 4; k++)
        fprintf(stderr, " (%.7g, %.7g)", must->normal_x[k], must->normal_y[k]);
    fprintf(stderr, "; off by %.4g along, %.4g across\n", v->along, v->aside);
    for (int k = -2; k <= 2; k++) {
        const model_slide other = model_of(c.of, &c.s, c.dx, c.dy, grown(&c, k * c.skin));
        fprintf(stderr, "  %+d skins (%.7g, %.7g)%s%s\n", k, other.dx, other.dy, other.tight ? " tight" : "",
                other.spent ? " spent" : "");
    }
    print_map(&c);
}
