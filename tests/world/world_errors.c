/* What failing calls of hail/world.h, hail/rules.h and hail/step.h write into the hail_error: status, argument,
 * element, value and limits, sentence. Calls that succeed, and calls without a world, write nothing. */
#include "error_scene.h"

/* ---- world.h ----------------------------------------------------------------------------------------------------- */

static hail_world_options options_of(scene *s) { return (hail_world_options){.context = &s->context}; }

/* Tries to make a world with these options. */
static hail_status create(const hail_world_options *options) {
    hail_world *world = (hail_world *)&zeros;
    const hail_status status = hail_world_create(options, &world);
    cr_expect_null(world);
    return status;
}

Test(world_errors, options) {
    scene *s = set_up();
    hail_world_options o = options_of(s);
    BAD(hail_world_create(&o, NULL), HAIL_BAD_ARGUMENT, "world", NONE, NO_NUMBER, "world is NULL");
    o.cell = -2.0f;
    BAD(create(&o), HAIL_OUT_OF_RANGE, "options->cell", NONE, n(-2, 0, 1.0e9),
        "options->cell is -2: it must be from 0 to 1e+09");
    o.cell = NAN;
    BAD(create(&o), HAIL_NOT_FINITE, "options->cell", NONE, n(NAN, 0, 1.0e9), "options->cell is not a finite number");
    o = options_of(s), o.min_y = -INFINITY;
    BAD(create(&o), HAIL_NOT_FINITE, "options->min_y", NONE, n(-INFINITY, -1.0e9, 1.0e9),
        "options->min_y is not a finite number");
    o = options_of(s), o.max_x = 2.0e9f;
    BAD(create(&o), HAIL_OUT_OF_RANGE, "options->max_x", NONE, n(2.0e9, -1.0e9, 1.0e9),
        "options->max_x is 2e+09: it must be from -1e+09 to 1e+09");
    o.max_x = 5.0f, o.max_y = 0.5f;
    BAD(create(&o), HAIL_OUT_OF_RANGE, "options->max_y", NONE, NO_NUMBER,
        "options->max_y is not at least 1 px more than min_y");
    o = options_of(s), o.max_bodies = HAIL_MAX_BODIES + 1;
    BAD(create(&o), HAIL_OUT_OF_RANGE, "options->max_bodies", NONE, n(67108865, 0, HAIL_MAX_BODIES),
        "options->max_bodies is 67108865: it must be from 0 to 67108864");
    o = options_of(s), o.pair_budget = 1023;
    BAD(create(&o), HAIL_OUT_OF_RANGE, "options->pair_budget", NONE, n(1023, 1024, HAIL_MAX_PAIR_BUDGET),
        "options->pair_budget is 1023: it must be from 1024 to 16777216");
}

Test(world_errors, contexts) {
    scene *s = set_up();
    const hail_world_options o = options_of(s);
    s->memory.empty = true;
    BAD(create(&o), HAIL_NO_MEMORY, NULL, NONE, NO_NUMBER, "the allocator returned NULL");
    s->context.variant = "abacus";
    BAD(create(&o), HAIL_UNKNOWN_VARIANT, "context->variant", NONE, NO_NUMBER,
        "context->variant names no variant that runs here");
    s->context.allocator.release = NULL;
    BAD(create(&o), HAIL_BAD_ARGUMENT, "context->allocator", NONE, NO_NUMBER,
        "context->allocator has only one of its two functions");
}

