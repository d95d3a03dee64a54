/* The hash of a world, and the first difference of two: the same for the same program whatever the cell, variant and
 * memory; every single change of the state changes the hash, and is named.
 *
 * HAIL_TEST_SEED=n runs the program of that seed alone, HAIL_TEST_WORLDS=n runs n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "state_program.h"

#define MUST(call) cr_assert_eq(call, HAIL_OK, "%s", #call)

/* ---- The same program -------------------------------------------------------------------------------------------- */

enum { STEPS = 16 };

static void same_program(uint64_t seed) {
    scene s;
    scene_make(&s);
    uint64_t state = seed;
    const char *variant = hail_variant_name(random_pick(&state, (uint32_t)hail_variant_count()));
    const hail_world_options other = {.context = variant_context(variant),
                                      .cell = seed % 2 ? 23.0f : 0.0f,
                                      .window = 5,
                                      .pair_budget = 1024,
                                      .kept_contacts = seed % 3 ? 0 : 7};
    hail_world *a = scene_world(&s, NULL), *b = scene_world(&s, &other);
    if (seed % 4 == 0)
        MUST(hail_reserve(b, 63, 500, 5000));
    for (uint32_t step = 0; step < STEPS; step++) {
        const uint64_t of_a = scene_run(a, seed, step, step + 1), of_b = scene_run(b, seed, step, step + 1);
        cr_assert(of_a == of_b, "seed %llu, step %u: other contacts or events", (unsigned long long)seed, step);
        if (seed % 4 == 1)
            MUST(hail_reserve(b, step % SCENE_LAYERS, 100 + step, 500));
        scene_same(a, b, "the same program", seed, step);
    }
    MUST(hail_world_destroy(a));
    MUST(hail_world_destroy(b));
    scene_free(&s);
}
Test(state_hash, same_program) { random_seeds(random_shortened(400), same_program); }

