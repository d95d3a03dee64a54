/* Queries against geometry in double precision, by other methods than Hail's: distances from all pairs of edges, times
 * of impact by halving. Every body is looked at, found or not; only what lies within rounding of touching may go either
 * way. Few bodies, but all kinds of simple shapes, and compounds of them.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "narrow/batch_oracle.h"
#include "query_asks.h"
#include "shared/random_world.h"
#include "step/parts_world.h"

enum { WORLDS = 40, ROOM = PARTS_LAYERS * PARTS_EACH };

typedef struct court {
    uint64_t seed;
    const view *v;
    const asks *q;
    hail_world *world;
    size_t found;
} court;

/* px: what rounding may come to. */
static double slack(const solid *a, const solid *b) {
    const double span = fabs(a->origin_x - b->origin_x) + fabs(a->origin_y - b->origin_y) + a->reach + b->reach;
    const double far = fmax(fmax(fabs(a->origin_x), fabs(a->origin_y)), fmax(fabs(b->origin_x), fabs(b->origin_y)));
    return 1.0e-5 + span * 0x1p-18 + far * 0x1p-22;
}

static solid solid_asker(const asker *a, uint32_t piece) { return solid_of(&a->of.shape[piece], &a->of.rows, piece); }

static solid solid_body(const court *c, uint32_t piece) {
    return solid_of(&c->v->of.shape[piece], &c->v->of.rows, piece);
}

/* The smallest distance of any part from any part, and the slack of those that are so near. */
static double gap_of(const court *c, const asker *a, const seen *b, double *off) {
    double least = INFINITY;
    *off = 1.0e-5;
    for (uint32_t i = 0; i < a->of.count; i++) {
        const solid one = solid_asker(a, i);
        for (uint32_t k = b->first; k < b->first + b->parts; k++) {
            const solid other = solid_body(c, k);
            least = fmin(least, solid_distance(&one, &other).distance);
            *off = fmax(*off, slack(&one, &other));
        }
    }
    return least;
}

/* When any part of a moving shape is first no further than `distance` from any part; 2: never. */
static double time_of(const court *c, const asker *a, const seen *b, double distance) {
    double first = 2.0;
    for (uint32_t i = 0; i < a->of.count; i++) {
        for (uint32_t k = b->first; k < b->first + b->parts; k++) {
            const solid_pair pair = {solid_asker(a, i), solid_body(c, k), (double)a->at.dx, (double)a->at.dy, 0.0, 0.0};
            const double reach = pair.a.reach + pair.b.reach + distance + hypot(pair.ax, pair.ay);
            if (hypot(pair.a.origin_x - pair.b.origin_x, pair.a.origin_y - pair.b.origin_y) <= reach)
                first = fmin(first, solid_touches_at(&pair, distance));
        }
    }
    return first;
}

static void make_asker(const court *c, ask_kind kind, size_t i, asker *a) {
    const asks *q = c->q;
    seen pose = {.x = q->x[i], .y = q->y[i], .dx = q->dx[i], .dy = q->dy[i], .cos = 1.0f, .scale = 1.0f};
    if (kind != ASK_SHAPES && kind != ASK_CASTS) {
        asker_point(a, pose.x, pose.y, pose.dx, pose.dy);
        return;
    }
    if (!q->plain)
        pose.cos = q->cos[i], pose.sin = q->sin[i];
    if (!q->unscaled)
        pose.scale = q->scale[i];
    asker_shape(a, &q->shape[q->which[i]], q->by_convex ? &q->convex[q->which[i]] : NULL, &pose);
}

static bool is_body(const seen *b, hail_handle h) {
    return b->handle.slot == h.slot && b->handle.generation == h.generation;
}

/* ---- Overlaps ---------------------------------------------------------------------------------------------------- */

static void judge_overlaps(court *c, ask_kind kind) {
    static hail_query_match match[ASKS * ROOM];
    cr_assert_eq(asks_run(c->q, kind, c->world, 0, c->q->count, ROOM, match, NULL), HAIL_OK);
    for (size_t i = 0; i < c->q->count; i++) {
        asker a = {.v = c->v};
        make_asker(c, kind, i, &a);
        for (size_t k = 0; k < c->v->bodies; k++) {
            bool found = false;
            double off;
            for (size_t n = i * ROOM; n < (i + 1) * ROOM && match[n].kind != 0 && !found; n++)
                found = is_body(&c->v->body[k], match[n].body);
            const double gap = gap_of(c, &a, &c->v->body[k], &off);
            cr_assert(fabs(gap) <= off || found == (gap < 0.0),
                      "HAIL_TEST_SEED=%llu: %s, query %zu, slot %u: %s, but the gap is %g", (unsigned long long)c->seed,
                      ask_name(kind), i, (unsigned)c->v->body[k].handle.slot, found ? "found" : "not found", gap);
            c->found += found;
        }
        asker_free(&a);
    }
}

