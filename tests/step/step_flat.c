/* tests/step/step_flat.c - polygons with corners that hardly turn, in a world: swept contacts, grazes and casts on
 * every variant, against distances in double precision.
 *
 * The default is 6,400 pairs; HAIL_TEST_WORLDS=160 makes them a million. HAIL_TEST_SEED runs one seed, which the log
 * names. Errors are allowed as in tests/narrow/batch_precision.c; in a step the start, a rounded difference, is as the
 * step computes it. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "narrow/batch_flat.h"
#include "narrow/batch_oracle.h"
#include "shared/contexts.h"
#include "shared/random_world.h"

enum { MOVERS, OTHERS, PAIRS = 64, CHUNKS = 100 };

#define MARGIN 30.0f  /* px: of grazes */
#define SHARE  2.0e-6 /* of the sum that bounds a pair's rounding */

static const flat_choice choice = {.count = PAIRS, .largest = 100.0f, .spacing = 4096.0f, .farthest = 300.0f};

/* What a variant answered, by pair. */
typedef struct answers {
    hail_contact contact[PAIRS]; /* kind 0: none */
    hail_query_hit hit[PAIRS];
    uint32_t hits[PAIRS];
} answers;

typedef struct scene {
    hail_world *world;
    hail_handle handle[2][PAIRS];
    answers *to;
} scene;

/* ---- The world --------------------------------------------------------------------------------------------------- */

/* Spawns one side, with cos and sin as they are. */
static void spawn_side(scene *c, const inputs *in, uint32_t side) {
    float *const *from = in->column[side];
    hail_shape shapes[INPUT_SHAPES], shape[PAIRS];
    hail_columns columns;
    for (int i = 0; i < INPUT_SHAPES; i++)
        cr_assert_eq(hail_shape_add(hail_world_shapes(c->world), &in->shapes[i], &shapes[i]), HAIL_OK);
    for (size_t i = 0; i < PAIRS; i++)
        shape[i] = shapes[in->shape[side][i]];
    const hail_spawn_columns spawn = {
        .x = from[0], .y = from[1], .scale = from[4], .vx = from[5], .vy = from[6], .shape = shape};
    cr_assert_eq(hail_spawn(c->world, side, NULL, &spawn, PAIRS, c->handle[side]), HAIL_OK);
    cr_assert_eq(hail_layer_columns(c->world, side, &columns), HAIL_OK);
    memcpy(columns.cos, from[2], PAIRS * sizeof(float));
    memcpy(columns.sin, from[3], PAIRS * sizeof(float));
}

static void make_scene(scene *c, const inputs *in, const hail_context *context) {
    const hail_rule rule = {.mode = HAIL_SWEPT, .layer_a = MOVERS, .layer_b = OTHERS, .graze = MARGIN};
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = context;
    cr_assert_eq(hail_world_create(&options, &c->world), HAIL_OK);
    for (uint32_t side = MOVERS; side <= OTHERS; side++) {
        const hail_layer_options layer = {.columns = HAIL_ROTATION | HAIL_SCALE};
        cr_assert_eq(hail_layer_configure(c->world, side, &layer), HAIL_OK);
        spawn_side(c, in, side);
    }
    cr_assert_eq(hail_rule_configure(c->world, &rule), HAIL_OK);
}

/* Each mover by what it moves more than its other, which casts see at rest. */
static void cast_all(const scene *c, const inputs *in, answers *to) {
    const hail_query_filter filter = {.layers = HAIL_LAYER(OTHERS)};
    float dx[PAIRS], dy[PAIRS];
    for (size_t i = 0; i < PAIRS; i++) {
        dx[i] = in->column[0][5][i] - in->column[1][5][i];
        dy[i] = in->column[0][6][i] - in->column[1][6][i];
    }
    hail_shapes list = in->batch.a;
    list.dx = dx, list.dy = dy;
    cr_assert_eq(hail_query_prepare(c->world, 0), HAIL_OK);
    cr_assert_eq(hail_query_casts(c->world, &list, &filter, 1, to->hit, to->hits), HAIL_OK);
}

static void keep(const hail_contact *contacts, size_t count, void *user) {
    scene *c = user;
    for (size_t k = 0; k < count; k++)
        for (size_t i = 0; i < PAIRS; i++)
            if (c->handle[MOVERS][i].slot == contacts[k].a.slot) {
                cr_assert_eq(c->handle[OTHERS][i].slot, contacts[k].b.slot, "a contact with another pair's body");
                c->to->contact[i] = contacts[k];
            }
}

static void ask(const inputs *in, const char *variant, answers *to) {
    scene c = {.to = to};
    memset(to, 0, sizeof *to);
    make_scene(&c, in, variant_context(variant));
    cast_all(&c, in, to);
    cr_assert_eq(hail_step(c.world, 1.0f, keep, &c), HAIL_OK);
    hail_world_destroy(c.world);
}

/* ---- What holds -------------------------------------------------------------------------------------------------- */

