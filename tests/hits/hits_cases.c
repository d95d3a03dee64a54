/* Hit rules, case by case; their memory: bounded, reserved, and safe when an allocation fails. Each case runs on every
 * variant. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/purse.h"
#include "shared/random_world.h"
#include "shared/stream.h"

enum { SHOTS, SHIPS };

typedef struct scene {
    hail_world *world;
    hail_shape dot, ball; /* r 0, r 10 */
    stream s;
} scene;

static void open_scene(scene *c, const hail_context *context, uint32_t columns, hail_rule rule) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = context;
    memset(c, 0, sizeof *c);
    cr_assert_eq(hail_world_create(&options, &c->world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(c->world), 0.0f, &c->dot), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(c->world), 10.0f, &c->ball), HAIL_OK);
    cr_assert_eq(hail_layer_configure(c->world, SHOTS, &(hail_layer_options){.columns = columns}), HAIL_OK);
    rule.layer_a = SHOTS, rule.layer_b = SHIPS;
    cr_assert_eq(hail_rule_configure(c->world, &rule), HAIL_OK);
}

static void close_scene(scene *c) {
    hail_world_destroy(c->world);
    stream_free(&c->s);
}

static hail_handle put(const scene *c, uint32_t layer, float x, float y, float vx, const uint32_t *pierce) {
    hail_handle h;
    const hail_spawn_columns from = {.x = &x, .y = &y, .vx = &vx, .pierce = pierce};
    cr_assert_eq(hail_spawn(c->world, layer, layer == SHOTS ? &c->dot : &c->ball, &from, 1, &h), HAIL_OK);
    return h;
}

static size_t step(scene *c) {
    stream_clear(&c->s);
    cr_assert_eq(hail_step(c->world, 1.0f, stream_take, &c->s), HAIL_OK);
    return c->s.count;
}

/* Three of four ships in a row are hit, in order of slots; then the shot is gone. */
static void pierces_three(const hail_context *context) {
    const uint32_t pierce = 3;
    scene c;
    open_scene(&c, context, HAIL_PIERCE, (hail_rule){.mode = HAIL_EARLIEST});
    hail_handle ship[4];
    for (int i = 0; i < 4; i++)
        ship[i] = put(&c, SHIPS, 100.0f * (float)(4 - i), 0.0f, 0.0f, NULL);
    const hail_handle shot = put(&c, SHOTS, 0.0f, 0.0f, 1000.0f, &pierce);
    cr_assert_eq(step(&c), 3);
    for (int i = 0; i < 3; i++)
        cr_assert_eq(c.s.contact[i].b.slot, ship[i + 1].slot);
    size_t gone;
    const hail_removal *removal = hail_removals(c.world, &gone);
    cr_assert(gone == 1 && removal->handle.slot == shot.slot && removal->reason == HAIL_REMOVED_SPENT);
    cr_assert_eq(hail_stats(c.world)->spent, 1);
    cr_assert_not(hail_alive(c.world, &shot));
    close_scene(&c);
}

/* A slow shot takes several steps through one ship, which counts once. */
static void passes_once(const hail_context *context) {
    const uint32_t pierce = 2;
    scene c;
    open_scene(&c, context, HAIL_PIERCE, (hail_rule){.mode = HAIL_EARLIEST});
    put(&c, SHIPS, 50.0f, 0.0f, 0.0f, NULL);
    put(&c, SHIPS, 90.0f, 0.0f, 0.0f, NULL);
    const hail_handle shot = put(&c, SHOTS, 0.0f, 0.0f, 4.0f, &pierce);
    size_t hits = 0;
    for (int i = 0; i < 40 && hail_alive(c.world, &shot); i++)
        hits += step(&c);
    cr_assert_eq(hits, 2);
    cr_assert_not(hail_alive(c.world, &shot));
    close_scene(&c);
}

static void burns_every_six(const hail_context *context) {
    scene c;
    open_scene(&c, context, 0, (hail_rule){.mode = HAIL_MANIFOLD, .cooldown = 6});
    put(&c, SHIPS, 0.0f, 0.0f, 0.0f, NULL);
    put(&c, SHOTS, 5.0f, 0.0f, 0.0f, NULL);
    for (int i = 0; i < 25; i++)
        cr_assert_eq(step(&c), i % 6 == 0, "step %d", i);
    close_scene(&c);
}

