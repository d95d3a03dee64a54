/* tests/step/golden_scenes.c - small worlds of circles and polygons, then of every shape and every rule. */
#include "golden_scenes.h"

#include <string.h>

#include <hail/hail.h>

enum { WORLDS = 12, STEPS = 20, CIRCLES = 600, POLYGONS = 60, SHAPES = 4 };

/* Keeps the first failure. */
static void require(golden_digest *d, hail_status status) {
    if (d->status == HAIL_OK)
        d->status = status;
}

/* FNV-1a over words, field by field: bytes would differ with their order. */
static void mix(golden_digest *d, uint32_t word) { d->hash = (d->hash ^ word) * UINT64_C(1099511628211); }
static void mix_float(golden_digest *d, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    mix(d, bits);
}

static void on_contacts(const hail_contact *contact, size_t count, void *user) {
    golden_digest *d = user;
    for (size_t i = 0; i < count; i++) {
        const hail_contact *c = &contact[i];
        mix(d, c->a.slot);
        mix(d, c->b.slot);
        mix(d, c->kind | (uint32_t)c->count << 8 | (uint32_t)c->layer_a << 16 | (uint32_t)c->layer_b << 24);
        mix(d, c->feature_a | (uint32_t)c->feature_b << 8);
        mix_float(d, c->normal_x);
        mix_float(d, c->normal_y);
        mix_float(d, c->x[0]);
        mix_float(d, c->y[0]);
        mix_float(d, c->depth[0]);
    }
    d->contacts += count;
}

static float uniform(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (float)(*state >> 40) * 0x1p-24f;
}

static void make_shapes(hail_world *world, uint64_t *state, hail_shape *circle, hail_shape *polygon, golden_digest *d) {
    static const float corner_x[] = {1.0f, 0.5f, -0.5f, -1.0f, -0.5f, 0.5f};
    static const float corner_y[] = {0.0f, 0.87f, 0.87f, 0.0f, -0.87f, -0.87f};
    for (int i = 0; i < SHAPES; i++) {
        float x[6], y[6];
        const int count = 3 + i;
        require(d, hail_shape_circle(hail_world_shapes(world), 1.0f + 8.0f * uniform(state), &circle[i]));
        for (int v = 0; v < count; v++) {
            x[v] = corner_x[v * 6 / count] * (20.0f + 3.0f * uniform(state));
            y[v] = corner_y[v * 6 / count] * 20.0f;
        }
        if (hail_shape_polygon(hail_world_shapes(world), x, y, (size_t)count, 0.0f, &polygon[i]) != HAIL_OK)
            polygon[i] = circle[i];
    }
}

static void scatter(hail_world *world, uint64_t *state, uint32_t layer, const hail_shape *from, int count,
                    golden_digest *d) {
    float x[CIRCLES], y[CIRCLES], vx[CIRCLES], vy[CIRCLES], angle[CIRCLES], scale[CIRCLES];
    hail_shape shape[CIRCLES];
    for (int i = 0; i < count; i++) {
        x[i] = 800.0f * uniform(state);
        y[i] = 600.0f * uniform(state);
        vx[i] = 400.0f * (uniform(state) - 0.5f);
        vy[i] = 400.0f * (uniform(state) - 0.5f);
        angle[i] = 20.0f * (uniform(state) - 0.5f);
        scale[i] = 0.5f + uniform(state);
        shape[i] = from[i % SHAPES];
    }
    const hail_spawn_columns columns = {
        .x = x, .y = y, .vx = vx, .vy = vy, .shape = shape, .angle = layer ? angle : NULL, .scale = scale};
    require(d, hail_spawn(world, layer, &from[0], &columns, (size_t)count, NULL));
}