static double allowed_of(const solid_pair *p) { return SHARE * solid_sum(p) * fmax(1.0, 0.1 / solid_keenness(p)); }

static double distance_at(const solid_pair *p, double t) {
    const solid a = solid_moved(p->a, p->ax * t, p->ay * t), b = solid_moved(p->b, p->bx * t, p->by * t);
    return solid_distance(&a, &b).distance;
}

static void hold(double error, const solid_pair *p, double *worst, const char *what, const inputs *in, size_t pair) {
    const double allowed = allowed_of(p);
    *worst = fmax(*worst, error / allowed);
    cr_assert(error <= allowed, "pair %zu, %s: off by %.3g, and %.3g is allowed: %s", pair, what, error, allowed,
              inputs_text(&in->batch, pair));
}

/* A pair that is hit at t touches then, and did not before; one that is not stays apart. */
static void hold_hit(bool hit, double t, const solid_pair *p, double *worst, const char *what, const inputs *in,
                     size_t i) {
    double when;
    if (hit)
        hold(distance_at(p, t), p, worst, what, in, i);
    if (!hit || t > 0.0)
        hold(-solid_closest(p, hit ? t : 1.0, &when), p, worst, what, in, i);
}

/* A graze is as deep as minus the smallest gap, which is at t. */
static void hold_graze(const hail_contact *c, const solid_pair *p, double *worst, const inputs *in, size_t i) {
    double when;
    const double least = fmax(solid_closest(p, 1.0, &when), 0.0);
    if (c->kind != HAIL_CONTACT_GRAZE) {
        hold((double)MARGIN - least, p, worst, "no graze", in, i);
        return;
    }
    hold(least - (double)MARGIN, p, worst, "a graze from afar", in, i);
    hold(fabs(-(double)c->depth[0] - least), p, worst, "the gap of a graze", in, i);
    hold(distance_at(p, (double)c->t) - least, p, worst, "the time of a graze", in, i);
}

/* A step sweeps from where a body ends less its displacement, each rounded. */
static void start_again(float *x, const float *moved, float *was) {
    for (size_t i = 0; i < PAIRS; i++) {
        was[i] = x[i];
        const float end = x[i] + moved[i];
        x[i] = end - moved[i];
    }
}

typedef struct worst {
    double cast, contact, graze;
    size_t casts, contacts, grazes;
} worst;

static void check_casts(const inputs *in, const answers *all, worst *seen) {
    for (size_t i = 0; i < PAIRS; i++) {
        solid_pair p = solid_pair_of(&in->batch, i);
        p.ax -= p.bx, p.ay -= p.by, p.bx = p.by = 0.0;
        hold_hit(all->hits[i] > 0, (double)all->hit[i].t, &p, &seen->cast, "a cast", in, i);
        seen->casts += all->hits[i];
    }
}

static void check_step(inputs *in, const answers *all, worst *seen) {
    float was[4][PAIRS];
    for (int k = 0; k < 4; k++)
        start_again(in->column[k / 2][k % 2], in->column[k / 2][5 + k % 2], was[k]);
    for (size_t i = 0; i < PAIRS; i++) {
        const hail_contact *c = &all->contact[i];
        const solid_pair p = solid_pair_of(&in->batch, i);
        const bool hit = c->kind == HAIL_CONTACT_BODY;
        hold_hit(hit, (double)c->t, &p, &seen->contact, "a swept contact", in, i);
        if (!hit)
            hold_graze(c, &p, &seen->graze, in, i);
        seen->contacts += hit;
        seen->grazes += c->kind == HAIL_CONTACT_GRAZE;
    }
    for (int k = 0; k < 4; k++)
        memcpy(in->column[k / 2][k % 2], was[k], sizeof was[k]);
}

Test(step_flat, contacts_grazes_casts) {
    static answers first, other;
    worst seen = {0};
    uint64_t seed;
    const bool given = random_seed_given(&seed);
    for (uint64_t i = 0; i < (given ? 1 : random_worlds(CHUNKS)); i++) {
        inputs *in = flat_make(given ? seed : i, &choice);
        cr_log_info("seed %llu", (unsigned long long)(given ? seed : i));
        ask(in, hail_variant_name(0), &first);
        for (size_t v = 1; v < hail_variant_count(); v++) {
            ask(in, hail_variant_name(v), &other);
            cr_assert(memcmp(&first, &other, sizeof first) == 0, "other bits on %s", hail_variant_name(v));
        }
        check_casts(in, &first, &seen);
        check_step(in, &first, &seen);
        inputs_free(in);
    }
    cr_log_info("of what is allowed: casts %.2f, contacts %.2f, grazes %.2f; %zu casts hit, %zu contacts, %zu grazes",
                seen.cast, seen.contact, seen.graze, seen.casts, seen.contacts, seen.grazes);
    cr_assert(given || (seen.casts > CHUNKS * PAIRS / 4 && seen.contacts > CHUNKS * PAIRS / 4 && seen.grazes > CHUNKS));
}
