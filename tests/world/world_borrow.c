/* Borrowed layers: what is refused, and by which name; slots; what is skipped and counted; arrays that end at a page
 * that nothing may touch; memory; pairs of bodies that come back. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include <hail/hail.h>

#include "shared/guarded.h"
#include "shared/purse.h"

enum { PLAIN, LENT, ROOMY, COUNT = 3000 };

/* A world with bounds, a layer with two bodies, and a layer that borrows four. */
typedef struct scene {
    hail_error error;
    hail_context context;
    hail_world *world;
    hail_shape dot;
    hail_handle plain[2];
    uint32_t first;
} scene;

static const float x[4] = {10.0f, 20.0f, 30.0f, 40.0f}, y[4] = {10.0f, 10.0f, 10.0f, 10.0f};
static const hail_borrowed_columns places = {.x = {x, 0}, .y = {y, 0}};

static void set_up(scene *s, uint32_t generations) {
    memset(s, 0, sizeof *s);
    s->context.error = &s->error;
    const hail_world_options options = {.context = &s->context, .max_x = 100, .max_y = 100, .max_bodies = 20};
    cr_assert_eq(hail_world_create(&options, &s->world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(s->world), 4.0f, &s->dot), HAIL_OK);
    const hail_spawn_columns two = {.x = x, .y = y};
    cr_assert_eq(hail_spawn(s->world, PLAIN, &s->dot, &two, 2, s->plain), HAIL_OK);
    const hail_layer_options lent = {.borrowed = 4, .generations = generations};
    cr_assert_eq(hail_layer_configure(s->world, LENT, &lent), HAIL_OK);
    cr_assert_eq(
        hail_layer_borrow(s->world, LENT, &s->dot, generations ? NULL : &places, generations ? 0 : 4, &s->first),
        HAIL_OK);
}

static void tear_down(scene *s) { cr_assert_eq(hail_world_destroy(s->world), HAIL_OK); }

/* ---- Refusals ---------------------------------------------------------------------------------------------------- */

static void refused(scene *s, hail_status is, hail_status want, const char *field, const char *what) {
    cr_expect_eq(is, want, "%s: %s", what, hail_status_text(is));
    cr_expect_str_eq(s->error.field, field, "%s", what);
    memset(&s->error, 0, sizeof s->error);
}

static void refuse_options(scene *s, uint32_t layer, hail_layer_options options, hail_status want, const char *field) {
    hail_layer_options before, after;
    cr_assert_eq(hail_layer_describe(s->world, layer, &before), HAIL_OK);
    refused(s, hail_layer_configure(s->world, layer, &options), want, field, field);
    cr_assert_eq(hail_layer_describe(s->world, layer, &after), HAIL_OK);
    cr_expect(memcmp(&before, &after, sizeof before) == 0, "%s", field);
}

Test(world_borrow, refuses_options) {
    scene s;
    set_up(&s, 0);
    refuse_options(&s, ROOMY, (hail_layer_options){.borrowed = 1, .columns = HAIL_LIFE}, HAIL_BAD_ARGUMENT,
                   "options->columns");
    refuse_options(&s, ROOMY, (hail_layer_options){.borrowed = 1, .columns = HAIL_PIERCE}, HAIL_BAD_ARGUMENT,
                   "options->columns");
    refuse_options(&s, ROOMY, (hail_layer_options){.borrowed = 1, .bounds = HAIL_KILL}, HAIL_BAD_ARGUMENT,
                   "options->bounds");
    refuse_options(&s, ROOMY, (hail_layer_options){.borrowed = 1, .bounds = HAIL_WRAP}, HAIL_BAD_ARGUMENT,
                   "options->bounds");
    refuse_options(&s, ROOMY, (hail_layer_options){.borrowed = 1, .is_static = 1}, HAIL_BAD_ARGUMENT,
                   "options->borrowed");
    refuse_options(&s, ROOMY, (hail_layer_options){.generations = 1}, HAIL_BAD_ARGUMENT, "options->generations");
    refuse_options(&s, ROOMY, (hail_layer_options){.borrowed = 15}, HAIL_FULL, "options->borrowed");
    refuse_options(&s, PLAIN, (hail_layer_options){.borrowed = 1}, HAIL_BAD_ARGUMENT, "options->borrowed");
    refuse_options(&s, LENT, (hail_layer_options){.borrowed = 19}, HAIL_FULL, "options->borrowed");
    cr_assert_eq(hail_layer_configure(s.world, LENT, &(hail_layer_options){.borrowed = 18}), HAIL_OK);
    const hail_spawn_columns one = {.x = x, .y = y};
    refused(&s, hail_spawn(s.world, PLAIN, &s.dot, &one, 1, NULL), HAIL_FULL, "count", "all slots are taken");
    tear_down(&s);
}

