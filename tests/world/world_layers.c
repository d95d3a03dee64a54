/* Layers and rules: set up early or late, bodies disabled, quarantined and repaired, displacements written. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "oracle.h"
#include "shared/stream.h"

static hail_world *world;
static hail_shape dot, hull;

static void open_world(void) {
    static const float x[] = {-5, 5, 0}, y[] = {-5, -5, 5};
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.max_x = options.max_y = 100.0f;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 1.0f, &dot), HAIL_OK);
    cr_assert_eq(hail_shape_polygon(hail_world_shapes(world), x, y, 3, 0.0f, &hull), HAIL_OK);
}

static void close_world(void) { hail_world_destroy(world); }

TestSuite(world_layers, .init = open_world, .fini = close_world);

static void spawn(uint32_t layer, hail_shape shape, size_t count, hail_handle *handle) {
    static float x[100], v[100];
    for (size_t i = 0; i < count; i++)
        x[i] = 10.0f + 0.5f * (float)i, v[i] = 6.0f;
    hail_spawn_columns columns = {.x = x, .y = x, .vx = v};
    cr_assert_eq(hail_spawn(world, layer, &shape, &columns, count, handle), HAIL_OK);
}

static hail_columns columns_of(uint32_t layer) {
    hail_columns c;
    cr_assert_eq(hail_layer_columns(world, layer, &c), HAIL_OK);
    return c;
}

static hail_location place_of(hail_handle handle) {
    hail_location at;
    cr_assert_eq(hail_locate(world, &handle, &at), HAIL_OK);
    return at;
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
        cr_assert(c.dx[at] == 0.0f && c.dy[at] == 0.0f);
        cr_assert(c.group[at] == 0 && c.user[at] == 0 && c.x[at] == 10.0f + 0.5f * (float)i && c.vx[at] == 6.0f);
        cr_assert(c.category[at] == 1 && c.mask[at] == UINT32_MAX);
        c.user[at] = i, c.category[at] = 6, c.mask[at] = 0;
        c.scale[at] = 3.0f;
    }
    cr_assert_eq(hail_layer_configure(world, 1, &user), HAIL_OK);
    c = columns_of(1);
    cr_assert(!c.cos && !c.sin && !c.scale && !c.life && !c.group && !c.dx && !c.dy && c.user && c.count == 20);
    cr_assert(!c.category && !c.mask);
    for (uint32_t i = 0; i < 20; i++)
        cr_assert_eq(c.user[place_of(h[i]).index], i);
    cr_assert_eq(hail_layer_configure(world, 1, &none), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, 1, &all), HAIL_OK);
    c = columns_of(1);
    for (uint32_t i = 0; i < 20; i++)
        cr_assert(c.user[i] == 0 && c.scale[i] == 1.0f && c.category[i] == 1 && c.mask[i] == UINT32_MAX,
                  "what a layer lost comes back as its default");
}

Test(world_layers, configure_refusals) {
    const hail_layer_options flag = {.columns = HAIL_ALL_COLUMNS + 1u}, policy = {.bounds = (hail_bounds)3}, good = {0};
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
    hail_world_options o;
    hail_world_options_defaults(&o);
    cr_assert_eq(hail_world_create(NULL, NULL), HAIL_BAD_ARGUMENT);
    o.max_x = NAN;
    cr_assert_eq(hail_world_create(&o, &bad), HAIL_NOT_FINITE);
    cr_assert_null(bad);
    hail_world_options_defaults(&o);
    o.min_x = 5.0f, o.max_x = -5.0f, o.max_y = 1.0f;
    cr_assert_neq(hail_world_create(&o, &bad), HAIL_OK, "bounds the wrong way round");
    hail_world_options_defaults(&o);
    o.cell = -1.0f;
    cr_assert_neq(hail_world_create(&o, &bad), HAIL_OK);
    o.cell = NAN;
    cr_assert_eq(hail_world_create(&o, &bad), HAIL_NOT_FINITE);
    hail_world_options_defaults(&o);
    o.pair_budget = 1023;
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
    static const char *const stages[] = {"validate", "move",     "bin",   "pairs", "narrow",
                                         "order",    "contacts", "tiles", "walls", "removals"};
    cr_assert_eq(sizeof stages / sizeof *stages, HAIL_STAGE_COUNT);
    for (size_t i = 0; i < HAIL_STAGE_COUNT; i++)
        cr_assert_str_eq(hail_stage_name(i), stages[i]);
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
    cr_assert(!hail_alive(world, &h[7]));
}

Test(world_layers, quarantine) {
    hail_handle h[8];
    const hail_layer_options all = {.columns = HAIL_ALL_COLUMNS};
    cr_assert_eq(hail_layer_configure(world, 0, &all), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 0, 0, HAIL_PAIRS), HAIL_OK);
    spawn(0, dot, 8, h);
    uint64_t contacts = contacts_after(0.0f);
    for (int which = 0; which < 12; which++) {
        hail_columns c = columns_of(0);
        float *column[] = {c.x, c.y, c.vx, c.vy, c.cos, c.sin, c.scale, c.life, c.scale, c.cos, c.sin, c.cos};
        const float bad[] = {NAN, INFINITY, -INFINITY, NAN, INFINITY, NAN, 1.1e3f, NAN, -1e-3f, 1.001f, 0.5f, 0.99985f};
        uint32_t at = place_of(h[3]).index;
        float good = column[which][at];
        column[which][at] = bad[which];
        for (int again = 0; again < 2; again++) {
            cr_assert_lt(contacts_after(0.0f), contacts, "column %d", which);
            c = columns_of(0);
            cr_assert(c.active == 7 && c.quarantined == 1 && hail_stats(world)->quarantined == 1);
            cr_assert(place_of(h[3]).quarantined && place_of(h[3]).enabled && hail_alive(world, &h[3]));
            cr_assert_eq(place_of(h[3]).index, 7, "behind the others");
        }
        float *mended[] = {c.x, c.y, c.vx, c.vy, c.cos, c.sin, c.scale, c.life, c.scale, c.cos, c.sin, c.cos};
        mended[which][7] = good;
        cr_assert_eq(contacts_after(0.0f), contacts, "column %d, mended", which);
        cr_assert(!place_of(h[3]).quarantined);
    }
    for (int which = 0; which < 2; which++) { /* mended to either end of the range */
        const float end = which == 0 ? HAIL_MAX_SCALE : 0.0f;
        columns_of(0).scale[place_of(h[3]).index] = NAN;
        contacts_after(0.0f);
        cr_assert(place_of(h[3]).quarantined);
        columns_of(0).scale[place_of(h[3]).index] = end;
        contacts_after(0.0f);
        cr_assert(!place_of(h[3]).quarantined && columns_of(0).active == 8, "a scale of %g is good", (double)end);
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

