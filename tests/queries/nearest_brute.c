/* tests/queries/nearest_brute.c - hail_query_nearest against hail_batch_distance with every body, to the bit: on every
 * variant, with other cells, with bodies in another order, with the grid of a step; and against double precision.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that scene alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nearest_scene.h"
#include "shared/random_world.h"

enum { SCENES = 24, QUESTIONS = 12, MOST = NEAREST_LAYERS * NEAREST_EACH };

static hail_query_hit all[MOST];

typedef struct given {
    hail_query_hit *hits;
    uint32_t counts[NEAREST_POINTS];
} given;

static void same_hit(const nearest_scene *s, const nearest_question *q, size_t i, size_t k, const hail_query_hit *is,
                     const hail_query_hit *must) {
    cr_assert(
        memcmp(is, must, sizeof *is) == 0,
        "seed %llu, point %zu (%.9g, %.9g), measure %u, result %zu of %zu: layer %u slot %u part %u distance %.9g "
        "(%.9g, %.9g) normal (%.9g, %.9g); should be layer %u slot %u part %u distance %.9g (%.9g, %.9g) normal "
        "(%.9g, %.9g)",
        (unsigned long long)s->seed, i, (double)q->x[i], (double)q->y[i], q->near.distance_to, k, q->capacity,
        is->layer, is->body.slot, is->part, (double)is->distance, (double)is->x, (double)is->y, (double)is->normal_x,
        (double)is->normal_y, must->layer, must->body.slot, must->part, (double)must->distance, (double)must->x,
        (double)must->y, (double)must->normal_x, (double)must->normal_y);
}

/* Distances to the centre and to circles that are not scaled, in double precision. */
static void hold_exactly(const nearest_scene *s, const nearest_question *q, size_t i, const hail_query_hit *hits,
                         size_t count) {
    for (size_t k = 0; k < count; k++) {
        const uint32_t l = hits[k].layer;
        uint32_t n = 0;
        while (s->handle[l][n].slot != hits[k].body.slot)
            n++;
        const double dx = (double)s->x[l][n] - (double)q->x[i], dy = (double)s->y[l][n] - (double)q->y[i];
        hail_convex_info info;
        hail_convex_describe(&s->shape[s->which[l][n]].part[0], &info);
        const double r = q->near.distance_to == HAIL_TO_CENTRE ? 0.0 : (double)info.rounding * (double)s->scale[l][n];
        const double must = hypot(dx, dy) - r;
        if (q->near.distance_to == HAIL_TO_CENTRE || s->which[l][n] < 3)
            cr_assert(fabs(must - (double)hits[k].distance) <= (hypot(dx, dy) + r) * 0x1p-22,
                      "seed %llu: %.9g should be %.17g", (unsigned long long)s->seed, (double)hits[k].distance, must);
    }
}

static void ask(const nearest_scene *s, const nearest_question *q, given *to, bool counted) {
    const hail_points points = {.x = q->x, .y = q->y, .count = q->count};
    memset(to->hits, 0xa5, (q->count * q->capacity + 1) * sizeof *to->hits);
    memset(to->counts, 0xa5, sizeof to->counts);
    cr_assert_eq(
        hail_query_nearest(s->world, &points, &q->near, &q->filter, q->capacity, to->hits, counted ? to->counts : NULL),
        HAIL_OK);
    cr_assert_eq(to->hits[q->count * q->capacity].kind, 0xa5, "it writes past its results");
}

static void hold_answers(const nearest_scene *s, const nearest_question *q, const given *to, bool counted) {
    for (size_t i = 0; i < q->count; i++) {
        const uint32_t found = nearest_answer(s, q, i, all);
        const size_t room = found < q->capacity ? found : q->capacity;
        const hail_query_hit *hits = to->hits + i * q->capacity;
        if (counted)
            cr_assert_eq(to->counts[i], found, "seed %llu, point %zu: %u bodies, should be %u",
                         (unsigned long long)s->seed, i, to->counts[i], found);
        for (size_t k = 0; k < room; k++)
            same_hit(s, q, i, k, &hits[k], &all[k]);
        if (room < q->capacity)
            cr_assert_eq(hits[room].kind, 0, "seed %llu, point %zu: more than %zu results", (unsigned long long)s->seed,
                         i, room);
        hold_exactly(s, q, i, hits, room);
    }
}

static void hold_scene(uint64_t seed) {
    static const float cells[] = {0.0f, 0.0f, 5.0f, 300.0f};
    uint64_t state = seed * 77 + 5;
    nearest_scene *s = nearest_scene_make(seed, &state);
    nearest_question *question = calloc(QUESTIONS, sizeof *question);
    given to = {.hits = calloc(NEAREST_POINTS * 1500 + 1, sizeof *to.hits)};
    if (question == NULL || to.hits == NULL)
        abort();
    for (size_t v = 0; v < hail_variant_count(); v++) {
        const nearest_config config = {.variant = hail_variant_name(v),
                                       .cell = cells[(v + seed) % 4],
                                       .backwards = (v + seed) % 3 == 0,
                                       .stepped = (v + seed) % 2 == 0};
        nearest_scene_open(s, &config);
        for (size_t n = 0; n < QUESTIONS; n++) {
            if (v == 0)
                nearest_ask_make(s, &state, &question[n]);
            const bool counted = (n + v) % 2;
            ask(s, &question[n], &to, counted);
            hold_answers(s, &question[n], &to, counted);
        }
    }
    free(question);
    free(to.hits);
    nearest_scene_free(s);
}

Test(nearest_brute, scenes) { random_seeds(SCENES, hold_scene); }
