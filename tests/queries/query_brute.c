/* Queries against brute force: random worlds live through steps and churn; after each, every kind of query is asked in
 * every place that matters, and held to what asking about each body by itself gives, bit for bit and order included.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "query_asks.h"
#include "shared/random_world.h"

enum { WORLDS = 8, ROUNDS = 5, FEW = 180, SOME = 600 };

typedef struct life {
    random_world *w;
    uint64_t state; /* of the queries */
    char at[200];
    size_t found;
    bool inside; /* the callback asks */
} life;

static const float cells[] = {0.0f, 3.0f, 16.0f, 1000.0f};

static void describe(life *l, uint64_t seed, const random_config *c, const char *when) {
    snprintf(l->at, sizeof l->at, "HAIL_TEST_SEED=%llu isa %s cell %g, %s", (unsigned long long)seed, c->isa,
             (double)c->cell, when);
}

/* Asks about the world as it is. */
static void ask(life *l, size_t times) {
    hail_shape shapes[RANDOM_CIRCLES + RANDOM_CORES];
    memcpy(shapes, l->w->circle, l->w->circles * sizeof *shapes);
    memcpy(shapes + l->w->circles, l->w->core, l->w->cores * sizeof *shapes);
    const ask_style style = {.shapes = shapes, .shape_count = l->w->circles + l->w->cores, .speed = 400.0f};
    view *v = view_make(l->w->world, NULL, NULL, NULL);
    for (size_t i = 0; i < times; i++) {
        asks *q = asks_make(&l->state, v, &style);
        l->found += asks_check(l->at, q, l->w->world, v);
        free(q);
    }
    view_free(v);
}

static void prepare(life *l, uint64_t layers) {
    const hail_status status = hail_query_prepare(l->w->world, layers);
    cr_assert_eq(status, HAIL_OK, "%s: prepare: %s", l->at, hail_status_text(status));
}

static void listen(const hail_contact *contacts, size_t count, void *user) {
    life *l = user;
    (void)contacts;
    if (!l->inside || count == 0)
        return;
    l->inside = false;
    prepare(l, 0);
    ask(l, 1);
}

/* What columns' owners do between two steps, and say. */
static void teleport(life *l) {
    for (uint32_t layer = 0; layer < HAIL_MAX_LAYERS; layer++) {
        hail_columns c;
        cr_assert_eq(hail_layer_columns(l->w->world, layer, &c), HAIL_OK);
        for (uint32_t i = 0; i < c.active; i += 1 + random_pick(&l->state, 9))
            c.x[i] += random_range(&l->state, -40.0f, 40.0f), c.y[i] += random_range(&l->state, -40.0f, 40.0f);
        cr_assert_eq(hail_layer_changed(l->w->world, layer), HAIL_OK, "%s", l->at);
    }
}

static size_t live(uint64_t seed, const random_config *config, uint32_t bodies) {
    static const char *when[] = {"in the callback", "after a step", "after churn", "after teleports"};
    hail_status status;
    life l = {.w = random_world_make(seed, config, bodies, &status), .state = seed * 31 + 5};
    cr_assert_eq(status, HAIL_OK);
    describe(&l, seed, config, "before the first step");
    prepare(&l, 0);
    ask(&l, 1);
    for (int i = 0; i < ROUNDS; i++) {
        describe(&l, seed, config, when[0]);
        l.inside = i % 2 == 1;
        cr_assert_eq(hail_step(l.w->world, random_world_dt(l.w), listen, &l), HAIL_OK);
        l.inside = false;
        random_world_forget(l.w);
        describe(&l, seed, config, when[1]);
        prepare(&l, 0);
        ask(&l, 1);
        cr_assert_eq(random_world_churn(l.w), HAIL_OK);
        describe(&l, seed, config, when[2]);
        for (uint32_t layer = 0; layer < HAIL_MAX_LAYERS; layer++) /* churn wrote columns */
            cr_assert_eq(hail_layer_changed(l.w->world, layer), HAIL_OK);
        prepare(&l, 0);
        ask(&l, 1);
        if (i % 2 == 0)
            continue;
        teleport(&l);
        describe(&l, seed, config, when[3]);
        prepare(&l, UINT64_MAX);
        ask(&l, 1);
    }
    random_world_free(l.w);
    return l.found;
}

static size_t every_way(uint64_t seed) {
    const uint64_t n = seed / FLAVOURS;
    const random_config config = {
        .isa = hail_variant_name(n % hail_variant_count()), .window = 4096, .cell = cells[(n + seed) % 4]};
    return live(seed, &config, n % 3 == 2 ? SOME : FEW);
}

static void run(random_flavour flavour) {
    uint64_t seed;
    if (random_seed_given(&seed)) {
        if (seed % FLAVOURS == (uint64_t)flavour)
            every_way(seed);
        return;
    }
    size_t total = 0;
    for (uint32_t i = 0; i < random_worlds(random_shortened(WORLDS)); i++)
        total += every_way((uint64_t)i * FLAVOURS + (uint64_t)flavour);
    cr_assert_gt(total, 1000, "queries that find hardly anything test nothing: %zu", total);
}

Test(query_brute, field) { run(FLAVOUR_FIELD); }
Test(query_brute, crowd) { run(FLAVOUR_CROWD); }
Test(query_brute, lattice) { run(FLAVOUR_LATTICE); }
Test(query_brute, huge) { run(FLAVOUR_HUGE); }
Test(query_brute, touching) { run(FLAVOUR_TOUCHING); }
Test(query_brute, tiny) { run(FLAVOUR_TINY); }
Test(query_brute, sparse) { run(FLAVOUR_SPARSE); }
Test(query_brute, corners) { run(FLAVOUR_CORNERS); }
Test(query_brute, bullets) { run(FLAVOUR_BULLETS); }