/* Once in a life: a new body in the same slot counts again. */
static void counts_once(const hail_context *context) {
    scene c;
    open_scene(&c, context, 0, (hail_rule){.mode = HAIL_PAIRS, .cooldown = HAIL_ONCE});
    const hail_handle ship = put(&c, SHIPS, 0.0f, 0.0f, 0.0f, NULL);
    put(&c, SHOTS, 5.0f, 0.0f, 0.0f, NULL);
    cr_assert_eq(step(&c), 1);
    cr_assert_eq(step(&c), 0);
    cr_assert_eq(hail_despawn(c.world, &ship, 1), HAIL_OK);
    cr_assert_eq(put(&c, SHIPS, 0.0f, 0.0f, 0.0f, NULL).slot, ship.slot);
    cr_assert_eq(step(&c), 1);
    cr_assert_eq(step(&c), 0);
    close_scene(&c);
}

static void grazes(const hail_context *context) {
    scene c;
    open_scene(&c, context, 0, (hail_rule){.mode = HAIL_SWEPT, .graze = 8.0f, .graze_once = true, .events = true});
    put(&c, SHIPS, 50.0f, 0.0f, 0.0f, NULL);
    put(&c, SHIPS, 50.0f, 200.0f, 0.0f, NULL);
    put(&c, SHOTS, 0.0f, 14.0f, 200.0f, NULL);
    cr_assert_eq(step(&c), 1);
    const hail_contact *graze = c.s.contact;
    cr_assert_eq(graze->kind, HAIL_CONTACT_GRAZE);
    cr_assert(graze->count == 1 && fabsf(graze->t - 0.25f) < 1e-6f && fabsf(graze->depth[0] + 4.0f) < 1e-5f);
    cr_assert(fabsf(graze->x[0] - 50.0f) < 1e-4f && fabsf(graze->y[0] - 12.0f) < 1e-4f);
    size_t begins;
    hail_begins(c.world, &begins);
    cr_assert_eq(begins, 0, "a graze is no touch");
    close_scene(&c);
}

/* Of a HAIL_PAIRS rule: how far away, and nothing of where. */
static void grazes_of_pairs(const hail_context *context) {
    scene c;
    open_scene(&c, context, 0, (hail_rule){.mode = HAIL_PAIRS, .graze = 8.0f});
    put(&c, SHIPS, 50.0f, 0.0f, 0.0f, NULL);
    put(&c, SHOTS, 50.0f, 14.0f, 0.0f, NULL);
    cr_assert_eq(step(&c), 1);
    const hail_contact *graze = c.s.contact;
    cr_assert_eq(graze->kind, HAIL_CONTACT_GRAZE);
    cr_assert(graze->count == 0 && fabsf(graze->depth[0] + 4.0f) < 1e-5f);
    cr_assert(graze->normal_x == 0.0f && graze->normal_y == 0.0f && graze->x[0] == 0.0f && graze->y[0] == 0.0f);
    close_scene(&c);
}

Test(hits_cases, pierces_three) { on_every_variant(pierces_three); }
Test(hits_cases, passes_once) { on_every_variant(passes_once); }
Test(hits_cases, burns_every_six) { on_every_variant(burns_every_six); }
Test(hits_cases, counts_once) { on_every_variant(counts_once); }
Test(hits_cases, grazes) { on_every_variant(grazes); }
Test(hits_cases, grazes_of_pairs) { on_every_variant(grazes_of_pairs); }

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

enum { EACH = 300, STEPS = 4 };

static const hail_rule all_of_it = {
    .mode = HAIL_EARLIEST, .cooldown = 3, .graze = 8.0f, .graze_once = true, .events = true};

static void crowd(scene *c, purse *p, bool reserve) {
    uint64_t state = 5;
    const hail_context context = {.allocator = with(p)};
    open_scene(c, &context, HAIL_PIERCE, all_of_it);
    const hail_rule own = {
        .mode = HAIL_EARLIEST, .layer_a = SHOTS, .layer_b = SHOTS, .graze = 2.0f, .cooldown = HAIL_ONCE};
    cr_assert_eq(hail_rule_configure(c->world, &own), HAIL_OK);
    for (uint32_t layer = 0; layer < 2 && reserve; layer++)
        cr_assert_eq(hail_reserve(c->world, layer, EACH, 60000), HAIL_OK);
    for (uint32_t i = 0; i < 2 * EACH; i++) {
        const uint32_t pierce = random_pick(&state, 20);
        const float vx = random_range(&state, -60.0f, 60.0f), y = random_range(&state, 0.0f, 300.0f),
                    x = random_range(&state, 0.0f, 300.0f);
        put(c, i % 2, x, y, vx, i % 2 == SHOTS ? &pierce : NULL);
    }
}

