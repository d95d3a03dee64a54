/* Layers and rules: set up early or late, bodies parked, numbers broken and mended, polygons kept from polygons. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "oracle.h"
#include "stream.h"

static hail_world *world;
static hail_shape dot, hull;

static void open_world(void) {
    static const float x[] = {-5, 5, 0}, y[] = {-5, -5, 5};
    hail_world_options options = hail_world_defaults();
    options.max_x = options.max_y = 100.0f;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(world, 1.0f, &dot), HAIL_OK);
    cr_assert_eq(hail_shape_polygon(world, x, y, 3, 0.0f, &hull), HAIL_OK);
}

static void close_world(void) { hail_world_destroy(world); }

TestSuite(world_layers, .init = open_world, .fini = close_world);

static void spawn(uint32_t layer, hail_shape shape, size_t count, hail_handle *handle) {
    static float x[100], v[100];
    for (size_t i = 0; i < count; i++)
        x[i] = 10.0f + 0.5f * (float)i, v[i] = 6.0f;
    hail_spawn_columns columns = {.x = x, .y = x, .vx = v};
    cr_assert_eq(hail_spawn(world, layer, shape, &columns, count, handle), HAIL_OK);
}

static hail_columns columns_of(uint32_t layer) {
    hail_columns c;
    cr_assert_eq(hail_layer_columns(world, layer, &c), HAIL_OK);
    return c;
}

static hail_place place_of(hail_handle handle) {
    hail_place place;
    cr_assert_eq(hail_locate(world, handle, &place), HAIL_OK);
    return place;
}

static uint64_t contacts_after(float dt) {
    cr_assert_eq(hail_step(world, dt, NULL, NULL), HAIL_OK);
    return hail_stats(world)->contacts;
}

Test(world_layers, configure_with_bodies) {
    hail_handle h[20];
    const hail_layer_options all = {.columns = HAIL_ALL_COLUMNS}, user = {.columns = HAIL_USER}, none = {0};
    spawn(1, dot, 20, h);
    cr_assert_eq(hail_layer_configure(world, 1, &all), HAIL_OK);
    hail_columns c = columns_of(1);
    for (uint32_t i = 0; i < 20; i++) {
        uint32_t at = place_of(h[i]).index;
        cr_assert(c.cos[at] == 1.0f && c.sin[at] == 0.0f && c.scale[at] == 1.0f && c.life[at] >= HAIL_FOREVER);
        cr_assert(c.group[at] == 0 && c.user[at] == 0 && c.x[at] == 10.0f + 0.5f * (float)i && c.vx[at] == 6.0f);
        c.user[at] = i;
        c.scale[at] = 3.0f;
    }
    cr_assert_eq(hail_layer_configure(world, 1, &user), HAIL_OK);
    c = columns_of(1);
    cr_assert(!c.cos && !c.sin && !c.scale && !c.life && !c.group && c.user && c.count == 20);
    for (uint32_t i = 0; i < 20; i++)
        cr_assert_eq(c.user[place_of(h[i]).index], i);
    cr_assert_eq(hail_layer_configure(world, 1, &none), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, 1, &all), HAIL_OK);
    c = columns_of(1);
    for (uint32_t i = 0; i < 20; i++)
        cr_assert(c.user[i] == 0 && c.scale[i] == 1.0f, "what a layer lost comes back as its default");
}

Test(world_layers, configure_refusals) {
    const hail_layer_options flag = {.columns = 1u << 5}, policy = {.bounds = (hail_bounds)3}, good = {0};
    const hail_layer_options kill = {.bounds = HAIL_KILL}, wrap = {.bounds = HAIL_WRAP};
    cr_assert_eq(hail_layer_configure(world, 0, &flag), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_layer_configure(world, 0, &policy), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_layer_configure(world, 0, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_layer_configure(world, HAIL_MAX_LAYERS, &good), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_layer_configure(world, 0, &kill), HAIL_OK);
    close_world();
    cr_assert_eq(hail_world_create(NULL, &world), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, 0, &kill), HAIL_BAD_ARGUMENT, "no bounds to leave");
    cr_assert_eq(hail_layer_configure(world, 0, &wrap), HAIL_BAD_ARGUMENT);
}

Test(world_layers, world_refusals) {
    hail_world *bad = (hail_world *)(uintptr_t)1;
    hail_world_options o = hail_world_defaults();
    cr_assert_eq(hail_world_create(NULL, NULL), HAIL_BAD_ARGUMENT);
    o.max_x = NAN;
    cr_assert_eq(hail_world_create(&o, &bad), HAIL_NOT_FINITE);
    cr_assert_null(bad);
    o = hail_world_defaults();
    o.min_x = 5.0f, o.max_x = -5.0f, o.max_y = 1.0f;
    cr_assert_neq(hail_world_create(&o, &bad), HAIL_OK, "bounds the wrong way round");
    o = hail_world_defaults();
    o.cell = -1.0f;
    cr_assert_neq(hail_world_create(&o, &bad), HAIL_OK);
    o.cell = NAN;
    cr_assert_eq(hail_world_create(&o, &bad), HAIL_NOT_FINITE);
    o = hail_world_defaults();
    o.window = 0;
    cr_assert_neq(hail_world_create(&o, &bad), HAIL_OK);
    o = hail_world_defaults();
    o.pair_budget = 255;
    cr_assert_neq(hail_world_create(&o, &bad), HAIL_OK);
    cr_assert_null(bad);
    hail_world_destroy(NULL);
}

Test(world_layers, step_refusals) {
    hail_handle h;
    spawn(0, dot, 1, &h);
    uint64_t before = world_fingerprint(world);
    cr_assert_eq(hail_step(world, NAN, NULL, NULL), HAIL_NOT_FINITE);
    cr_assert_eq(hail_step(world, INFINITY, NULL, NULL), HAIL_NOT_FINITE);
    cr_assert_eq(hail_step(world, -0.1f, NULL, NULL), HAIL_OUT_OF_RANGE);
    cr_assert_eq(hail_step(NULL, 0.1f, NULL, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(world_fingerprint(world), before);
    cr_assert_not_null(hail_stats(world), "before the first step");
    for (size_t i = 0; i < HAIL_STAGE_COUNT; i++)
        cr_assert_not_null(hail_stage_name(i));
    cr_assert_null(hail_stage_name(HAIL_STAGE_COUNT));
    for (int i = 0; i < HAIL_STATUS_COUNT; i++)
        cr_assert_not_null(hail_status_text((hail_status)i));
    cr_assert_not_null(hail_status_text((hail_status)1000));
}

Test(world_layers, parked_bodies) {
    hail_handle h[30];
    const hail_layer_options life = {.columns = HAIL_LIFE};
    cr_assert_eq(hail_layer_configure(world, 0, &life), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 0, 0, HAIL_PAIRS), HAIL_OK);
    spawn(0, dot, 30, h);
    uint64_t all = contacts_after(0.0f);
    cr_assert_gt(all, 30);
    cr_assert_eq(hail_set_enabled(world, h + 5, 20, false), HAIL_OK);
    cr_assert_eq(hail_set_enabled(world, h, 10, false), HAIL_OK, "some are disabled already");
    hail_columns c = columns_of(0);
    c.life[place_of(h[7]).index] = 0.5f;
    cr_assert(c.count == 30 && c.active == 5 && c.disabled == 25 && c.quarantined == 0);
    for (uint32_t i = 0; i < 30; i++) {
        cr_assert_eq(place_of(h[i]).enabled, i >= 25);
        cr_assert_eq(place_of(h[i]).index < c.active, i >= 25);
    }
    cr_assert_eq(contacts_after(1.0f), 7, "five in a row, those one and two apart touching");
    c = columns_of(0);
    for (uint32_t i = 0; i < 30; i++)
        cr_assert_eq(c.x[place_of(h[i]).index], 10.0f + 0.5f * (float)i + (i >= 25 ? 6.0f : 0.0f));
    cr_assert_eq(c.life[place_of(h[7]).index], 0.5f, "a parked body does not age");
    cr_assert_eq(hail_set_enabled(world, h, 30, true), HAIL_OK);
    cr_assert_eq(columns_of(0).active, 30);
    contacts_after(1.0f);
    cr_assert(!hail_alive(world, h[7]));
}

Test(world_layers, quarantine) {
    hail_handle h[8];
    const hail_layer_options all = {.columns = HAIL_ALL_COLUMNS};
    cr_assert_eq(hail_layer_configure(world, 0, &all), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 0, 0, HAIL_PAIRS), HAIL_OK);
    spawn(0, dot, 8, h);
    uint64_t contacts = contacts_after(0.0f);
    for (int which = 0; which < 9; which++) {
        hail_columns c = columns_of(0);
        float *column[] = {c.x, c.y, c.vx, c.vy, c.cos, c.sin, c.scale, c.life, c.scale};
        const float bad[] = {NAN, INFINITY, -INFINITY, NAN, INFINITY, NAN, 1.1e3f, NAN, -1e-3f};
        uint32_t at = place_of(h[3]).index;
        float good = column[which][at];
        column[which][at] = bad[which];
        for (int again = 0; again < 2; again++) {
            cr_assert_lt(contacts_after(0.0f), contacts, "column %d", which);
            c = columns_of(0);
            cr_assert(c.active == 7 && c.quarantined == 1 && hail_stats(world)->quarantined == 1);
            cr_assert(place_of(h[3]).quarantined && place_of(h[3]).enabled && hail_alive(world, h[3]));
            cr_assert_eq(place_of(h[3]).index, 7, "behind the others");
        }
        float *mended[] = {c.x, c.y, c.vx, c.vy, c.cos, c.sin, c.scale, c.life, c.scale};
        mended[which][7] = good;
        cr_assert_eq(contacts_after(0.0f), contacts, "column %d, mended", which);
        cr_assert(!place_of(h[3]).quarantined);
    }
    hail_columns c = columns_of(0);
    uint32_t at = place_of(h[0]).index;
    float x = c.x[at] = 3.0e38f;
    c.vx[at] = 3.0e38f;
    contacts_after(1.0f);
    c = columns_of(0);
    cr_assert(place_of(h[0]).quarantined && c.x[place_of(h[0]).index] == x, "motion past infinity: kept where it was");
    cr_assert_eq(hail_set_enabled(world, h, 1, false), HAIL_OK);
    cr_assert(columns_of(0).disabled == 1 && !place_of(h[0]).enabled);
    cr_assert_eq(hail_despawn(world, h, 8), HAIL_OK);
}

Test(world_layers, rules) {
    cr_assert_eq(hail_rule_get(world, 3, 5).mode, HAIL_IGNORE);
    cr_assert(hail_rule_get(world, 3, 5).layer_a == 3 && hail_rule_get(world, 3, 5).layer_b == 5);
    cr_assert_eq(hail_rule_set(world, 3, 5, HAIL_PAIRS), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 5, 3, HAIL_MANIFOLD), HAIL_OK);
    for (int turn = 0; turn < 2; turn++) {
        hail_rule rule = turn == 0 ? hail_rule_get(world, 3, 5) : hail_rule_get(world, 5, 3);
        cr_assert(rule.mode == HAIL_MANIFOLD && rule.layer_a == 5 && rule.layer_b == 3);
    }
    uint64_t before = world_fingerprint(world);
    cr_assert_eq(hail_rule_set(world, HAIL_MAX_LAYERS, 0, HAIL_PAIRS), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_rule_set(world, 0, HAIL_MAX_LAYERS, HAIL_PAIRS), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_rule_set(world, 0, 1, (hail_mode)3), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_rule_set(NULL, 0, 1, HAIL_PAIRS), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_rule_get(world, HAIL_MAX_LAYERS, 0).mode, HAIL_IGNORE);
    cr_assert_eq(world_fingerprint(world), before);
}

/* Polygon against polygon is refused by name, whichever comes first: the rule or the bodies. */
Test(world_layers, polygons_never_meet) {
    hail_handle h[4], other;
    const float at = 1.0f;
    hail_spawn_columns columns = {.x = &at, .y = &at};
    spawn(1, hull, 2, h);
    spawn(2, hull, 2, h + 2);
    cr_assert_eq(hail_rule_set(world, 1, 2, HAIL_MANIFOLD), HAIL_UNSUPPORTED_PAIR);
    cr_assert_eq(hail_rule_get(world, 1, 2).mode, HAIL_IGNORE);
    cr_assert_eq(hail_rule_set(world, 1, 2, HAIL_IGNORE), HAIL_OK);
    spawn(3, dot, 1, &other);
    cr_assert_eq(hail_rule_set(world, 3, 1, HAIL_PAIRS), HAIL_OK);
    uint64_t before = world_fingerprint(world);
    cr_assert_eq(hail_spawn(world, 3, hull, &columns, 1, NULL), HAIL_UNSUPPORTED_PAIR);
    cr_assert_eq(hail_set_shape(world, &other, 1, hull), HAIL_UNSUPPORTED_PAIR);
    cr_assert_eq(hail_set_layer(world, h + 2, 1, 3), HAIL_UNSUPPORTED_PAIR);
    cr_assert_eq(world_fingerprint(world), before);
    cr_assert_eq(hail_rule_set(world, 3, 1, HAIL_IGNORE), HAIL_OK);
    cr_assert_eq(hail_set_shape(world, &other, 1, hull), HAIL_OK);
}
