/* Bodies: handles, spawning, despawning, and what may be changed about them. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/stream.h"

enum { FULL = 2, BARE = 4, MANY = 5000 };

static hail_world *world;
static hail_shape dot, hull;

static void open_world(void) {
    static const float x[] = {-5, 5, 0}, y[] = {-5, -5, 5};
    const hail_layer_options all = {.columns = HAIL_ALL_COLUMNS};
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.max_x = options.max_y = 100.0f;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 1.0f, &dot), HAIL_OK);
    cr_assert_eq(hail_shape_polygon(hail_world_shapes(world), x, y, 3, 0.0f, &hull), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, FULL, &all), HAIL_OK);
}

static void close_world(void) { hail_world_destroy(world); }

TestSuite(world_bodies, .init = open_world, .fini = close_world);

static hail_handle spawn_one(uint32_t layer, float x) {
    const float y = 2.0f;
    hail_handle handle;
    hail_spawn_columns columns = {.x = &x, .y = &y};
    cr_assert_eq(hail_spawn(world, layer, &dot, &columns, 1, &handle), HAIL_OK);
    return handle;
}

static hail_columns columns_of(uint32_t layer) {
    hail_columns c;
    cr_assert_eq(hail_layer_columns(world, layer, &c), HAIL_OK);
    cr_assert_eq(c.count, c.active + c.disabled + c.quarantined);
    return c;
}

static hail_location place_of(hail_handle handle) {
    hail_location location;
    cr_assert_eq(hail_locate(world, &handle, &location), HAIL_OK);
    hail_columns c = columns_of(location.layer);
    cr_assert(location.index < c.count && c.handle[location.index].slot == handle.slot &&
              c.handle[location.index].generation == handle.generation);
    return location;
}

static bool same(hail_handle a, hail_handle b) { return a.slot == b.slot && a.generation == b.generation; }

/* ---- Handles ----------------------------------------------------------------------------------------------------- */

Test(world_bodies, null_and_foreign_handles) {
    hail_handle real = spawn_one(0, 1.0f);
    const hail_handle bad[] = {{0, 0},
                               {real.slot, real.generation + 1},
                               {real.slot, 0},
                               {real.slot + 1, real.generation},
                               {UINT32_MAX, real.generation},
                               {1u << 26, 1}};
    hail_location location;
    cr_assert(hail_alive(world, &real));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint64_t before = world_fingerprint(world);
        cr_assert(!hail_alive(world, &bad[i]), "handle %zu", i);
        cr_assert_eq(hail_locate(world, &bad[i], &location), HAIL_STALE_HANDLE);
        hail_handle two[] = {real, bad[i]};
        cr_assert_eq(hail_despawn(world, two, 2), HAIL_STALE_HANDLE);
        cr_assert_eq(hail_set_shape(world, two, 2, &hull), HAIL_STALE_HANDLE);
        cr_assert_eq(hail_set_layer(world, two, 2, 9), HAIL_STALE_HANDLE);
        cr_assert_eq(hail_set_enabled(world, two, 2, false), HAIL_STALE_HANDLE);
        cr_assert_eq(world_fingerprint(world), before, "handle %zu: half was done", i);
    }
}

Test(world_bodies, slots_come_back_last_freed_first) {
    hail_handle h[4];
    for (int i = 0; i < 4; i++)
        h[i] = spawn_one(0, (float)i);
    cr_assert_eq(hail_despawn(world, &h[1], 1), HAIL_OK);
    cr_assert_eq(hail_despawn(world, &h[3], 1), HAIL_OK);
    cr_assert_eq(hail_despawn(world, &h[0], 1), HAIL_OK);
    static const int order[] = {0, 3, 1};
    for (int i = 0; i < 3; i++) {
        hail_handle again = spawn_one(5, 9.0f); /* world-wide: another layer takes them too */
        cr_assert_eq(again.slot, h[order[i]].slot);
        cr_assert_neq(again.generation, h[order[i]].generation);
        cr_assert_neq(again.generation, 0);
        cr_assert(!hail_alive(world, &h[order[i]]) && hail_alive(world, &again));
    }
    cr_assert(hail_alive(world, &h[2]));
    cr_assert_eq(hail_body_count(world), 4);
}