/* ---- Casts ------------------------------------------------------------------------------------------------------- */

static void judge_hit(const court *c, ask_kind kind, size_t i, const asker *a, const seen *b, const hail_query_hit *h) {
    double off;
    const double gap = gap_of(c, a, b, &off), length = hypot((double)a->at.dx, (double)a->at.dy);
    off += length * 0x1p-20;
    const double early = time_of(c, a, b, 8.0 * off), late = time_of(c, a, b, -8.0 * off);
    const char *wrong = NULL;
    if (h == NULL)
        wrong = late <= 1.0 - 1.0e-5 ? "not found" : NULL;
    else if (early > 1.0)
        wrong = "never touches";
    else if ((double)h->t < early - 1.0e-5 || (double)h->t > late + 1.0e-5)
        wrong = "another time";
    else if (h->t > 0.0f && fabs((double)h->distance - (double)h->t * length) > 1.0e-5 * length + 1.0e-5)
        wrong = "another distance";
    else if (h->t <= 0.0f && ((double)h->distance < fmin(gap, 0.0) - off || h->distance > 0.0f))
        wrong = "another depth";
    else if (h->t <= 0.0f && b->parts * a->of.count == 1 && (double)h->distance > fmin(gap, 0.0) + off)
        wrong = "too little depth";
    else if (fabs(hypot((double)h->normal_x, (double)h->normal_y) - 1.0) > 1.0e-4)
        wrong = "no unit normal";
    else if (fabs(gap) > off && h->inside != (gap < 0.0))
        wrong = "inside";
    else if (h->inside == 0 && length > 1.0e-2 && h->t > 0.0f && late <= 1.0 &&
             (double)h->normal_x * (double)a->at.dx + (double)h->normal_y * (double)a->at.dy > 1.0e-2 * length)
        wrong = "it leaves through its normal";
    cr_assert(wrong == NULL, "HAIL_TEST_SEED=%llu: %s, query %zu, slot %u: %s; t %g, must be from %g to %g",
              (unsigned long long)c->seed, ask_name(kind), i, (unsigned)b->handle.slot, wrong,
              h != NULL ? (double)h->t : 2.0, early, late);
}

/* The point that is hit lies on the surface, as far as the ray itself goes; or at its start, if that is inside. */
static void judge_point(const court *c, size_t i, const asker *a, const hail_query_hit *h) {
    const double x = (double)a->at.x + (double)a->at.dx * (double)h->t;
    const double y = (double)a->at.y + (double)a->at.dy * (double)h->t, far = fmax(fabs(x), fabs(y));
    const double most = h->t > 0.0f ? 1.0e-3 + far * 0x1p-18 : 0.0;
    cr_assert(hypot((double)h->x - x, (double)h->y - y) <= most,
              "HAIL_TEST_SEED=%llu: rays, query %zu: hits at (%g, %g), but is at (%g, %g)", (unsigned long long)c->seed,
              i, (double)h->x, (double)h->y, x, y);
}

static void judge_casts(court *c, ask_kind kind) {
    static hail_query_hit hit[ASKS * ROOM];
    cr_assert_eq(asks_run(c->q, kind, c->world, 0, c->q->count, ROOM, hit, NULL), HAIL_OK);
    for (size_t i = 0; i < c->q->count; i++) {
        asker a = {.v = c->v};
        make_asker(c, kind, i, &a);
        for (size_t k = 0; k < c->v->bodies; k++) {
            const hail_query_hit *found = NULL;
            for (size_t n = i * ROOM; n < (i + 1) * ROOM && hit[n].kind != 0; n++)
                if (is_body(&c->v->body[k], hit[n].body))
                    found = &hit[n];
            judge_hit(c, kind, i, &a, &c->v->body[k], found);
            c->found += found != NULL;
            if (found != NULL && kind == ASK_RAYS)
                judge_point(c, i, &a, found);
        }
        for (size_t n = i * ROOM + 1; n < (i + 1) * ROOM && hit[n].kind != 0; n++)
            cr_assert(hit[n - 1].t <= hit[n].t && (hit[n].t <= 0.0f || hit[n - 1].distance <= hit[n].distance));
        asker_free(&a);
    }
}