/* Bodies that spawn in another order, but in the same slots. */
Test(state_hash, order_of_columns) {
    hail_world *world[2];
    for (int w = 0; w < 2; w++) {
        hail_shape dot;
        hail_handle handle[3];
        const float x[3] = {1, 2, 3}, y[3] = {4, 5, 6};
        MUST(hail_world_create(NULL, &world[w]));
        MUST(hail_shape_circle(hail_world_shapes(world[w]), 1, &dot));
        MUST(hail_spawn(world[w], 0, &dot, &(hail_spawn_columns){.x = x, .y = y}, 3, handle));
        const hail_handle moved[2] = {handle[w], handle[1 - w]};
        MUST(hail_set_layer(world[w], moved, 2, 1));
        MUST(hail_set_layer(world[w], moved, 1, 0));
        MUST(hail_set_layer(world[w], moved + 1, 1, 0));
    }
    scene_same(world[0], world[1], "another order", 0, 0);
    MUST(hail_world_destroy(world[0]));
    MUST(hail_world_destroy(world[1]));
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

/* A world with one of everything. Layer 1 has all columns; bodies 0 to 5 are active, 6 is disabled, 7 in quarantine.
 * Bodies 0 and 1 touch, and are remembered. Slot 8 is free. */
enum { SUBJECTS = 9, ALIVE = 8 };

typedef struct subject {
    hail_world *world;
    hail_handle body[SUBJECTS];
    hail_shape shape[2];
    hail_world_options options;
} subject;

static const hail_rule usual_rule = {
    .mode = HAIL_MANIFOLD, .layer_a = 1, .layer_b = 1, .events = 1, .cooldown = 9, .graze = 2.0f};
static const hail_rule usual_tiles = {.mode = HAIL_SWEPT, .layer_a = 1, .layer_b = HAIL_TILES, .events = 1},
                       usual_walls = {.mode = HAIL_SWEPT, .layer_a = 1, .layer_b = HAIL_WALLS, .events = 1};

static void subject_make(subject *s, const hail_world_options *options) {
    const float x[SUBJECTS] = {50, 52, 90, 110, 130, 150, 170, 190, 210},
                y[SUBJECTS] = {50, 50, 50, 50, 50, 50, 50, 50, 50};
    const uint64_t user[SUBJECTS] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    MUST(hail_world_create(options, &s->world));
    MUST(hail_shape_circle(hail_world_shapes(s->world), 4, &s->shape[0]));
    MUST(hail_shape_circle(hail_world_shapes(s->world), 5, &s->shape[1]));
    MUST(hail_layer_configure(s->world, 1, &(hail_layer_options){.columns = HAIL_ALL_COLUMNS}));
    MUST(hail_spawn(s->world, 1, &s->shape[0], &(hail_spawn_columns){.x = x, .y = y, .user = user}, SUBJECTS, s->body));
    MUST(hail_set_enabled(s->world, &s->body[6], 1, false));
    MUST(hail_despawn(s->world, &s->body[8], 1));
    hail_columns c;
    MUST(hail_layer_columns(s->world, 1, &c));
    hail_location at;
    MUST(hail_locate(s->world, &s->body[7], &at));
    c.scale[at.index] = NAN;
    MUST(hail_rule_configure(s->world, &usual_rule));
    MUST(hail_rule_configure(s->world, &usual_tiles));
    MUST(hail_rule_configure(s->world, &usual_walls));
    MUST(hail_step(s->world, 1.0f / 64.0f, NULL, NULL));
}

static const hail_world_options usual_options = {.max_x = 400.0f, .max_y = 300.0f};

/* One change: a column's element in one body (by place), or something else. */
typedef void change_fn(subject *s);

typedef struct named_change {
    change_fn *change;
    uint32_t what;
    const char *field;
} named_change;

static hail_columns columns_of(subject *s) {
    hail_columns c;
    MUST(hail_layer_columns(s->world, 1, &c));
    return c;
}

#define COLUMN_CHANGE(column, value)                                                                                   \
    static void change_##column(subject *s) { columns_of(s).column[2] = value; }
COLUMN_CHANGE(x, 90.5f)
COLUMN_CHANGE(y, 50.5f)
COLUMN_CHANGE(vx, -0.0f)
COLUMN_CHANGE(vy, 1.0f)
COLUMN_CHANGE(cos, 0.99999f)
COLUMN_CHANGE(sin, 1e-6f)
COLUMN_CHANGE(scale, 1.5f)
COLUMN_CHANGE(life, 3.0f)
COLUMN_CHANGE(dx, 1.0f)
COLUMN_CHANGE(dy, NAN)
COLUMN_CHANGE(group, 7)
COLUMN_CHANGE(category, 2)
COLUMN_CHANGE(mask, 0x7fffffff)
COLUMN_CHANGE(pierce, 2)
COLUMN_CHANGE(user, UINT64_C(3) | UINT64_C(1) << 63)

static void change_shape(subject *s) { MUST(hail_set_shape(s->world, &s->body[2], 1, &s->shape[1])); }
static void enable(subject *s) { MUST(hail_set_enabled(s->world, &s->body[6], 1, true)); }
static void disable(subject *s) { MUST(hail_set_enabled(s->world, &s->body[2], 1, false)); }
static void despawn(subject *s) { MUST(hail_despawn(s->world, &s->body[2], 1)); }
static void step_again(subject *s) { MUST(hail_step(s->world, 0.0f, NULL, NULL)); }
static void configure(subject *s) {
    MUST(hail_layer_configure(s->world, 1, &(hail_layer_options){HAIL_ALL_COLUMNS, HAIL_KILL, 0, 0, 0, 0}));
}
static void configure_empty(subject *s) {
    MUST(hail_layer_configure(s->world, 9, &(hail_layer_options){.caller_moved = 1}));
}
static void lose_column(subject *s) {
    MUST(hail_layer_configure(s->world, 1, &(hail_layer_options){.columns = HAIL_ALL_COLUMNS & ~HAIL_GROUP}));
}

#define RULE_CHANGE(name, usual, field, value)                                                                         \
    static void name##_##field(subject *s) {                                                                           \
        hail_rule rule = usual;                                                                                        \
        rule.field = value;                                                                                            \
        MUST(hail_rule_configure(s->world, &rule));                                                                    \
    }
