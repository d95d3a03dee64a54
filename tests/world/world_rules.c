/* Which rules a world takes, and what it tells of them: options that mean nothing are refused by name, the others come
 * back as they were set, with layers, tiles and walls alike. */
#include <criterion/criterion.h>

#include <string.h>

#include <hail/hail.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/rules.h"

enum { SHOTS = 3, SHIPS = 5 };

static const uint32_t others[] = {SHIPS, SHOTS, HAIL_TILES, HAIL_WALLS};

static hail_world *world;
static hail_error error;

static void open_world(void) {
    const hail_context context = {.error = &error};
    cr_assert_eq(hail_world_create(&(hail_world_options){.context = &context}, &world), HAIL_OK);
}

static void close_world(void) { hail_world_destroy(world); }

TestSuite(world_rules, .init = open_world, .fini = close_world);

static bool same(const hail_rule *a, const hail_rule *b) { return memcmp(a, b, sizeof *a) == 0; }

/* ---- What is refused --------------------------------------------------------------------------------------------- */

typedef struct refused {
    hail_rule rule;
    const char *field;
    const char *problem;
} refused;

#define BETWEEN(m, ...)                                                                                                \
    { .mode = m, .layer_a = SHOTS, .layer_b = SHIPS, __VA_ARGS__ }
#define TILES(m, ...)                                                                                                  \
    { .mode = m, .layer_a = SHOTS, .layer_b = HAIL_TILES, __VA_ARGS__ }
#define WALLS(m, ...)                                                                                                  \
    { .mode = m, .layer_a = SHOTS, .layer_b = HAIL_WALLS, __VA_ARGS__ }

static const refused nothing[] = {
    {TILES(HAIL_PAIRS, .graze = 1), "rule->graze", "means nothing with tiles or walls"},
    {WALLS(HAIL_EARLIEST, .graze = 1), "rule->graze", "means nothing with tiles or walls"},
    {TILES(HAIL_SWEPT, .graze_once = 1), "rule->graze_once", "means nothing with tiles or walls"},
    {WALLS(HAIL_SWEPT, .graze_once = 1), "rule->graze_once", "means nothing with tiles or walls"},
    {BETWEEN(HAIL_PAIRS, .graze_once = 1), "rule->graze_once", "means nothing without graze"},
    {BETWEEN(HAIL_PAIRS, .kinds = 1), "rule->kinds", "means nothing between layers"},
    {BETWEEN(HAIL_SWEPT, .stop = 1), "rule->stop", "means nothing between layers"},
    {TILES(HAIL_MANIFOLD, .stop = 1), "rule->stop", "means nothing in a mode that is not swept"},
    {WALLS(HAIL_PAIRS, .stop = 1), "rule->stop", "means nothing in a mode that is not swept"},
    {BETWEEN(HAIL_SWEPT, .centre_only = 1), "rule->centre_only", "means nothing but with tiles"},
    {WALLS(HAIL_SWEPT, .centre_only = 1), "rule->centre_only", "means nothing but with tiles"},
    {TILES(HAIL_PAIRS, .centre_only = 1), "rule->centre_only", "means nothing in a mode that is not swept"},
    {TILES(HAIL_MANIFOLD, .centre_only = 1), "rule->centre_only", "means nothing in a mode that is not swept"},
    {BETWEEN(HAIL_PAIRS, .whole_tiles = 1), "rule->whole_tiles", "means nothing but with tiles"},
    {WALLS(HAIL_SWEPT, .whole_tiles = 1), "rule->whole_tiles", "means nothing but with tiles"},
    {TILES(HAIL_SWEPT, .centre_only = 1, .whole_tiles = 1), "rule->whole_tiles", "means nothing with centre_only"},
    {BETWEEN(HAIL_SWEPT, .smooth = 1), "rule->smooth", "means nothing but with tiles"},
    {WALLS(HAIL_SWEPT, .smooth = 1), "rule->smooth", "means nothing but with tiles"},
    {TILES(HAIL_SWEPT, .smooth = 1), "rule->smooth", "means nothing without centre_only"},
    {TILES(HAIL_MANIFOLD, .smooth = 1), "rule->smooth", "means nothing without centre_only"},
    {WALLS(HAIL_SWEPT, .max_events = 1), "rule->max_events", "means nothing without events"},
};

/* What needs the order of the contacts. */
static const hail_rule in_order[] = {
    BETWEEN(HAIL_EARLIEST, .order = HAIL_UNORDERED),
    TILES(HAIL_EARLIEST, .order = HAIL_UNORDERED),
    WALLS(HAIL_PAIRS, .order = HAIL_UNORDERED, .events = 1),
    BETWEEN(HAIL_PAIRS, .order = HAIL_UNORDERED, .max_contacts = 1),
    BETWEEN(HAIL_MANIFOLD, .order = HAIL_UNORDERED, .cooldown = 2),
    TILES(HAIL_MANIFOLD, .order = HAIL_UNORDERED, .cooldown = HAIL_ONCE),
    BETWEEN(HAIL_SWEPT, .order = HAIL_UNORDERED, .graze = 1),
    WALLS(HAIL_SWEPT, .order = HAIL_UNORDERED, .stop = 1),
};

