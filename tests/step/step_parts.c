/* Whole steps of compounds: the stream of contacts, made again by the batch functions from every part of every body
 * against every part of every other, byte for byte and order included; then with every variant, window, pair budget and
 * cell, and with the bodies lying otherwise in their columns, which may change nothing.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "parts_world.h"
#include "shared/random_world.h"
#include "tiles/slide_picture.h"

enum { STEPS = 2, WORLDS = 120, TILE_WORLDS = 60 };

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

static const char *where(uint64_t seed, const parts_config *c, int step) {
    static char text[200];
    snprintf(text, sizeof text, "HAIL_TEST_SEED=%llu isa %s window %u budget %u cell %g%s, step %d",
             (unsigned long long)seed, c->isa, (unsigned)c->window, (unsigned)c->budget, (double)c->cell,
             c->shuffled ? " shuffled" : "", step + 1);
    return text;
}

static void step(parts_world *w, const char *at, const parts_config *c, stream_listener *l) {
    stream_clear(&l->s);
    l->mixed = false;
    cr_assert_eq(hail_step(w->world, w->plan->dt, stream_listen, l), HAIL_OK, "%s", at);
    cr_assert(!l->mixed && l->s.widest <= c->window && hail_stats(w->world)->contacts == l->s.count, "%s: windows", at);
}

typedef void answer_fn(const parts_world *w, parts_answer *a);

/* Some configurations of all: the first is held to the answer, the others to the first. */
static size_t every_way(const parts_plan *plan, answer_fn *answer) {
    static const size_t taken[] = {0, 1, 2, 3, 4, 5, 6, 7};
    static parts_answer a[STEPS];
    stream_listener l = {0};
    size_t total = 0;
    for (size_t n = 0; n < sizeof taken / sizeof *taken; n++) {
        const parts_config c = parts_config_of(taken[n] * (1 + plan->seed % 3));
        parts_world w = parts_world_make(plan, &c);
        for (int i = 0; i < STEPS; i++) {
            const char *at = where(plan->seed, &c, i);
            if (n == 0) {
                parts_look(&w, a[i].side);
                answer(&w, &a[i]);
                total += a[i].must.count;
            }
            step(&w, at, &c, &l);
            parts_same(at, &l.s, &a[i].must);
        }
        parts_world_free(&w);
    }
    stream_free(&l.s);
    return total;
}

static void by_pairs(const parts_world *w, parts_answer *a) {
    parts_meet_all(w, a);
    parts_add_earliest(a);
    parts_sort(&a->must);
}

static size_t brute(uint64_t seed) {
    parts_plan *plan = parts_plan_make(seed, NULL);
    const size_t total = every_way(plan, by_pairs);
    free(plan);
    return total;
}

Test(step_parts, brute) { cr_assert_gt(random_seeds_sum(WORLDS, brute), (size_t)WORLDS * 200); }

/* ---- Tiles ------------------------------------------------------------------------------------------------------- */

static void by_tiles(const parts_world *w, parts_answer *a) {
    parts_meet_all(w, a);
    parts_meet_tiles(w, a);
    parts_add_earliest(a);
    parts_sort(&a->must);
}

static parts_plan *tiled(uint64_t seed, picture *p) {
    static const hail_mode modes[] = {HAIL_IGNORE, HAIL_PAIRS, HAIL_MANIFOLD, HAIL_SWEPT, HAIL_EARLIEST, HAIL_EARLIEST};
    uint64_t state = seed * 31 + 5;
    parts_plan *plan = parts_plan_make(seed, NULL);
    *p = picture_scene(seed, (drawing)(seed / 3 % DRAWINGS), -80.0f, &state);
    plan->map = p->map;
    for (int n = 0; n < PARTS_LAYERS; n++) {
        hail_rule *rule = &plan->tiles[n];
        rule->mode = modes[random_pick(&state, 6)];
        rule->kinds = random_pick(&state, 3) == 0 ? HAIL_KIND(1) | HAIL_KIND(7) : 0;
        rule->whole_tiles = random_pick(&state, 4) == 0;
    }
    return plan;
}

static size_t tiles(uint64_t seed) {
    picture p;
    parts_plan *plan = tiled(seed, &p);
    const size_t total = every_way(plan, by_tiles);
    free(plan);
    picture_free(&p);
    return total;
}

Test(step_parts, tiles) { cr_assert_gt(random_seeds_sum(TILE_WORLDS, tiles), (size_t)TILE_WORLDS * 200); }

/* Centres are marched whatever is around them: compounds hit like circles at their positions. */
static size_t marched(uint64_t seed) {
    picture p;
    parts_plan *plan = tiled(seed, &p);
    stream s[2] = {{0}, {0}};
    const parts_config c = parts_config_of(0);
    memset(plan->mode, 0, sizeof plan->mode);
    for (int n = 0; n < PARTS_LAYERS; n++)
        plan->tiles[n].mode = HAIL_SWEPT, plan->tiles[n].centre_only = true, plan->tiles[n].stop = seed % 2 == 0;
    for (int turn = 0; turn < 2; turn++) {
        parts_world w = parts_world_make(plan, &c);
        cr_assert_eq(hail_step(w.world, plan->dt, stream_take, &s[turn]), HAIL_OK);
        parts_world_free(&w);
        for (int k = 0; k < PARTS_SHAPES; k++) {
            plan->shape[k].compound = false;
            cr_assert_eq(hail_convex_circle(3.0f, &plan->part[k][0]), HAIL_OK);
        }
    }
    parts_same(where(seed, &c, 0), &s[0], &s[1]);
    const size_t total = s[0].count;
    stream_free(&s[0]);
    stream_free(&s[1]);
    free(plan);
    picture_free(&p);
    return total;
}