Test(hits_cases, a_reserved_step_allocates_nothing) {
    purse p = {.fail_at = NEVER};
    scene c;
    crowd(&c, &p, true);
    for (int i = 0; i < STEPS; i++) {
        cr_assert_eq(hail_step(c.world, 1.0f, NULL, NULL), HAIL_OK);
        cr_assert_eq(hail_stats(c.world)->allocations, 0, "step %d: %d", i, (int)hail_stats(c.world)->allocations);
    }
    close_scene(&c);
    cr_assert(p.held == 0 && !p.bad);
}

/* Each allocation of the steps fails once. A step that fails changes no pair: repeated with dt 0, it goes on. */
Test(hits_cases, each_allocation_fails_once, .timeout = 600) {
    long failed = 0;
    for (long call = 0;; call++) {
        purse p = {.fail_at = NEVER};
        scene c;
        crowd(&c, &p, false);
        p.calls = 0;
        p.fail_at = call;
        for (int i = 0; i < STEPS; i++) {
            const hail_status status = hail_step(c.world, 1.0f, NULL, NULL);
            cr_assert(status == HAIL_OK || (status == HAIL_NO_MEMORY && p.failed), "call %ld: %d", call, (int)status);
        }
        close_scene(&c);
        cr_assert(p.held == 0 && !p.bad, "call %ld", call);
        if (!p.failed)
            break;
        failed++;
    }
    cr_assert_gt(failed, 10);
}

/* Room for more pairs does not make those of new bodies forgotten, whose slots had other bodies before. */
Test(hits_cases, reserve_forgets_nothing) {
    enum { BODIES = 64 };
    float place[BODIES];
    hail_handle shots[BODIES];
    scene c;
    open_scene(&c, NULL, 0, (hail_rule){.mode = HAIL_PAIRS, .cooldown = HAIL_ONCE});
    for (int i = 0; i < BODIES; i++)
        place[i] = 10.0f * (float)i;
    const hail_spawn_columns from = {.x = place, .y = place};
    cr_assert_eq(hail_spawn(c.world, SHIPS, &c.ball, &from, BODIES, NULL), HAIL_OK);
    for (int turn = 0; turn < 2; turn++) {
        const hail_spawn_columns moved = {.x = place + turn, .y = place + turn};
        cr_assert_eq(hail_spawn(c.world, SHOTS, &c.dot, &moved, BODIES / 2, shots), HAIL_OK);
        cr_assert_gt(step(&c), 0);
        if (turn == 0)
            cr_assert_eq(hail_despawn(c.world, shots, BODIES / 2), HAIL_OK);
    }
    cr_assert_eq(step(&c), 0);
    cr_assert_eq(hail_reserve(c.world, SHOTS, 1000, 100000), HAIL_OK);
    cr_assert_eq(step(&c), 0);
    close_scene(&c);
}

/* A full table counts what it cannot remember, and stays full. */
Test(hits_cases, a_full_table_is_bounded) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.max_remembered = 3;
    hail_world *world;
    hail_shape ball;
    stream s = {0};
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 10.0f, &ball), HAIL_OK);
    const hail_rule rule = {.mode = HAIL_PAIRS, .cooldown = HAIL_ONCE};
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
    const float zero[4] = {0};
    cr_assert_eq(hail_spawn(world, 0, &ball, &(hail_spawn_columns){.x = zero, .y = zero}, 4, NULL), HAIL_OK);
    for (int i = 0; i < 3; i++) {
        stream_clear(&s);
        cr_assert_eq(hail_step(world, 0.0f, stream_take, &s), HAIL_OK);
        cr_assert_eq(s.count, i == 0 ? 6 : 3);
        cr_assert_eq(hail_stats(world)->forgotten, 3);
    }
    stream_free(&s);
    hail_world_destroy(world);
}