/* A rotation's length may be off by 1e-4. */
Test(world_layers, nearly_unit) {
    hail_handle h;
    const hail_layer_options turns = {.columns = HAIL_ROTATION};
    cr_assert_eq(hail_layer_configure(world, 0, &turns), HAIL_OK);
    spawn(0, dot, 1, &h);
    const float lengths[] = {1.0f + 0.99e-4f, 1.0f - 0.99e-4f, 1.0f + 1.1e-4f, 1.0f - 1.1e-4f, 1.0f};
    for (int n = 0; n < 5; n++) {
        hail_columns c = columns_of(0);
        c.cos[0] = 0.6f * lengths[n];
        c.sin[0] = -0.8f * lengths[n];
        contacts_after(0.0f);
        const uint32_t quarantined = columns_of(0).quarantined;
        cr_assert_eq(quarantined, n == 2 || n == 3, "length %.9g: %u in quarantine", (double)lengths[n], quarantined);
    }
}

Test(world_layers, rules) {
    cr_assert_eq(rule_of(world, 3, 5).mode, HAIL_IGNORE);
    cr_assert(rule_of(world, 3, 5).layer_a == 3 && rule_of(world, 3, 5).layer_b == 5);
    cr_assert_eq(hail_rule_set(world, 3, 5, HAIL_PAIRS), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 5, 3, HAIL_MANIFOLD), HAIL_OK);
    for (int turn = 0; turn < 2; turn++) {
        hail_rule rule = turn == 0 ? rule_of(world, 3, 5) : rule_of(world, 5, 3);
        cr_assert(rule.mode == HAIL_MANIFOLD && rule.layer_a == 5 && rule.layer_b == 3);
    }
    uint64_t before = world_fingerprint(world);
    cr_assert_eq(hail_rule_set(world, HAIL_MAX_LAYERS, 0, HAIL_PAIRS), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_rule_set(world, 0, HAIL_WALLS + 1, HAIL_PAIRS), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_rule_set(world, 0, 1, (hail_mode)(HAIL_EARLIEST + 1)), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_rule_set(world, 0, 1, (hail_mode)UINT8_MAX), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_rule_set(NULL, 0, 1, HAIL_PAIRS), HAIL_BAD_ARGUMENT);
    cr_assert_eq(rule_of(world, HAIL_MAX_LAYERS, 0).mode, HAIL_IGNORE);
    cr_assert_eq(world_fingerprint(world), before);
    for (hail_mode mode = HAIL_IGNORE; mode <= HAIL_EARLIEST; mode++) {
        for (uint32_t layer = 8; layer < 10; layer++) {
            cr_assert_eq(hail_rule_set(world, 9, layer, mode), HAIL_OK);
            cr_assert_eq(rule_of(world, layer, 9).mode, mode);
            cr_assert_eq(rule_of(world, layer, 9).layer_a, mode == HAIL_IGNORE ? layer : 9);
        }
    }
}

