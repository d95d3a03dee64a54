/* When queries are valid: after each kind of change a query that was not prepared again answers HAIL_NOT_PREPARED and
 * writes nothing; what a change does not concern stays valid and right. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "query_asks.h"
#include "shared/random_world.h"

enum { FIRST = 2, SECOND = 63, EMPTY = 9, EACH = 300, MARK = 0xa5, ALL_BUT_LIFE = HAIL_ALL_COLUMNS & ~HAIL_LIFE };

static hail_world *world;
static hail_shapeset *shapes;
static hail_shape shape[3]; /* a disc, a box, a compound */
static hail_handle handle[2][EACH];
static uint64_t state = 1;

static const uint32_t layers[2] = {FIRST, SECOND};

static void start(void) {
    float x[EACH], y[EACH];
    hail_convex parts[2];
    const hail_layer_options options = {.columns = ALL_BUT_LIFE};
    cr_assert_eq(hail_world_create(NULL, &world), HAIL_OK);
    shapes = hail_world_shapes(world);
    cr_assert_eq(hail_shape_circle(shapes, 6.0f, &shape[0]), HAIL_OK);
    cr_assert_eq(hail_shape_box(shapes, 9.0f, 4.0f, 1.0f, &shape[1]), HAIL_OK);
    cr_assert_eq(hail_convex_capsule(-8, 0, -8, 0, 3, &parts[0]), HAIL_OK);
    cr_assert_eq(hail_convex_box(5, 5, 0, &parts[1]), HAIL_OK);
    cr_assert_eq(hail_shape_compound(shapes, parts, 2, &shape[2]), HAIL_OK);
    for (int n = 0; n < 2; n++) {
        for (int i = 0; i < EACH; i++)
            x[i] = random_range(&state, -200.0f, 200.0f), y[i] = random_range(&state, -200.0f, 200.0f);
        const hail_spawn_columns from = {.x = x, .y = y, .vx = y, .vy = x};
        cr_assert_eq(hail_layer_configure(world, layers[n], &options), HAIL_OK);
        cr_assert_eq(hail_spawn(world, layers[n], &shape[n * 2], &from, EACH, handle[n]), HAIL_OK);
    }
    cr_assert_eq(hail_rule_set(world, FIRST, SECOND, HAIL_MANIFOLD), HAIL_OK);
}

TestSuite(query_stale, .init = start);

static hail_status ask_one(ask_kind kind, const hail_query_filter *filter, unsigned char *out, uint32_t *count) {
    static const float zero = 0.0f, ten = 10.0f;
    static const uint32_t first = 0;
    const hail_points points = {.x = &zero, .y = &zero, .count = 1};
    const hail_boxes boxes = {NULL, &zero, &zero, &ten, &ten, 1};
    const hail_rays rays = {.x = &zero, .y = &zero, .dx = &ten, .dy = &ten, .count = 1};
    const hail_rays lines = {.x = &zero, .y = &zero, .to_x = &ten, .to_y = &ten, .count = 1};
    hail_shapes list = {.shapes = &shape[1],
                        .shape_count = 1,
                        .x = &zero,
                        .y = &zero,
                        .dx = &ten,
                        .dy = &ten,
                        .shape = &first,
                        .count = 1};
    void *to = out;
    switch (kind) {
    case ASK_POINTS:
        return hail_query_points(world, &points, filter, 1, to, count);
    case ASK_SHAPES:
        return hail_query_shapes(world, &list, filter, 1, to, count);
    case ASK_BOXES:
        return hail_query_boxes(world, &boxes, filter, 1, to, count);
    case ASK_RAYS:
        return hail_query_rays(world, &rays, filter, 1, to, count);
    case ASK_CASTS:
        return hail_query_casts(world, &list, filter, 1, to, count);
    case ASK_SIGHT:
        return hail_query_sight(world, &lines, filter, to);
    default:
        return hail_query_nearest(world, &points, NULL, filter, 1, to, count);
    }
}

