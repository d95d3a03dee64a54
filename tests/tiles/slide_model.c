/* tests/tiles/slide_model.c - what hail_tilemap_slide answers is held to a model without a skin, call by call: walks,
 * jumps, falls and flights of every kind of shape through random maps, up to 100,000 px from the origin.
 *
 * Each call starts where the library put the mover. step_height is 0; in a third of the scenes movers snap to the
 * floor.
 *   - The displacement is within 2 skins of the model's along the direction in which the model still goes at the end.
 *     Across it, it is within 4. A round mover that meets a corner may be further off across: a skin before the corner
 *     it meets it under another angle. If the model ends where nothing goes on, the whole displacement is within 2.
 *   - No mover ends inside, but for the rounding of its position.
 *   - A mover that should go on for more than a px makes more than a tenth of that, or meets something that faces it.
 *
 * A call that misses the model's answer is left out if the model is not sure of it: if its answer moves by as much once
 * the mover grows or shrinks by 1 or 2 skins, starts a quarter of a skin beside, or may slide along one surface more or
 * less; or if it stands on, or snaps to, what is hardly floor. "Grows" means at faces; a corner stops a larger mover
 * only if the bare one would hit it first. A simply larger mover would start inside the floor that it stands on, and
 * tell nothing. At most 2 % of a shape's calls are left out.
 *
 * A failure prints the seed, the mover, the map and both answers; HAIL_TEST_SEED=n runs that scene of each map alone,
 * HAIL_TEST_WORLDS=n makes n times as many. HAIL_TEST_VERBOSE=1 prints how many calls of 100 are left out and wrong. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "slide_model.h"

enum { MOVERS = 40, CALLS = 20, SCENES = 24, DISTANCES = 4, PRINTED = 3 };

static const double distances[DISTANCES] = {0.0, 1000.0, 10000.0, 100000.0};

/* ---- Counts ------------------------------------------------------------------------------------------------------ */

typedef struct tally {
    uint64_t calls, excused[EXCUSES], fault[FAULTS];
} tally;

static void add(tally *to, const tally *t) {
    to->calls += t->calls;
    for (int k = 0; k < EXCUSES; k++)
        to->excused[k] += t->excused[k];
    for (int k = 0; k < FAULTS; k++)
        to->fault[k] += t->fault[k];
}

static uint64_t left_out(const tally *t) { return t->calls - t->excused[EXCUSE_NONE]; }
static uint64_t wrong(const tally *t) { return t->calls - t->fault[FAULT_NONE]; }

