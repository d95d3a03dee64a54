/* The answers to queries are the same bytes on every variant, for every cell size, however bodies lie in their columns,
 * whoever built the index, and however queries are split into calls. Without order they are the same sets.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "query_scene.h"
#include "query_sets.h"
#include "shared/random_world.h"

enum { WORLDS = 24, WAYS = 10, CAPACITIES = 4, PARTS_OF_CALL = 6 };

static const size_t capacities[CAPACITIES] = {1, 3, 40, 0};

/* All answers to some queries. */
typedef struct answers {
    unsigned char *bytes[ASK_KINDS][CAPACITIES];
    uint32_t counts[ASK_KINDS][CAPACITIES][ASKS];
} answers;

static size_t room_of(const asks *q, ask_kind kind, size_t capacity) {
    return q->count * (kind == ASK_SIGHT ? 1 : capacity) * ask_size(kind);
}

static bool sensible(ask_kind kind, size_t capacity) {
    return kind == ASK_SIGHT ? capacity == 1 : kind < ASK_NEAREST || capacity > 0;
}

/* Asks in one call, or in several of random sizes. */
static void answer(const char *at, const asks *q, const hail_world *world, uint64_t *split, answers *to) {
    for (int kind = 0; kind < ASK_KINDS; kind++) {
        for (int c = 0; c < CAPACITIES; c++) {
            const size_t capacity = capacities[c];
            if (!sensible((ask_kind)kind, capacity))
                continue;
            unsigned char *bytes = calloc(1, room_of(q, (ask_kind)kind, capacity) + 1);
            size_t from = 0;
            cr_assert_not_null(bytes);
            while (from < q->count) {
                const uint32_t left = (uint32_t)(q->count - from);
                const size_t count = split != NULL ? random_pick(split, left < PARTS_OF_CALL ? left + 1 : left) : left;
                unsigned char *first = bytes + from * (kind == ASK_SIGHT ? 1 : capacity) * ask_size((ask_kind)kind);
                const hail_status status = asks_run(q, (ask_kind)kind, world, from, count, capacity,
                                                    capacity > 0 ? first : NULL, &to->counts[kind][c][from]);
                cr_assert_eq(status, HAIL_OK, "%s: %s: %s", at, ask_name((ask_kind)kind), hail_status_text(status));
                from += count;
            }
            asks_same_sets(at, q, (ask_kind)kind, world, capacity, bytes, to->counts[kind][c]);
            asks_tidy((ask_kind)kind, q->count, capacity, bytes);
            free(to->bytes[kind][c]);
            to->bytes[kind][c] = bytes;
        }
    }
}

static void answers_free(answers *a) {
    for (int kind = 0; kind < ASK_KINDS; kind++)
        for (int c = 0; c < CAPACITIES; c++)
            free(a->bytes[kind][c]);
}

static void same_answers(const char *at, const asks *q, const answers *is, const answers *want) {
    for (int kind = 0; kind < ASK_KINDS; kind++) {
        for (int c = 0; c < CAPACITIES; c++) {
            const size_t capacity = capacities[c], size = room_of(q, (ask_kind)kind, capacity);
            if (!sensible((ask_kind)kind, capacity))
                continue;
            const size_t each = size / q->count;
            for (size_t i = 0; i < q->count; i++) {
                cr_assert_eq(is->counts[kind][c][i], want->counts[kind][c][i], "%s: %s, query %zu: counted %u and %u",
                             at, ask_name((ask_kind)kind), i, (unsigned)is->counts[kind][c][i],
                             (unsigned)want->counts[kind][c][i]);
                cr_assert(memcmp(is->bytes[kind][c] + i * each, want->bytes[kind][c] + i * each, each) == 0,
                          "%s: %s, query %zu, capacity %zu: other bytes", at, ask_name((ask_kind)kind), i, capacity);
            }
        }
    }
}