Test(world_errors, layers) {
    scene *s = set_up();
    hail_columns columns;
    const hail_layer_options wrong_columns = {.columns = 1u << 31}, wrong_bounds = {.bounds = HAIL_WRAP + 1},
                             good = {0};
    BAD(hail_layer_configure(s->world, 64, &good), HAIL_BAD_ARGUMENT, "layer", NONE, n(64, 0, 63),
        "layer is not below HAIL_MAX_LAYERS");
    BAD(hail_layer_configure(s->world, 0, NULL), HAIL_BAD_ARGUMENT, "options", NONE, NO_NUMBER, "options is NULL");
    BAD(hail_layer_configure(s->world, 0, &wrong_columns), HAIL_BAD_ARGUMENT, "options->columns", NONE,
        n(2147483648, 0, HAIL_ALL_COLUMNS), "options->columns has a flag that names no column");
    BAD(hail_layer_configure(s->world, 0, &wrong_bounds), HAIL_BAD_ARGUMENT, "options->bounds", NONE, n(3, 0, 2),
        "options->bounds is no hail_bounds");
    BAD(hail_layer_columns(s->world, 99, &columns), HAIL_BAD_ARGUMENT, "layer", NONE, n(99, 0, 63),
        "layer is not below HAIL_MAX_LAYERS");
    BAD(hail_layer_columns(s->world, 0, NULL), HAIL_BAD_ARGUMENT, "columns", NONE, NO_NUMBER, "columns is NULL");
    BAD(hail_reserve(s->world, 64, 1, 1), HAIL_BAD_ARGUMENT, "layer", NONE, n(64, 0, 63),
        "layer is not below HAIL_MAX_LAYERS");
    BAD(hail_reserve(s->world, 0, 101, 1), HAIL_FULL, "bodies", NONE, n(101, 0, 100), "bodies is more than max_bodies");
    BAD(hail_world_memory(s->world, NULL), HAIL_BAD_ARGUMENT, "memory", NONE, NO_NUMBER, "memory is NULL");
    hail_world_options o = options_of(s);
    cr_assert_eq(hail_world_create(&o, &s->world), HAIL_OK);
    const hail_layer_options kill = {.bounds = HAIL_KILL};
    BAD(hail_layer_configure(s->world, CLOSED, &kill), HAIL_BAD_ARGUMENT, "options->bounds", NONE, NO_NUMBER,
        "options->bounds is HAIL_KILL or HAIL_WRAP, which need a world with bounds");
    BAD(hail_reserve(s->world, 0, HAIL_MAX_BODIES + 1, 1), HAIL_FULL, "bodies", NONE, n(67108865, 0, HAIL_MAX_BODIES),
        "bodies is more than max_bodies");
}

/* ---- rules.h ----------------------------------------------------------------------------------------------------- */

Test(world_errors, rules) {
    scene *s = set_up();
    hail_rule rule;
    BAD(hail_rule_set(s->world, 66, 0, HAIL_PAIRS), HAIL_BAD_ARGUMENT, "layer_a", NONE, n(66, 0, 63),
        "layer_a is not below HAIL_MAX_LAYERS");
    BAD(hail_rule_set(s->world, HAIL_TILES, 0, HAIL_PAIRS), HAIL_BAD_ARGUMENT, "layer_a", NONE, n(64, 0, 63),
        "layer_a is HAIL_TILES or HAIL_WALLS, which only layer_b may be");
    BAD(hail_rule_set(s->world, 0, 66, HAIL_PAIRS), HAIL_BAD_ARGUMENT, "layer_b", NONE, n(66, 0, 65),
        "layer_b is no layer, HAIL_TILES or HAIL_WALLS");
    BAD(hail_rule_set(s->world, 0, 0, (hail_mode)7), HAIL_BAD_ARGUMENT, "mode", NONE, n(7, 0, 4),
        "mode is no hail_mode");
    BAD(hail_rule_get(s->world, HAIL_WALLS, 0, &rule), HAIL_BAD_ARGUMENT, "layer_a", NONE, n(65, 0, 63),
        "layer_a is HAIL_TILES or HAIL_WALLS, which only layer_b may be");
    BAD(hail_rule_get(s->world, 0, 66, &rule), HAIL_BAD_ARGUMENT, "layer_b", NONE, n(66, 0, 65),
        "layer_b is no layer, HAIL_TILES or HAIL_WALLS");
    BAD(hail_rule_get(s->world, 0, 0, NULL), HAIL_BAD_ARGUMENT, "rule", NONE, NO_NUMBER, "rule is NULL");
    s->memory.empty = true;
    BAD(hail_rule_set(s->world, 0, 0, HAIL_PAIRS), HAIL_NO_MEMORY, NULL, NONE, NO_NUMBER,
        "the allocator returned NULL");
}