static void refuse(const hail_rule *rule, const char *field, const char *problem) {
    const hail_rule before = rule_of(world, rule->layer_a, rule->layer_b);
    error = (hail_error){0};
    cr_expect_eq(hail_rule_configure(world, rule), HAIL_BAD_ARGUMENT, "%s %s", field, problem);
    cr_assert_eq(error.status, HAIL_BAD_ARGUMENT, "%s %s", field, problem);
    cr_expect_str_eq(error.field, field);
    cr_expect_str_eq(error.problem, problem);
    const hail_rule after = rule_of(world, rule->layer_a, rule->layer_b);
    cr_expect(same(&after, &before), "the rule stays as it was");
}

Test(world_rules, what_means_nothing_is_refused) {
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        refuse(&nothing[i].rule, nothing[i].field, nothing[i].problem);
    for (size_t i = 0; i < sizeof in_order / sizeof *in_order; i++)
        refuse(&in_order[i], "rule->order", "is HAIL_UNORDERED beside an option that needs the order");
}

Test(world_rules, a_rule_that_ignores_has_no_options) {
    static const refused rows[] = {
        {{.order = HAIL_UNORDERED}, "rule->order", NULL},
        {{.events = 1}, "rule->events", NULL},
        {{.max_contacts = 1}, "rule->max_contacts", NULL},
        {{.max_events = 1}, "rule->max_events", NULL},
        {{.cooldown = 1}, "rule->cooldown", NULL},
        {{.graze = 1}, "rule->graze", NULL},
        {{.graze_once = 1}, "rule->graze_once", NULL},
        {{.kinds = 1}, "rule->kinds", NULL},
        {{.stop = 1}, "rule->stop", NULL},
        {{.centre_only = 1}, "rule->centre_only", NULL},
        {{.whole_tiles = 1}, "rule->whole_tiles", NULL},
        {{.smooth = 1}, "rule->smooth", NULL},
    };
    for (size_t with = 0; with < sizeof others / sizeof *others; with++) {
        hail_rule rule = {.mode = HAIL_IGNORE, .layer_a = SHOTS, .layer_b = others[with]};
        cr_assert_eq(hail_rule_set(world, SHOTS, others[with], HAIL_PAIRS), HAIL_OK);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            hail_rule idle = rows[i].rule;
            idle.layer_a = SHOTS, idle.layer_b = others[with];
            refuse(&idle, rows[i].field, "means nothing with HAIL_IGNORE");
        }
        cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK, "its layers alone are fine");
        cr_assert_eq(rule_of(world, SHOTS, others[with]).mode, HAIL_IGNORE);
    }
}

/* Tiles and walls are no layers: only a rule's layer_b names them. */
Test(world_rules, only_layer_b_is_tiles_or_walls) {
    hail_rule rule;
    hail_columns columns;
    const float zero = 0.0f;
    const hail_spawn_columns at = {.x = &zero, .y = &zero};
    hail_shape dot;
    hail_handle body;
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 1.0f, &dot), HAIL_OK);
    cr_assert_eq(hail_spawn(world, SHOTS, &dot, &at, 1, &body), HAIL_OK);
    for (uint32_t no_layer = HAIL_TILES; no_layer <= HAIL_WALLS; no_layer++) {
        cr_expect_eq(hail_rule_set(world, no_layer, SHOTS, HAIL_PAIRS), HAIL_BAD_ARGUMENT);
        cr_expect_str_eq(error.field, "layer_a");
        cr_expect_eq(hail_rule_get(world, no_layer, SHOTS, &rule), HAIL_BAD_ARGUMENT);
        rule = (hail_rule){.mode = HAIL_SWEPT, .layer_a = no_layer, .layer_b = SHOTS};
        cr_expect_eq(hail_rule_configure(world, &rule), HAIL_BAD_ARGUMENT);
        cr_expect_str_eq(error.field, "rule->layer_a");
        cr_expect_eq(hail_layer_configure(world, no_layer, &(hail_layer_options){0}), HAIL_BAD_ARGUMENT);
        cr_expect_eq(hail_layer_columns(world, no_layer, &columns), HAIL_BAD_ARGUMENT);
        cr_expect_eq(hail_layer_changed(world, no_layer), HAIL_BAD_ARGUMENT);
        cr_expect_eq(hail_reserve(world, no_layer, 1, 1), HAIL_BAD_ARGUMENT);
        cr_expect_eq(hail_spawn(world, no_layer, &dot, &at, 1, NULL), HAIL_BAD_ARGUMENT);
        cr_expect_eq(hail_set_layer(world, &body, 1, no_layer), HAIL_BAD_ARGUMENT);
    }
    cr_expect_eq(hail_rule_set(world, SHOTS, HAIL_WALLS + 1, HAIL_PAIRS), HAIL_BAD_ARGUMENT);
}