static void live(const char *isa, uint32_t number, uint64_t *state, golden_digest *d) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    hail_world *world = NULL;
    hail_shape circle[SHAPES], polygon[SHAPES];
    const hail_context context = {.variant = isa};
    options.context = &context;
    options.max_x = 800.0f;
    options.max_y = 600.0f;
    require(d, hail_world_create(&options, &world));
    const hail_layer_options circles = {.columns = HAIL_SCALE | HAIL_LIFE, .bounds = (hail_bounds)(number % 3)};
    const hail_layer_options polygons = {.columns = HAIL_ROTATION | HAIL_SCALE, .bounds = HAIL_WRAP};
    require(d, hail_layer_configure(world, 0, &circles));
    require(d, hail_layer_configure(world, 1, &polygons));
    require(d, hail_rule_set(world, 0, 0, HAIL_MANIFOLD));
    require(d, hail_rule_set(world, number & 1, 1 - (number & 1), HAIL_MANIFOLD));
    make_shapes(world, state, circle, polygon, d);
    scatter(world, state, 0, circle, CIRCLES, d);
    scatter(world, state, 1, polygon, POLYGONS, d);
    for (int step = 0; step < STEPS; step++)
        require(d, hail_step(world, 1.0f / 60.0f, on_contacts, d));
    hail_world_destroy(world);
}

/* ---- Every shape, every rule ------------------------------------------------------------------------------------- */

enum { SWARM, SHOTS, DEBRIS, WALLS, KINDS, EVERY = 16, CROWD = 160 };

static void on_every_contact(const hail_contact *contact, size_t count, void *user) {
    golden_digest *d = user;
    on_contacts(contact, count, user);
    for (size_t i = 0; i < count; i++) {
        mix_float(d, contact[i].t);
        mix_float(d, contact[i].x[1]);
        mix_float(d, contact[i].y[1]);
        mix_float(d, contact[i].depth[1]);
    }
}

/* Some are half and quarter turns, so that edges lie parallel and corners on each other. */
static float size(uint64_t *state, bool whole) {
    const float at = 20.0f * uniform(state);
    return whole ? (float)(1 + (int)at) : 0.5f + at;
}

static hail_status make_every(hail_world *world, uint64_t *state, int number, hail_shape *shape) {
    static const float corner_x[] = {1.0f, 0.75f, 0.0f, -0.75f, -1.0f, -0.75f, 0.0f, 0.75f};
    static const float corner_y[] = {0.0f, 0.75f, 1.0f, 0.75f, 0.0f, -0.75f, -1.0f, -0.75f};
    const bool whole = number % 2 == 0;
    const float rounding = number % 4 < 2 ? 0.0f : size(state, whole) * 0.25f;
    float x[8], y[8], w = size(state, whole), h = size(state, whole);
    const int count = 3 + number % 6;
    switch (number % 5) {
    case 0:
        return hail_shape_circle(hail_world_shapes(world), number == 0 ? 0.0f : w * 0.5f, shape);
    case 1:
        return hail_shape_capsule(hail_world_shapes(world), -w, -h, w, number == 1 ? -h : h, rounding, shape);
    case 2:
        return hail_shape_box(hail_world_shapes(world), w, h, rounding, shape);
    case 3:
        return hail_shape_capsule(hail_world_shapes(world), w, 0.0f, number == 3 ? w : -h, 0.0f, rounding, shape);
    default:
        for (int v = 0; v < count; v++) {
            x[v] = corner_x[v * 8 / count] * (w + 2.0f) + (whole ? 4.0f : 0.0f);
            y[v] = corner_y[v * 8 / count] * (h + 2.0f);
        }
        return hail_shape_polygon(hail_world_shapes(world), x, y, (size_t)count, rounding, shape);
    }
}

static void scatter_every(hail_world *world, uint64_t *state, uint32_t layer, const hail_shape *from, float speed,
                          golden_digest *d) {
    float x[CROWD], y[CROWD], vx[CROWD], vy[CROWD], angle[CROWD], scale[CROWD];
    hail_shape shape[CROWD];
    for (int i = 0; i < CROWD; i++) {
        x[i] = 600.0f * uniform(state);
        y[i] = 600.0f * uniform(state);
        vx[i] = speed * (uniform(state) - 0.5f);
        vy[i] = speed * (uniform(state) - 0.5f);
        angle[i] = 20.0f * (uniform(state) - 0.5f);
        scale[i] = 0.5f + uniform(state);
        if (i % 4 == 0) { /* on a lattice, without rotation */
            x[i] = (float)(int)x[i], y[i] = (float)(int)y[i];
            angle[i] = 0.0f, scale[i] = 1.0f;
        }
        shape[i] = from[(int)(uniform(state) * EVERY) % EVERY];
    }
    const hail_spawn_columns columns = {
        .x = x, .y = y, .vx = vx, .vy = vy, .shape = shape, .angle = angle, .scale = layer == WALLS ? NULL : scale};
    require(d, hail_spawn(world, layer, &from[0], &columns, CROWD, NULL));
}