static void refuse_columns(scene *s, const hail_shape *shape, hail_borrowed_columns c, hail_status want,
                           const char *field) {
    refused(s, hail_layer_borrow(s->world, LENT, shape, &c, 4, NULL), want, field, field);
}

Test(world_borrow, refuses_arrays) {
    scene s;
    hail_columns own;
    const uint32_t words[4] = {1, 1, 1, 1};
    const uint64_t users[4] = {0};
    set_up(&s, 0);
    const hail_shape shapes[4] = {s.dot, s.dot, {77, 1}, s.dot}, bad = {77, 1};
    refused(&s, hail_layer_borrow(s.world, HAIL_MAX_LAYERS, &s.dot, &places, 4, NULL), HAIL_BAD_ARGUMENT, "layer", "");
    refused(&s, hail_layer_borrow(s.world, PLAIN, &s.dot, &places, 4, NULL), HAIL_BAD_ARGUMENT, "layer", "");
    refused(&s, hail_layer_borrow(s.world, ROOMY, &s.dot, &places, 4, NULL), HAIL_BAD_ARGUMENT, "layer", "");
    refused(&s, hail_layer_borrow(s.world, LENT, &s.dot, NULL, 4, NULL), HAIL_BAD_ARGUMENT, "columns", "");
    refused(&s, hail_layer_borrow(s.world, LENT, &s.dot, &places, 5, NULL), HAIL_FULL, "count", "");
    refused(&s, hail_layer_borrow(s.world, LENT, NULL, &places, 4, NULL), HAIL_BAD_ARGUMENT, "shape", "");
    refused(&s, hail_layer_borrow(s.world, LENT, &bad, &places, 4, NULL), HAIL_UNKNOWN_SHAPE, "shape", "");
    refuse_columns(&s, NULL, (hail_borrowed_columns){.x = {x, 0}, .y = {y, 0}, .shape = {shapes, 0}},
                   HAIL_UNKNOWN_SHAPE, "columns->shape.first");
    refuse_columns(&s, &s.dot, (hail_borrowed_columns){.x = {x, 2}, .y = {y, 0}}, HAIL_BAD_ARGUMENT,
                   "columns->x.stride");
    refuse_columns(&s, &s.dot, (hail_borrowed_columns){.x = {x, 0}, .y = {y, (size_t)1 << 33}}, HAIL_BAD_ARGUMENT,
                   "columns->y.stride");
    refuse_columns(&s, NULL, (hail_borrowed_columns){.x = {x, 0}, .y = {y, 0}, .shape = {shapes, 4}}, HAIL_BAD_ARGUMENT,
                   "columns->shape.stride");
    refuse_columns(&s, &s.dot, (hail_borrowed_columns){.cos = {x, 0}}, HAIL_NO_COLUMN, "columns->cos.first");
    refuse_columns(&s, &s.dot, (hail_borrowed_columns){.sin = {x, 0}}, HAIL_NO_COLUMN, "columns->sin.first");
    refuse_columns(&s, &s.dot, (hail_borrowed_columns){.scale = {x, 0}}, HAIL_NO_COLUMN, "columns->scale.first");
    refuse_columns(&s, &s.dot, (hail_borrowed_columns){.dx = {x, 0}}, HAIL_NO_COLUMN, "columns->dx.first");
    refuse_columns(&s, &s.dot, (hail_borrowed_columns){.dy = {x, 0}}, HAIL_NO_COLUMN, "columns->dy.first");
    refuse_columns(&s, &s.dot, (hail_borrowed_columns){.group = {words, 0}}, HAIL_NO_COLUMN, "columns->group.first");
    refuse_columns(&s, &s.dot, (hail_borrowed_columns){.category = {words, 0}}, HAIL_NO_COLUMN,
                   "columns->category.first");
    refuse_columns(&s, &s.dot, (hail_borrowed_columns){.mask = {words, 0}}, HAIL_NO_COLUMN, "columns->mask.first");
    refuse_columns(&s, &s.dot, (hail_borrowed_columns){.user = {users, 0}}, HAIL_NO_COLUMN, "columns->user.first");
    refuse_columns(&s, &s.dot, (hail_borrowed_columns){.generation = {words, 0}}, HAIL_NO_COLUMN,
                   "columns->generation.first");
    cr_assert_eq(hail_layer_columns(s.world, LENT, &own), HAIL_OK);
    refuse_columns(&s, &s.dot, (hail_borrowed_columns){.x = {own.x, 0}, .y = {y, 0}}, HAIL_BAD_ARGUMENT,
                   "columns->x.first");
    const hail_layer_options more = {
        .borrowed = 4, .generations = 1, .columns = HAIL_ROTATION | HAIL_DISPLACEMENT | HAIL_USER};
    cr_assert_eq(hail_layer_configure(s.world, LENT, &more), HAIL_OK);
    refuse_columns(&s, &s.dot, (hail_borrowed_columns){.cos = {x, 0}, .generation = {words, 0}}, HAIL_BAD_ARGUMENT,
                   "columns->sin.first");
    refuse_columns(&s, &s.dot, (hail_borrowed_columns){.sin = {x, 0}, .generation = {words, 0}}, HAIL_BAD_ARGUMENT,
                   "columns->cos.first");
    refuse_columns(&s, &s.dot, (hail_borrowed_columns){.dx = {x, 0}, .generation = {words, 0}}, HAIL_BAD_ARGUMENT,
                   "columns->dy.first");
    refuse_columns(&s, &s.dot, (hail_borrowed_columns){.dy = {x, 0}, .generation = {words, 0}}, HAIL_BAD_ARGUMENT,
                   "columns->dx.first");
    refuse_columns(&s, &s.dot, places, HAIL_BAD_ARGUMENT, "columns->generation.first");
    refuse_columns(&s, &s.dot, (hail_borrowed_columns){.user = {users, 4}, .generation = {words, 0}}, HAIL_BAD_ARGUMENT,
                   "columns->user.stride");
    cr_assert_eq(hail_layer_borrow(NULL, LENT, &s.dot, &places, 4, NULL), HAIL_BAD_ARGUMENT);
    tear_down(&s);
}