/* The index of the step, then one of its own; whole calls, then parts of them. */
static void each_way(const char *at, const asks *q, hail_world *world, uint64_t seed, answers *first, bool is_first) {
    answers again = {0};
    char text[300];
    cr_assert_eq(hail_query_prepare(world, 0), HAIL_OK);
    answer(at, q, world, NULL, is_first ? first : &again);
    if (!is_first)
        same_answers(at, q, &again, first);
    for (uint32_t layer = 0; layer < HAIL_MAX_LAYERS; layer++)
        cr_assert_eq(hail_layer_changed(world, layer), HAIL_OK);
    for (uint32_t layer = 0; layer < HAIL_MAX_LAYERS; layer++) /* one by one */
        cr_assert_eq(hail_query_prepare(world, HAIL_LAYER(layer)), HAIL_OK);
    snprintf(text, sizeof text, "%s, in parts, with an index of its own", at);
    answer(text, q, world, &seed, &again);
    same_answers(text, q, &again, first);
    answers_free(&again);
}

/* ---- Compounds, sprites, tiles, walls ---------------------------------------------------------------------------- */

static void scenes(uint64_t seed) {
    answers first = {0};
    asks *q = NULL;
    for (size_t n = 0; n < WAYS; n++) {
        char at[200];
        const parts_config c = parts_config_of(n * (1 + seed % 3));
        query_scene *t = query_scene_make(seed, &c);
        snprintf(at, sizeof at, "HAIL_TEST_SEED=%llu isa %s cell %g%s", (unsigned long long)seed, c.isa, (double)c.cell,
                 c.shuffled ? " shuffled" : "");
        if (seed % 2 == 0)
            cr_assert_eq(hail_step(t->w.world, t->plan->dt, NULL, NULL), HAIL_OK);
        if (n == 0) {
            view *v = query_scene_view(t);
            q = asks_make(&t->state, v, &t->style);
            view_free(v);
        }
        memcpy(q->shape, t->w.shape, q->shapes * sizeof *q->shape); /* their tags differ */
        each_way(at, q, t->w.world, seed * WAYS + n, &first, n == 0);
        query_scene_free(t);
    }
    answers_free(&first);
    free(q);
}

Test(query_variants, scenes) { random_seeds(random_shortened(WORLDS), scenes); }

/* ---- Many bodies ------------------------------------------------------------------------------------------------- */

static void copy_shapes(const random_world *w, hail_shape *shapes) {
    memcpy(shapes, w->circle, w->circles * sizeof *shapes);
    memcpy(shapes + w->circles, w->core, w->cores * sizeof *shapes);
}

static void crowds(uint64_t seed) {
    static const float cells[] = {0.0f, 3.0f, 16.0f, 1000.0f};
    hail_shape shapes[RANDOM_CIRCLES + RANDOM_CORES];
    answers first = {0};
    asks *q = NULL;
    uint64_t state = seed * 5 + 1;
    for (size_t n = 0; n < WAYS; n++) {
        char at[200];
        hail_status status;
        const random_config c = {
            .isa = hail_variant_name(n % hail_variant_count()), .window = 4096, .cell = cells[(n + n / 4) % 4]};
        random_world *w = random_world_make(seed, &c, seed % 2 == 0 ? 400 : 2000, &status);
        cr_assert_eq(status, HAIL_OK);
        snprintf(at, sizeof at, "HAIL_TEST_SEED=%llu isa %s cell %g", (unsigned long long)seed, c.isa, (double)c.cell);
        for (uint64_t k = 0; k < seed % 4; k++)
            cr_assert_eq(hail_step(w->world, k == 0 ? 1.0f / 60.0f : 0.0f, NULL, NULL), HAIL_OK);
        copy_shapes(w, shapes);
        if (n == 0) {
            const ask_style style = {.shapes = shapes, .shape_count = w->circles + w->cores, .speed = 300.0f};
            view *v = view_make(w->world, NULL, NULL, NULL);
            q = asks_make(&state, v, &style);
            view_free(v);
        }
        memcpy(q->shape, shapes, q->shapes * sizeof *q->shape);
        each_way(at, q, w->world, seed * WAYS + n, &first, n == 0);
        random_world_free(w);
    }
    answers_free(&first);
    free(q);
}

Test(query_variants, crowds) { random_seeds(random_shortened(WORLDS), crowds); }
