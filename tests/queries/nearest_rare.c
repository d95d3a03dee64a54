/* tests/queries/nearest_rare.c - hail_query_nearest with a filter that lets any share of the bodies through: the same
 * results if all points share it and if each point has its own, on every variant, and as near as by a loop over all
 * bodies.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that scene alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <hail/hail.h>

#include "shared/random_world.h"

enum { LAYERS = 3, BODIES = 3000, POINTS = 300, MOST = 20, SCENES = 24, QUESTIONS = 6, ASKED = 4, RARE = 8 };

/* A layer's bodies. Layer 0 has dots of one size, layer 1 circles of many, layer 2 knows neither groups nor masks. */
typedef struct bodies {
    uint32_t count;
    float x[BODIES], y[BODIES], scale[BODIES];
    uint32_t group[BODIES], category[BODIES], mask[BODIES];
    hail_handle handle[BODIES];
} bodies;

typedef struct question {
    hail_nearest_options near;
    hail_query_filter filter;
    size_t capacity;
    bool counted;
} question;

static bodies layer[LAYERS];
static float dot, px[POINTS], py[POINTS], radius[POINTS];
static uint32_t group[POINTS], category[POINTS], mask[POINTS], counts[POINTS], must_count[POINTS];
static hail_handle except[POINTS];
static hail_query_hit hits[POINTS * MOST], must[POINTS * MOST];

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

static uint32_t pick(uint64_t *state, uint32_t below) { return (uint32_t)random_range(state, 0.0f, (float)below); }

/* How many bodies of a layer have the rare category. */
static uint32_t pick_rare(uint64_t *state, uint32_t count) {
    static const uint32_t some[] = {0, 1, 5, 31, 32, 33, 200, 600, 1200, BODIES};
    const uint32_t rare = some[pick(state, 10)];
    return rare < count ? rare : count;
}

static void pick_bodies(uint64_t *state) {
    static const uint32_t some[] = {1, 40, 700, BODIES};
    const float side = 3000.0f;
    const bool crowded = pick(state, 4) == 0;
    dot = pick(state, 2) ? 0.0f : 3.0f;
    for (uint32_t l = 0; l < LAYERS; l++) {
        bodies *b = &layer[l];
        b->count = some[pick(state, 4)];
        const uint32_t rare = pick_rare(state, b->count);
        for (uint32_t i = 0; i < b->count; i++) {
            const bool on_lattice = i % 8 == 0, near = crowded && i % 3; /* on a lattice some are equally far away */
            b->x[i] = on_lattice ? 64.0f * (float)pick(state, 40) : random_range(state, 0.0f, near ? 60.0f : side);
            b->y[i] = on_lattice ? 64.0f * (float)pick(state, 40) : random_range(state, 0.0f, near ? 60.0f : side);
            b->scale[i] = i % 50 ? random_range(state, 0.0f, 2.0f) : random_range(state, 0.0f, 40.0f);
            b->group[i] = pick(state, 3);
            b->category[i] = (uint32_t)((uint64_t)i * rare % b->count < rare ? RARE : 0) | (pick(state, 2) ? 1 : 2);
            b->mask[i] = pick(state, 4) ? UINT32_MAX : 2;
        }
    }
}

static hail_world *make_world(const char *variant) {
    static const uint32_t columns[LAYERS] = {HAIL_MASK | HAIL_GROUP, HAIL_MASK | HAIL_SCALE | HAIL_GROUP, 0};
    hail_world *world;
    hail_world_options options;
    hail_shape shape;
    hail_world_options_defaults(&options);
    options.context = &(hail_context){.variant = variant};
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), dot, &shape), HAIL_OK);
    for (uint32_t l = 0; l < LAYERS; l++) {
        bodies *b = &layer[l];
        const hail_layer_options layer_options = {.columns = columns[l]};
        hail_spawn_columns with = {.x = b->x, .y = b->y};
        with.group = columns[l] & HAIL_GROUP ? b->group : NULL;
        with.category = columns[l] & HAIL_MASK ? b->category : NULL;
        with.mask = columns[l] & HAIL_MASK ? b->mask : NULL;
        with.scale = columns[l] & HAIL_SCALE ? b->scale : NULL;
        cr_assert_eq(hail_layer_configure(world, l, &layer_options), HAIL_OK);
        cr_assert_eq(hail_spawn(world, l, &shape, &with, b->count, b->handle), HAIL_OK);
    }
    cr_assert_eq(hail_query_prepare(world, 0), HAIL_OK);
    return world;
}

/* ---- Questions --------------------------------------------------------------------------------------------------- */