/* ---- What is told ------------------------------------------------------------------------------------------------ */

Test(world_rules, the_short_form_sets_a_mode) {
    for (size_t with = 0; with < sizeof others / sizeof *others; with++) {
        for (hail_mode mode = HAIL_IGNORE; mode <= HAIL_EARLIEST; mode++) {
            const hail_rule limited = {.mode = HAIL_SWEPT,
                                       .layer_a = SHOTS,
                                       .layer_b = others[with],
                                       .max_contacts = 9},
                            plain = {.mode = mode, .layer_a = SHOTS, .layer_b = others[with]};
            cr_assert_eq(hail_rule_configure(world, &limited), HAIL_OK);
            cr_assert_eq(hail_rule_set(world, SHOTS, others[with], mode), HAIL_OK);
            const hail_rule is = rule_of(world, SHOTS, others[with]);
            cr_assert(same(&is, &plain), "mode %d, layer_b %u: without options", (int)mode, others[with]);
        }
    }
}

static hail_rule any_rule(uint64_t *state, uint32_t layer_a, uint32_t layer_b) {
    static const uint32_t cooldowns[] = {0, 0, 1, 6, HAIL_ONCE, HAIL_UNTIL_APART};
    hail_rule rule = {.mode = random_pick(state, HAIL_EARLIEST + 1), .layer_a = layer_a, .layer_b = layer_b};
    rule.order = random_pick(state, 2), rule.events = random_pick(state, 2);
    rule.max_contacts = random_pick(state, 2) * 5, rule.max_events = random_pick(state, 2) * 7;
    rule.cooldown = cooldowns[random_pick(state, 6)];
    rule.graze = random_pick(state, 2) ? 2.5f : 0.0f, rule.graze_once = random_pick(state, 2);
    rule.kinds = random_pick(state, 2) * 6, rule.stop = random_pick(state, 2);
    rule.centre_only = random_pick(state, 2), rule.whole_tiles = random_pick(state, 2);
    rule.smooth = random_pick(state, 4);
    return usable_rule(rule);
}

/* Rules come back as they were set, whichever others there are; setting what was told changes nothing. */
Test(world_rules, get_then_set_changes_nothing) {
    enum { LAYERS = 7 };
    static hail_rule is[HAIL_MAX_LAYERS][HAIL_WALLS + 1];
    uint64_t state = 11;
    for (int n = 0; n < 2000; n++) {
        const uint32_t a = random_pick(&state, LAYERS) * 10, pick = random_pick(&state, LAYERS + 2),
                       b = pick < LAYERS ? pick * 10 : HAIL_TILES + pick - LAYERS;
        const hail_rule rule = any_rule(&state, a, b);
        cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK, "step %d: %s %s", n, error.field, error.problem);
        is[a][b] = rule;
        if (b < HAIL_MAX_LAYERS)
            is[b][a] = rule;
    }
    for (int turn = 0; turn < 2; turn++) {
        for (uint32_t a = 0; a < LAYERS * 10; a += 10) {
            for (uint32_t b = 0; b <= HAIL_WALLS; b += b < HAIL_MAX_LAYERS - 4 ? 10 : b == 60 ? 4 : 1) {
                const hail_rule rule = rule_of(world, a, b), *must = &is[a][b];
                if (must->mode == HAIL_IGNORE)
                    cr_assert(rule.mode == HAIL_IGNORE && rule.layer_a == a && rule.layer_b == b);
                else
                    cr_assert(same(&rule, must), "turn %d: layers %u and %u", turn, a, b);
                cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
            }
        }
    }
}

/* A rule may be set before its layer is used, or configured. */
Test(world_rules, rules_do_not_make_layers) {
    hail_layer_options options;
    hail_memory before, after;
    cr_assert_eq(hail_rule_set(world, 1, 1, HAIL_PAIRS), HAIL_OK);
    cr_assert_eq(hail_world_memory(world, &before), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 40, HAIL_TILES, HAIL_SWEPT), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 40, HAIL_WALLS, HAIL_SWEPT), HAIL_OK);
    cr_assert_eq(hail_world_memory(world, &after), HAIL_OK);
    cr_assert_eq(after.state, before.state, "the list of rules had room");
    cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_stats(world)->idle_rules, 2);
    cr_assert_eq(hail_reserve(world, 1, 10, 10), HAIL_OK);
    cr_assert_eq(hail_layer_describe(world, 40, &options), HAIL_OK);
    cr_assert_eq(options.columns, 0);
}