Test(world_errors, rules_with_options) {
    scene *s = set_up();
    const hail_rule no_layer = {.layer_a = 66}, tiles_first = {.layer_a = HAIL_TILES}, nothing = {.layer_b = 66},
                    no_mode = {.mode = 5, .layer_b = HAIL_TILES}, no_order = {.mode = HAIL_PAIRS, .order = 2},
                    far = {.mode = HAIL_PAIRS, .graze = 5.0e9f}, unclear = {.mode = HAIL_PAIRS, .graze = NAN},
                    rough = {.mode = HAIL_SWEPT,
                             .layer_b = HAIL_TILES,
                             .centre_only = 1,
                             .smooth = HAIL_MAX_SMOOTH + 1},
                    walls = {.mode = HAIL_SWEPT, .layer_a = 9, .layer_b = HAIL_WALLS};
    BAD(hail_rule_configure(s->world, &no_layer), HAIL_BAD_ARGUMENT, "rule->layer_a", NONE, n(66, 0, 63),
        "rule->layer_a is not below HAIL_MAX_LAYERS");
    BAD(hail_rule_configure(s->world, &tiles_first), HAIL_BAD_ARGUMENT, "rule->layer_a", NONE, n(64, 0, 63),
        "rule->layer_a is HAIL_TILES or HAIL_WALLS, which only layer_b may be");
    BAD(hail_rule_configure(s->world, &nothing), HAIL_BAD_ARGUMENT, "rule->layer_b", NONE, n(66, 0, 65),
        "rule->layer_b is no layer, HAIL_TILES or HAIL_WALLS");
    BAD(hail_rule_configure(s->world, &no_mode), HAIL_BAD_ARGUMENT, "rule->mode", NONE, n(5, 0, 4),
        "rule->mode is no hail_mode");
    BAD(hail_rule_configure(s->world, &no_order), HAIL_BAD_ARGUMENT, "rule->order", NONE, n(2, 0, 1),
        "rule->order is no hail_order");
    BAD(hail_rule_configure(s->world, &rough), HAIL_OUT_OF_RANGE, "rule->smooth", NONE, n(9, 0, 8),
        "rule->smooth is 9: it must be from 0 to 8");
    cr_expect_eq(hail_rule_configure(s->world, &far), HAIL_OUT_OF_RANGE);
    cr_expect_eq(hail_rule_configure(s->world, &unclear), HAIL_NOT_FINITE);
    BAD(hail_rule_configure(s->world, NULL), HAIL_BAD_ARGUMENT, "rule", NONE, NO_NUMBER, "rule is NULL");
    s->memory.empty = true;
    BAD(hail_rule_configure(s->world, &walls), HAIL_NO_MEMORY, NULL, NONE, NO_NUMBER, "the allocator returned NULL");
    BAD(hail_reserve(s->world, PLAIN, 50, 0), HAIL_NO_MEMORY, NULL, NONE, NO_NUMBER, "the allocator returned NULL");
}

/* A rule whose map is missing finds nothing: the step says how many rules that are. */
Test(world_errors, rules_without_maps_are_counted) {
    scene *s = set_up();
    hail_tileset *set = NULL;
    hail_tilemap *map = NULL;
    const hail_tilemap_options size = {.columns = 1, .rows = 1};
    cr_assert_eq(hail_tileset_create(NULL, 8, 8, &set), HAIL_OK);
    cr_assert_eq(hail_tilemap_create(set, &size, &map), HAIL_OK);
    cr_assert_eq(hail_step(s->world, 0.0f, NULL, NULL), HAIL_OK);
    cr_expect_eq(hail_stats(s->world)->idle_rules, 0, "there are no rules");
    cr_assert_eq(hail_rule_set(s->world, PLAIN, HAIL_TILES, HAIL_SWEPT), HAIL_OK);
    cr_assert_eq(hail_rule_set(s->world, PLAIN, HAIL_WALLS, HAIL_PAIRS), HAIL_OK);
    cr_assert_eq(hail_rule_set(s->world, 40, HAIL_TILES, HAIL_SWEPT), HAIL_OK, "a layer without bodies");
    cr_assert_eq(hail_step(s->world, 0.0f, NULL, NULL), HAIL_OK);
    cr_expect_eq(hail_stats(s->world)->idle_rules, 3);
    cr_assert_eq(hail_world_set_tilemap(s->world, map), HAIL_OK);
    cr_assert_eq(hail_step(s->world, 0.0f, NULL, NULL), HAIL_OK);
    cr_expect_eq(hail_stats(s->world)->idle_rules, 1, "the walls'");
    cr_assert_eq(hail_rule_set(s->world, PLAIN, HAIL_WALLS, HAIL_IGNORE), HAIL_OK);
    cr_assert_eq(hail_world_set_sectors(s->world, NULL), HAIL_OK);
    cr_assert_eq(hail_step(s->world, 0.0f, NULL, NULL), HAIL_OK);
    cr_expect_eq(hail_stats(s->world)->idle_rules, 0);
    cr_expect_eq(s->error.status, HAIL_OK, "nothing failed");
    hail_tilemap_destroy(map);
    hail_tileset_destroy(set);
}