/* The calls by handle. */
Test(world_borrow, refuses_changes) {
    scene s;
    set_up(&s, 0);
    const hail_handle both[2] = {s.plain[0], {s.first + 1, 1}};
    const hail_spawn_columns one = {.x = x, .y = y};
    const hail_handles list = {both, 0, 2};
    cr_assert(hail_alive(s.world, &both[1]));
    refused(&s, hail_spawn(s.world, LENT, &s.dot, &one, 1, NULL), HAIL_BAD_ARGUMENT, "layer", "spawn");
    refused(&s, hail_despawn(s.world, both, 2), HAIL_BAD_ARGUMENT, "handles", "despawn");
    refused(&s, hail_set_layer(s.world, both, 2, ROOMY), HAIL_BAD_ARGUMENT, "handles", "set_layer from there");
    refused(&s, hail_set_layer(s.world, both, 1, LENT), HAIL_BAD_ARGUMENT, "layer", "set_layer into it");
    refused(&s, hail_set_enabled(s.world, both, 2, false), HAIL_BAD_ARGUMENT, "handles", "set_enabled");
    refused(&s, hail_set_shape(s.world, both, 2, &s.dot), HAIL_BAD_ARGUMENT, "handles", "set_shape");
    refused(&s, hail_write_bodies(s.world, &list, &(hail_body_writes){.x = x}, NULL), HAIL_BAD_ARGUMENT,
            "list->handles", "write_bodies");
    cr_assert_eq(hail_body_count(s.world), 6u);
    float read[2];
    cr_assert_eq(hail_read_bodies(s.world, &list, &(hail_body_values){.x = read}, NULL), HAIL_OK);
    cr_assert(read[0] == x[0] && read[1] == x[1]);
    tear_down(&s);
}

static void refuse_rule(scene *s, hail_rule rule, const char *field) {
    refused(s, hail_rule_configure(s->world, &rule), HAIL_BAD_ARGUMENT, field, field);
}