Test(world_layers, options_of_rules) {
    const hail_rule rule = {
        .mode = HAIL_SWEPT, .layer_a = 5, .layer_b = 3, .events = 1, .max_contacts = 7, .max_events = UINT32_MAX};
    hail_rule got = rule_of(world, 3, 5);
    cr_assert(got.events == 0 && got.max_contacts == 0 && got.max_events == 0);
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
    got = rule_of(world, 3, 5);
    cr_assert_eq(memcmp(&got, &rule, sizeof rule), 0);
    const uint64_t before = world_fingerprint(world);
    hail_rule bad[] = {rule, rule, rule};
    bad[0].layer_a = HAIL_MAX_LAYERS, bad[1].layer_b = HAIL_WALLS + 1, bad[2].mode = HAIL_EARLIEST + 1;
    for (int i = 0; i < 3; i++)
        cr_assert_eq(hail_rule_configure(world, &bad[i]), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_rule_configure(world, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_rule_configure(NULL, &rule), HAIL_BAD_ARGUMENT);
    cr_assert_eq(world_fingerprint(world), before);
    cr_assert_eq(hail_rule_set(world, 3, 5, HAIL_SWEPT), HAIL_OK);
    got = rule_of(world, 3, 5);
    cr_assert(got.events == 0 && got.max_contacts == 0 && got.max_events == 0, "a plain rule has no options");
}

Test(world_layers, what_was_set_is_told) {
    const hail_layer_options options = {.columns = HAIL_LIFE | HAIL_MASK, .caller_moved = true};
    hail_layer_options none, got;
    cr_assert_eq(hail_layer_describe(world, 40, &none), HAIL_OK);
    cr_assert_eq(none.columns, 0);
    cr_assert_eq(hail_layer_configure(world, 40, &options), HAIL_OK);
    cr_assert_eq(hail_layer_describe(world, 40, &got), HAIL_OK);
    cr_assert_eq(memcmp(&got, &options, sizeof options), 0);
    cr_assert_eq(hail_layer_describe(world, HAIL_MAX_LAYERS, &got), HAIL_BAD_ARGUMENT);
}

/* A bad velocity takes the displacement with it; a bad rotation leaves it (hail/bodies.h). */
Test(world_layers, displacements_of_quarantined_bodies) {
    const hail_layer_options options = {.columns = HAIL_ROTATION | HAIL_DISPLACEMENT};
    const float at[] = {10.0f, 20.0f}, v[] = {60.0f, 60.0f};
    hail_spawn_columns from = {.x = at, .y = at, .vx = v, .vy = v};
    hail_columns c;
    cr_assert_eq(hail_layer_configure(world, 41, &options), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 41, &dot, &from, 2, NULL), HAIL_OK);
    cr_assert_eq(hail_step(world, 0.5f, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_layer_columns(world, 41, &c), HAIL_OK);
    cr_assert(c.dx[0] == 30.0f && c.dx[1] == 30.0f);
    c.vx[0] = NAN, c.cos[1] = 2.0f;
    cr_assert_eq(hail_step(world, 0.5f, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_layer_columns(world, 41, &c), HAIL_OK);
    cr_assert_eq(c.quarantined, 2);
    for (uint32_t i = 0; i < 2; i++)
        cr_assert_eq(c.dx[i], isnan(c.vx[i]) ? 0.0f : 30.0f, "%g", (double)c.dx[i]);
}

/* Whichever comes first: the rule, the bodies, their shapes or their layer. */
Test(world_layers, polygons_meet) {
    hail_handle h[4], other;
    const float at = 10.0f;
    hail_spawn_columns columns = {.x = &at, .y = &at};
    spawn(1, hull, 1, h);
    cr_assert_eq(hail_rule_set(world, 1, 2, HAIL_PAIRS), HAIL_OK);
    spawn(2, hull, 1, h + 1);
    cr_assert_eq(contacts_after(0.0f), 1);
    cr_assert_eq(hail_rule_set(world, 1, 2, HAIL_IGNORE), HAIL_OK);
    spawn(3, dot, 1, &other);
    cr_assert_eq(hail_rule_set(world, 3, 1, HAIL_MANIFOLD), HAIL_OK);
    cr_assert_eq(contacts_after(0.0f), 1);
    cr_assert_eq(hail_set_shape(world, &other, 1, &hull), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 3, &hull, &columns, 1, NULL), HAIL_OK);
    cr_assert_eq(hail_set_layer(world, h + 1, 1, 3), HAIL_OK);
    cr_assert_eq(contacts_after(0.0f), 3);
    cr_assert_eq(hail_rule_set(world, 3, 3, HAIL_SWEPT), HAIL_OK);
    cr_assert_eq(contacts_after(0.0f), 6);
    cr_assert_eq(hail_rule_set(world, 3, 3, HAIL_EARLIEST), HAIL_OK);
    cr_assert_eq(contacts_after(0.0f), 5, "of each a one: the last of three has none");
}

/* Two bodies of one shape, then one of them is changed: both collide with the size that they have now. */
Test(world_layers, one_of_two_changes_its_shape) {
    const float x[] = {10.0f, 80.0f}, beside[] = {18.0f, 88.0f};
    hail_handle h[2];
    hail_shape ball;
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 8.0f, &ball), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 1, 2, HAIL_PAIRS), HAIL_OK);
    hail_spawn_columns columns = {.x = x, .y = x};
    cr_assert_eq(hail_spawn(world, 1, &dot, &columns, 2, h), HAIL_OK);
    columns.x = beside;
    cr_assert_eq(hail_spawn(world, 2, &dot, &columns, 2, NULL), HAIL_OK);
    cr_assert_eq(contacts_after(0.0f), 0, "dots, 8 px apart");
    for (int turn = 0; turn < 2; turn++) {
        cr_assert_eq(hail_set_shape(world, &h[turn], 1, &ball), HAIL_OK);
        cr_assert_eq(contacts_after(0.0f), 1, "body %d has grown", turn);
        cr_assert_eq(hail_set_shape(world, &h[1 - turn], 1, &ball), HAIL_OK);
        cr_assert_eq(contacts_after(0.0f), 2, "and the other");
        cr_assert_eq(hail_set_shape(world, &h[turn], 1, &dot), HAIL_OK);
        cr_assert_eq(contacts_after(0.0f), 1, "body %d has shrunk", turn);
        cr_assert_eq(hail_set_shape(world, &h[1 - turn], 1, &dot), HAIL_OK);
        cr_assert_eq(contacts_after(0.0f), 0);
    }
}