RULE_CHANGE(rule, usual_rule, mode, HAIL_SWEPT)
RULE_CHANGE(rule, usual_rule, layer_b, 2)
RULE_CHANGE(rule, usual_rule, events, 0)
RULE_CHANGE(rule, usual_rule, max_contacts, 5)
RULE_CHANGE(rule, usual_rule, max_events, 5)
RULE_CHANGE(rule, usual_rule, cooldown, 10)
RULE_CHANGE(rule, usual_rule, graze, 2.5f)
RULE_CHANGE(rule, usual_rule, graze_once, 1)
RULE_CHANGE(tiles, usual_tiles, mode, HAIL_EARLIEST)
RULE_CHANGE(tiles, usual_tiles, kinds, 3)
RULE_CHANGE(tiles, usual_tiles, centre_only, 1)
RULE_CHANGE(tiles, usual_tiles, whole_tiles, 1)
RULE_CHANGE(tiles, usual_tiles, stop, 1)
RULE_CHANGE(tiles, usual_tiles, cooldown, 4)
RULE_CHANGE(walls, usual_walls, mode, HAIL_EARLIEST)
RULE_CHANGE(walls, usual_walls, kinds, 3)
RULE_CHANGE(walls, usual_walls, stop, 1)
RULE_CHANGE(walls, usual_walls, max_contacts, 4)
RULE_CHANGE(walls, usual_walls, max_events, 4)

static void rule_none(subject *s) { MUST(hail_rule_set(s->world, 1, 1, HAIL_IGNORE)); }
/* Only a rule without options that need the order. The order is compared before them. */
static void rule_order(subject *s) {
    MUST(hail_rule_configure(s->world, &(hail_rule){HAIL_MANIFOLD, 1, 1, .order = HAIL_UNORDERED}));
}
static void tiles_none(subject *s) { MUST(hail_rule_set(s->world, 1, HAIL_TILES, HAIL_IGNORE)); }

static void remake(subject *s, const hail_world_options *options) {
    MUST(hail_world_destroy(s->world));
    subject_make(s, options);
}
#define OPTION_CHANGE(field, value)                                                                                    \
    static void options_##field(subject *s) {                                                                          \
        hail_world_options options = usual_options;                                                                    \
        options.field = value;                                                                                         \
        remake(s, &options);                                                                                           \
    }
OPTION_CHANGE(min_x, -1)
OPTION_CHANGE(min_y, -1)
OPTION_CHANGE(max_x, 401)
OPTION_CHANGE(max_y, 301)
OPTION_CHANGE(max_bodies, 100)
OPTION_CHANGE(max_touching, 100)
OPTION_CHANGE(max_remembered, 100)