/* A rule after the layer, and a layer after the rule. */
Test(world_borrow, refuses_rules) {
    scene s;
    uint64_t hash;
    size_t size;
    unsigned char image[64];
    hail_difference found;
    set_up(&s, 0);
    const hail_layer_options anonymous = {.borrowed = 4}, known = {.borrowed = 4, .generations = 1};
    const hail_rule events = {.mode = HAIL_PAIRS, .layer_a = LENT, .layer_b = PLAIN, .events = 1};
    refuse_rule(&s, events, "rule->events");
    refuse_rule(&s, (hail_rule){.mode = HAIL_PAIRS, .layer_a = PLAIN, .layer_b = LENT, .cooldown = 2},
                "rule->cooldown");
    refuse_rule(&s, (hail_rule){.mode = HAIL_PAIRS, .layer_a = LENT, .layer_b = LENT, .graze = 1.0f, .graze_once = 1},
                "rule->graze_once");
    refuse_rule(&s, (hail_rule){.mode = HAIL_SWEPT, .layer_a = LENT, .layer_b = HAIL_TILES, .stop = 1}, "rule->stop");
    const hail_rule allowed = {.mode = HAIL_EARLIEST, .layer_a = PLAIN, .layer_b = LENT, .cooldown = 1};
    cr_assert_eq(hail_rule_configure(s.world, &allowed), HAIL_OK);
    refuse_options(&s, PLAIN, (hail_layer_options){.columns = HAIL_PIERCE}, HAIL_BAD_ARGUMENT, "options->columns");
    cr_assert_eq(hail_rule_set(s.world, PLAIN, LENT, HAIL_IGNORE), HAIL_OK);
    cr_assert_eq(hail_layer_configure(s.world, PLAIN, &(hail_layer_options){.columns = HAIL_PIERCE}), HAIL_OK);
    refused(&s, hail_rule_set(s.world, PLAIN, LENT, HAIL_EARLIEST), HAIL_BAD_ARGUMENT, "rule->mode", "pierce");
    refused(&s, hail_world_hash(s.world, &hash), HAIL_BAD_ARGUMENT, "world", "hash");
    refused(&s, hail_world_save_size(s.world, 0, &size), HAIL_BAD_ARGUMENT, "world", "save_size");
    refused(&s, hail_world_save(s.world, 0, image, sizeof image, NULL), HAIL_BAD_ARGUMENT, "world", "save");
    refused(&s, hail_world_diff(s.world, s.world, &found), HAIL_BAD_ARGUMENT, "a", "diff");
    cr_assert_eq(hail_layer_configure(s.world, LENT, &known), HAIL_OK);
    cr_assert_eq(hail_rule_configure(s.world, &events), HAIL_OK);
    cr_assert_eq(hail_world_hash(s.world, &hash), HAIL_OK);
    refuse_options(&s, LENT, anonymous, HAIL_BAD_ARGUMENT, "options->generations");
    cr_assert_eq(hail_rule_set(s.world, LENT, PLAIN, HAIL_EARLIEST), HAIL_OK);
    const hail_rule stops = {.mode = HAIL_SWEPT, .layer_a = ROOMY, .layer_b = HAIL_TILES, .stop = 1};
    cr_assert_eq(hail_rule_configure(s.world, &stops), HAIL_OK);
    refuse_options(&s, ROOMY, known, HAIL_BAD_ARGUMENT, "options->borrowed");
    tear_down(&s);
}

static void in_callback(const hail_contact *contacts, size_t count, void *user) {
    scene *s = user;
    cr_assert(count && contacts->layer_a == PLAIN);
    refused(s, hail_layer_borrow(s->world, LENT, &s->dot, &places, 4, NULL), HAIL_BUSY, "world", "in the callback");
    refused(s, hail_despawn(s->world, &contacts->b, 1), HAIL_BAD_ARGUMENT, "handles", "in the callback");
}

Test(world_borrow, refuses_in_callback) {
    scene s;
    set_up(&s, 0);
    cr_assert_eq(hail_rule_set(s.world, PLAIN, LENT, HAIL_MANIFOLD), HAIL_OK);
    cr_assert_eq(hail_step(s.world, 0.0f, in_callback, &s), HAIL_OK);
    cr_assert_gt(hail_stats(s.world)->contacts, 0u);
    cr_assert_eq(hail_body_count(s.world), 6u);
    size_t gone;
    hail_removals(s.world, &gone);
    cr_assert_eq(gone, 0u);
    tear_down(&s);
}

/* ---- Slots ------------------------------------------------------------------------------------------------------- */

static void borrow(scene *s, uint32_t layer, uint32_t count, uint32_t *first) {
    cr_assert_eq(hail_layer_borrow(s->world, layer, &s->dot, &places, count, first), HAIL_OK);
}

/* Slots that are set aside are nobody else's; those of a layer that borrows no more are given out again. */
Test(world_borrow, slots) {
    scene s;
    uint32_t first;
    hail_handle handles[4];
    const hail_spawn_columns four = {.x = x, .y = y};
    set_up(&s, 0);
    cr_assert_eq(s.first, 2u);
    borrow(&s, LENT, 1, NULL);
    cr_assert_eq(hail_body_count(s.world), 3u);
    cr_assert(hail_alive(s.world, &(hail_handle){2, 1}) && !hail_alive(s.world, &(hail_handle){3, 1}));
    cr_assert_eq(hail_spawn(s.world, PLAIN, &s.dot, &four, 2, handles), HAIL_OK);
    cr_assert(handles[0].slot == 6 && handles[1].slot == 7);
    cr_assert_eq(hail_despawn(s.world, handles, 1), HAIL_OK);
    borrow(&s, LENT, 4, &first);
    cr_assert(first == 2 && hail_alive(s.world, &(hail_handle){5, 1}));
    cr_assert_eq(hail_layer_configure(s.world, LENT, &(hail_layer_options){.columns = 0}), HAIL_OK);
    cr_assert_eq(hail_body_count(s.world), 3u);
    cr_assert(!hail_alive(s.world, &(hail_handle){2, 1}) && !hail_alive(s.world, &(hail_handle){5, 1}));
    cr_assert_eq(hail_spawn(s.world, LENT, &s.dot, &four, 4, handles), HAIL_OK);
    for (uint32_t i = 0; i < 4; i++)
        cr_assert(handles[i].slot == 2 + i && handles[i].generation == 2);
    cr_assert_eq(hail_despawn(s.world, handles, 4), HAIL_OK);
    cr_assert_eq(hail_layer_configure(s.world, ROOMY, &(hail_layer_options){.borrowed = 5}), HAIL_OK);
    borrow(&s, ROOMY, 4, &first);
    cr_assert_eq(first, 2u, "the five slots from 2 on are free, %u", first);
    cr_assert(hail_alive(s.world, &(hail_handle){2, 1}), "without generations they are 1");
    cr_assert_eq(hail_layer_configure(s.world, ROOMY, &(hail_layer_options){.borrowed = 9}), HAIL_OK);
    cr_assert_eq(hail_body_count(s.world), 3u);
    borrow(&s, ROOMY, 4, &first);
    cr_assert_eq(first, 8u, "slot 7 is taken");
    tear_down(&s);
}