/* A layer without rules, of several shapes: each is gone when all of it has left, whatever the others' size. */
Test(world_layers, killed_by_its_own_size) {
    const float x[] = {-7.0f, -7.0f, 50.0f, 107.0f, 101.5f}, y[] = {50.0f, 20.0f, -9.5f, 50.0f, 80.0f};
    const hail_layer_options kill = {.bounds = HAIL_KILL};
    hail_shape ball;
    hail_handle h[5];
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 8.0f, &ball), HAIL_OK);
    const hail_shape shape[] = {ball, dot, ball, ball, dot};
    cr_assert_eq(hail_layer_configure(world, 0, &kill), HAIL_OK);
    const hail_spawn_columns columns = {.x = x, .y = y, .shape = shape};
    cr_assert_eq(hail_spawn(world, 0, &dot, &columns, 5, h), HAIL_OK);
    contacts_after(0.25f);
    for (int i = 0; i < 5; i++)
        cr_assert_eq(hail_alive(world, &h[i]), i == 0 || i == 3, "body %d", i);
    cr_assert_eq(hail_stats(world)->killed, 3);
}

/* From one layer to another a body takes every column along that both have, bit by bit. */
Test(world_layers, every_column_changes_layer) {
    enum { FLOATS = 10 };
    const hail_layer_options all = {.columns = HAIL_ALL_COLUMNS};
    hail_handle h[3];
    cr_assert_eq(hail_layer_configure(world, 0, &all), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, 1, &all), HAIL_OK);
    spawn(0, hull, 3, h);
    hail_columns c = columns_of(0);
    float *from[FLOATS] = {c.x, c.y, c.vx, c.vy, c.cos, c.sin, c.scale, c.life, c.dx, c.dy};
    for (uint32_t i = 0; i < 3; i++) {
        for (int k = 0; k < FLOATS; k++)
            from[k][i] = 1.25f + (float)k + 16.0f * (float)i;
        c.group[i] = 7 + i, c.category[i] = 70 + i, c.mask[i] = 700 + i;
        c.user[i] = (uint64_t)(9 + i) << 40;
    }
    cr_assert_eq(hail_set_layer(world, &h[1], 1, 1), HAIL_OK);
    c = columns_of(1);
    float *to[FLOATS] = {c.x, c.y, c.vx, c.vy, c.cos, c.sin, c.scale, c.life, c.dx, c.dy};
    for (int k = 0; k < FLOATS; k++)
        cr_assert_eq(to[k][0], 17.25f + (float)k, "column %d is %g", k, (double)to[k][0]);
    cr_assert(c.category[0] == 71 && c.mask[0] == 701);
    cr_assert(c.count == 1 && c.group[0] == 8 && c.user[0] == UINT64_C(10) << 40 && c.shape[0] == hull.id);
    cr_assert(c.handle[0].slot == h[1].slot && c.handle[0].generation == h[1].generation);
}