Test(world_bodies, generations_never_repeat_soon) {
    hail_handle first = spawn_one(0, 1.0f), last = first;
    for (int i = 0; i < 3000; i++) {
        cr_assert_eq(hail_despawn(world, &last, 1), HAIL_OK);
        hail_handle next = spawn_one(0, 1.0f);
        cr_assert(next.slot == first.slot && next.generation != 0 && !same(next, last) && !same(next, first));
        last = next;
    }
}

Test(world_bodies, despawn_many_and_twice) {
    static float x[MANY];
    static hail_handle h[MANY], half[MANY];
    for (int i = 0; i < MANY; i++)
        x[i] = (float)i;
    hail_spawn_columns columns = {.x = x, .y = x};
    cr_assert_eq(hail_spawn(world, FULL, &dot, &columns, MANY, h), HAIL_OK);
    for (int i = 0; i < MANY; i++)
        half[i] = h[i / 2 * 2]; /* every second, each twice */
    cr_assert_eq(hail_despawn(world, half, MANY), HAIL_OK);
    cr_assert_eq(hail_body_count(world), MANY / 2);
    for (int i = 0; i < MANY; i++) {
        cr_assert_eq(hail_alive(world, &h[i]), i % 2 == 1);
        if (i % 2 == 1)
            cr_assert_eq(columns_of(FULL).x[place_of(h[i]).index], x[i]);
    }
}

/* ---- Spawning ---------------------------------------------------------------------------------------------------- */

Test(world_bodies, spawn_thousands_with_everything) {
    static float x[MANY], y[MANY], vx[MANY], vy[MANY], angle[MANY], scale[MANY], life[MANY];
    static uint32_t group[MANY], category[MANY], mask[MANY];
    static uint64_t user[MANY];
    static hail_shape shape[MANY];
    static hail_handle h[MANY];
    for (int i = 0; i < MANY; i++) {
        x[i] = (float)i, y[i] = (float)-i, vx[i] = 0.5f * (float)i, vy[i] = 1.0f, angle[i] = 200.0f * (float)(i - 2500);
        scale[i] = 0.001f * (float)i, life[i] = 1.0f + (float)i, group[i] = (uint32_t)i, user[i] = (uint64_t)i << 33;
        category[i] = 1u << i % 32, mask[i] = ~(uint32_t)i;
        shape[i] = i % 3 == 0 ? hull : dot;
    }
    hail_spawn_columns columns = {x, y, vx, vy, shape, angle, scale, group, category, mask, user, life, NULL};
    cr_assert_eq(hail_spawn(world, FULL, &(hail_shape){0}, &columns, MANY, h), HAIL_OK);
    hail_columns c = columns_of(FULL);
    cr_assert(c.count == MANY && c.active == MANY);
    for (int i = 0; i < MANY; i++) {
        uint32_t at = place_of(h[i]).index;
        cr_assert(c.x[at] == x[i] && c.y[at] == y[i] && c.vx[at] == vx[i] && c.vy[at] == vy[i]);
        cr_assert(c.scale[at] == scale[i] && c.life[at] == life[i] && c.group[at] == group[i] && c.user[at] == user[i]);
        cr_assert(c.category[at] == category[i] && c.mask[at] == mask[i]);
        cr_assert_eq(c.shape[at], shape[i].id);
        cr_assert_float_eq(c.cos[at], (float)cos((double)angle[i]), 2e-6f, "cos %g is %.9g", (double)angle[i],
                           (double)c.cos[at]);
        cr_assert_float_eq(c.sin[at], (float)sin((double)angle[i]), 2e-6f, "sin %g is %.9g", (double)angle[i],
                           (double)c.sin[at]);
    }
}