static hail_handle spawn_one(scene *s, uint32_t layer) {
    hail_handle handle;
    const hail_spawn_columns one = {.x = x, .y = y};
    cr_assert_eq(hail_spawn(s->world, layer, &s->dot, &one, 1, &handle), HAIL_OK);
    return handle;
}

/* Of bodies that had a slot before it was set aside, and while it was. */
Test(world_borrow, stale_handles) {
    enum { BEFORE = 6, AFTER = 12 };
    for (uint32_t generations = 0; generations < 2; generations++) {
        scene s;
        hail_handle old[BEFORE + 2];
        set_up(&s, 0);
        for (uint32_t i = 0; i < BEFORE; i++) {
            old[i] = spawn_one(&s, PLAIN);
            cr_assert(old[i].slot == 6 && old[i].generation == i + 1);
            cr_assert_eq(hail_despawn(s.world, &old[i], 1), HAIL_OK);
        }
        const hail_layer_options lent = {.borrowed = 1, .generations = generations};
        cr_assert_eq(hail_layer_configure(s.world, ROOMY, &lent), HAIL_OK);
        for (uint32_t i = 0; i < 2; i++) {
            const uint32_t generation = i ? 2 : 10;
            const hail_borrowed_columns c = {
                .x = {x, 0}, .y = {y, 0}, .generation = {generations ? &generation : NULL, 0}};
            cr_assert_eq(hail_layer_borrow(s.world, ROOMY, &s.dot, &c, 1, NULL), HAIL_OK);
            old[BEFORE + i] = (hail_handle){6, generations ? generation : 1};
            cr_assert(hail_alive(s.world, &old[BEFORE + i]));
        }
        cr_assert_eq(hail_layer_configure(s.world, ROOMY, &(hail_layer_options){.borrowed = 0}), HAIL_OK);
        for (uint32_t n = 0; n < AFTER; n++) {
            const hail_handle now = spawn_one(&s, PLAIN);
            cr_assert_eq(now.slot, 6u);
            for (uint32_t i = 0; i < BEFORE + 2; i++)
                cr_expect(!hail_alive(s.world, &old[i]), "generations %u: {6, %u} is alive again", generations,
                          old[i].generation);
            cr_assert_eq(hail_despawn(s.world, &now, 1), HAIL_OK);
        }
        tear_down(&s);
    }
}

/* A layer that had bodies which moved. */
Test(world_borrow, velocities_are_gone) {
    scene s;
    hail_handle handles[4];
    hail_columns c;
    set_up(&s, 0);
    const hail_spawn_columns fast = {.x = x, .y = y, .vx = x, .vy = y};
    cr_assert_eq(hail_spawn(s.world, ROOMY, &s.dot, &fast, 4, handles), HAIL_OK);
    cr_assert_eq(hail_despawn(s.world, handles, 4), HAIL_OK);
    cr_assert_eq(hail_layer_configure(s.world, ROOMY, &(hail_layer_options){.borrowed = 4}), HAIL_OK);
    borrow(&s, ROOMY, 4, NULL);
    cr_assert_eq(hail_layer_columns(s.world, ROOMY, &c), HAIL_OK);
    for (uint32_t i = 0; i < 4; i++)
        cr_assert(c.vx[i] == 0.0f && c.vy[i] == 0.0f);
    tear_down(&s);
}

/* ---- Bad numbers ------------------------------------------------------------------------------------------------- */

static void expect(scene *s, uint64_t contacts, uint64_t quarantined, const char *what) {
    cr_assert_eq(hail_step(s->world, 0.0f, NULL, NULL), HAIL_OK);
    const hail_step_stats *stats = hail_stats(s->world);
    cr_expect(stats->contacts == contacts && stats->quarantined == quarantined, "%s: %llu contacts, %llu in quarantine",
              what, (unsigned long long)stats->contacts, (unsigned long long)stats->quarantined);
}