/* All kinds of queries of these layers answer so. */
static void answers(const char *after, uint64_t of, hail_status want) {
    const hail_query_filter filter = {.layers = of};
    unsigned char out[2 * sizeof(hail_query_hit)];
    for (int kind = 0; kind < ASK_CENTRES; kind++) {
        uint32_t count = 0xa5a5a5a5u;
        memset(out, MARK, sizeof out);
        const hail_status status = ask_one((ask_kind)kind, &filter, out, &count);
        cr_expect_eq(status, want, "after %s, %s: \"%s\", should be \"%s\"", after, ask_name((ask_kind)kind),
                     hail_status_text(status), hail_status_text(want));
        for (size_t k = 0; k < sizeof out && status != HAIL_OK; k++)
            cr_assert_eq(out[k], MARK, "after %s, %s: wrote", after, ask_name((ask_kind)kind));
        cr_expect(status == HAIL_OK || count == 0xa5a5a5a5u, "after %s, %s: counted", after, ask_name((ask_kind)kind));
    }
}

/* Whatever may be asked without another prepare is right. */
static void right(const char *after, uint64_t of) {
    const ask_style style = {.shapes = shape, .shape_count = 2, .speed = 100.0f};
    view *v = view_make(world, NULL, NULL, NULL);
    for (int i = 0; i < 3; i++) {
        asks *q = asks_make(&state, v, &style);
        q->filtered = true, q->filter.layers = of, q->filter.each_layers = NULL;
        asks_check(after, q, world, v);
        free(q);
    }
    view_free(v);
}

static void prepare(void) { cr_assert_eq(hail_query_prepare(world, 0), HAIL_OK); }

/* A change of FIRST, which leaves SECOND alone. */
static void concerns_first(const char *change, hail_status status) {
    cr_assert_eq(status, HAIL_OK, "%s: %s", change, hail_status_text(status));
    answers(change, HAIL_LAYER(FIRST), HAIL_NOT_PREPARED);
    answers(change, 0, HAIL_NOT_PREPARED);
    answers(change, HAIL_LAYER(FIRST) | HAIL_LAYER(EMPTY), HAIL_NOT_PREPARED);
    answers(change, HAIL_LAYER(SECOND) | HAIL_LAYER(EMPTY), HAIL_OK);
    right(change, HAIL_LAYER(SECOND));
    prepare();
    right(change, UINT64_MAX);
}

static void concerns_both(const char *change, hail_status status) {
    cr_assert_eq(status, HAIL_OK, "%s: %s", change, hail_status_text(status));
    answers(change, HAIL_LAYER(FIRST), HAIL_NOT_PREPARED);
    answers(change, HAIL_LAYER(SECOND), HAIL_NOT_PREPARED);
    prepare();
    right(change, UINT64_MAX);
}

/* A change that queries see by themselves. */
static void concerns_none(const char *change, hail_status status) {
    cr_assert_eq(status, HAIL_OK, "%s: %s", change, hail_status_text(status));
    right(change, UINT64_MAX);
}

