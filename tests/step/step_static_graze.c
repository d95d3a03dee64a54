/* Swept rules past a static layer: bullets that pass corners at about the distance at which rounding decides whether
 * they hit. Pieces of their paths must reach all that a sweep may report: every contact is that of a twin world whose
 * layer is not static. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/stream.h"

enum { BULLETS, STILL, COUNT = 400, SHAPES = 4, WORLDS = 240 };

/* A sweep's tolerance is this share of the displacement, at most times the flatness of the shapes. */
static const float SHARE = 0x1p-20f, WIDEST = 8.0f;

typedef struct twins {
    hail_world *world[2]; /* the first one's bodies that stand still are static */
    hail_shapeset *set;
    hail_shape shape[SHAPES];
    uint64_t state;
} twins;

static void make(twins *t, uint64_t seed) {
    const float thin[4][2] = {{-2.0f, 0.0f}, {0.0f, -0.02f}, {2.0f, 0.0f}, {0.0f, 0.02f}};
    float x[4], y[4];
    t->state = seed;
    for (int i = 0; i < 4; i++)
        x[i] = thin[i][0], y[i] = thin[i][1];
    cr_assert_eq(hail_shapeset_create(NULL, &t->set), HAIL_OK);
    cr_assert_eq(hail_shape_box(t->set, 1.0f, 0.5f, 0.0f, &t->shape[0]), HAIL_OK);
    cr_assert_eq(hail_shape_box(t->set, 0.05f, 0.05f, 0.0f, &t->shape[1]), HAIL_OK);
    cr_assert_eq(hail_shape_circle(t->set, 0.1f, &t->shape[2]), HAIL_OK);
    cr_assert_eq(hail_shape_polygon(t->set, x, y, 4, 0.0f, &t->shape[3]), HAIL_OK);
    for (int twin = 0; twin < 2; twin++) {
        hail_world_options options;
        hail_world_options_defaults(&options);
        options.shapes = t->set;
        cr_assert_eq(hail_world_create(&options, &t->world[twin]), HAIL_OK);
        const hail_layer_options still = {.columns = HAIL_ROTATION, .is_static = twin == 0};
        cr_assert_eq(hail_layer_configure(t->world[twin], STILL, &still), HAIL_OK);
        cr_assert_eq(hail_layer_configure(t->world[twin], BULLETS, &(hail_layer_options){.columns = HAIL_ROTATION}),
                     HAIL_OK);
        cr_assert_eq(hail_rule_set(t->world[twin], BULLETS, STILL, HAIL_SWEPT), HAIL_OK);
    }
}

static void spawn(twins *t, uint32_t layer, const hail_spawn_columns *from) {
    for (int twin = 0; twin < 2; twin++)
        cr_assert_eq(hail_spawn(t->world[twin], layer, NULL, from, COUNT, NULL), HAIL_OK);
}

/* Bodies near a point, and as many bullets, each of which passes one of them. */
static void fill(twins *t, float at, float path, uint32_t shapes) {
    static float x[COUNT], y[COUNT], vx[COUNT], vy[COUNT], angle[COUNT];
    static hail_shape shape[COUNT];
    for (int i = 0; i < COUNT; i++) {
        x[i] = at + random_range(&t->state, -200.0f, 200.0f);
        y[i] = at + random_range(&t->state, -200.0f, 200.0f);
        angle[i] = random_range(&t->state, -3.0f, 3.0f);
        shape[i] = t->shape[random_pick(&t->state, shapes)];
    }
    spawn(t, STILL, &(hail_spawn_columns){.x = x, .y = y, .angle = angle, .shape = shape});
    for (int i = 0; i < COUNT; i++) {
        const float way = random_range(&t->state, -3.0f, 3.0f), length = path * random_range(&t->state, 0.5f, 1.0f);
        const float ahead = random_range(&t->state, 0.1f, 0.9f), size = random_range(&t->state, 0.0f, 1.0f);
        const float beside = random_range(&t->state, -1.0f, 1.0f) * (path * SHARE * WIDEST * size * size + 2.0f);
        const float c = cosf(way), s = sinf(way);
        x[i] = x[i] - c * length * ahead - s * beside;
        y[i] = y[i] - s * length * ahead + c * beside;
        vx[i] = c * length, vy[i] = s * length;
        angle[i] = random_range(&t->state, -3.0f, 3.0f);
        shape[i] = t->shape[random_pick(&t->state, shapes)];
    }
    spawn(t, BULLETS, &(hail_spawn_columns){.x = x, .y = y, .vx = vx, .vy = vy, .angle = angle, .shape = shape});
}

static size_t compare(uint64_t seed) {
    static const float at[] = {0.0f, 3000.0f, 1.0e6f}, path[] = {100.0f, 1.0e5f, 1.0e6f, 1.0e7f};
    twins t;
    stream s[2] = {{0}};
    make(&t, seed);
    const float place = at[random_pick(&t.state, 3)], length = path[random_pick(&t.state, 4)];
    fill(&t, place, length, 1 + random_pick(&t.state, SHAPES));
    for (int twin = 0; twin < 2; twin++)
        cr_assert_eq(hail_step(t.world[twin], 1.0f, stream_take, &s[twin]), HAIL_OK);
    cr_expect(s[0].count == s[1].count && memcmp(s[0].contact, s[1].contact, s[0].count * sizeof *s[0].contact) == 0,
              "seed %llu, at %g, paths of %g: %zu contacts, must be %zu", (unsigned long long)seed, (double)place,
              (double)length, s[0].count, s[1].count);
    const size_t found = s[1].count;
    for (int twin = 0; twin < 2; twin++) {
        stream_free(&s[twin]);
        hail_world_destroy(t.world[twin]);
    }
    hail_shapeset_destroy(t.set);
    return found;
}

Test(step_static_graze, corners) {
    const uint32_t worlds = random_shortened(WORLDS);
    size_t found = 0;
    for (uint64_t seed = 1; seed <= worlds; seed++)
        found += compare(seed);
    cr_log_info("%zu contacts", found);
    cr_assert(found > (size_t)10 * worlds);
}