Test(world_borrow, bad_numbers_are_skipped_and_counted) {
    scene s;
    hail_location at;
    set_up(&s, 0);
    cr_assert_eq(hail_rule_set(s.world, PLAIN, LENT, HAIL_PAIRS), HAIL_OK);
    expect(&s, 2, 0, "good");
    const float bad[4] = {NAN, 20.0f, INFINITY, 40.0f};
    const hail_borrowed_columns spoilt = {.x = {bad, 0}, .y = {y, 0}};
    cr_assert_eq(hail_layer_borrow(s.world, LENT, &s.dot, &spoilt, 4, NULL), HAIL_OK);
    expect(&s, 1, 2, "two are bad");
    cr_assert_eq(hail_locate(s.world, &(hail_handle){s.first, 1}, &at), HAIL_OK);
    cr_assert(at.layer == LENT && at.quarantined);
    expect(&s, 1, 2, "as before");
    borrow(&s, LENT, 4, NULL);
    expect(&s, 2, 0, "good again");
    for (int missing = 0; missing < 3; missing++) {
        const hail_borrowed_columns half = {.x = {missing == 1 ? x : NULL, 0}, .y = {missing == 2 ? y : NULL, 0}};
        cr_assert_eq(hail_layer_borrow(s.world, LENT, &s.dot, &half, 4, NULL), HAIL_OK);
        expect(&s, 0, 4, "no x or y");
        borrow(&s, LENT, 4, NULL);
        expect(&s, 2, 0, "good again");
    }
    borrow(&s, LENT, 0, NULL);
    expect(&s, 0, 0, "none");
    tear_down(&s);
}

Test(world_borrow, bad_generations) {
    scene s;
    hail_location at;
    set_up(&s, 1);
    cr_assert_eq(hail_rule_set(s.world, PLAIN, LENT, HAIL_PAIRS), HAIL_OK);
    uint32_t generation[4] = {1, 7, 0x7ffffffe, 3};
    const hail_borrowed_columns c = {.x = {x, 0}, .y = {y, 0}, .generation = {generation, 0}};
    cr_assert_eq(hail_layer_borrow(s.world, LENT, &s.dot, &c, 4, NULL), HAIL_OK);
    expect(&s, 2, 0, "all are good");
    cr_assert(hail_alive(s.world, &(hail_handle){s.first + 2, 0x7ffffffe}));
    const uint32_t bad[] = {0, 0x7fffffff, 0x80000000, UINT32_MAX};
    for (int i = 0; i < 4; i++) {
        generation[0] = bad[i];
        cr_assert_eq(hail_layer_borrow(s.world, LENT, &s.dot, &c, 4, NULL), HAIL_OK);
        expect(&s, 1, 1, "one is bad");
        cr_assert(!hail_alive(s.world, &(hail_handle){s.first, 1}));
        cr_assert_eq(hail_locate(s.world, &(hail_handle){s.first, 0x7fffffff}, &at), HAIL_OK);
        cr_assert(at.layer == LENT && at.quarantined);
    }
    generation[0] = 2;
    cr_assert_eq(hail_layer_borrow(s.world, LENT, &s.dot, &c, 4, NULL), HAIL_OK);
    expect(&s, 2, 0, "good again");
    tear_down(&s);
}

/* ---- Pairs of bodies that come back ------------------------------------------------------------------------------ */

/* A pair that is reported once in a life. Whatever the caller's generations do, a body that was gone is a new one; and
 * so whether the table was searched meanwhile makes no difference. */
Test(world_borrow, pairs_of_bodies_that_come_back) {
    for (int reserved = 0; reserved < 2; reserved++) {
        scene s;
        set_up(&s, 1);
        uint32_t generation[4] = {1, 1, 1, 1};
        const hail_borrowed_columns c = {.x = {x, 0}, .y = {y, 0}, .generation = {generation, 0}};
        const hail_rule once = {.mode = HAIL_PAIRS, .layer_a = LENT, .layer_b = PLAIN, .cooldown = HAIL_ONCE};
        cr_assert_eq(hail_rule_configure(s.world, &once), HAIL_OK);
        cr_assert_eq(hail_layer_borrow(s.world, LENT, &s.dot, &c, 4, NULL), HAIL_OK);
        expect(&s, 2, 0, "both touch");
        expect(&s, 0, 0, "once");
        for (uint32_t gone = 0; gone < 2; gone++) {
            if (gone)
                cr_assert_eq(hail_layer_borrow(s.world, LENT, &s.dot, &c, 1, NULL), HAIL_OK);
            generation[1] = gone ? 1 : 2;
            if (!gone)
                cr_assert_eq(hail_layer_borrow(s.world, LENT, &s.dot, &c, 4, NULL), HAIL_OK);
            if (reserved)
                cr_assert_eq(hail_reserve(s.world, PLAIN, 10, 100), HAIL_OK);
            generation[1] = 1;
            cr_assert_eq(hail_layer_borrow(s.world, LENT, &s.dot, &c, 4, NULL), HAIL_OK);
            expect(&s, 1, 0, gone ? "it was not among them" : "it had another generation");
            expect(&s, 0, 0, "once");
        }
        tear_down(&s);
    }
}