/* ---- Displacements ----------------------------------------------------------------------------------------------- */

Test(world_layers, displacement_of_moved_layers) {
    hail_handle h[3];
    const hail_layer_options way = {.columns = HAIL_DISPLACEMENT}, bare = {0},
                             back = {.columns = HAIL_DISPLACEMENT, .bounds = HAIL_WRAP};
    cr_assert_eq(hail_layer_configure(world, 0, &way), HAIL_OK);
    spawn(0, dot, 3, h);
    cr_assert(columns_of(0).dx[0] == 0.0f && columns_of(0).dy[2] == 0.0f, "at first");
    columns_of(0).dx[1] = NAN, columns_of(0).vy[1] = -8.0f;
    cr_assert_eq(hail_set_enabled(world, &h[2], 1, false), HAIL_OK);
    contacts_after(0.5f);
    hail_columns c = columns_of(0);
    cr_assert(c.active == 2 && c.quarantined == 0, "what stood there is not looked at");
    cr_assert(c.dx[place_of(h[1]).index] == 3.0f && c.dy[place_of(h[1]).index] == -4.0f);
    cr_assert(c.dx[place_of(h[2]).index] == 0.0f, "a disabled body does not move");
    cr_assert_eq(hail_layer_configure(world, 0, &back), HAIL_OK);
    columns_of(0).x[place_of(h[0]).index] = 99.0f;
    contacts_after(0.5f);
    c = columns_of(0);
    cr_assert(c.x[place_of(h[0]).index] == 2.0f && c.dx[place_of(h[0]).index] == 3.0f, "wrapped, it came from outside");
    cr_assert_eq(hail_layer_configure(world, 0, &bare), HAIL_OK);
    cr_assert(columns_of(0).dx == NULL && columns_of(0).dy == NULL);
}