Test(world_bodies, spawn_defaults) {
    hail_handle h = spawn_one(FULL, 3.0f), bare = spawn_one(BARE, 4.0f);
    hail_columns c = columns_of(FULL), b = columns_of(BARE);
    uint32_t i = place_of(h).index;
    cr_assert(c.x[i] == 3.0f && c.y[i] == 2.0f && c.vx[i] == 0.0f && c.vy[i] == 0.0f && c.shape[i] == dot.id);
    cr_assert(c.cos[i] == 1.0f && c.sin[i] == 0.0f && c.scale[i] == 1.0f && c.life[i] >= HAIL_FOREVER);
    cr_assert(c.group[i] == 0 && c.user[i] == 0 && c.category[i] == 1 && c.mask[i] == UINT32_MAX);
    cr_assert(!b.cos && !b.sin && !b.scale && !b.life && !b.group && !b.category && !b.mask && !b.user);
    cr_assert_eq(b.x[place_of(bare).index], 4.0f);
    cr_assert_eq(columns_of(40).count, 0, "a layer that was never used");
}

Test(world_bodies, spawn_nothing) {
    const float at = 1.0f;
    hail_spawn_columns columns = {.x = &at, .y = &at};
    cr_assert_eq(hail_spawn(world, 0, &dot, &columns, 0, NULL), HAIL_OK);
    cr_assert_eq(hail_body_count(world), 0);
}

/* Tiny numbers become 0 at the door, so that no subnormal ever slows a step. */
Test(world_bodies, spawn_tiny) {
    const float x[] = {1e-19f, -1e-40f, 1e-17f}, zero[] = {0, 0, 0};
    const float scale[] = {1e-19f, 1e-40f};
    hail_spawn_columns columns = {.x = x, .y = zero, .vx = x, .scale = scale};
    hail_handle h[3];
    cr_assert_eq(hail_spawn(world, FULL, &dot, &columns, 2, h), HAIL_OK);
    columns.scale = NULL;
    columns.x += 2, columns.vx += 2;
    cr_assert_eq(hail_spawn(world, FULL, &dot, &columns, 1, h + 2), HAIL_OK);
    hail_columns c = columns_of(FULL);
    for (int i = 0; i < 3; i++) {
        uint32_t at = place_of(h[i]).index;
        cr_assert(c.x[at] == (i < 2 ? 0.0f : 1e-17f) && c.vx[at] == (i < 2 ? 0.0f : 1e-17f));
        cr_assert(c.scale[at] == (i < 2 ? 0.0f : 1.0f));
    }
    cr_assert_eq(hail_write_bodies(world, &(hail_handles){h, 0, 1}, &(hail_body_writes){.scale = scale}, NULL),
                 HAIL_OK);
    cr_assert_eq(columns_of(FULL).scale[place_of(h[0]).index], 0.0f);
}

/* Each fault alone, in the last of many: all or nothing. */
static void refuse(uint32_t layer, hail_shape shape, const hail_spawn_columns *columns, hail_status why) {
    hail_handle h[100];
    uint64_t before = world_fingerprint(world);
    memset(h, 0x77, sizeof h);
    hail_status status = hail_spawn(world, layer, &shape, columns, 100, h);
    cr_assert_eq(status, why, "answers \"%s\", should \"%s\"", hail_status_text(status), hail_status_text(why));
    cr_assert_eq(world_fingerprint(world), before, "\"%s\", and yet something happened", hail_status_text(why));
}