Test(step_parts, marched) { cr_assert_gt(random_seeds_sum(30, marched), (size_t)30 * 10); }

/* Bodies that are stopped stand where the part that hit first touched. */
static size_t stopped(uint64_t seed) {
    static parts_answer a;
    picture p;
    parts_plan *plan = tiled(seed, &p);
    const parts_config c = parts_config_of(0);
    memset(plan->mode, 0, sizeof plan->mode);
    for (int n = 0; n < PARTS_LAYERS; n++)
        plan->tiles[n].mode = HAIL_SWEPT, plan->tiles[n].stop = true, plan->layer[n].bounds = HAIL_OPEN;
    parts_world w = parts_world_make(plan, &c);
    stream_listener l = {0};
    parts_look(&w, a.side);
    by_tiles(&w, &a);
    step(&w, where(seed, &c, 0), &c, &l);
    parts_same(where(seed, &c, 0), &l.s, &a.must);
    for (size_t k = 0; k < l.s.count; k++) {
        const hail_contact *hit = &l.s.contact[k];
        hail_location at;
        hail_columns columns;
        cr_assert_eq(hail_locate(w.world, &hit->a, &at), HAIL_OK);
        cr_assert_eq(hail_layer_columns(w.world, at.layer, &columns), HAIL_OK);
        uint32_t n = 0, i = 0;
        while (parts_layer_of[n] != hit->layer_a)
            n++;
        while (w.handle[n][i].slot != hit->a.slot)
            i++;
        const parts_side *s = &a.side[n];
        const float x = s->from_x[i] + s->dx[i] * hit->t - hit->normal_x / 64.0f;
        const float y = s->from_y[i] + s->dy[i] * hit->t - hit->normal_y / 64.0f;
        cr_assert(fabsf(columns.x[at.index] - x) < 3.0e-3f && fabsf(columns.y[at.index] - y) < 3.0e-3f,
                  "%s: stands at (%g, %g), must be (%g, %g)", where(seed, &c, 0), (double)columns.x[at.index],
                  (double)columns.y[at.index], (double)x, (double)y);
    }
    const size_t total = l.s.count;
    parts_world_free(&w);
    stream_free(&l.s);
    free(plan);
    picture_free(&p);
    return total;
}

Test(step_parts, stopped) { cr_assert_gt(random_seeds_sum(30, stopped), (size_t)30 * 10); }

/* ---- Many parts -------------------------------------------------------------------------------------------------- */

/* Two compounds whose parts all lie in one spot: every part of one touches every part of the other. */
static size_t crowd_of(uint32_t parts, uint32_t others, hail_mode mode, const parts_config *config, stream *s) {
    static hail_convex part[HAIL_MAX_PARTS];
    const float x[] = {1.0f, 2.0f}, y[] = {5.0f, 5.0f};
    hail_world_options options;
    hail_world_options_defaults(&options);
    hail_world *world;
    hail_shape shape[2];
    options.context = variant_context(config->isa), options.window = config->window, options.pair_budget = 1024;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    for (uint32_t k = 0; k < HAIL_MAX_PARTS; k++) {
        const float turn = 0.37f * (float)k, away = (float)(k % 7);
        cr_assert_eq(hail_convex_capsule(away * cosf(turn), away * sinf(turn), -away, (float)(k % 3), 8.0f, &part[k]),
                     HAIL_OK);
    }
    cr_assert_eq(hail_shape_compound(hail_world_shapes(world), part, parts, &shape[0]), HAIL_OK);
    cr_assert_eq(hail_shape_compound(hail_world_shapes(world), part, others, &shape[1]), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 5, 2, mode), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 5, &shape[0], &(hail_spawn_columns){.x = x, .y = y}, 2, NULL), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 2, &shape[1], &(hail_spawn_columns){.x = x, .y = y}, 1, NULL), HAIL_OK);
    stream_clear(s);
    cr_assert_eq(hail_step(world, 0.0f, stream_take, s), HAIL_OK);
    const size_t passes = (size_t)hail_stats(world)->passes;
    hail_world_destroy(world);
    return passes;
}

static void all_there(uint32_t parts, uint32_t others, const parts_config *config) {
    stream s = {0};
    static const hail_mode modes[] = {HAIL_MANIFOLD, HAIL_SWEPT, HAIL_PAIRS, HAIL_EARLIEST};
    for (int m = 0; m < 4; m++) {
        crowd_of(parts, others, modes[m], config, &s);
        const size_t must = m < 2 ? (size_t)2 * parts * others : 2;
        cr_assert_eq(s.count, must, "%u x %u parts, mode %d: %zu contacts of %zu", parts, others, (int)modes[m],
                     s.count, must);
        cr_assert_leq(s.widest, config->window);
        for (size_t k = 0; k < s.count; k++) {
            const size_t pair = m < 2 ? k % ((size_t)parts * others) : 0;
            cr_assert(s.contact[k].part_a == pair / others && s.contact[k].part_b == pair % others,
                      "contact %zu names parts %u and %u", k, s.contact[k].part_a, (unsigned)s.contact[k].part_b);
        }
    }
    stream_free(&s);
}

Test(step_parts, nothing_is_lost_beyond_the_budget) {
    for (size_t n = 0; n < hail_variant_count() * 3; n++) {
        const parts_config config = parts_config_of(n);
        all_there(64, 64, &config);
        all_there(1, 1030, &config);
        all_there(1100, 1, &config);
    }
}

Test(step_parts, as_many_parts_as_there_may_be) {
    const parts_config config = parts_config_of(hail_variant_count() - 1);
    all_there(HAIL_MAX_PARTS, 3, &config);
    all_there(2, HAIL_MAX_PARTS, &config);
}