static void print_row(const char *name, const tally *t) {
    const double per = t->calls > 0 ? 100.0 / (double)t->calls : 0.0;
    fprintf(stderr, "%-15s %8llu |", name, (unsigned long long)t->calls);
    for (int k = 1; k < EXCUSES; k++)
        fprintf(stderr, " %7.3f", per * (double)t->excused[k]);
    fprintf(stderr, " |");
    for (int k = 1; k < FAULTS; k++)
        fprintf(stderr, " %7.3f", per * (double)t->fault[k]);
    fprintf(stderr, "\n");
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

/* Who answers: the library, or the model itself, grown by a skin at faces, or at corners as well. */
typedef enum answerer { LIBRARY, MODEL, PLAIN_MODEL } answerer;

typedef struct trial {
    answerer who;
    model_shape shape;
    bool quiet;
    tally by_map[MAPS], by_distance[DISTANCES], all;
} trial;

static hail_slide_options random_options(int distance, uint64_t *state) {
    static const float skins[] = {0x1p-4f, 0x1p-6f};
    hail_slide_options options = slide_defaults();
    options.bounces = random_pick(state, 3) == 0 ? 8 : 4;
    if (distance < 2 && random_pick(state, 6) == 0)
        options.skin = skins[random_pick(state, 2)];
    if (random_pick(state, 3) == 0)
        options.snap = random_range(state, 2.0f, 12.0f);
    return options;
}

static bool is_out(const picture *p, float x, float y) {
    return fabs((double)(x - p->x) - (double)p->width / 2.0) > 140.0 ||
           fabs((double)(y - p->y) - (double)p->height / 2.0) > 120.0;
}

static void judge(trial *t, const char *name, model_crowd *m, const hail_slide_options *options, size_t i, tally *to) {
    const model_verdict v = model_judge(m, options, i);
    to->calls++, to->excused[v.excuse]++, to->fault[v.fault]++;
    if (v.fault == FAULT_NONE || t->quiet || wrong(&t->all) + wrong(to) > PRINTED)
        return;
    fprintf(stderr, "%s: ", name);
    model_print(m, options, i, &v);
}

static void scene(trial *t, uint64_t seed, model_map map, int distance) {
    uint64_t state = seed * 977 + (uint64_t)t->shape * 131 + (uint64_t)map * 17 + (uint64_t)distance;
    picture p = model_map_make(map, distances[distance], &state);
    const hail_slide_options options = random_options(distance, &state);
    model_crowd m = model_crowd_make(&p, t->shape, MOVERS, &state);
    bool lives[MOVERS];
    tally here = {0};
    char name[160];
    for (size_t i = 0; i < MOVERS; i++)
        lives[i] = model_crowd_place(&m, i, &state);
    for (int n = 0; n < CALLS; n++) {
        model_crowd_ask(&m, &state);
        cr_assert_eq(hail_tilemap_slide(&m.c.movers, &options, m.slides), HAIL_OK);
        if (t->who != LIBRARY)
            model_answer(&m, &options, t->who == PLAIN_MODEL);
        snprintf(name, sizeof name, "HAIL_TEST_SEED=%llu, %s, %s, %g px from the origin, call %d",
                 (unsigned long long)seed, model_shape_name(t->shape), model_map_name(map), distances[distance], n);
        for (size_t i = 0; i < MOVERS; i++) {
            float *x = &m.c.column[0][i], *y = &m.c.column[1][i];
            if (!lives[i])
                continue;
            const uint64_t before = here.fault[FAULT_INSIDE] + here.fault[FAULT_STUCK];
            judge(t, name, &m, &options, i, &here);
            *x += m.slides[i].dx, *y += m.slides[i].dy;
            if (here.fault[FAULT_INSIDE] + here.fault[FAULT_STUCK] > before || is_out(&p, *x, *y))
                lives[i] = model_crowd_place(&m, i, &state);
        }
    }
    add(&t->by_map[map], &here), add(&t->by_distance[distance], &here), add(&t->all, &here);
    model_crowd_free(&m);
    picture_free(&p);
}

static void print_trial(const trial *t) {
    fprintf(stderr, "%-15s %8s | left out: size, place, bounces, tight | wrong: along, aside, inside, dead, stuck\n",
            model_shape_name(t->shape), "calls");
    for (int k = 0; k < MAPS; k++)
        print_row(model_map_name((model_map)k), &t->by_map[k]);
    for (int k = 0; k < DISTANCES; k++) {
        char name[32];
        snprintf(name, sizeof name, "%g px away", distances[k]);
        print_row(name, &t->by_distance[k]);
    }
    print_row("all", &t->all);
}

static trial run(model_shape shape, answerer who, uint32_t scenes) {
    trial t = {.who = who, .shape = shape, .quiet = who == PLAIN_MODEL};
    uint64_t seed;
    const bool given = random_seed_given(&seed);
    for (uint32_t n = 0; n < (given ? 1 : scenes); n++)
        for (int map = 0; map < MAPS; map++)
            scene(&t, given ? seed : n, (model_map)map, (int)((given ? seed : n) % DISTANCES));
    if (getenv("HAIL_TEST_VERBOSE") != NULL)
        print_trial(&t);
    return t;
}

/* One call in 5,000 may be wrong: where the grown mover touches two corners at once, rounding may decide which one
 * counts. */
enum { ALLOWED = 5000 };

static void hold(model_shape shape, answerer who, uint32_t scenes) {
    const trial t = run(shape, who, scenes);
    cr_expect(wrong(&t.all) * ALLOWED <= t.all.calls, "%llu of %llu calls are wrong", (unsigned long long)wrong(&t.all),
              (unsigned long long)t.all.calls);
    cr_expect(left_out(&t.all) * 50 <= t.all.calls, "%llu of %llu calls are left out",
              (unsigned long long)left_out(&t.all), (unsigned long long)t.all.calls);
}

static void hold_library(model_shape shape) { hold(shape, LIBRARY, random_worlds(random_shortened(SCENES))); }

Test(slide_model, circles) { hold_library(SHAPE_CIRCLE); }
Test(slide_model, capsules) { hold_library(SHAPE_CAPSULE); }
Test(slide_model, boxes) { hold_library(SHAPE_BOX); }
Test(slide_model, rounded_boxes) { hold_library(SHAPE_ROUNDED); }
Test(slide_model, polygons) { hold_library(SHAPE_POLYGON); }
Test(slide_model, turned) { hold_library(SHAPE_TURNED); }

/* The judge is fair: it accepts the model itself, grown by a skin. And it notices: it does not if corners stop whatever
 * has grown into them. */
Test(slide_model, judge) {
    for (int shape = 0; shape < MODEL_SHAPES; shape++) {
        hold((model_shape)shape, MODEL, random_shortened(8));
        const trial plain = run((model_shape)shape, PLAIN_MODEL, random_shortened(8));
        cr_expect(wrong(&plain.all) > 0, "%s: nothing is wrong", model_shape_name((model_shape)shape));
    }
}