/* A body of the layer's own was reported; then the caller's array has a body with the same handle. */
Test(world_borrow, pairs_of_earlier_bodies) {
    scene s;
    set_up(&s, 0);
    const hail_rule once = {.mode = HAIL_PAIRS, .layer_a = ROOMY, .layer_b = PLAIN, .cooldown = HAIL_ONCE};
    cr_assert_eq(hail_rule_configure(s.world, &once), HAIL_OK);
    const hail_handle earlier = spawn_one(&s, ROOMY);
    expect(&s, 1, 0, "it touches");
    expect(&s, 0, 0, "once");
    cr_assert_eq(hail_despawn(s.world, &earlier, 1), HAIL_OK);
    cr_assert_eq(hail_layer_configure(s.world, ROOMY, &(hail_layer_options){.borrowed = 1, .generations = 1}), HAIL_OK);
    uint32_t first;
    const hail_borrowed_columns c = {.x = {x, 0}, .y = {y, 0}, .generation = {&earlier.generation, 0}};
    cr_assert_eq(hail_layer_borrow(s.world, ROOMY, &s.dot, &c, 1, &first), HAIL_OK);
    cr_assert(first == earlier.slot && hail_alive(s.world, &earlier));
    expect(&s, 1, 0, "another body touches");
    tear_down(&s);
}

/* A body that is gone still has its user value, until the next step. */
Test(world_borrow, users_of_the_gone) {
    for (int fewer = 0; fewer < 2; fewer++) {
        const hail_world_options options = {.kept_contacts = 8};
        const hail_layer_options lent = {.borrowed = 4, .generations = 1, .columns = HAIL_USER};
        hail_world *world;
        hail_shape dot;
        uint32_t generation[4] = {1, 1, 1, 1};
        uint64_t user[4] = {5, 6, 7, 8}, found[2] = {0};
        cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
        cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 6.0f, &dot), HAIL_OK);
        cr_assert_eq(hail_layer_configure(world, LENT, &lent), HAIL_OK);
        cr_assert_eq(hail_rule_set(world, LENT, LENT, HAIL_PAIRS), HAIL_OK);
        const hail_borrowed_columns c = {.x = {x, 0}, .y = {y, 0}, .user = {user, 0}, .generation = {generation, 0}};
        cr_assert_eq(hail_layer_borrow(world, LENT, &dot, &c, 4, NULL), HAIL_OK);
        cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
        size_t count;
        const hail_contact *contacts = hail_contacts(world, &count);
        cr_assert_eq(count, 3u);
        generation[3] = 2;
        user[3] = 9;
        cr_assert_eq(hail_layer_borrow(world, LENT, &dot, &c, fewer ? 3 : 4, NULL), HAIL_OK);
        cr_assert(!hail_alive(world, &contacts[2].b));
        cr_assert_eq(hail_contact_users(world, &contacts[2], 1, &found[0], &found[1]), HAIL_OK);
        cr_assert(found[0] == 7 && found[1] == 8);
        cr_assert_eq(hail_world_destroy(world), HAIL_OK);
    }
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

/* Arrays that end at a page that nothing may touch. */
static void *guarded(size_t bytes) {
    enum { MAPPED = 1 << 18 };
    char *map = guarded_map(MAPPED);
    cr_assert(map && bytes <= MAPPED);
    return map + MAPPED - bytes;
}

typedef struct item {
    float x, y, scale;
    hail_shape shape;
    uint32_t user[2];
} item;

static void fill(item *items, float *own_x, float *own_y, hail_shape dot, uint32_t number) {
    for (uint32_t i = 0; i < COUNT; i++) {
        items[i] = (item){(float)(i % 60) * 7, (float)(i / 60) * 7, 1.0f, dot, {i, 0}};
        own_x[i] = items[i].x + (float)(number % 5), own_y[i] = items[i].y;
    }
}