Test(world_layers, displacement_of_caller_moved_layers) {
    hail_handle h[3];
    const hail_layer_options way = {.columns = HAIL_DISPLACEMENT, .caller_moved = true};
    const hail_layer_options other = {.columns = HAIL_DISPLACEMENT | HAIL_USER, .caller_moved = true};
    cr_assert_eq(hail_layer_configure(world, 0, &way), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, 1, &other), HAIL_OK);
    spawn(0, dot, 3, h);
    for (int i = 0; i < 3; i++)
        columns_of(0).dx[i] = 5.0f + (float)i, columns_of(0).dy[i] = -0.0f;
    contacts_after(0.5f);
    for (int i = 0; i < 3; i++) {
        hail_columns c = columns_of(0);
        uint32_t at = place_of(h[i]).index;
        cr_assert(c.dx[at] == 5.0f + (float)i && signbit(c.dy[at]) && c.x[at] == 10.0f + 0.5f * (float)i,
                  "the caller's");
    }
    cr_assert_eq(hail_set_layer(world, &h[1], 1, 1), HAIL_OK);
    cr_assert(columns_of(1).dx[0] == 6.0f && columns_of(1).dy[0] == 0.0f, "kept from layer to layer");
    cr_assert_eq(hail_set_layer(world, &h[1], 1, 2), HAIL_OK);
    cr_assert_null(columns_of(2).dx);
    cr_assert_eq(hail_set_layer(world, &h[1], 1, 0), HAIL_OK);
    cr_assert_eq(columns_of(0).dx[place_of(h[1]).index], 0.0f, "what a layer has not is forgotten");
}

/* Of what goes to quarantine the caller's displacement is left alone, too. */
Test(world_layers, displacement_and_quarantine) {
    const hail_layer_options way = {.columns = HAIL_ALL_COLUMNS, .caller_moved = true};
    hail_handle h[2];
    cr_assert_eq(hail_layer_configure(world, 0, &way), HAIL_OK);
    spawn(0, dot, 2, h);
    for (int which = 0; which < 7; which++) {
        hail_columns c = columns_of(0);
        uint32_t at = place_of(h[0]).index;
        float *column[] = {c.dx, c.dy, c.x, c.y, c.cos, c.scale, c.life};
        const float good = column[which][at];
        c.dx[at] = 5.0f, c.dy[at] = -7.0f;
        column[which][at] = which % 2 == 0 ? NAN : -INFINITY;
        contacts_after(0.5f);
        cr_assert(place_of(h[0]).quarantined && columns_of(0).active == 1, "column %d", which);
        c = columns_of(0);
        at = place_of(h[0]).index;
        cr_assert((which == 0 || c.dx[at] == 5.0f) && (which == 1 || c.dy[at] == -7.0f),
                  "column %d: displaced by %g, %g", which, (double)c.dx[at], (double)c.dy[at]);
        float *mended[] = {c.dx, c.dy, c.x, c.y, c.cos, c.scale, c.life};
        mended[which][at] = good;
        contacts_after(0.5f);
        cr_assert(!place_of(h[0]).quarantined, "column %d, mended", which);
    }
}