Test(world_bodies, spawn_refusals) {
    float good[100], bad[100], nan[100], inf[100];
    uint32_t group[100] = {0};
    uint64_t user[100] = {0};
    hail_shape shape[100];
    hail_handle kept = spawn_one(FULL, 50.0f), freed = spawn_one(FULL, 51.0f);
    cr_assert_eq(hail_despawn(world, &freed, 1), HAIL_OK);
    for (int i = 0; i < 100; i++)
        good[i] = bad[i] = nan[i] = inf[i] = 1.0f, shape[i] = dot;
    nan[99] = NAN, inf[99] = -INFINITY;
    const hail_spawn_columns plain = {.x = good, .y = good};
    for (int which = 0; which < 7; which++) {
        const float *broken[] = {nan, inf};
        for (int k = 0; k < 2; k++) {
            hail_spawn_columns c = plain;
            const float **column[] = {&c.x, &c.y, &c.vx, &c.vy, &c.angle, &c.scale, &c.life};
            *column[which] = broken[k];
            refuse(FULL, dot, &c, HAIL_NOT_FINITE);
        }
    }
    static const float scale[] = {-0.5f, 1.01f * HAIL_MAX_SCALE}, life[] = {0.0f, -1.0f}, angle[] = {1.1e6f, -1.1e6f};
    for (int k = 0; k < 2; k++) {
        hail_spawn_columns c = plain;
        c.scale = bad, bad[99] = scale[k];
        refuse(FULL, dot, &c, HAIL_OUT_OF_RANGE);
        c.scale = NULL, c.life = bad, bad[99] = life[k];
        refuse(FULL, dot, &c, HAIL_OUT_OF_RANGE);
        c.life = NULL, c.angle = bad, bad[99] = angle[k];
        refuse(FULL, dot, &c, HAIL_OUT_OF_RANGE);
    }
    refuse(BARE, dot, &(hail_spawn_columns){.x = good, .y = good, .angle = good}, HAIL_NO_COLUMN);
    refuse(BARE, dot, &(hail_spawn_columns){.x = good, .y = good, .scale = good}, HAIL_NO_COLUMN);
    refuse(BARE, dot, &(hail_spawn_columns){.x = good, .y = good, .group = group}, HAIL_NO_COLUMN);
    refuse(BARE, dot, &(hail_spawn_columns){.x = good, .y = good, .category = group}, HAIL_NO_COLUMN);
    refuse(BARE, dot, &(hail_spawn_columns){.x = good, .y = good, .mask = group}, HAIL_NO_COLUMN);
    refuse(BARE, dot, &(hail_spawn_columns){.x = good, .y = good, .user = user}, HAIL_NO_COLUMN);
    refuse(BARE, dot, &(hail_spawn_columns){.x = good, .y = good, .life = good}, HAIL_NO_COLUMN);
    refuse(FULL, dot, &(hail_spawn_columns){.x = good}, HAIL_BAD_ARGUMENT);
    refuse(FULL, dot, &(hail_spawn_columns){.y = good}, HAIL_BAD_ARGUMENT);
    refuse(FULL, dot, NULL, HAIL_BAD_ARGUMENT);
    refuse(HAIL_MAX_LAYERS, dot, &plain, HAIL_BAD_ARGUMENT);
    refuse(FULL, (hail_shape){0}, &plain, HAIL_UNKNOWN_SHAPE);
    refuse(FULL, (hail_shape){hull.id + 1, hull.tag}, &plain, HAIL_UNKNOWN_SHAPE);
    shape[99] = (hail_shape){12345, hull.tag};
    refuse(FULL, dot, &(hail_spawn_columns){.x = good, .y = good, .shape = shape}, HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_spawn(NULL, FULL, &dot, &plain, 1, NULL), HAIL_BAD_ARGUMENT);
    cr_assert(hail_alive(world, &kept));
    cr_assert_eq(spawn_one(0, 1.0f).slot, freed.slot, "a refusal took a slot");
}

Test(world_bodies, hard_cap) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    hail_handle h[12];
    const float x[12] = {0};
    hail_spawn_columns columns = {.x = x, .y = x};
    close_world();
    options.max_bodies = 10;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 1.0f, &dot), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 0, &dot, &columns, 11, h), HAIL_FULL);
    cr_assert_eq(hail_spawn(world, 0, &dot, &columns, 6, h), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 1, &dot, &columns, 5, h + 6), HAIL_FULL);
    cr_assert_eq(hail_body_count(world), 6);
    cr_assert_eq(hail_spawn(world, 1, &dot, &columns, 4, h + 6), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 2, &dot, &columns, 1, h + 10), HAIL_FULL);
    cr_assert_eq(hail_set_layer(world, h, 10, 3), HAIL_OK, "a move needs no room in the world");
    cr_assert_eq(hail_despawn(world, h + 4, 1), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 2, &dot, &columns, 1, h + 10), HAIL_OK);
    cr_assert_eq(hail_body_count(world), 10);
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