/* Nothing is allocated after hail_reserve, whatever the counts are. */
static void count_calls(hail_mode mode) {
    purse p = {.fail_at = NEVER};
    const hail_context context = {.allocator = {&p, purse_take, purse_give_back}};
    const hail_world_options options = {.context = &context};
    hail_world *world;
    hail_shape dot;
    item *items = guarded(COUNT * sizeof *items);
    float *own_x = guarded(COUNT * sizeof(float)), *own_y = guarded(COUNT * sizeof(float));
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 4.0f, &dot), HAIL_OK);
    const hail_layer_options lent = {.columns = HAIL_SCALE | HAIL_USER, .borrowed = COUNT}, bare = {.borrowed = COUNT};
    cr_assert_eq(hail_layer_configure(world, LENT, &lent), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, ROOMY, &bare), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, LENT, ROOMY, mode), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, LENT, LENT, mode), HAIL_OK);
    cr_assert_eq(hail_reserve(world, LENT, COUNT, 60000), HAIL_OK);
    const hail_borrowed_columns packed = {.x = {own_x, 0}, .y = {own_y, 0}};
    const hail_borrowed_columns spread = {.x = {&items->x, sizeof *items},
                                          .y = {&items->y, sizeof *items},
                                          .scale = {&items->scale, sizeof *items},
                                          .shape = {&items->shape, sizeof *items},
                                          .user = {(const void *)items->user, sizeof *items}};
    uint64_t contacts = 0;
    for (uint32_t i = 0; i < 40; i++) {
        const long before = p.calls;
        fill(items, own_x, own_y, dot, i);
        cr_assert_eq(hail_layer_borrow(world, LENT, NULL, &spread, COUNT - i * 37 % 50, NULL), HAIL_OK);
        cr_assert_eq(hail_layer_borrow(world, ROOMY, &dot, &packed, i % 3 ? COUNT : COUNT / 2, NULL), HAIL_OK);
        cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
        contacts += hail_stats(world)->contacts;
        cr_assert_eq(p.calls, before, "step %u asked %ld times for memory", i, p.calls - before);
    }
    cr_assert_gt(contacts, 10000u);
    hail_world_destroy(world);
    cr_assert(p.held == 0 && !p.bad);
}

Test(world_borrow, no_memory_after_reserve) {
    for (int mode = HAIL_PAIRS; mode <= HAIL_EARLIEST; mode++)
        count_calls((hail_mode)mode);
}

/* Bodies lie in the way of a layer that borrows anew: then there are more slots than all layers have room for. */
Test(world_borrow, scattered_slots) {
    enum { LENGTH = 100, HALF = 50 };
    static float at[LENGTH];
    purse p = {.fail_at = NEVER};
    const hail_context context = {.allocator = {&p, purse_take, purse_give_back}};
    const hail_world_options options = {.context = &context};
    const hail_layer_options lent = {.borrowed = LENGTH}, none = {.borrowed = 0};
    const hail_spawn_columns from = {.x = at, .y = at};
    hail_world *world;
    hail_shape dot;
    hail_handle handles[HALF];
    uint32_t first = 0;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 4.0f, &dot), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, PLAIN, LENT, HAIL_EARLIEST), HAIL_OK);
    const hail_borrowed_columns c = {.x = {at, 0}, .y = {at, 0}};
    for (uint32_t round = 0; round < 3; round++) {
        cr_assert_eq(hail_layer_configure(world, LENT, &lent), HAIL_OK);
        cr_assert_eq(hail_layer_borrow(world, LENT, &dot, &c, LENGTH, &first), HAIL_OK);
        if (round == 2)
            break;
        cr_assert_eq(hail_layer_configure(world, LENT, &none), HAIL_OK);
        cr_assert_eq(hail_spawn(world, PLAIN, &dot, &from, HALF - round, handles), HAIL_OK);
        cr_assert_eq(hail_despawn(world, handles, HALF - round - 1), HAIL_OK);
    }
    cr_assert_eq(first, 99u);
    cr_assert_eq(hail_reserve(world, PLAIN, HALF, 1000), HAIL_OK);
    const long before = p.calls;
    cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
    cr_assert_eq(p.calls, before, "asked %ld times for memory", p.calls - before);
    cr_assert_eq(hail_stats(world)->contacts, 2u);
    hail_world_destroy(world);
    cr_assert(p.held == 0 && !p.bad);
}

/* Every call for memory of hail_layer_configure fails once: the layer is as it was. */
Test(world_borrow, failing_memory) {
    for (long fail = 0;; fail++) {
        purse p = {.fail_at = NEVER};
        const hail_context context = {.allocator = {&p, purse_take, purse_give_back}};
        const hail_world_options options = {.context = &context};
        const hail_layer_options lent = {.columns = HAIL_USER, .borrowed = 5000};
        hail_layer_options now;
        hail_world *world;
        cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
        cr_assert_eq(hail_layer_configure(world, LENT, &(hail_layer_options){.columns = HAIL_GROUP}), HAIL_OK);
        p.fail_at = p.calls + fail;
        const hail_status status = hail_layer_configure(world, LENT, &lent);
        const bool failed = p.failed;
        p.fail_at = NEVER;
        cr_assert_eq(status, failed ? HAIL_NO_MEMORY : HAIL_OK);
        cr_assert_eq(hail_layer_describe(world, LENT, &now), HAIL_OK);
        cr_assert(failed ? now.columns == HAIL_GROUP && !now.borrowed : now.borrowed == 5000);
        cr_assert_eq(hail_layer_configure(world, LENT, &lent), HAIL_OK);
        hail_world_destroy(world);
        cr_assert(p.held == 0 && !p.bad);
        if (!failed)
            break;
        cr_assert(fail < 50);
    }
}