/* ---- step.h ------------------------------------------------------------------------------------------------------ */

Test(world_errors, step) {
    scene *s = set_up();
    const double most = (double)FLT_MAX;
    BAD(hail_step(s->world, -1.0f, NULL, NULL), HAIL_OUT_OF_RANGE, "dt", NONE, n(-1, 0, most),
        "dt is -1: it must be 0 or more");
    BAD(hail_step(s->world, NAN, NULL, NULL), HAIL_NOT_FINITE, "dt", NONE, n(NAN, 0, most),
        "dt is not a finite number");
    BAD(hail_step(s->world, INFINITY, NULL, NULL), HAIL_NOT_FINITE, "dt", NONE, n(INFINITY, 0, most),
        "dt is not a finite number");
    s->memory.empty = true;
    BAD(hail_step(s->world, 0.0f, NULL, NULL), HAIL_NO_MEMORY, NULL, NONE, NO_NUMBER, "the allocator returned NULL");
}

Test(world_errors, reflect) {
    scene *s = set_up();
    const hail_contact kept[] = {{.a = s->plain[0], .normal_x = 1.0f}, {.a = s->freed, .normal_x = 1.0f}};
    BAD(hail_reflect(s->world, NULL, 1, 1.0f, 0.0f), HAIL_BAD_ARGUMENT, "contacts", NONE, NO_NUMBER,
        "contacts is NULL");
    BAD(hail_reflect(s->world, kept, SIZE_MAX, 1.0f, 0.0f), HAIL_BAD_ARGUMENT, "count", NONE,
        n((double)SIZE_MAX, 0, INT32_MAX), "count is more than 2^31 - 1");
    BAD(hail_reflect(s->world, kept, 1, 1.5f, 0.0f), HAIL_OUT_OF_RANGE, "restitution", NONE, n(1.5, 0, 1),
        "restitution is 1.5: it must be from 0 to 1");
    BAD(hail_reflect(s->world, kept, 1, 1.0f, NAN), HAIL_NOT_FINITE, "friction", NONE, n(NAN, 0, 1),
        "friction is not a finite number");
    BAD(hail_reflect(s->world, kept, 1, 1.0f, -0.5f), HAIL_OUT_OF_RANGE, "friction", NONE, n(-0.5, 0, 1),
        "friction is -0.5: it must be from 0 to 1");
    cr_expect_eq(hail_reflect(s->world, kept, 2, 1.0f, 0.0f), HAIL_OK);
    cr_expect_eq(s->error.status, HAIL_OK, "a contact of a body that is gone is no failure");
}

/* ---- All of them ------------------------------------------------------------------------------------------------- */

#define BUSY(call) BAD(call, HAIL_BUSY, "world", NONE, NO_NUMBER, "world is inside a step")

static void call_all(const hail_contact *contacts, size_t count, void *user) {
    scene *s = user;
    const hail_layer_options options = {0};
    const hail_spawn_columns at = {.x = zeros, .y = zeros};
    BUSY(hail_world_destroy(s->world));
    BUSY(hail_layer_configure(s->world, 0, &options));
    BUSY(hail_reserve(s->world, 0, 1, 1));
    BUSY(hail_spawn(s->world, 0, &s->dot, &at, 1, NULL));
    for (int i = 0; i < CHANGES; i++)
        if (changes[i] != despawn)
            BUSY(changes[i](s, s->plain, 1));
    BUSY(hail_rule_set(s->world, 0, 0, HAIL_PAIRS));
    BUSY(hail_world_set_tilemap(s->world, NULL));
    BUSY(hail_world_set_sectors(s->world, NULL));
    BUSY(hail_rule_set(s->world, 0, HAIL_WALLS, HAIL_PAIRS));
    BUSY(hail_step(s->world, 0.0f, NULL, NULL));
    cr_expect_eq(despawn(s, &contacts[0].a, 1), HAIL_OK, "%zu contacts", count);
    BAD(despawn(s, &s->freed, 1), HAIL_STALE_HANDLE, "handles", 0, NO_NUMBER, "handles[0] names a body that was freed");
    s->error.status = HAIL_IN_USE; /* for the step to leave as it is */
}