Test(world_bodies, layer_change_keeps_handle_and_shared_columns) {
    const hail_layer_options some = {.columns = HAIL_USER | HAIL_GROUP | HAIL_MASK | HAIL_ROTATION};
    const float x[] = {3, 4}, v[] = {7, 8}, turn[] = {1, 2}, scale[] = {2, 3}, life[] = {5, 6};
    const uint64_t user[] = {77, 88};
    const uint32_t group[] = {5, 6}, category[] = {2, 4}, mask[] = {8, 9};
    hail_handle h[2];
    hail_spawn_columns columns = {x, x, v, v, NULL, turn, scale, group, category, mask, user, life, NULL};
    cr_assert_eq(hail_layer_configure(world, 9, &some), HAIL_OK);
    cr_assert_eq(hail_spawn(world, FULL, &hull, &columns, 2, h), HAIL_OK);
    cr_assert_eq(hail_set_layer(world, h, 2, 9), HAIL_OK);
    for (int i = 0; i < 2; i++) {
        hail_columns c = columns_of(9);
        hail_location location = place_of(h[i]);
        uint32_t at = location.index;
        cr_assert(hail_alive(world, &h[i]) && location.layer == 9 && location.enabled);
        cr_assert(c.x[at] == x[i] && c.vy[at] == v[i] && c.user[at] == user[i] && c.group[at] == group[i]);
        cr_assert(c.category[at] == category[i] && c.mask[at] == mask[i]);
        cr_assert(fabsf(c.cos[at] - cosf(turn[i])) < 1e-6f && c.shape[at] == hull.id && c.scale == NULL);
    }
    cr_assert_eq(columns_of(FULL).count, 0);
    cr_assert_eq(hail_set_layer(world, h, 2, FULL), HAIL_OK);
    cr_assert_eq(hail_set_layer(world, h, 2, FULL), HAIL_OK, "to the present layer");
    hail_columns c = columns_of(FULL);
    cr_assert_eq(c.count, 2);
    cr_assert(c.scale[0] == 1.0f && c.life[1] >= HAIL_FOREVER && c.user[place_of(h[1]).index] == 88);
    cr_assert_eq(hail_set_layer(world, h, 2, HAIL_MAX_LAYERS), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_set_enabled(world, h, 1, false), HAIL_OK);
    cr_assert_eq(hail_set_layer(world, h, 1, 9), HAIL_OK);
    cr_assert(!place_of(h[0]).enabled, "a disabled body stays disabled");
}

/* Asks for about round % 6 fifths of the bodies, in both layers, and for the first ones twice. */
static size_t choose_some(const hail_handle *all, uint32_t count, uint32_t round, bool *chosen, hail_handle *some) {
    size_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        chosen[i] = ((i + round) * 2654435761u >> 20) % 5 < round % 6;
        if (chosen[i])
            some[found++] = all[i];
    }
    for (size_t i = 0, once = found; i < once && i < 20; i++)
        some[found++] = some[i];
    return found;
}

Test(world_bodies, many_enabled_and_disabled) {
    enum { BODIES = 300 };
    hail_handle h[BODIES], some[BODIES + 20];
    bool disabled[BODIES] = {false}, chosen[BODIES];
    for (int i = 0; i < BODIES; i++)
        h[i] = spawn_one(i % 3 ? FULL : BARE, (float)i);
    for (uint32_t round = 1; round < 90; round++) {
        const bool enabled = round % 3 == 0;
        const size_t count = choose_some(h, BODIES, round, chosen, some);
        cr_assert_eq(hail_set_enabled(world, some, count, enabled), HAIL_OK);
        for (int i = 0; i < BODIES; i++) {
            disabled[i] = chosen[i] ? !enabled : disabled[i];
            const hail_location at = place_of(h[i]);
            const hail_columns c = columns_of(at.layer);
            cr_assert_eq(at.enabled, !disabled[i], "round %u, body %d", round, i);
            cr_assert_eq(at.index < c.active, !disabled[i], "round %u, body %d", round, i);
            cr_assert(c.x[at.index] == (float)i && c.handle[at.index].slot == h[i].slot);
        }
    }
}

static hail_status set_scale(const hail_handle *handles, size_t count, const float *scale) {
    return hail_write_bodies(world, &(hail_handles){handles, 0, count}, &(hail_body_writes){.scale = scale}, NULL);
}

static hail_status set_angle(const hail_handle *handles, size_t count, const float *angle) {
    return hail_write_bodies(world, &(hail_handles){handles, 0, count}, &(hail_body_writes){.angle = angle}, NULL);
}

