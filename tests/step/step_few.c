/* Few bodies, of which a step compares all pairs, and rooms that a step makes only when something grew: neither may
 * show in the contacts. */
#include <criterion/criterion.h>

#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/stream.h"

enum { BULLETS = 2, SHIPS = 7, STEPS = 20 };

static const float DT = 1.0f / 60.0f;

typedef struct few_world {
    hail_world *world;
    hail_shape shape[3]; /* two circles, a box */
    stream s;
} few_world;

static few_world make(const char *isa) {
    few_world f = {0};
    const float x[] = {-9.0f, 9.0f, 9.0f, -9.0f}, y[] = {-5.0f, -5.0f, 5.0f, 5.0f};
    hail_world_options options;
    hail_world_options_defaults(&options);
    const hail_layer_options layer = {.columns = HAIL_GROUP};
    options.context = variant_context(isa);
    cr_assert_eq(hail_world_create(&options, &f.world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(f.world), 4.0f, &f.shape[0]), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(f.world), 11.0f, &f.shape[1]), HAIL_OK);
    cr_assert_eq(hail_shape_polygon(hail_world_shapes(f.world), x, y, 4, 0.0f, &f.shape[2]), HAIL_OK);
    cr_assert_eq(hail_layer_configure(f.world, BULLETS, &layer), HAIL_OK);
    cr_assert_eq(hail_layer_configure(f.world, SHIPS, &layer), HAIL_OK);
    return f;
}

static void set_rule(few_world *f, uint32_t a, uint32_t b, hail_mode mode) {
    cr_assert_eq(hail_rule_set(f->world, a, b, mode), HAIL_OK);
}

/* kinds: 1: one circle; 2: circles; 3: circles and boxes. */
static void spawn(few_world *f, uint32_t layer, uint32_t count, uint32_t kinds, uint64_t seed) {
    for (uint32_t i = 0; i < count; i++) {
        const float x = random_range(&seed, 0.0f, 120.0f), y = random_range(&seed, 0.0f, 90.0f);
        const float vx = random_range(&seed, -80.0f, 80.0f), vy = random_range(&seed, -80.0f, 80.0f);
        const uint32_t group = random_pick(&seed, 4);
        const hail_spawn_columns columns = {.x = &x, .y = &y, .vx = &vx, .vy = &vy, .group = &group};
        cr_assert_eq(hail_spawn(f->world, layer, &f->shape[random_pick(&seed, kinds)], &columns, 1, NULL), HAIL_OK);
    }
}

/* Bodies at rest, far from all others and from each other. */
static void spawn_far(few_world *f, uint32_t layer, uint32_t count, float y) {
    for (uint32_t i = 0; i < count; i++) {
        const float x = 5000.0f + 100.0f * (float)i;
        cr_assert_eq(hail_spawn(f->world, layer, &f->shape[0], &(hail_spawn_columns){.x = &x, .y = &y}, 1, NULL),
                     HAIL_OK);
    }
}

static uint64_t step(few_world *f) {
    stream_clear(&f->s);
    cr_assert_eq(hail_step(f->world, DT, stream_take, &f->s), HAIL_OK);
    return hail_stats(f->world)->pairs;
}

static void same_streams(const few_world *one, const few_world *two, int at) {
    cr_assert_eq(one->s.count, two->s.count, "step %d: %zu contacts, and %zu", at, one->s.count, two->s.count);
    cr_assert(one->s.count == 0 || memcmp(one->s.contact, two->s.contact, one->s.count * sizeof *one->s.contact) == 0,
              "step %d", at);
}

static void destroy(few_world *f) {
    stream_free(&f->s);
    hail_world_destroy(f->world);
}