/* A change after which either is fine. */
static void right_or_refused(const char *change, hail_status status) {
    unsigned char out[sizeof(hail_query_hit)];
    uint32_t count;
    cr_assert_eq(status, HAIL_OK, "%s: %s", change, hail_status_text(status));
    for (int n = 0; n < 2; n++) {
        const hail_query_filter filter = {.layers = HAIL_LAYER(layers[n])};
        const hail_status is = ask_one(ASK_POINTS, &filter, out, &count);
        answers(change, HAIL_LAYER(layers[n]), is); /* all kinds agree */
        if (is == HAIL_OK)
            right(change, HAIL_LAYER(layers[n]));
        cr_assert(is == HAIL_OK || is == HAIL_NOT_PREPARED);
    }
    prepare();
    right(change, UINT64_MAX);
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

Test(query_stale, never_prepared) {
    answers("nothing", 0, HAIL_NOT_PREPARED);
    answers("nothing", HAIL_LAYER(EMPTY), HAIL_OK); /* has no bodies */
    answers("nothing", HAIL_LAYER(SECOND), HAIL_NOT_PREPARED);
    cr_assert_eq(hail_query_prepare(world, HAIL_LAYER(SECOND)), HAIL_OK);
    answers("prepare of one", HAIL_LAYER(SECOND), HAIL_OK);
    answers("prepare of one", 0, HAIL_NOT_PREPARED);
    const hail_query_filter tiles = {.find = HAIL_FIND_TILES | HAIL_FIND_WALLS};
    uint32_t count = 7;
    unsigned char out[sizeof(hail_query_hit)];
    for (int kind = 0; kind < ASK_NEAREST; kind++) {
        cr_expect_eq(ask_one((ask_kind)kind, &tiles, out, &count), HAIL_OK, "%s", ask_name((ask_kind)kind));
        cr_expect(kind == ASK_SIGHT ? out[0] == 1 : count == 0, "%s", ask_name((ask_kind)kind));
    }
}

Test(query_stale, bodies_come_and_go) {
    const float x[2] = {3.0f, 5.0f};
    prepare();
    right("prepare", UINT64_MAX);
    concerns_first("spawn", hail_spawn(world, FIRST, &shape[1], &(hail_spawn_columns){.x = x, .y = x}, 2, NULL));
    concerns_first("despawn", hail_despawn(world, handle[0], 3));
    concerns_first("disable", hail_set_enabled(world, &handle[0][5], 1, false));
    concerns_first("enable", hail_set_enabled(world, &handle[0][5], 1, true));
    concerns_both("set_layer", hail_set_layer(world, &handle[0][6], 2, SECOND));
    concerns_none("despawn of none", hail_despawn(world, handle[0], 0));
    concerns_none("spawn of none", hail_spawn(world, FIRST, &shape[1], &(hail_spawn_columns){.x = x, .y = x}, 0, NULL));
}

Test(query_stale, bodies_change) {
    const float x = 31.0f, scale = 1.5f, angle = 0.7f, two[2] = {-20.0f, 20.0f};
    const uint64_t user = 77;
    const hail_handles list = {.handles = handle[0], .count = 1};
    const hail_body_writes place = {.x = &x, .y = &x}, rest = {.vx = &x, .vy = &x, .user = &user}, one_axis = {.y = &x};
    prepare();
    concerns_first("teleport", hail_write_bodies(world, &list, &place, NULL));
    concerns_first("teleport in y", hail_write_bodies(world, &list, &one_axis, NULL));
    concerns_first("set_shape", hail_set_shape(world, &handle[0][1], 1, &shape[1]));
    concerns_first("scale", hail_write_bodies(world, &(hail_handles){&handle[0][2], 0, 1},
                                              &(hail_body_writes){.scale = &scale}, NULL));
    concerns_none("angle", hail_write_bodies(world, &(hail_handles){&handle[0][3], 0, 1},
                                             &(hail_body_writes){.angle = &angle}, NULL));
    concerns_none("angle", hail_write_bodies(world, &(hail_handles){&handle[1][3], 0, 2},
                                             &(hail_body_writes){.angle = two}, NULL));
    concerns_none("velocities", hail_write_bodies(world, &list, &rest, NULL));
    concerns_first("layer_changed", hail_layer_changed(world, FIRST));
}

Test(query_stale, columns_that_queries_read) {
    hail_columns c;
    prepare();
    cr_assert_eq(hail_layer_columns(world, FIRST, &c), HAIL_OK);
    for (uint32_t i = 0; i < c.active; i++) {
        c.group[i] = i % 4, c.user[i] = i * 3, c.cos[i] = 0.6f, c.sin[i] = -0.8f;
        random_masks(&state, &c.category[i], &c.mask[i]);
    }
    concerns_none("columns", HAIL_OK);
    for (uint32_t i = 0; i < c.active; i++)
        c.x[i] += 30.0f, c.scale[i] = 2.0f;
    concerns_first("columns", hail_layer_changed(world, FIRST));
}

Test(query_stale, shapes_change) {
    hail_convex wide, parts[2];
    hail_shape another;
    prepare();
    cr_assert_eq(hail_convex_circle(40.0f, &wide), HAIL_OK);
    cr_assert_eq(hail_convex_box(70, 5, 0, &parts[0]), HAIL_OK);
    cr_assert_eq(hail_convex_box(5, 70, 0, &parts[1]), HAIL_OK);
    concerns_none("a new shape", hail_shape_circle(shapes, 3.0f, &another));
    concerns_none("a shape destroyed", hail_shape_destroy(shapes, &another));
    right_or_refused("replaced by a circle", hail_shape_replace(shapes, &shape[2], &wide));
    right_or_refused("replaced by a compound", hail_shape_replace_compound(shapes, &shape[0], parts, 2));
    right_or_refused("replaced by a box", hail_shape_replace(shapes, &shape[2], &parts[0]));
    cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
    prepare();
    right_or_refused("replaced after a step", hail_shape_replace(shapes, &shape[0], &wide));
    right_or_refused("replaced by a point", hail_shape_replace(shapes, &shape[0], &parts[1]));
}

Test(query_stale, room_and_options) {
    const hail_layer_options none = {.columns = 0}, all = {.columns = ALL_BUT_LIFE};
    prepare();
    right_or_refused("reserve", hail_reserve(world, FIRST, 5000, 5000));
    right_or_refused("configure", hail_layer_configure(world, FIRST, &none));
    right_or_refused("configure", hail_layer_configure(world, FIRST, &all));
    right_or_refused("a rule", hail_rule_set(world, FIRST, FIRST, HAIL_SWEPT));
    right_or_refused("reserve", hail_reserve(world, SECOND, 50000, 5));
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

typedef struct visit {
    int calls;
    bool done;
} visit;

static void in_callback(const hail_contact *contacts, size_t count, void *user) {
    visit *v = user;
    const float fast = 9.0f;
    v->calls++;
    if (v->done || count < 2)
        return;
    v->done = true;
    answers("a step began", 0, HAIL_NOT_PREPARED);
    prepare();
    right("in the callback", UINT64_MAX);
    concerns_none("queued to go", hail_despawn(world, &contacts[0].a, 1));
    const hail_handles list = {.handles = &contacts[1].a, .count = 1};
    concerns_none("velocity", hail_write_bodies(world, &list, &(hail_body_writes){.vx = &fast}, NULL));
    concerns_first("layer_changed", hail_layer_changed(world, FIRST));
}

Test(query_stale, steps) {
    for (int i = 0; i < 4; i++) {
        visit v = {0};
        prepare();
        prepare(); /* again: nothing to do */
        const float dt = i % 2 == 0 ? 1.0f / 60.0f : 0.0f;
        cr_assert_eq(hail_step(world, dt, in_callback, &v), HAIL_OK);
        cr_assert(v.done);
        answers("a step that removes", HAIL_LAYER(FIRST), HAIL_NOT_PREPARED);
        concerns_both("a step", hail_step(world, dt, NULL, NULL));
    }
}

/* Layers that no rule names are not sorted by the step. */
Test(query_stale, a_layer_without_rules) {
    cr_assert_eq(hail_rule_set(world, FIRST, SECOND, HAIL_IGNORE), HAIL_OK);
    for (int i = 0; i < 3; i++) {
        concerns_both("a step", hail_step(world, 1.0f / 60.0f, NULL, NULL));
        concerns_first("set_shape", hail_set_shape(world, &handle[0][i], 1, &shape[2]));
    }
    cr_assert_eq(hail_rule_set(world, SECOND, SECOND, HAIL_PAIRS), HAIL_OK); /* FIRST is not in the step's grids */
    concerns_both("a step", hail_step(world, 1.0f / 60.0f, NULL, NULL));
    cr_assert_eq(hail_despawn(world, handle[1], EACH), HAIL_OK);
    answers("despawn of all", HAIL_LAYER(SECOND), HAIL_OK); /* nothing is left */
    right("despawn of all", HAIL_LAYER(SECOND));
}

/* Other numbers that are not finite, or far away, are as if they were not there. */
Test(query_stale, bad_places) {
    static const float bad[] = {NAN, INFINITY, -INFINITY, 2.0e9f, -3.0e38f};
    hail_columns c;
    cr_assert_eq(hail_layer_columns(world, FIRST, &c), HAIL_OK);
    for (uint32_t i = 0; i < 50; i++)
        (i % 2 == 0 ? c.x : c.y)[i * 3] = bad[i % 5];
    c.x[200] = HAIL_MAX_BOUND, c.y[201] = -HAIL_MAX_BOUND;
    cr_assert_eq(hail_layer_changed(world, FIRST), HAIL_OK);
    prepare();
    right("bad places", UINT64_MAX);
    cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
    prepare();
    right("a step with bad places", UINT64_MAX);
}
