/* Static layers: what is refused there and by which name; memory; changes that are told inside a callback; an index
 * that lasts. */
#include <criterion/criterion.h>

#include <string.h>

#include <hail/hail.h>

#include "shared/purse.h"

enum { MOVERS, STILL, COUNT = 2000, DOORS = 20 };

/* ---- Refusals ---------------------------------------------------------------------------------------------------- */

static void refuse(hail_layer_options options, const char *argument) {
    hail_error error = {0};
    const hail_context context = {.error = &error};
    hail_world_options o;
    hail_world *world = NULL;
    hail_layer_options before, after;
    hail_world_options_defaults(&o);
    o.context = &context, o.max_x = o.max_y = 100.0f;
    cr_assert_eq(hail_world_create(&o, &world), HAIL_OK);
    cr_assert_eq(hail_layer_describe(world, STILL, &before), HAIL_OK);
    options.is_static = 1;
    cr_assert_eq(hail_layer_configure(world, STILL, &options), HAIL_BAD_ARGUMENT);
    cr_assert(strstr(error.field, argument), "%s is not %s", error.field, argument);
    cr_assert_eq(hail_layer_describe(world, STILL, &after), HAIL_OK);
    cr_assert(memcmp(&before, &after, sizeof before) == 0);
    hail_world_destroy(world);
}

