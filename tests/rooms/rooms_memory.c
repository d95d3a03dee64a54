/* tests/rooms/rooms_memory.c - small worlds are small, and memory stays flat. HAIL_TEST_WORLDS=n runs n times as long.
 */
#include <criterion/criterion.h>

#include "shared/contexts.h"
#include "shared/purse.h"
#include "shared/random_world.h"

enum { BULLETS, SHIPS, ROOM_BULLETS = 180, ROOM_SHIPS = 20 };

static const float DT = 1.0f / 60.0f;

static void spawn(hail_world *world, uint32_t layer, float radius, uint32_t count, uint64_t seed) {
    float x[ROOM_BULLETS], y[ROOM_BULLETS], vx[ROOM_BULLETS], vy[ROOM_BULLETS];
    hail_shape circle;
    for (uint32_t i = 0; i < count; i++) {
        x[i] = random_range(&seed, 0.0f, 640.0f), y[i] = random_range(&seed, 0.0f, 480.0f);
        vx[i] = random_range(&seed, -90.0f, 90.0f), vy[i] = random_range(&seed, -90.0f, 90.0f);
    }
    const hail_spawn_columns columns = {.x = x, .y = y, .vx = vx, .vy = vy};
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), radius, &circle), HAIL_OK);
    cr_assert_eq(hail_spawn(world, layer, &circle, &columns, count, NULL), HAIL_OK);
}

static hail_world *make_room(const hail_context *context, hail_scratch *scratch, hail_mode mode, uint64_t seed) {
    const hail_world_options options = {.context = context, .scratch = scratch, .max_x = 640.0f, .max_y = 480.0f};
    const hail_layer_options wrap = {.bounds = HAIL_WRAP};
    hail_world *world = NULL;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, BULLETS, &wrap), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, SHIPS, &wrap), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, BULLETS, SHIPS, mode), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, BULLETS, BULLETS, HAIL_MANIFOLD), HAIL_OK);
    spawn(world, BULLETS, 3.0f, ROOM_BULLETS, seed);
    spawn(world, SHIPS, 12.0f, ROOM_SHIPS, seed + 1);
    return world;
}