#define COLUMN_ROW(name)                                                                                               \
    { change_##name, HAIL_STATE_BODY, #name }
#define RULE_ROW(with, name)                                                                                           \
    { with##_##name, HAIL_STATE_RULE, #name }
#define OPTION_ROW(name)                                                                                               \
    { options_##name, HAIL_STATE_OPTIONS, #name }
static const named_change changes[] = {COLUMN_ROW(x),
                                       COLUMN_ROW(y),
                                       COLUMN_ROW(vx),
                                       COLUMN_ROW(vy),
                                       COLUMN_ROW(cos),
                                       COLUMN_ROW(sin),
                                       COLUMN_ROW(scale),
                                       COLUMN_ROW(life),
                                       COLUMN_ROW(dx),
                                       COLUMN_ROW(dy),
                                       COLUMN_ROW(group),
                                       COLUMN_ROW(category),
                                       COLUMN_ROW(mask),
                                       COLUMN_ROW(pierce),
                                       COLUMN_ROW(user),
                                       COLUMN_ROW(shape),
                                       RULE_ROW(rule, mode),
                                       {rule_none, HAIL_STATE_RULE, "mode"},
                                       {rule_layer_b, HAIL_STATE_RULE, "mode"},
                                       {tiles_none, HAIL_STATE_RULE, "mode"},
                                       RULE_ROW(rule, order),
                                       RULE_ROW(rule, events),
                                       RULE_ROW(rule, max_contacts),
                                       RULE_ROW(rule, max_events),
                                       RULE_ROW(rule, cooldown),
                                       RULE_ROW(rule, graze),
                                       RULE_ROW(rule, graze_once),
                                       RULE_ROW(tiles, mode),
                                       RULE_ROW(tiles, kinds),
                                       RULE_ROW(tiles, whole_tiles),
                                       RULE_ROW(tiles, centre_only),
                                       RULE_ROW(tiles, stop),
                                       RULE_ROW(tiles, cooldown),
                                       RULE_ROW(walls, mode),
                                       RULE_ROW(walls, kinds),
                                       RULE_ROW(walls, stop),
                                       RULE_ROW(walls, max_contacts),
                                       RULE_ROW(walls, max_events),
                                       OPTION_ROW(min_x),
                                       OPTION_ROW(min_y),
                                       OPTION_ROW(max_x),
                                       OPTION_ROW(max_y),
                                       OPTION_ROW(max_bodies),
                                       OPTION_ROW(max_touching),
                                       OPTION_ROW(max_remembered),
                                       {enable, HAIL_STATE_BODY, "enabled"},
                                       {disable, HAIL_STATE_BODY, "enabled"},
                                       {despawn, HAIL_STATE_SLOT, "first_free"},
                                       {step_again, HAIL_STATE_STEP, "step"},
                                       {configure, HAIL_STATE_LAYER, "bounds"},
                                       {configure_empty, HAIL_STATE_LAYER, "caller_moved"},
                                       {lose_column, HAIL_STATE_LAYER, "columns"}};

Test(state_hash, every_change) {
    for (size_t c = 0; c < sizeof changes / sizeof *changes; c++) {
        subject before, after;
        char text[256];
        hail_difference d;
        subject_make(&before, &usual_options);
        subject_make(&after, &usual_options);
        scene_same(before.world, after.world, "unchanged", c, 0);
        changes[c].change(&after);
        MUST(hail_world_diff(before.world, after.world, &d));
        hail_difference_text(&d, text, sizeof text);
        cr_assert_neq(scene_hash(before.world), scene_hash(after.world), "change %zu: %s", c, text);
        cr_assert(d.what == changes[c].what && !strcmp(d.field, changes[c].field), "change %zu (%s): %s", c,
                  changes[c].field, text);
        MUST(hail_world_destroy(before.world));
        MUST(hail_world_destroy(after.world));
    }
}

/* ---- Pairs that touch, and that are remembered ------------------------------------------------------------------- */

/* Worlds that differ only in what a step before the last saw. */
static hail_world *pair_world(float apart, uint64_t user, uint32_t cooldown, uint32_t steps) {
    const float x[2] = {10, 10 + apart}, y[2] = {10, 10};
    const uint64_t users[2] = {1, user};
    hail_world *world;
    hail_shape dot;
    hail_handle handle[2];
    MUST(hail_world_create(NULL, &world));
    MUST(hail_shape_circle(hail_world_shapes(world), 2, &dot));
    MUST(hail_layer_configure(world, 0, &(hail_layer_options){.columns = HAIL_USER}));
    MUST(hail_spawn(world, 0, &dot, &(hail_spawn_columns){.x = x, .y = y, .user = users}, 2, handle));
    const hail_rule none = {0}, rule = {.mode = HAIL_PAIRS, .events = cooldown == 0, .cooldown = cooldown};
    for (uint32_t step = 0; step < 3; step++) {
        MUST(hail_rule_configure(world, step >= 3 - steps ? &rule : &none));
        MUST(hail_step(world, 0.0f, NULL, NULL));
    }
    hail_columns c;
    MUST(hail_layer_columns(world, 0, &c));
    c.x[1] = 10.0f;
    c.user[1] = 0;
    return world;
}

static void differs(hail_world *a, hail_world *b, const char *sentence) {
    char text[256];
    hail_difference d;
    MUST(hail_world_diff(a, b, &d));
    hail_difference_text(&d, text, sizeof text);
    cr_assert_str_eq(text, sentence);
    cr_assert_eq(scene_hash(a) == scene_hash(b), d.what == HAIL_STATE_EQUAL);
    MUST(hail_world_destroy(a));
    MUST(hail_world_destroy(b));
}

Test(state_hash, pairs) {
    differs(pair_world(1, 2, 0, 1), pair_world(1, 2, 0, 1), "nothing differs");
    differs(pair_world(1, 2, 0, 1), pair_world(9, 2, 0, 1),
            "touching pair of layer 0 with layer 0, slot 0 and slot 1: touching is 1 in a and 0 in b");
    differs(pair_world(1, 2, 0, 1), pair_world(1, 3, 0, 1),
            "touching pair of layer 0 with layer 0, slot 0 and slot 1: user_b is 2 in a and 3 in b");
    differs(pair_world(9, 2, 5, 1), pair_world(1, 2, 5, 1),
            "remembered pair of layer 0 with layer 0, slot 0 and slot 1: remembered is 0 in a and 1 in b");
    differs(pair_world(1, 2, 5, 2), pair_world(1, 2, 5, 1),
            "remembered pair of layer 0 with layer 0, slot 0 and slot 1: steps_since is 2 in a and 1 in b");
    /* What is forgotten already does not count. */
    differs(pair_world(1, 2, 2, 2), pair_world(9, 2, 2, 2), "nothing differs");
}

/* ---- Sentences and errors ---------------------------------------------------------------------------------------- */

Test(state_hash, sentences) {
    subject a, b;
    char text[256], little[12];
    hail_difference d;
    subject_make(&a, &usual_options);
    subject_make(&b, &usual_options);
    columns_of(&b).vx[2] = 1.25f;
    MUST(hail_world_diff(a.world, b.world, &d));
    cr_assert(d.layer == 1 && d.slot == 2 && d.is_float && d.value_a == 0 && d.value_b == 0x3fa00000u);
    const size_t length = hail_difference_text(&d, text, sizeof text);
    cr_assert_str_eq(text, "body in layer 1, slot 2: vx is 0 in a and 1.25 in b");
    cr_assert(length == strlen(text) && hail_difference_text(&d, little, sizeof little) == length);
    cr_assert_str_eq(little, "body in lay");
    cr_assert(hail_difference_text(&d, NULL, 0) == length && hail_difference_text(NULL, little, 12) == 0);
    tiles_mode(&b);
    MUST(hail_world_diff(a.world, b.world, &d));
    hail_difference_text(&d, text, sizeof text);
    cr_assert_str_eq(text, "rule of layer 1 with tiles: mode is 3 in a and 4 in b");
    MUST(hail_world_destroy(a.world));
    MUST(hail_world_destroy(b.world));
}

static void hash_inside(const hail_contact *contacts, size_t count, void *user) {
    uint64_t hash = 5;
    hail_difference d;
    (void)contacts, (void)count;
    cr_assert(hail_world_hash(user, &hash) == HAIL_BUSY && hash == 5);
    cr_assert_eq(hail_world_diff(user, user, &d), HAIL_BUSY);
}

Test(state_hash, errors) {
    subject s;
    hail_error error = {0};
    const hail_context context = {.error = &error};
    hail_world_options options = usual_options;
    uint64_t hash;
    hail_difference d;
    options.context = &context;
    subject_make(&s, &options);
    cr_assert_eq(hail_world_hash(NULL, &hash), HAIL_BAD_ARGUMENT);
    cr_assert(hail_world_hash(s.world, NULL) == HAIL_BAD_ARGUMENT && !strcmp(error.field, "hash"));
    cr_assert(hail_world_diff(s.world, NULL, &d) == HAIL_BAD_ARGUMENT && !strcmp(error.field, "b"));
    cr_assert(hail_world_diff(s.world, s.world, NULL) == HAIL_BAD_ARGUMENT && !strcmp(error.field, "difference"));
    MUST(hail_rule_set(s.world, 1, 1, HAIL_PAIRS));
    MUST(hail_step(s.world, 0.0f, hash_inside, s.world));
    MUST(hail_world_destroy(s.world));
}
