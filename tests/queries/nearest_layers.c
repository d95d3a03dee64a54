/* tests/queries/nearest_layers.c - hail_query_nearest in as many layers as a world has, each with bodies of very
 * different sizes: the results of any number are the first of a sorted list of all bodies, also far outside of them. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <hail/hail.h>

#include "shared/random_world.h"

enum { LAYERS = HAIL_MAX_LAYERS, EACH = 30, BODIES = LAYERS * EACH, POINTS = 60, MOST = 100 };

/* By number: layer * EACH + i. The slots of a layer ascend. */
static float x[BODIES], y[BODIES], scale[BODIES], px[POINTS], py[POINTS];
static hail_handle handle[BODIES];
static hail_query_hit hits[POINTS * MOST];

typedef struct answer {
    float distance;
    uint32_t body;
} answer;

static hail_world *make(const char *variant, uint64_t *state) {
    hail_world *world;
    hail_world_options options;
    hail_shape shape;
    hail_world_options_defaults(&options);
    options.context = &(hail_context){.variant = variant};
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 2.0f, &shape), HAIL_OK);
    for (uint32_t i = 0; i < BODIES; i++) {
        x[i] = i % 5 ? random_range(state, 0.0f, 900.0f) : 100.0f * (float)(i % 9); /* some are equally far away */
        y[i] = i % 5 ? random_range(state, 0.0f, 900.0f) : 100.0f * (float)(i % 7);
        scale[i] = i % 3 ? 1.0f : i % 2 ? 30.0f : 0.25f;
    }
    for (uint32_t l = 0; l < LAYERS; l++) {
        const hail_spawn_columns bodies = {.x = x + l * EACH, .y = y + l * EACH, .scale = scale + l * EACH};
        cr_assert_eq(hail_layer_configure(world, l, &(hail_layer_options){.columns = HAIL_SCALE}), HAIL_OK);
        cr_assert_eq(hail_spawn(world, l, &shape, &bodies, EACH, handle + l * EACH), HAIL_OK);
    }
    cr_assert_eq(hail_query_prepare(world, 0), HAIL_OK);
    return world;
}

static int by_order(const void *one, const void *other) {
    const answer *a = one, *b = other;
    if (a->distance != b->distance)
        return a->distance < b->distance ? -1 : 1;
    return a->body < b->body ? -1 : a->body > b->body;
}

static void hold(const hail_world *world, size_t capacity, bool to_centre, float radius) {
    static answer all[BODIES];
    const hail_points points = {.x = px, .y = py, .count = POINTS};
    const hail_nearest_options near = {.distance_to = to_centre ? HAIL_TO_CENTRE : HAIL_TO_SURFACE, .radius = radius};
    cr_assert_eq(hail_query_nearest(world, &points, &near, NULL, capacity, hits, NULL), HAIL_OK);
    for (uint32_t p = 0; p < POINTS; p++) {
        size_t count = 0;
        for (uint32_t i = 0; i < BODIES; i++) {
            const float dx = x[i] - px[p], dy = y[i] - py[p];
            const float distance = sqrtf(dx * dx + dy * dy) - (to_centre ? 0.0f : 2.0f * scale[i]);
            if (radius == 0.0f || distance <= radius)
                all[count++] = (answer){distance, i};
        }
        qsort(all, count, sizeof *all, by_order);
        for (size_t k = 0; k < capacity; k++) {
            const hail_query_hit *hit = &hits[p * capacity + k];
            cr_assert_eq(hit->kind != 0, k < count, "point %u: result %zu of %zu", p, k, count);
            if (k == count)
                break;
            cr_assert(hit->distance == all[k].distance && hit->body.slot == handle[all[k].body].slot,
                      "point %u, result %zu of %zu: slot %u at %.9g, must be %u at %.9g", p, k, capacity,
                      hit->body.slot, (double)hit->distance, handle[all[k].body].slot, (double)all[k].distance);
        }
    }
}

Test(nearest_layers, all) {
    static const size_t capacities[] = {1, 2, 4, 8, 9, 24, 25, MOST};
    for (size_t v = 0; v < hail_variant_count(); v++) {
        uint64_t state = 5;
        hail_world *world = make(hail_variant_name(v), &state);
        for (uint32_t p = 0; p < POINTS; p++) {
            const float far = p % 4 ? 0.0f : p % 8 ? 5000.0f : 3.0e5f;
            px[p] = random_range(&state, -100.0f, 1000.0f) + (p % 3 ? far : -far);
            py[p] = p % 6 ? random_range(&state, -100.0f, 1000.0f) + (p % 5 ? 0.0f : far) : 100.0f * (float)(p % 9);
        }
        for (size_t c = 0; c < sizeof capacities / sizeof *capacities; c++) {
            hold(world, capacities[c], c % 2, 0.0f);
            hold(world, capacities[c], c % 3 == 0, 60.0f);
        }
        hail_world_destroy(world);
    }
}