/* The same bodies, alone and among so many others that the pairs are found by a grid or a raster. */
static size_t with_and_without_others(const char *isa, uint32_t bullets, uint32_t ships, uint32_t kinds) {
    few_world f[2];
    size_t contacts = 0;
    for (int i = 0; i < 2; i++) {
        f[i] = make(isa);
        set_rule(&f[i], SHIPS, BULLETS, HAIL_MANIFOLD);
        set_rule(&f[i], SHIPS, SHIPS, HAIL_MANIFOLD);
        spawn(&f[i], BULLETS, bullets, kinds, 5);
        spawn(&f[i], SHIPS, ships, kinds, 6);
    }
    spawn_far(&f[1], BULLETS, 900, 0.0f);
    spawn_far(&f[1], SHIPS, 300, 7000.0f);
    for (int i = 0; i < STEPS; i++) {
        cr_assert_eq(step(&f[0]), step(&f[1]), "step %d: other pairs", i);
        same_streams(&f[0], &f[1], i);
        contacts += f[0].s.count;
    }
    destroy(&f[0]);
    destroy(&f[1]);
    return contacts;
}

Test(step_few, others_do_not_matter) {
    static const uint32_t sizes[][2] = {{8, 2}, {2, 9}, {17, 16}, {40, 33}, {128, 64}, {60, 90}};
    size_t contacts = 0;
    for (size_t n = 0; n < hail_variant_count(); n++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (uint32_t kinds = 1; kinds <= 3; kinds++)
                contacts += with_and_without_others(hail_variant_name(n), sizes[i][0], sizes[i][1], kinds);
    cr_assert_gt(contacts, 10000, "only %zu contacts", contacts);
}

/* A world that had other rules, and fewer bodies, before finds what a new one finds. */
Test(step_few, rules_may_change) {
    static const hail_mode modes[] = {HAIL_PAIRS, HAIL_MANIFOLD, HAIL_SWEPT, HAIL_EARLIEST, HAIL_MANIFOLD};
    few_world old = make(NULL);
    set_rule(&old, BULLETS, SHIPS, HAIL_MANIFOLD);
    spawn(&old, BULLETS, 30, 1, 5);
    spawn(&old, SHIPS, 12, 1, 6);
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        few_world new = make(NULL);
        spawn(&new, BULLETS, 30, 1, 5);
        spawn(&new, SHIPS, 12, 1, 6);
        for (size_t i = 0; i <= m; i++) { /* both lived through the same steps and additions */
            spawn(&new, SHIPS, 20, (uint32_t)i % 3 + 1, i);
            if (i < m)
                step(&new);
        }
        spawn(&old, SHIPS, 20, (uint32_t)m % 3 + 1, m);
        set_rule(&old, BULLETS, SHIPS, modes[m]);
        set_rule(&new, BULLETS, SHIPS, modes[m]);
        step(&old);
        step(&new);
        cr_assert_gt(new.s.count, 0);
        same_streams(&old, &new, (int)m);
        destroy(&new);
    }
    destroy(&old);
}

static uint64_t allocations_of(few_world *f) {
    step(f);
    return hail_stats(f->world)->allocations;
}

/* Bodies may come and go: a step asks for memory only where there are more than ever before. */
Test(step_few, room_lasts) {
    few_world f = make(NULL);
    set_rule(&f, BULLETS, SHIPS, HAIL_MANIFOLD);
    set_rule(&f, SHIPS, SHIPS, HAIL_SWEPT);
    spawn(&f, BULLETS, 200, 3, 5);
    spawn(&f, SHIPS, 100, 3, 6);
    cr_assert_gt(allocations_of(&f), 0);
    for (uint32_t layer = BULLETS; layer <= SHIPS; layer += SHIPS - BULLETS) {
        hail_columns columns;
        hail_handle gone[60];
        cr_assert_eq(hail_layer_columns(f.world, layer, &columns), HAIL_OK);
        memcpy(gone, columns.handle, sizeof gone);
        cr_assert_eq(hail_despawn(f.world, gone, 60), HAIL_OK);
        cr_assert_eq(allocations_of(&f), 0);
        spawn(&f, layer, 60, 3, 7);
        cr_assert_eq(allocations_of(&f), 0);
    }
    spawn(&f, SHIPS, 900, 3, 8);
    cr_assert_gt(allocations_of(&f), 0);
    cr_assert_eq(allocations_of(&f), 0);
    destroy(&f);
}