Test(world_bodies, shape_scale_and_angle) {
    hail_handle h[] = {spawn_one(FULL, 1.0f), spawn_one(FULL, 2.0f), spawn_one(BARE, 3.0f)};
    const float scale[] = {0.0f, HAIL_MAX_SCALE, 1.0f}, angle[] = {HAIL_MAX_ANGLE, -1.0f, 0.0f};
    const float bad[][2] = {{1, NAN}, {1, INFINITY}, {1, -1}, {1, 2e3f}};
    cr_assert_eq(hail_set_shape(world, h, 3, &hull), HAIL_OK);
    cr_assert_eq(set_scale(h, 2, scale), HAIL_OK);
    cr_assert_eq(set_angle(h, 2, angle), HAIL_OK);
    hail_columns c = columns_of(FULL);
    uint32_t i = place_of(h[1]).index, j = place_of(h[0]).index;
    cr_assert(c.shape[i] == hull.id && c.scale[i] == HAIL_MAX_SCALE && c.scale[j] == 0.0f);
    cr_assert_float_eq(c.cos[i], cosf(1.0f), 1e-6f);
    cr_assert_float_eq(c.sin[i], -sinf(1.0f), 1e-6f);
    cr_assert_float_eq(c.cos[j], (float)cos(1e6), 2e-6f);
    uint64_t before = world_fingerprint(world);
    cr_assert_eq(hail_set_shape(world, h, 3, &(hail_shape){99, hull.tag}), HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(set_scale(h, 3, scale), HAIL_NO_COLUMN);
    cr_assert_eq(set_angle(h, 3, angle), HAIL_NO_COLUMN);
    cr_assert_eq(set_scale(h, 2, bad[0]), HAIL_NOT_FINITE);
    cr_assert_eq(set_scale(h, 2, bad[1]), HAIL_NOT_FINITE);
    cr_assert_eq(set_scale(h, 2, bad[2]), HAIL_OUT_OF_RANGE);
    cr_assert_eq(set_scale(h, 2, bad[3]), HAIL_OUT_OF_RANGE);
    cr_assert_eq(set_angle(h, 2, bad[0]), HAIL_NOT_FINITE);
    cr_assert_eq(set_scale(h, 2, NULL), HAIL_OK, "nothing is written");
    cr_assert_eq(set_angle(NULL, 2, angle), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_despawn(world, NULL, 2), HAIL_BAD_ARGUMENT);
    cr_assert_eq(world_fingerprint(world), before);
}

Test(world_bodies, life_and_pierce_are_written) {
    const hail_handle h[] = {spawn_one(FULL, 1.0f), spawn_one(FULL, 2.0f), spawn_one(FULL, 3.0f)};
    const hail_handles list = {h, 2 * sizeof *h, 2};
    const float life[] = {2.5f, HAIL_FOREVER};
    const uint32_t pierce[] = {0, 9};
    cr_assert_eq(hail_write_bodies(world, &list, &(hail_body_writes){.life = life, .pierce = pierce}, NULL), HAIL_OK);
    const hail_columns c = columns_of(FULL);
    for (int i = 0; i < 2; i++) {
        const uint32_t index = place_of(h[2 * i]).index;
        cr_assert(c.life[index] == life[i] && c.pierce[index] == pierce[i]);
    }
    cr_assert(c.life[place_of(h[1]).index] == HAIL_FOREVER && c.pierce[place_of(h[1]).index] == 1, "not in the list");
}

/* cos and sin are the same bits for the same angle and unit to well below 1e-4, wherever the angle lies. */
Test(world_bodies, angles_are_unit) {
    hail_handle h = spawn_one(FULL, 1.0f);
    for (int i = -2000; i <= 2000; i++) {
        float angle = (float)i * (i % 2 == 0 ? 0.00785398f : 499.9f);
        cr_assert_eq(set_angle(&h, 1, &angle), HAIL_OK);
        hail_columns c = columns_of(FULL);
        double unit = hypot((double)c.cos[0], (double)c.sin[0]);
        cr_assert(fabs(unit - 1.0) < 1e-6, "angle %g gives length %.9g", (double)angle, unit);
        cr_assert(fabs((double)c.cos[0] - cos((double)angle)) < 2e-6, "cos %.9g is %.9g", (double)angle,
                  (double)c.cos[0]);
    }
}