/* Moves the caller-moved bodies and sets their displacements. */
static void move_walls(hail_world *world, uint64_t *state, golden_digest *d) {
    hail_columns c = {0};
    require(d, hail_layer_columns(world, WALLS, &c));
    uint32_t by_slot[KINDS * CROWD] = {0};
    for (uint32_t i = 0; i < c.count; i++) /* the engine decides the columns' order */
        by_slot[c.handle[i].slot] = i + 1;
    for (uint32_t slot = 0; slot < KINDS * CROWD; slot++) {
        if (by_slot[slot] == 0)
            continue;
        const uint32_t i = by_slot[slot] - 1;
        c.dx[i] = 40.0f * (uniform(state) - 0.5f);
        c.dy[i] = 40.0f * (uniform(state) - 0.5f);
        c.x[i] = c.x[i] + c.dx[i];
        c.y[i] = c.y[i] + c.dy[i];
    }
}

static void live_with_every(const char *isa, uint32_t number, uint64_t *state, golden_digest *d) {
    static const hail_mode mode[] = {HAIL_MANIFOLD, HAIL_SWEPT, HAIL_EARLIEST, HAIL_MANIFOLD, HAIL_PAIRS};
    hail_world_options options;
    hail_world_options_defaults(&options);
    hail_world *world = NULL;
    hail_shape shape[EVERY];
    const hail_context context = {.variant = isa};
    options.context = &context;
    options.max_x = options.max_y = 600.0f;
    require(d, hail_world_create(&options, &world));
    for (uint32_t layer = 0; layer < KINDS; layer++) {
        const hail_layer_options layers = {.columns = layer == WALLS ? HAIL_ROTATION | HAIL_DISPLACEMENT
                                                                     : HAIL_ROTATION | HAIL_SCALE,
                                           .bounds = (hail_bounds)((number + layer) % 3),
                                           .caller_moved = layer == WALLS};
        require(d, hail_layer_configure(world, layer, &layers));
        for (uint32_t other = 0; other <= layer; other++)
            require(d, hail_rule_set(world, (number & 1) != 0 ? layer : other, (number & 1) != 0 ? other : layer,
                                     mode[(number + 2 * layer + other) % 5]));
    }
    for (int i = 0; i < EVERY; i++)
        require(d, make_every(world, state, i, &shape[i]));
    scatter_every(world, state, SWARM, shape, 400.0f, d);
    scatter_every(world, state, SHOTS, shape, 600000.0f, d); /* 10,000 px a step */
    scatter_every(world, state, DEBRIS, shape, 4000.0f, d);
    scatter_every(world, state, WALLS, shape, 0.0f, d);
    for (int i = 0; i < STEPS; i++) {
        move_walls(world, state, d);
        require(d, hail_step(world, 1.0f / 60.0f, on_every_contact, d));
    }
    hail_world_destroy(world);
}

static golden_digest run(const char *isa, uint64_t seed,
                         void (*live_one)(const char *, uint32_t, uint64_t *, golden_digest *)) {
    golden_digest d = {.hash = UINT64_C(14695981039346656037), .status = HAIL_OK};
    for (uint32_t number = 0; number < WORLDS && d.status == HAIL_OK; number++)
        live_one(isa, number, &seed, &d);
    return d;
}

const golden_scene golden_scenes[GOLDEN_SCENES] = {
    {"circles and polygons", 54257, UINT64_C(0xa3cedf44af1a4b7d)},
    {"every shape and rule", 140005, UINT64_C(0xd115cd158270c5a9)},
};

golden_digest golden_run(int scene, const char *isa) {
    return scene == 0 ? run(isa, 7, live) : run(isa, 11, live_with_every);
}

bool golden_equal(int scene, const golden_digest *d) {
    const golden_scene *wanted = &golden_scenes[scene];
    return d->status == HAIL_OK && d->contacts == wanted->contacts && d->hash == wanted->hash;
}