Test(world_static, refusals) {
    refuse((hail_layer_options){.columns = HAIL_LIFE}, "options->columns");
    refuse((hail_layer_options){.columns = HAIL_USER | HAIL_DISPLACEMENT}, "options->columns");
    refuse((hail_layer_options){.bounds = HAIL_KILL}, "options->bounds");
    refuse((hail_layer_options){.bounds = HAIL_WRAP}, "options->bounds");
    refuse((hail_layer_options){.caller_moved = 1}, "options->caller_moved");
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

typedef struct scene {
    hail_world *world;
    hail_handle still[COUNT];
    size_t contacts;
    bool tells; /* the callback says that the static layer changed */
} scene;

static hail_status ask(const scene *s) {
    const float at = 10.0f;
    const hail_points points = {.x = &at, .y = &at, .count = 1};
    uint32_t count;
    return hail_query_points(s->world, &points, &(hail_query_filter){.layers = HAIL_LAYER(STILL)}, 0, NULL, &count);
}

static void take(const hail_contact *contacts, size_t count, void *user) {
    scene *s = user;
    (void)contacts;
    s->contacts += count;
    if (!s->tells)
        return;
    cr_assert_eq(hail_layer_changed(s->world, STILL), HAIL_OK);
    cr_assert_eq(ask(s), HAIL_OK);
}

/* Columns of boxes of two sizes, among which circles fall. */
static void make(scene *s, const hail_context *context, hail_mode mode, bool reserve) {
    hail_world_options o;
    hail_shape shape[3];
    static float x[COUNT], y[COUNT], v[COUNT];
    static hail_shape of[COUNT];
    hail_world_options_defaults(&o);
    o.context = context;
    memset(s, 0, sizeof *s);
    cr_assert_eq(hail_world_create(&o, &s->world), HAIL_OK);
    hail_shapeset *set = hail_world_shapes(s->world);
    cr_assert_eq(hail_shape_box(set, 4.0f, 4.0f, 0.0f, &shape[0]), HAIL_OK);
    cr_assert_eq(hail_shape_box(set, 60.0f, 2.0f, 0.0f, &shape[1]), HAIL_OK);
    cr_assert_eq(hail_shape_circle(set, 3.0f, &shape[2]), HAIL_OK);
    cr_assert_eq(hail_layer_configure(s->world, STILL, &(hail_layer_options){.is_static = 1}), HAIL_OK);
    cr_assert_eq(hail_rule_set(s->world, MOVERS, STILL, mode), HAIL_OK);
    cr_assert_eq(hail_rule_set(s->world, STILL, STILL, HAIL_MANIFOLD), HAIL_OK);
    for (int i = 0; i < COUNT; i++) {
        x[i] = (float)(i % 50) * 9.0f, y[i] = (float)(i / 50) * 9.0f, v[i] = (float)(i % 7) * 40.0f;
        of[i] = shape[i % 40 == 0];
    }
    if (reserve)
        cr_assert(hail_reserve(s->world, STILL, COUNT, 40000) == HAIL_OK &&
                  hail_reserve(s->world, MOVERS, COUNT, 40000) == HAIL_OK);
    const hail_spawn_columns at = {.x = x, .y = y, .shape = of}, moving = {.x = x, .y = y, .vx = v, .vy = v};
    cr_assert_eq(hail_spawn(s->world, STILL, NULL, &at, COUNT, s->still), HAIL_OK);
    cr_assert_eq(hail_spawn(s->world, MOVERS, &shape[2], &moving, COUNT / 4, NULL), HAIL_OK);
}

static void step(scene *s) { cr_assert_eq(hail_step(s->world, 1.0f / 60, take, s), HAIL_OK); }

/* Some bodies go elsewhere, or come and go. */
static void change(scene *s, int number) {
    float x[DOORS], y[DOORS];
    for (int i = 0; i < DOORS; i++)
        x[i] = (float)((i * 37 + number * 11) % 450), y[i] = (float)((i * 53 + number * 7) % 300);
    const hail_handles list = {s->still + number * DOORS % COUNT, 0, DOORS};
    cr_assert_eq(hail_write_bodies(s->world, &list, &(hail_body_writes){.x = x, .y = y}, NULL), HAIL_OK);
    cr_assert_eq(hail_set_enabled(s->world, s->still + number * 31 % (COUNT - DOORS), DOORS, number % 3 != 0), HAIL_OK);
    if (number % 17 == 0)
        cr_assert_eq(hail_layer_changed(s->world, STILL), HAIL_OK);
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

static void count_calls(bool reserve, hail_mode mode) {
    purse p = {.fail_at = NEVER};
    const hail_context context = {.allocator = {&p, purse_take, purse_give_back}};
    scene s;
    make(&s, &context, mode, reserve);
    for (int i = 0; i < 150; i++) {
        const long before = p.calls;
        change(&s, i);
        step(&s);
        cr_assert(p.calls == before || (!reserve && i < 60), "step %d, %s: asked %ld times for memory", i,
                  reserve ? "after hail_reserve" : "warmed up", p.calls - before);
    }
    cr_assert_gt(s.contacts, 1000u);
    hail_world_destroy(s.world);
    cr_assert(p.held == 0 && !p.bad);
}

Test(world_static, no_memory_after_reserve) {
    for (int mode = HAIL_PAIRS; mode <= HAIL_EARLIEST; mode++)
        count_calls(true, (hail_mode)mode);
}

Test(world_static, no_memory_when_warmed_up) {
    for (int mode = HAIL_PAIRS; mode <= HAIL_EARLIEST; mode++)
        count_calls(false, (hail_mode)mode);
}

/* Every call for memory fails once: the step says so, and the next one finds everything. */
Test(world_static, failing_memory) {
    for (long fail = 0;; fail++) {
        purse p = {.fail_at = NEVER}, q = {.fail_at = NEVER};
        const hail_context context = {.allocator = {&p, purse_take, purse_give_back}},
                           other = {.allocator = {&q, purse_take, purse_give_back}};
        scene s, t;
        make(&s, &context, HAIL_SWEPT, false);
        make(&t, &other, HAIL_SWEPT, false);
        p.fail_at = p.calls + fail;
        const hail_status status = hail_step(s.world, 0.0f, take, &s);
        const bool failed = p.failed;
        p.fail_at = NEVER;
        cr_assert_eq(hail_step(t.world, 0.0f, take, &t), HAIL_OK);
        cr_assert(status == HAIL_OK ? s.contacts == t.contacts : status == HAIL_NO_MEMORY && failed);
        s.contacts = t.contacts = 0;
        cr_assert(hail_step(s.world, 0.0f, take, &s) == HAIL_OK && hail_step(t.world, 0.0f, take, &t) == HAIL_OK);
        cr_assert_eq(s.contacts, t.contacts);
        hail_world_destroy(s.world);
        hail_world_destroy(t.world);
        cr_assert(p.held == 0 && !p.bad && q.held == 0);
        if (!failed)
            break;
    }
}

/* ---- The index --------------------------------------------------------------------------------------------------- */

Test(world_static, index_lasts) {
    scene s;
    make(&s, NULL, HAIL_MANIFOLD, false);
    cr_assert_eq(ask(&s), HAIL_NOT_PREPARED);
    for (int i = 0; i < 40; i++) {
        step(&s);
        cr_assert_eq(ask(&s), HAIL_OK, "the step's index serves queries");
    }
    cr_assert_eq(hail_despawn(s.world, &s.still[5], 1), HAIL_OK);
    cr_assert_eq(ask(&s), HAIL_NOT_PREPARED);
    cr_assert_eq(hail_query_prepare(s.world, 0), HAIL_OK);
    cr_assert_eq(ask(&s), HAIL_OK);
    hail_world_destroy(s.world);
}

/* What the callback tells counts when the step is over. */
Test(world_static, told_in_callback) {
    scene s;
    hail_columns c;
    make(&s, NULL, HAIL_MANIFOLD, false);
    step(&s);
    s.tells = true;
    step(&s);
    cr_assert_gt(s.contacts, 0u);
    cr_assert_eq(ask(&s), HAIL_NOT_PREPARED);
    s.tells = false;
    cr_assert_eq(hail_layer_columns(s.world, STILL, &c), HAIL_OK);
    for (uint32_t i = 0; i < c.active; i++)
        c.x[i] += 1e5f;
    cr_assert_eq(hail_layer_changed(s.world, STILL), HAIL_OK);
    cr_assert_eq(hail_rule_set(s.world, STILL, STILL, HAIL_IGNORE), HAIL_OK);
    s.contacts = 0;
    step(&s);
    cr_assert_eq(s.contacts, 0u, "all went far away");
    hail_world_destroy(s.world);
}

/* ---- Marks ------------------------------------------------------------------------------------------------------- */

/* Three circles that stand still, one of each pair of which is touched by a mover; in the order of their columns. */
enum { THREE = 3 };

typedef struct row {
    hail_world *world;
    hail_handle still[THREE], mover[THREE];
} row;

static void make_row(row *r) {
    hail_shape shape;
    hail_columns c;
    const float x[THREE] = {0.0f, 300.0f, 600.0f}, y[THREE] = {0.0f};
    hail_world_options o;
    hail_world_options_defaults(&o);
    cr_assert_eq(hail_world_create(&o, &r->world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(r->world), 5.0f, &shape), HAIL_OK);
    cr_assert_eq(hail_layer_configure(r->world, MOVERS, &(hail_layer_options){.columns = HAIL_SCALE}), HAIL_OK);
    const hail_layer_options still = {.columns = HAIL_SCALE, .is_static = 1};
    cr_assert_eq(hail_layer_configure(r->world, STILL, &still), HAIL_OK);
    cr_assert_eq(hail_rule_set(r->world, MOVERS, STILL, HAIL_SWEPT), HAIL_OK); /* in the index, however few they are */
    const hail_spawn_columns at = {.x = x, .y = y};
    cr_assert_eq(hail_spawn(r->world, MOVERS, &shape, &at, THREE, r->mover), HAIL_OK);
    cr_assert_eq(hail_spawn(r->world, STILL, &shape, &at, THREE, NULL), HAIL_OK);
    cr_assert_eq(hail_step(r->world, 0.0f, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_stats(r->world)->contacts, THREE);
    cr_assert_eq(hail_layer_columns(r->world, STILL, &c), HAIL_OK);
    memcpy(r->still, c.handle, sizeof r->still);
}

static void expect(row *r, uint64_t contacts, uint64_t quarantined, const char *what) {
    cr_assert_eq(hail_step(r->world, 0.0f, NULL, NULL), HAIL_OK);
    const hail_step_stats *stats = hail_stats(r->world);
    cr_assert(stats->contacts == contacts && stats->quarantined == quarantined, "%s: %llu contacts, %llu in quarantine",
              what, (unsigned long long)stats->contacts, (unsigned long long)stats->quarantined);
}

/* The last of the active bodies has no other to swap places with. */
Test(world_static, the_last_body) {
    for (int i = THREE; i-- > 0;) {
        row r;
        make_row(&r);
        cr_assert_eq(hail_set_enabled(r.world, &r.still[i], 1, false), HAIL_OK);
        expect(&r, 2, 0, "disabled");
        cr_assert_eq(hail_set_enabled(r.world, &r.still[i], 1, true), HAIL_OK);
        expect(&r, 3, 0, "enabled");
        cr_assert_eq(hail_despawn(r.world, &r.still[i], 1), HAIL_OK);
        expect(&r, 2, 0, "despawned");
        hail_world_destroy(r.world);
    }
}

/* A body with a bad number joins, at the place of one that left. */
Test(world_static, bad_numbers_join) {
    row r;
    hail_columns c;
    hail_location at;
    make_row(&r);
    cr_assert_eq(hail_despawn(r.world, &r.still[1], 1), HAIL_OK);
    expect(&r, 2, 0, "one left");
    cr_assert_eq(hail_locate(r.world, &r.mover[0], &at), HAIL_OK);
    cr_assert_eq(hail_layer_columns(r.world, MOVERS, &c), HAIL_OK);
    c.scale[at.index] = -1.0f;
    cr_assert_eq(hail_set_layer(r.world, &r.mover[0], 1, STILL), HAIL_OK);
    expect(&r, 1, 1, "a bad one came");
    cr_assert_eq(hail_locate(r.world, &r.mover[0], &at), HAIL_OK);
    cr_assert(at.layer == STILL && at.quarantined);
    cr_assert_eq(hail_write_bodies(r.world, &(hail_handles){&r.mover[0], 0, 1},
                                   &(hail_body_writes){.scale = &(float){1.0f}, .x = &(float){300.0f}}, NULL),
                 HAIL_OK);
    expect(&r, 2, 0, "it was mended");
    hail_world_destroy(r.world);
}