/* ---- Nearest ----------------------------------------------------------------------------------------------------- */

static void judge_near(const court *c, size_t i, const asker *a, const seen *b, const hail_query_hit *h) {
    const double radius = c->q->has_radii ? (double)c->q->radii[i] : (double)c->q->radius;
    double off;
    const double gap = gap_of(c, a, b, &off), x = (double)a->at.x, y = (double)a->at.y;
    const bool sure = radius <= 0.0 || gap < radius - off, may = radius <= 0.0 || gap < radius + off;
    cr_assert(h != NULL ? may : !sure, "HAIL_TEST_SEED=%llu: nearest, query %zu, slot %u: %s, but lies %g px away",
              (unsigned long long)c->seed, i, (unsigned)b->handle.slot, h != NULL ? "found" : "not found", gap);
    if (h == NULL)
        return;
    cr_assert(fabs((double)h->distance - gap) <= off,
              "HAIL_TEST_SEED=%llu: nearest, query %zu, slot %u: %g, must be %g", (unsigned long long)c->seed, i,
              (unsigned)b->handle.slot, (double)h->distance, gap);
    const double back_x = x - (double)h->normal_x * gap, back_y = y - (double)h->normal_y * gap;
    cr_assert(hypot(back_x - (double)h->x, back_y - (double)h->y) <= 1.0e-3 + 100.0 * off,
              "HAIL_TEST_SEED=%llu: nearest, query %zu, slot %u: the point is not where the normal starts",
              (unsigned long long)c->seed, i, (unsigned)b->handle.slot);
}

static void judge_nearest(court *c) {
    static hail_query_hit hit[ASKS * ROOM];
    cr_assert_eq(asks_run(c->q, ASK_NEAREST, c->world, 0, c->q->count, ROOM, hit, NULL), HAIL_OK);
    for (size_t i = 0; i < c->q->count; i++) {
        asker a = {.v = c->v};
        make_asker(c, ASK_NEAREST, i, &a);
        for (size_t k = 0; k < c->v->bodies; k++) {
            const hail_query_hit *found = NULL;
            for (size_t n = i * ROOM; n < (i + 1) * ROOM && hit[n].kind != 0; n++)
                if (is_body(&c->v->body[k], hit[n].body))
                    found = &hit[n];
            judge_near(c, i, &a, &c->v->body[k], found);
            c->found += found != NULL;
        }
        asker_free(&a);
    }
}

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static size_t judge(uint64_t seed) {
    parts_plan *plan = parts_plan_make(seed, NULL);
    const parts_config config = parts_config_of(seed);
    parts_world w = parts_world_make(plan, &config);
    uint64_t state = seed * 3 + 1;
    const ask_style style = {.shapes = w.shape, .shape_count = PARTS_SHAPES, .sprites = true, .speed = 200.0f};
    view *v = view_make(w.world, NULL, NULL, NULL);
    asks *q = asks_make(&state, v, &style);
    court c = {seed, v, q, w.world, 0};
    q->filtered = false;
    for (size_t i = 0; i < q->count; i++) { /* what double precision can halve */
        q->dx[i] = fabsf(q->dx[i]) > 5000.0f ? 50.0f : q->dx[i];
        q->dy[i] = fabsf(q->dy[i]) > 5000.0f ? 50.0f : q->dy[i];
    }
    cr_assert_eq(hail_query_prepare(w.world, 0), HAIL_OK);
    judge_overlaps(&c, ASK_POINTS);
    judge_overlaps(&c, ASK_SHAPES);
    judge_casts(&c, ASK_RAYS);
    judge_casts(&c, ASK_CASTS);
    judge_nearest(&c);
    view_free(v);
    free(q);
    parts_world_free(&w);
    free(plan);
    return c.found;
}

Test(query_truth, every_body) {
    const size_t total = random_seeds_sum(random_shortened(WORLDS), judge);
    cr_assert_gt(total, (size_t)1000, "only %zu were found", total);
}