Test(rooms_memory, a_small_world_is_small) {
    hail_world *world = make_room(NULL, NULL, HAIL_MANIFOLD, 1);
    hail_memory memory;
    cr_assert_eq(hail_world_memory(world, &memory), HAIL_OK);
    cr_assert_leq(memory.scratch, 1024, "nothing before the first step: %zu bytes", memory.scratch);
    for (int step = 0; step < 300; step++)
        cr_assert_eq(hail_step(world, DT, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_world_memory(world, &memory), HAIL_OK);
    cr_assert_leq(memory.state, 24 * 1024, "%zu bytes", memory.state);
    cr_assert_leq(memory.scratch, 64 * 1024, "%zu bytes", memory.scratch);
    hail_world_destroy(world);
}

/* With a shared scratch a room holds nothing of its own but what it keeps, and all of them step in one's memory. */
Test(rooms_memory, rooms_share) {
    enum { ROOMS = 50 };
    hail_scratch *scratch = NULL;
    hail_world *world[ROOMS];
    size_t bytes = 0;
    cr_assert_eq(hail_scratch_create(NULL, &scratch), HAIL_OK);
    for (int i = 0; i < ROOMS; i++)
        world[i] = make_room(NULL, scratch, i % 2 ? HAIL_SWEPT : HAIL_MANIFOLD, (uint64_t)i);
    for (int step = 0; step < 30; step++)
        for (int i = 0; i < ROOMS; i++)
            cr_assert_eq(hail_step(world[i], DT, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_scratch_memory(scratch, &bytes), HAIL_OK);
    cr_assert_leq(bytes, 160 * 1024, "%zu bytes", bytes);
    for (int i = 0; i < ROOMS; i++) {
        hail_memory memory;
        cr_assert_eq(hail_world_memory(world[i], &memory), HAIL_OK);
        cr_assert_leq(memory.scratch, 8 * 1024, "removals alone: %zu bytes", memory.scratch);
        hail_world_destroy(world[i]);
    }
    cr_assert_eq(hail_scratch_destroy(scratch), HAIL_OK);
}

/* Room made in a shared scratch is room for all that are no larger. */
Test(rooms_memory, reserved_rooms_allocate_nothing) {
    enum { ROOMS = 3 };
    purse p = {.fail_at = NEVER};
    const hail_context *context = allocator_context(with(&p), NULL);
    hail_scratch *scratch = NULL;
    hail_world *world[ROOMS];
    cr_assert_eq(hail_scratch_create(context, &scratch), HAIL_OK);
    for (int i = 0; i < ROOMS; i++) {
        world[i] = make_room(context, scratch, HAIL_EARLIEST, (uint64_t)i);
        cr_assert_eq(hail_reserve(world[i], BULLETS, ROOM_BULLETS, 2000), HAIL_OK);
        cr_assert_eq(hail_reserve(world[i], SHIPS, ROOM_SHIPS, 2000), HAIL_OK);
    }
    const long calls = p.calls;
    for (int step = 0; step < 60; step++)
        for (int i = 0; i < ROOMS; i++) {
            cr_assert_eq(hail_step(world[(i * 7 + step) % ROOMS], DT, NULL, NULL), HAIL_OK);
            cr_assert_eq(hail_stats(world[(i * 7 + step) % ROOMS])->allocations, 0);
        }
    cr_assert_eq(p.calls, calls);
    for (int i = 0; i < ROOMS; i++)
        hail_world_destroy(world[i]);
    cr_assert_eq(hail_scratch_destroy(scratch), HAIL_OK);
    cr_assert(p.held == 0 && !p.bad);
}

/* ---- Memory stays flat ------------------------------------------------------------------------------------------- */

typedef struct flat {
    purse p;
    hail_world *world;
    hail_shape dot;
} flat;

static void flat_begin(flat *f, uint32_t bounds, uint32_t columns) {
    *f = (flat){.p = {.fail_at = NEVER}};
    const hail_world_options options = {
        .context = allocator_context(with(&f->p), NULL), .max_x = bounds ? 1000.0f : 0, .max_y = bounds ? 1000.0f : 0};
    cr_assert_eq(hail_world_create(&options, &f->world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(f->world), 4.0f, &f->dot), HAIL_OK);
    cr_assert_eq(hail_layer_configure(f->world, 0, &(hail_layer_options){.bounds = bounds, .columns = columns}),
                 HAIL_OK);
    cr_assert_eq(hail_rule_set(f->world, 0, 0, HAIL_MANIFOLD), HAIL_OK);
}

static void flat_end(flat *f) {
    hail_world_destroy(f->world);
    cr_assert(f->p.held == 0 && !f->p.bad);
}

/* Bodies that fall and fall, in a world without bounds: grids follow them, and do not grow. */
Test(rooms_memory, a_faller_that_never_ends) {
    enum { FALLERS = 300 };
    float x[FALLERS], y[FALLERS], v[FALLERS];
    const uint32_t steps = 20000 * random_worlds(1);
    flat f;
    size_t bytes = 0;
    for (uint32_t i = 0; i < FALLERS; i++)
        x[i] = (float)(i % 20) * 7.0f, y[i] = (float)(i / 20) * 7.0f, v[i] = i < 5 ? 3000.0f : 10.0f;
    flat_begin(&f, HAIL_OPEN, 0);
    cr_assert_eq(hail_spawn(f.world, 0, &f.dot, &(hail_spawn_columns){.x = x, .y = y, .vy = v}, FALLERS, NULL),
                 HAIL_OK);
    for (uint32_t step = 0; step < steps; step++) {
        cr_assert_eq(hail_step(f.world, DT, NULL, NULL), HAIL_OK);
        bytes = step < 100 ? f.p.bytes : bytes;
    }
    cr_assert_eq(f.p.bytes, bytes, "%zu bytes after 100 steps, %zu after %u", bytes, f.p.bytes, steps);
    flat_end(&f);
}

/* A stream of bullets: as many as come, go. */
Test(rooms_memory, churn_of_many_spawns) {
    enum { EACH = 1000 };
    static float x[EACH], y[EACH], vx[EACH], life[EACH];
    const uint32_t rounds = 500 * random_worlds(1); /* HAIL_TEST_WORLDS=20: ten million spawns */
    uint64_t seed = 9;
    flat f;
    size_t bytes = 0;
    flat_begin(&f, HAIL_KILL, HAIL_LIFE);
    for (uint32_t round = 0; round < rounds; round++) {
        for (uint32_t i = 0; i < EACH; i++) {
            x[i] = random_range(&seed, 0.0f, 1000.0f), y[i] = random_range(&seed, 0.0f, 1000.0f);
            vx[i] = random_range(&seed, -3000.0f, 3000.0f), life[i] = random_range(&seed, 0.0f, 3.5f * DT);
        }
        const hail_spawn_columns columns = {.x = x, .y = y, .vx = vx, .life = life};
        cr_assert_eq(hail_spawn(f.world, 0, &f.dot, &columns, EACH, NULL), HAIL_OK);
        cr_assert_eq(hail_step(f.world, DT, NULL, NULL), HAIL_OK);
        bytes = round < 100 ? f.p.bytes : bytes;
        cr_assert_leq(f.p.bytes, bytes + bytes / 2, "round %u: %zu bytes, %zu before", round, f.p.bytes, bytes);
    }
    flat_end(&f);
}

/* Levels that load and unload: layers, shapes and rules come and go. */
Test(rooms_memory, layers_that_come_and_go) {
    enum { BODIES = 200 };
    static float x[BODIES], y[BODIES];
    const uint32_t rounds = 2000 * random_worlds(1);
    hail_handle handle[BODIES];
    uint64_t seed = 4;
    size_t bytes = 0;
    flat f;
    flat_begin(&f, HAIL_WRAP, 0);
    for (uint32_t i = 0; i < BODIES; i++)
        x[i] = random_range(&seed, 0.0f, 1000.0f), y[i] = random_range(&seed, 0.0f, 1000.0f);
    for (uint32_t round = 0; round < rounds; round++) {
        const uint32_t layer = round % HAIL_MAX_LAYERS, columns = (uint32_t)random_bits(&seed) & HAIL_ALL_COLUMNS;
        hail_shape shape;
        cr_assert_eq(hail_shape_circle(hail_world_shapes(f.world), 5.0f, &shape), HAIL_OK);
        cr_assert_eq(hail_layer_configure(f.world, layer, &(hail_layer_options){.columns = columns}), HAIL_OK);
        cr_assert_eq(hail_rule_set(f.world, layer, layer, round % 2 ? HAIL_SWEPT : HAIL_MANIFOLD), HAIL_OK);
        cr_assert_eq(hail_spawn(f.world, layer, &shape, &(hail_spawn_columns){.x = x, .y = y}, BODIES, handle),
                     HAIL_OK);
        cr_assert_eq(hail_step(f.world, DT, NULL, NULL), HAIL_OK);
        cr_assert_eq(hail_query_prepare(f.world, 0), HAIL_OK);
        cr_assert_eq(hail_despawn(f.world, handle, BODIES), HAIL_OK);
        cr_assert_eq(hail_rule_set(f.world, layer, layer, HAIL_IGNORE), HAIL_OK);
        cr_assert_eq(hail_shape_destroy(hail_world_shapes(f.world), &shape), HAIL_OK);
        bytes = round < 8 * HAIL_MAX_LAYERS ? f.p.bytes : bytes;
        cr_assert_leq(f.p.bytes, bytes + bytes / 8, "round %u: %zu bytes, %zu before", round, f.p.bytes, bytes);
    }
    flat_end(&f);
}