static question pick_question(uint64_t *state) {
    static const size_t capacities[] = {1, 2, 4, 8, 9, MOST};
    question q = {.capacity = capacities[pick(state, 6)], .counted = pick(state, 3) == 0};
    const uint32_t from = pick(state, LAYERS);
    q.filter.mask = pick(state, 4) ? RARE : pick(state, 3);
    q.filter.category = pick(state, 3) ? 0 : 1 + pick(state, 2);
    q.filter.group = pick(state, 3) ? 0 : 1;
    q.filter.layers = pick(state, 2) ? 0 : HAIL_LAYER(0) | HAIL_LAYER(pick(state, LAYERS));
    q.filter.except = pick(state, 2) ? layer[from].handle[pick(state, layer[from].count)] : (hail_handle){0, 0};
    q.near.each_radius = pick(state, 3) ? NULL : radius;
    q.near.distance_to = pick(state, 3) ? HAIL_TO_SURFACE : HAIL_TO_CENTRE;
    for (uint32_t i = 0; i < POINTS; i++) {
        px[i] = random_range(state, -200.0f, 3200.0f);
        py[i] = random_range(state, -200.0f, 3200.0f);
        radius[i] = pick(state, 5) ? random_range(state, 0.0f, 900.0f) : 0.0f;
    }
    return q;
}

static void ask(const hail_world *world, const question *q, bool each, hail_query_hit *to, uint32_t *found) {
    const hail_points points = {.x = px, .y = py, .count = POINTS};
    hail_query_filter filter = q->filter;
    for (uint32_t i = 0; i < POINTS; i++) {
        group[i] = filter.group;
        category[i] = filter.category;
        mask[i] = filter.mask;
        except[i] = filter.except;
    }
    if (each) {
        filter.each_group = group;
        filter.each_category = category;
        filter.each_mask = mask;
        filter.each_except = except;
    }
    memset(to, 0, POINTS * q->capacity * sizeof *to);
    cr_assert_eq(hail_query_nearest(world, &points, &q->near, &filter, q->capacity, to, q->counted ? found : NULL),
                 HAIL_OK);
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

static bool allows(const hail_query_filter *f, uint32_t l, uint32_t i) {
    const bodies *b = &layer[l];
    const bool plain = l == 2;
    const uint32_t own = plain ? 1 : b->category[i], wanted = plain ? UINT32_MAX : b->mask[i];
    return (!f->layers || f->layers >> l & 1) && (!f->mask || own & f->mask) &&
           (!f->category || wanted & f->category) && !(f->group && !plain && b->group[i] == f->group) &&
           !(b->handle[i].slot == f->except.slot && b->handle[i].generation == f->except.generation);
}

static int ascending(const void *one, const void *other) {
    const float a = *(const float *)one, b = *(const float *)other;
    return (a > b) - (a < b);
}

/* The distances of point i's results are the least of all bodies. */
static void hold_point(uint64_t seed, const question *q, uint32_t i) {
    static float distance[LAYERS * BODIES];
    const bool to_centre = q->near.distance_to == HAIL_TO_CENTRE;
    uint32_t count = 0;
    for (uint32_t l = 0; l < LAYERS; l++)
        for (uint32_t n = 0; n < layer[l].count; n++) {
            const float dx = layer[l].x[n] - px[i], dy = layer[l].y[n] - py[i];
            const float own = to_centre ? 0.0f : l == 1 ? dot * layer[l].scale[n] : dot;
            const float d = sqrtf(dx * dx + dy * dy) - own;
            const bool in = !q->near.each_radius || radius[i] == 0.0f || d <= radius[i];
            if (in && allows(&q->filter, l, n))
                distance[count++] = d;
        }
    qsort(distance, count, sizeof *distance, ascending);
    for (uint32_t k = 0; k < q->capacity; k++) {
        const hail_query_hit *hit = &hits[i * q->capacity + k];
        cr_assert((hit->kind != 0) == (k < count), "seed %llu, point %u: result %u of %u", (unsigned long long)seed, i,
                  k, count);
        if (k >= count)
            return;
        cr_assert_eq(hit->distance, distance[k], "seed %llu, point %u, result %u: %.9g, must be %.9g",
                     (unsigned long long)seed, i, k, (double)hit->distance, (double)distance[k]);
    }
}

static void hold(uint64_t seed, const hail_world *world, const question *q) {
    ask(world, q, false, hits, counts);
    ask(world, q, true, must, must_count);
    for (size_t i = 0; i < POINTS * q->capacity; i++)
        cr_assert(memcmp(&hits[i], &must[i], sizeof *hits) == 0,
                  "seed %llu, result %zu of %zu: slot %u at %.9g, must be %u at %.9g", (unsigned long long)seed, i,
                  q->capacity, hits[i].body.slot, (double)hits[i].distance, must[i].body.slot,
                  (double)must[i].distance);
    cr_assert(!q->counted || memcmp(counts, must_count, sizeof counts) == 0, "seed %llu: other counts",
              (unsigned long long)seed);
    for (uint32_t i = 0; i < ASKED; i++)
        hold_point(seed, q, i);
}

static void hold_scene(uint64_t seed) {
    uint64_t state = seed * 91 + 7, questions;
    pick_bodies(&state);
    for (size_t v = 0; v < hail_variant_count(); v++) {
        hail_world *world = make_world(hail_variant_name(v));
        questions = state;
        for (uint32_t n = 0; n < QUESTIONS; n++) {
            const question q = pick_question(&questions);
            hold(seed, world, &q);
        }
        hail_world_destroy(world);
    }
}

Test(nearest_rare, shares) { random_seeds(SCENES, hold_scene); }