Test(world_errors, busy) {
    scene *s = set_up();
    cr_assert_eq(hail_rule_set(s->world, PLAIN, FULL_SET, HAIL_PAIRS), HAIL_OK);
    cr_assert_eq(hail_step(s->world, 0.0f, call_all, s), HAIL_OK);
    cr_assert_eq(hail_stats(s->world)->windows, 1);
    cr_assert_eq(s->error.status, HAIL_IN_USE, "the step succeeded, whatever the callback did");
}

/* Calls that succeed, and those that answer without a status, leave an old error as it is. */
Test(world_errors, a_success_leaves_the_error) {
    scene *s = set_up();
    const hail_error old = {HAIL_CROSSING, 0, "field", 5, 1.0, 2.0, 3.0, "is old"};
    hail_memory memory;
    hail_location location;
    hail_columns columns;
    hail_rule rule;
    size_t removals;
    const hail_spawn_columns at = {.x = zeros, .y = zeros};
    const hail_layer_options options = {.columns = HAIL_ALL_COLUMNS};
    s->error = old;
    hail_status worst = HAIL_OK;
    worst |= hail_world_memory(s->world, &memory);
    worst |= hail_layer_configure(s->world, 1, &options);
    worst |= hail_reserve(s->world, 1, 10, 10);
    worst |= hail_spawn(s->world, 1, &s->dot, &at, 1, NULL);
    for (int i = 0; i < CHANGES; i++) /* despawned last */
        worst |= changes[i](s, s->full, BODIES);
    worst |= hail_locate(s->world, s->plain, &location);
    worst |= hail_layer_columns(s->world, 1, &columns);
    worst |= hail_rule_set(s->world, 1, 1, HAIL_PAIRS);
    worst |= hail_rule_get(s->world, 1, 1, &rule);
    worst |= hail_world_set_tilemap(s->world, NULL);
    worst |= hail_rule_set(s->world, 1, HAIL_TILES, HAIL_IGNORE);
    worst |= hail_world_set_sectors(s->world, NULL);
    worst |= hail_rule_set(s->world, 1, HAIL_WALLS, HAIL_PAIRS);
    worst |= hail_step(s->world, 0.0f, NULL, NULL);
    worst |= hail_reflect(s->world, NULL, 0, 1.0f, 0.0f);
    cr_expect_eq(worst, HAIL_OK);
    cr_expect_not(hail_alive(s->world, &s->freed));
    cr_expect_eq(hail_body_count(s->world), BODIES + 1);
    cr_expect_not_null(hail_world_shapes(s->world));
    cr_expect_not_null(hail_world_variant(s->world));
    cr_expect_null(hail_removals(s->world, &removals));
    cr_expect_eq(removals, 0);
    cr_expect_null(hail_stage_name(HAIL_STAGE_COUNT));
    cr_expect_eq(hail_world_destroy(s->world), HAIL_OK);
    cr_expect_eq(memcmp(&s->error, &old, sizeof old), 0);
}

/* Without a world there is no error to write. */
Test(world_errors, no_world) {
    scene *s = set_up();
    s->world = NULL;
    cr_expect_eq(hail_world_options_defaults(NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_world_create(NULL, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_world_memory(NULL, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_layer_configure(NULL, 64, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_layer_columns(NULL, 64, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_reserve(NULL, 64, 1, 1), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_spawn(NULL, 64, NULL, NULL, 1, NULL), HAIL_BAD_ARGUMENT);
    for (int i = 0; i < CHANGES; i++)
        cr_expect_eq(changes[i](s, s->full, 1), HAIL_BAD_ARGUMENT, "%d", i);
    cr_expect_eq(hail_locate(NULL, NULL, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_rule_set(NULL, 64, 64, (hail_mode)9), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_rule_get(NULL, 64, 64, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_world_set_tilemap(NULL, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_world_set_sectors(NULL, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_rule_configure(NULL, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_step(NULL, NAN, NULL, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_reflect(NULL, NULL, 1, NAN, NAN), HAIL_BAD_ARGUMENT);
    cr_expect_null(hail_stats(NULL));
    cr_expect_eq(s->error.status, HAIL_OK);
}
