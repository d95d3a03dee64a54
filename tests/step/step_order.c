/* What may not matter: where bodies lie within their columns, and in which order they came. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/stream.h"

enum { BODIES = 600, A = 3, B = 5, LIMBO = 9 };

typedef struct cast {
    float x[BODIES], y[BODIES], vx[BODIES], vy[BODIES];
    uint64_t user[BODIES];
} cast;

static void fill(cast *c, uint64_t seed) {
    for (uint32_t i = 0; i < BODIES; i++) {
        c->x[i] = random_range(&seed, 0.0f, 200.0f), c->y[i] = random_range(&seed, 0.0f, 200.0f);
        c->vx[i] = random_range(&seed, -90.0f, 90.0f), c->vy[i] = random_range(&seed, -90.0f, 90.0f);
        c->user[i] = i;
    }
}

static hail_world *make(const char *isa, hail_shape *shape) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    hail_layer_options layer = {.columns = HAIL_USER};
    hail_world *world = NULL;
    options.context = variant_context(isa);
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 5.0f, shape), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, A, &layer), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, B, &layer), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, LIMBO, &layer), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, B, A, HAIL_MANIFOLD), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, A, A, HAIL_MANIFOLD), HAIL_OK);
    return world;
}

static void spawn(hail_world *world, uint32_t layer, hail_shape shape, const cast *c, hail_handle *handle) {
    hail_spawn_columns columns = {.x = c->x, .y = c->y, .vx = c->vx, .vy = c->vy, .user = c->user};
    cr_assert_eq(hail_spawn(world, layer, &shape, &columns, BODIES, handle), HAIL_OK);
}

/* The same slots, another order within the layer: out and back in, off and on again. */
static void shuffle(hail_world *world, const hail_handle *handle, uint64_t *seed) {
    for (int i = 0; i < 2 * BODIES; i++) {
        const hail_handle *chosen = &handle[random_pick(seed, BODIES)];
        if (i % 2 == 0) {
            hail_location at;
            cr_assert_eq(hail_locate(world, chosen, &at), HAIL_OK);
            cr_assert_eq(hail_set_layer(world, chosen, 1, LIMBO), HAIL_OK);
            cr_assert_eq(hail_set_layer(world, chosen, 1, at.layer), HAIL_OK);
        } else {
            cr_assert_eq(hail_set_enabled(world, chosen, 1, false), HAIL_OK);
            cr_assert_eq(hail_set_enabled(world, chosen, 1, true), HAIL_OK);
        }
    }
}

Test(step_order, indices_do_not_matter) {
    static cast a, b;
    static hail_handle handle[2][2 * BODIES];
    fill(&a, 1);
    fill(&b, 2);
    for (size_t n = 0; n < hail_variant_count(); n++) {
        hail_shape shape;
        hail_world *world[2];
        stream s[2] = {{0}, {0}};
        uint64_t seed = 17;
        for (int i = 0; i < 2; i++) {
            world[i] = make(hail_variant_name(n), &shape);
            spawn(world[i], A, shape, &a, handle[i]);
            spawn(world[i], B, shape, &b, handle[i] + BODIES);
        }
        cr_assert_eq(memcmp(handle[0], handle[1], sizeof handle[0]), 0, "the same calls, other handles");
        for (int step = 0; step < 30; step++) {
            for (int i = 0; i < 2; i++) {
                stream_clear(&s[i]);
                cr_assert_eq(hail_step(world[i], 1.0f / 60.0f, stream_take, &s[i]), HAIL_OK);
            }
            cr_assert_gt(s[0].count, 100, "only %zu contacts", s[0].count);
            cr_assert_eq(s[0].count, s[1].count);
            cr_assert_eq(memcmp(s[0].contact, s[1].contact, s[0].count * sizeof *s[0].contact), 0);
            shuffle(world[1], handle[1] + (step % 2) * BODIES, &seed);
        }
        cr_assert_neq(world_fingerprint(world[0]), world_fingerprint(world[1]), "the shuffle changed no index");
        cr_assert_eq(world_digest(world[0]), world_digest(world[1]));
        for (int i = 0; i < 2; i++) {
            stream_free(&s[i]);
            hail_world_destroy(world[i]);
        }
    }
}

/* By who they are, not by handle: the pair's names first, then everything that orientation does not turn round. */
static int by_names(const void *one, const void *two) { return memcmp(one, two, sizeof(hail_contact)); }

static uint64_t name_of(hail_world *world, hail_handle handle) {
    hail_location at;
    hail_columns c;
    cr_assert_eq(hail_locate(world, &handle, &at), HAIL_OK);
    cr_assert_eq(hail_layer_columns(world, at.layer, &c), HAIL_OK);
    return c.user[at.index];
}

static void rename_all(hail_world *world, stream *s) {
    for (size_t i = 0; i < s->count; i++) {
        hail_contact *c = &s->contact[i];
        uint32_t a = (uint32_t)name_of(world, c->a), b = (uint32_t)name_of(world, c->b);
        if (c->layer_a == c->layer_b) { /* either may have the lower slot: only the pair and its depth are the same */
            hail_contact bare = {.kind = c->kind, .count = c->count, .layer_a = c->layer_a, .layer_b = c->layer_b};
            bare.depth[0] = c->depth[0];
            *c = bare;
            c->a.slot = a < b ? a : b, c->b.slot = a < b ? b : a;
        } else {
            c->a = (hail_handle){a, 0}, c->b = (hail_handle){b, 0};
        }
    }
    qsort(s->contact, s->count, sizeof *s->contact, by_names);
}

static void swap_bodies(cast *c, uint32_t i, uint32_t j) {
    cast *one = c;
    float *column[] = {one->x, one->y, one->vx, one->vy};
    for (int k = 0; k < 4; k++) {
        float kept = column[k][i];
        column[k][i] = column[k][j], column[k][j] = kept;
    }
    uint64_t user = c->user[i];
    c->user[i] = c->user[j], c->user[j] = user;
}

Test(step_order, spawn_order_does_not_matter) {
    static cast a, b;
    hail_world *world[2];
    stream s[2] = {{0}, {0}};
    uint64_t seed = 23;
    fill(&a, 5);
    fill(&b, 6);
    for (int i = 0; i < 2; i++) {
        hail_shape shape;
        world[i] = make(NULL, &shape);
        spawn(world[i], i == 0 ? A : B, shape, i == 0 ? &a : &b, NULL);
        spawn(world[i], i == 0 ? B : A, shape, i == 0 ? &b : &a, NULL);
        for (uint32_t k = 0; k + 1 < BODIES; k++) {
            swap_bodies(&a, k, k + random_pick(&seed, BODIES - k));
            swap_bodies(&b, k, k + random_pick(&seed, BODIES - k));
        }
    }
    for (int step = 0; step < 10; step++) {
        for (int i = 0; i < 2; i++) {
            stream_clear(&s[i]);
            cr_assert_eq(hail_step(world[i], 1.0f / 60.0f, stream_take, &s[i]), HAIL_OK);
            rename_all(world[i], &s[i]);
        }
        cr_assert_gt(s[0].count, 100, "only %zu contacts", s[0].count);
        cr_assert_eq(s[0].count, s[1].count);
        cr_assert_eq(memcmp(s[0].contact, s[1].contact, s[0].count * sizeof *s[0].contact), 0);
    }
    for (int i = 0; i < 2; i++) {
        stream_free(&s[i]);
        hail_world_destroy(world[i]);
    }
}
